package io.doorlist.cli.mailing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.cli.CommandResult;
import jakarta.mail.BodyPart;
import jakarta.mail.Session;
import jakarta.mail.internet.InternetAddress;
import jakarta.mail.internet.MimeMessage;
import jakarta.mail.internet.MimeMultipart;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Properties;
import java.util.stream.Stream;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.junit.jupiter.api.Test;

/** What a mail says, and what is kept of it. */
class MailContentTest extends MailFixture {
  @Test
  void dryRun_writesWhatWouldBeSent_andTalksToNobody() throws Exception {
    guests(2);
    imported(order(3, "no address", "code-3"));
    Path folder = directory.resolve("mails");
    Path words = Files.writeString(directory.resolve("words"), "Bis später!\n");

    CommandResult result =
        send(
            1,
            "--dry-run",
            "--each=" + folder,
            "--text=" + words,
            "--subject=Dein Ticket für Köln");

    assertEquals(1, result.status(), result.err());
    assertTrue(result.err().contains("2 mails written, none sent"), result.err());
    assertTrue(result.err().contains("not an e-mail address: R3-1"), result.err());
    assertEquals("", Files.readString(log()));
    MimeMessage mail = read(folder.resolve("ticket-R1-1-1.eml"));
    assertEquals("Dein Ticket für Köln", mail.getSubject());
    InternetAddress from = (InternetAddress) mail.getFrom()[0];
    assertEquals("Gala Büro", from.getPersonal());
    assertTrue(mail.getMessageID().endsWith("@example.org>"), mail.getMessageID());
    MimeMultipart parts = (MimeMultipart) mail.getContent();
    assertEquals(
        "Bis später!\n\nGala in Köln\n2026-05-01 · Rathaus\nGuest Ünal 1\nAdult\nR1-1\ncode-1\n",
        parts.getBodyPart(0).getContent().toString().replace("\r", ""));
    BodyPart attached = parts.getBodyPart(1);
    assertEquals("ticket-R1-1.pdf", attached.getFileName());
    try (InputStream pdf = attached.getInputStream();
        PDDocument document = Loader.loadPDF(pdf.readAllBytes())) {
      assertEquals("Gala in Köln", document.getDocumentInformation().getTitle());
    }
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        assertEquals(
            PosixFilePermissions.fromString("rw-------"), Files.getPosixFilePermissions(file));
      }
    }
  }

  /** Issue 70: the log of mails is reached by forget, and still knows what was sent. */
  @Test
  void forget_leavesNoAddressInTheLog_andOtherPeopleStay() throws IOException {
    guests(3);
    try (ScriptedSmtp server =
        new ScriptedSmtp(null).on("RCPT TO:<g2@", "550 5.1.1 <g2@example.org>: no such user")) {
      assertEquals(1, send(server.port()).status());

      String shown = table.run("show --account acme --email=g1@example.org").out();
      assertTrue(shown.contains("{\"kind\":\"mail\",\"mail\":1,"), shown);
      assertFalse(shown.contains("g2@") || shown.contains("g3@"), shown);
      for (String whom : List.of("--email=G1@example.org", "--event=gala --order=2")) {
        CommandResult dry = table.run("forget --account acme --dry-run " + whom);
        assertTrue(dry.err().contains("dry run: 1 mail of this machine's log"), dry.err());
        CommandResult result = table.run("forget --account acme " + whom);
        assertEquals(0, result.status(), result.err());
        assertTrue(result.err().contains("1 mail of this machine's log"), result.err());
      }

      String log = Files.readString(log());
      assertFalse(log.contains("g1@") || log.contains("g2@"), log);
      assertTrue(log.contains("g3@example.org"), log);
      assertEquals(
          PosixFilePermissions.fromString("rw-------"), Files.getPosixFilePermissions(log()));
      CommandResult again = send(server.port());
      assertEquals(2, server.mails());
      assertTrue(again.err().contains("1 ticket sent earlier"), again.err());
      assertEquals(0, table.run("forget --account acme --event gala --everyone").status());
      assertFalse(Files.readString(log()).contains("@"));
    }
  }

  /** A power cut may leave a part of a line. */
  @Test
  void aLogThatEndsInALine_goesOnAfterTheLastWholeOne() throws IOException {
    guests(2);
    try (ScriptedSmtp server = new ScriptedSmtp(null)) {
      assertEquals(0, send(server.port()).status());
      List<String> lines = Files.readAllLines(log());
      assertEquals(4, lines.size());
      Files.writeString(log(), String.join("\n", lines.subList(0, 3)) + "\n{\"mail\":2,\"at");

      CommandResult result = send(server.port());

      assertEquals(2, server.mails());
      assertEquals(1, result.status());
      assertTrue(result.err().contains("may have been sent or not: R2-1."), result.err());
      assertEquals(0, send(server.port(), "--resend=R2-1").status());
      assertEquals(5, Files.readAllLines(log()).size());
    }
  }

  @Test
  void wrongOptions_areSaid() {
    for (List<String> wrong :
        List.of(
            List.of("--mail"),
            List.of("--dry-run"),
            List.of("--from=a@example.org"),
            List.of("--mail", "--from=nobody", "--smtp-host=h"),
            List.of("--mail", "--from=a@example.org", "--smtp-host=h", "--rate=0"),
            List.of("--mail", "--from=a@example.org", "--smtp-host=h", "--per-page=4"),
            List.of("--mail", "--from=a@example.org", "--dry-run"),
            List.of("--mail", "--from=a@example.org", "--smtp-host=h", "--each=x"))) {
      CommandResult result =
          table.run("tickets --account acme --event gala", wrong.toArray(String[]::new));

      assertEquals(2, result.status(), wrong + result.err());
    }
  }

  private static MimeMessage read(Path file) throws Exception {
    try (InputStream in = Files.newInputStream(file)) {
      return new MimeMessage(Session.getInstance(new Properties()), in);
    }
  }
}
