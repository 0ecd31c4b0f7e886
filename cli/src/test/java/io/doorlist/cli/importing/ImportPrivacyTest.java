package io.doorlist.cli.importing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.cli.CommandResult;
import io.doorlist.cli.SampleLines;
import io.doorlist.cli.TestTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Messages about a broken file contain no personal data, as they end up in mails and logs. */
class ImportPrivacyTest {
  private static final int LINES = 600;
  private static final String DAMAGE = "{}[]\",:0-e\\u\n";

  private static final String ORDER =
      """
      {"kind":"order","account":"acme","event":"spring-gala","id":1001,"reference":"K7QX2",\
      "state":"confirmed","payment_state":"paid","customer":{"first_name":"Canary A","last_name":\
      "O'Canary","email":"canary@example.org","phone_number":"+49 canary","company_name":"Canary & Co",\
      "tax_id":"DE-CANARY-1","address":{"address":"1 Canary Street","city":"Canary","postal_code":\
      "CANARY 7"}},"currency":"EUR","amount":5000,"invoice":{"line_items":[{"description":\
      "Seat of a Canary","quantity":2}]},"responses":{"diet":"a canary's"},\
      "created_at":"2026-03-01T10:00:00Z","updated_at":"2026-03-01T10:00:00Z",\
      "qr_code_identifier":"canary-order-1","tickets":[{"id":9001,"reference":"K7QX2-1",\
      "state":"valid","name":"Canary B","email":"b@canary.example","phone_number":"canary",\
      "ticket_type":"adult","responses":{"meal":"canary"},"qr_code_identifier":"canary-ticket-1",\
      "created_at":"2026-03-01T10:00:00Z","updated_at":"2026-03-01T10:00:00Z"}]}\
      """;

  @TempDir private Path folder;

  @Test
  void messages_repeatNothingOfALine_andRefusedLinesAreTheOwnersAlone() throws IOException {
    Random random = new Random(1);
    StringBuilder file = new StringBuilder(SampleLines.ACCOUNT + "\n" + SampleLines.EVENT + "\n");
    for (int i = 0; i < LINES; i++) {
      StringBuilder line = new StringBuilder(ORDER);
      for (int change = 0; change <= i % 3; change++) {
        int at = random.nextInt(line.length());
        char damage = DAMAGE.charAt(random.nextInt(DAMAGE.length()));
        if (random.nextBoolean()) {
          line.setCharAt(at, damage);
        } else {
          line.insert(at, damage);
        }
      }
      file.append(line).append('\n');
    }
    Path refused = folder.resolve("refused.ndjson");
    try (TestTable table = new TestTable()) {
      CommandResult result =
          table.runWith(
              file.toString(), "import", "-", "--dry-run", "--refused", refused.toString());

      assertEquals(1, result.status());
      String said = result.out() + result.err();
      assertTrue(result.err().lines().count() > LINES / 2, said);
      assertFalse(said.toLowerCase(Locale.ROOT).contains("canary"), said);
      assertTrue(Files.readString(refused).contains("Canary"));
      if (folder.getFileSystem().supportedFileAttributeViews().contains("posix")) {
        assertEquals(
            "rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(refused)));
      }
    }
  }
}
