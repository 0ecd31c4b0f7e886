package io.doorlist.cli.office;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.doorlist.cli.importing.guests.SheetReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

/** An office with guest lists: how the page reads, chooses and imports one (issue 71). */
abstract class ImportingFixture extends OfficeFixture {
  static final String LIST =
      "Name,E-Mail,Category,Coming\nAda,ada@example.org,VIP,yes\nBen,ben@example.org,Guest,yes\n"
          + "Cleo,cleo@example.org,Guest,no\n";

  Answer choose(Answer preview, String choices) {
    return ask("POST", "previews/" + preview.text("id"), choices);
  }

  static Map<?, ?> options(Answer preview) {
    return (Map<?, ?>) preview.members().get("options");
  }

  static List<Object> names(Answer preview, String member) {
    return preview.all(member).stream().map(each -> each.get("name")).toList();
  }

  static Map<?, ?> values(Map<String, Object> finding) {
    return (Map<?, ?>) finding.get("values");
  }

  /** Issue 71: what went wrong is a word, which the page says in its language. */
  static void assertRefused(String word, Answer answer) {
    assertEquals(422, answer.status(), answer.text());
    assertEquals(word, answer.text("word"), answer.text());
  }

  Map<String, String> codes(String event) {
    return orders(event)
        .flatMap(order -> order.tickets().stream())
        .collect(Collectors.toMap(each -> each.name(), each -> each.qrCodeIdentifier()));
  }

  Map<String, Object> last(String event) {
    return ask("GET", "events/" + event + "/imports", "").all("imports").getFirst();
  }

  /** Returns a workbook of four sheets; this guest is in the last one. */
  static byte[] workbook(String name) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipInputStream in =
            new ZipInputStream(SheetReader.class.getResourceAsStream("sheets-openpyxl.xlsx"));
        ZipOutputStream out = new ZipOutputStream(bytes)) {
      for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
        out.putNextEntry(new ZipEntry(entry.getName()));
        String part = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        out.write(part.replace("Cid Ray", name).getBytes(StandardCharsets.UTF_8));
        out.closeEntry();
      }
    }
    return bytes.toByteArray();
  }
}
