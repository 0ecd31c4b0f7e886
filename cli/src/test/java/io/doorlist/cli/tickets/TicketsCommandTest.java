package io.doorlist.cli.tickets;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.zxing.BinaryBitmap;
import com.google.zxing.DecodeHintType;
import com.google.zxing.RGBLuminanceSource;
import com.google.zxing.ReaderException;
import com.google.zxing.common.HybridBinarizer;
import com.google.zxing.qrcode.QRCodeReader;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import io.doorlist.cli.CommandResult;
import io.doorlist.cli.CommandTable;
import io.doorlist.domain.order.GeneratedCode;
import io.doorlist.domain.order.Ticket;
import io.doorlist.json.Json;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.rendering.PDFRenderer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TicketsCommandTest {
  private static final String EVENT =
      """
      {"kind":"account","slug":"acme","name":"Acme"}
      {"kind":"event","account":"acme","id":7,"slug":"gala","title":"Gala & <Friends>",\
      "ticket_types":[{"id":1,"slug":"adult","name":"Adult"}]}
      """;

  /** A name in each script that people of the twelve languages write, and what may break a page. */
  private static final List<String> NAMES =
      List.of(
          "Zoë Example",
          "Łukasz Żółć",
          "محمد علي",
          "高橋 葵",
          "Élodie Ça",
          "İpek Şahin",
          "김민준",
          "Çağla 'x' <b>",
          "Ñandú Ünal",
          "שירה לוי",
          "Иван Петров",
          "A".repeat(300),
          "👩‍🎤 Zed");

  @TempDir private Path directory;
  private final CommandTable table = new CommandTable();

  @BeforeEach
  void anEvent() {
    StringBuilder lines = new StringBuilder(EVENT);
    for (int i = 0; i < NAMES.size(); i++) {
      lines.append(order(i + 1, NAMES.get(i), null, "confirmed"));
    }
    lines.append(order(90, "Pending Person", null, "pending"));
    CommandResult imported = table.runWith(lines.toString(), "import", "-");
    assertEquals(0, imported.status(), imported.err());
  }

  private static String order(int id, String name, String code, String state) {
    String ticket =
        """
        {"id":%1$d,"reference":"R%1$d/1","state":"valid","name":%2$s,"ticket_type":"adult",\
        "email":"g%1$d@example.org","qr_code_identifier":%3$s,\
        "created_at":"2026-03-01T10:00:00Z","updated_at":"2026-03-01T10:00:00Z"}"""
            .formatted(
                id,
                Json.writeValue(Map.of("v", name)).replaceAll("^.\"v\":|.$", ""),
                code == null ? "null" : "\"" + code + "\"");
    return """
    {"kind":"order","account":"acme","event":"gala","id":%d,"reference":"R%d","state":"%s",\
    "payment_state":"paid","currency":"EUR","amount":0,"created_at":"2026-03-01T10:00:00Z",\
    "updated_at":"2026-03-01T10:00:00Z","tickets":[%s]}
    """
        .formatted(id, id, state, ticket);
  }

  @Test
  void eightAreOnAPage_unlessSaidOtherwise() {
    for (Map.Entry<String, Integer> each :
        Map.of("", 2, "1", 13, "2", 7, "4", 4, "8", 2).entrySet()) {
      String[] more =
          each.getKey().isEmpty() ? new String[0] : new String[] {"--per-page", each.getKey()};

      CommandResult result = table.run("tickets --account acme --event gala", more);

      assertEquals(0, result.status(), result.err());
      assertEquals(each.getValue().longValue(), count(result.out(), "<main>"), each.getKey());
      assertEquals(13, count(result.out(), "<section>"), each.getKey());
    }
  }

  @Test
  void aPageSaysWhoComesAndTheCodeToReadOut_andNoNameIsMarkup() {
    String page = table.run("tickets --account acme --event gala").out();

    Ticket first = ticket(1);
    String spoken = String.join(" ", GeneratedCode.groups(first.qrCodeIdentifier()));
    assertTrue(spoken.matches("([2-9A-HJ-NP-Z]{4} ){7}[2-9A-HJ-NP-Z]{4}"), spoken);
    for (String said :
        List.of(spoken, "Zoë Example", "高橋 葵", "R1/1", "Gala &amp; &lt;Friends&gt;")) {
      assertTrue(page.contains(said), said);
    }
    assertFalse(page.contains("<b>"));
    assertFalse(page.contains("Pending Person"));
  }

  /** Issue 70: tickets that were printed before go on opening, and say their code as it was. */
  @Test
  void aCodeThatWasThere_staysAsItIs() {
    table.runWith(order(91, "Old", "aB3_-xYz0123456789abcdefghi", "confirmed"), "import", "-");

    assertEquals("aB3_-xYz0123456789abcdefghi", ticket(91).qrCodeIdentifier());
    assertTrue(
        table
            .run("tickets --account acme --event gala")
            .out()
            .contains("<figcaption dir=\"ltr\">aB3_-xYz0123456789abcdefghi</figcaption>"));
  }

  /** Another program draws the files, and a reader of QR codes finds what the table has. */
  @Test
  void each_writesAPdfATicket_thatOpensTheDoor_andAListForMailMerge() throws Exception {
    Path folder = directory.resolve("new/tickets");

    CommandResult result =
        table.run("tickets --account acme --event gala", "--each", folder.toString());

    assertEquals(0, result.status(), result.err());
    List<CsvRecord> rows =
        CsvReader.builder()
            .ofCsvRecord(Files.readString(folder.resolve("mail-merge.csv")).substring(1))
            .stream()
            .toList();
    assertEquals(List.of("name", "email", "file", "code"), rows.getFirst().getFields());
    assertEquals(
        new TreeSet<>(NAMES),
        rows.stream()
            .skip(1)
            .map(row -> row.getField(0))
            .collect(Collectors.toCollection(TreeSet::new)));
    for (CsvRecord row : rows.subList(1, rows.size())) {
      assertEquals(row.getField(3), read(folder.resolve(row.getField(2))));
      long id = Long.parseLong(row.getField(1).replaceAll("\\D", ""));
      assertEquals(ticket(id).qrCodeIdentifier(), row.getField(3));
    }
    assertEquals(NAMES.size() + 1, files(folder).size());
    for (Path file : files(folder)) {
      assertEquals(
          PosixFilePermissions.fromString("rw-------"), Files.getPosixFilePermissions(file));
    }
  }

  @Test
  void namesOfFiles_areSafeOnWindows_andDifferWhereCapitalsDoNotCount() {
    for (String reference : List.of("CON", "a/b\\c:d*e?f\"g<h>i|j", "..", "高橋", "x".repeat(500))) {
      String name = TicketFolder.name(reference) + ".pdf";

      assertTrue(name.matches("ticket-[A-Za-z0-9._-]{1,60}\\.pdf"), name);
    }
    table.runWith(
        order(101, "Twin", null, "confirmed").replace("R101/1", "ab")
            + order(102, "Twin", null, "confirmed").replace("R102/1", "AB"),
        "import",
        "-");

    CommandResult result =
        table.run("tickets --account acme --event gala", "--each", directory + "/twins");

    assertEquals(0, result.status(), result.err());
    assertTrue(Files.exists(directory.resolve("twins/ticket-AB.pdf")));
    assertTrue(Files.exists(directory.resolve("twins/ticket-ab-101.pdf")));
  }

  @Test
  void wrongOptions_areSaid() throws IOException {
    Files.writeString(Files.createDirectory(directory.resolve("full")).resolve("old.pdf"), "x");

    assertEquals(2, table.run("tickets --account acme --event gala --per-page 3").status());
    assertEquals(
        2, table.run("tickets --account acme --event gala --per-page 8 --each x").status());
    CommandResult full =
        table.run("tickets --account acme --event gala", "--each", directory + "/full");
    assertEquals(1, full.status());
    assertTrue(full.err().contains("is not empty"), full.err());
  }

  private Ticket ticket(long id) {
    return table.stores().orders().find("acme", "gala", id).orElseThrow().tickets().getFirst();
  }

  private static long count(String text, String part) {
    return Pattern.compile(Pattern.quote(part))
        .matcher(text)
        .results()
        .map(MatchResult::start)
        .count();
  }

  private static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return new ArrayList<>(files.toList());
    }
  }

  /** Returns the code of the only page of a PDF. */
  static String read(Path file) throws IOException, ReaderException {
    try (PDDocument document = Loader.loadPDF(file.toFile())) {
      assertEquals(1, document.getNumberOfPages());
      return read(document, 0);
    }
  }

  /**
   * A camera looks more than once, and from nearer: at one resolution alone some codes are missed.
   */
  static String read(PDDocument document, int page) throws IOException, ReaderException {
    ReaderException missed = null;
    for (int dpi : new int[] {150, 180, 220, 260, 300, 400}) {
      try {
        return read(new PDFRenderer(document).renderImageWithDPI(page, dpi));
      } catch (ReaderException e) {
        missed = e;
      }
    }
    throw missed;
  }

  private static String read(BufferedImage image) throws ReaderException {
    int[] pixels =
        image.getRGB(0, 0, image.getWidth(), image.getHeight(), null, 0, image.getWidth());
    RGBLuminanceSource source = new RGBLuminanceSource(image.getWidth(), image.getHeight(), pixels);
    BinaryBitmap bitmap = new BinaryBitmap(new HybridBinarizer(source));
    return new QRCodeReader().decode(bitmap, Map.of(DecodeHintType.TRY_HARDER, true)).getText();
  }
}
