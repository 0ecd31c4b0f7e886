package io.doorlist.cli.tickets;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.cli.CommandResult;
import io.doorlist.cli.CommandTable;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Locale;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.rendering.PDFRenderer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Badges for a printer, in the size of its paper (issue 71). */
class BadgesCommandTest {
  private static final String BADGES = "badges --account acme --event gala";
  private static final double POINTS = 72 / 25.4;

  /** By name, as the file has them. */
  private static final List<String> NAMES =
      List.of("A".repeat(120), "Maximiliane von Hohenstein-Wittgenstein", "Zoë", "محمد علي");

  @TempDir private Path directory;
  private final CommandTable table = new CommandTable();

  @BeforeEach
  void guests() {
    StringBuilder lines =
        new StringBuilder(
            """
            {"kind":"account","slug":"acme","name":"Acme"}
            {"kind":"event","account":"acme","id":7,"slug":"gala","title":"Gala",\
            "ticket_types":[{"id":1,"slug":"adult","name":"Adult"}]}
            """);
    for (int i = 0; i < NAMES.size(); i++) {
      lines.append(order(i + 1, NAMES.get(i), i % 2 == 0 ? "null" : "\"Müller & Söhne\"", "valid"));
    }
    lines.append(order(90, "Gone", "null", "void"));
    CommandResult imported = table.runWith(lines.toString(), "import", "-");
    assertEquals(0, imported.status(), imported.err());
  }

  private static String order(int id, String name, String company, String state) {
    return """
    {"kind":"order","account":"acme","event":"gala","id":%1$d,"reference":"R%1$d",\
    "state":"confirmed","payment_state":"paid","currency":"EUR","amount":0,\
    "customer":{"last_name":"X","company_name":%3$s},"created_at":"2026-03-01T10:00:00Z",\
    "updated_at":"2026-03-01T10:00:00Z","tickets":[{"id":%1$d,"reference":"R%1$d-1",\
    "state":"%4$s","name":"%2$s","ticket_type":"adult","qr_code_identifier":"CODE-%1$d",\
    "created_at":"2026-03-01T10:00:00Z","updated_at":"2026-03-01T10:00:00Z"}]}
    """
        .formatted(id, name, company, state);
  }

  private Path badges(String size) {
    Path file = directory.resolve(size + ".pdf");
    CommandResult result = table.run(BADGES + " --size " + size, file.toString());
    assertEquals(0, result.status(), result.err());
    assertEquals("badges " + file + "\n", result.out());
    return file;
  }

  /** Another program draws them, and a reader of QR codes finds each guest's code. */
  @Test
  void badge_hasThePapersSize_andTheCodeThatOpensTheDoor() throws Exception {
    for (String size : List.of("62x100", "62x29", "86x54", "A6", "20x20", "300x40")) {
      Path file = badges(size);
      BadgeSize paper = BadgeSize.of(size);
      try (PDDocument document = Loader.loadPDF(file.toFile())) {
        assertEquals(NAMES.size(), document.getNumberOfPages(), size);
        for (int page = 0; page < NAMES.size(); page++) {
          assertEquals(
              paper.width() * POINTS, document.getPage(page).getMediaBox().getWidth(), 0.01);
          assertEquals(
              paper.height() * POINTS, document.getPage(page).getMediaBox().getHeight(), 0.01);
          assertEquals(
              "CODE-" + (page + 1), TicketsCommandTest.read(document, page), size + " " + page);
          assertNothingAtTheEdge(document, page);
        }
      }
      assertEquals(
          PosixFilePermissions.fromString("rw-------"), Files.getPosixFilePermissions(file));
    }
  }

  /** A printer cuts off what is at the edge: nothing is within a millimetre of it. */
  private static void assertNothingAtTheEdge(PDDocument document, int page) throws IOException {
    BufferedImage image = new PDFRenderer(document).renderImageWithDPI(page, 127);
    int edge = 5;
    for (int x = 0; x < image.getWidth(); x++) {
      for (int y = 0; y < image.getHeight(); y++) {
        boolean inside =
            x >= edge && y >= edge && x < image.getWidth() - edge && y < image.getHeight() - edge;
        assertTrue(inside || (image.getRGB(x, y) & 0xFF) > 0x80, page + " at " + x + ", " + y);
      }
    }
  }

  /** A short name is read from afar: its letters are a good part of the badge's height. */
  @Test
  void shortName_isLarge() throws IOException {
    try (PDDocument document = Loader.loadPDF(badges("62x100").toFile())) {
      BufferedImage image = new PDFRenderer(document).renderImageWithDPI(2, 127);
      int rows = 0;
      for (int y = 0; y < image.getHeight() * 2 / 5; y++) {
        boolean black = false;
        for (int x = 0; x < image.getWidth(); x++) {
          black |= (image.getRGB(x, y) & 0xFF) < 0x80;
        }
        rows += black ? 1 : 0;
      }
      double millimetres = rows * 25.4 / 127;
      assertTrue(millimetres > 10, String.format(Locale.ROOT, "%.1f mm", millimetres));
    }
  }

  @Test
  void whatCannotBeWritten_isSaid() throws IOException {
    Path there = Files.writeString(directory.resolve("there.pdf"), "x");

    CommandResult refused = table.run(BADGES, there.toString());
    assertEquals(1, refused.status());
    assertTrue(refused.err().contains("is there already"), refused.err());
    assertEquals("x", Files.readString(there));
    for (String size : List.of("19x50", "50x301", "62", "letter", "62x")) {
      CommandResult wrong = table.run(BADGES + " --size " + size, directory + "/x.pdf");
      assertEquals(2, wrong.status(), size);
      assertTrue(wrong.err().contains("from 20x20 to 300x300 mm, or A6"), wrong.err());
    }
    assertEquals(1, table.run("badges --account acme --event no", directory + "/x.pdf").status());
  }
}
