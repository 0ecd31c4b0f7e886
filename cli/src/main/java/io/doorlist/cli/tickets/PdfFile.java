package io.doorlist.cli.tickets;

import java.awt.Shape;
import java.awt.geom.PathIterator;
import java.awt.geom.Rectangle2D;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.DeflaterOutputStream;

/**
 * A PDF with black shapes (ISO 32000-1). Letters are drawn as shapes, so nobody needs fonts to open
 * or print it. Lengths are in points, 72 to an inch. The y axis points down from the top of the
 * page.
 */
final class PdfFile {
  /** The number of PDF objects before those of the pages. Each page has two objects. */
  private static final int BEFORE_PAGES = 3;

  private final String title;
  private final double width;
  private final double height;
  private final List<byte[]> pages = new ArrayList<>();

  PdfFile(String title, double width, double height) {
    this.title = title;
    this.width = width;
    this.height = height;
  }

  double width() {
    return width;
  }

  /** Adds a page with these shapes, which are filled by the nonzero winding rule. */
  void add(List<Shape> shapes) {
    StringBuilder content = new StringBuilder();
    shapes.forEach(shape -> draw(shape, content));
    pages.add(content.toString().getBytes(StandardCharsets.US_ASCII));
  }

  private void draw(Shape shape, StringBuilder content) {
    if (shape instanceof Rectangle2D box) {
      point(content, box.getX(), box.getMaxY());
      number(content, box.getWidth());
      number(content, box.getHeight());
      content.append("re f\n");
      return;
    }
    double[] at = new double[6];
    double fromX = 0;
    double fromY = 0;
    for (PathIterator path = shape.getPathIterator(null); !path.isDone(); path.next()) {
      int kind = path.currentSegment(at);
      switch (kind) {
        case PathIterator.SEG_MOVETO -> curve(content, at, 1, "m ");
        case PathIterator.SEG_LINETO -> curve(content, at, 1, "l ");
        case PathIterator.SEG_CUBICTO -> curve(content, at, 3, "c ");
        case PathIterator.SEG_QUADTO -> {
          // PDF has only cubic curves, so a quadratic curve is converted.
          double[] cubic = {
            fromX + (at[0] - fromX) * 2 / 3,
            fromY + (at[1] - fromY) * 2 / 3,
            at[2] + (at[0] - at[2]) * 2 / 3,
            at[3] + (at[1] - at[3]) * 2 / 3,
            at[2],
            at[3]
          };
          curve(content, cubic, 3, "c ");
        }
        default -> content.append("h ");
      }
      int last = kind == PathIterator.SEG_CUBICTO ? 4 : kind == PathIterator.SEG_QUADTO ? 2 : 0;
      if (kind != PathIterator.SEG_CLOSE) {
        fromX = at[last];
        fromY = at[last + 1];
      }
    }
    content.append("f\n");
  }

  private void curve(StringBuilder content, double[] at, int points, String operator) {
    for (int i = 0; i < points; i++) {
      point(content, at[2 * i], at[2 * i + 1]);
    }
    content.append(operator);
  }

  private void point(StringBuilder content, double x, double y) {
    number(content, x);
    number(content, height - y);
  }

  /** Writes a number, rounded to hundredths and without an exponent. */
  private static void number(StringBuilder content, double value) {
    content.append(Math.round(value * 100) / 100.0).append(' ');
  }

  byte[] bytes() {
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    List<Integer> offsets = new ArrayList<>();
    write(file, "%PDF-1.4\n%\u00E2\u00E3\u00CF\u00D3\n");
    String kids =
        IntStream.range(0, pages.size())
            .mapToObj(page -> (BEFORE_PAGES + 1 + 2 * page) + " 0 R")
            .collect(Collectors.joining(" "));
    object(file, offsets, "<< /Type /Catalog /Pages 2 0 R >>");
    object(file, offsets, "<< /Type /Pages /Count " + pages.size() + " /Kids [" + kids + "] >>");
    object(file, offsets, "<< /Title <" + hex(title) + "> /Producer (Doorlist) >>");
    for (byte[] page : pages) {
      object(
          file,
          offsets,
          "<< /Type /Page /Parent 2 0 R /Resources << >> /MediaBox [0 0 %.2f %.2f] /Contents %d 0 R >>"
              .formatted(width, height, offsets.size() + 2));
      byte[] packed = packed(page);
      object(
          file,
          offsets,
          "<< /Filter /FlateDecode /Length " + packed.length + " >>\nstream\n",
          packed,
          "\nendstream");
    }
    int table = file.size();
    write(file, "xref\n0 " + (offsets.size() + 1) + "\n0000000000 65535 f \n");
    offsets.forEach(at -> write(file, String.format(Locale.ROOT, "%010d 00000 n \n", at)));
    write(
        file,
        "trailer\n<< /Size %d /Root 1 0 R /Info 3 0 R >>\nstartxref\n%d\n%%%%EOF\n"
            .formatted(offsets.size() + 1, table));
    return file.toByteArray();
  }

  private static void object(ByteArrayOutputStream file, List<Integer> offsets, String content) {
    object(file, offsets, content, new byte[0], "");
  }

  private static void object(
      ByteArrayOutputStream file,
      List<Integer> offsets,
      String before,
      byte[] stream,
      String after) {
    offsets.add(file.size());
    write(file, offsets.size() + " 0 obj\n" + before);
    file.writeBytes(stream);
    write(file, after + "\nendobj\n");
  }

  private static String hex(String text) {
    return "FEFF"
        + HexFormat.of().withUpperCase().formatHex(text.getBytes(StandardCharsets.UTF_16BE));
  }

  private static byte[] packed(byte[] content) {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (OutputStream deflater = new DeflaterOutputStream(packed)) {
      deflater.write(content);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return packed.toByteArray();
  }

  private static void write(ByteArrayOutputStream file, String text) {
    file.writeBytes(text.getBytes(StandardCharsets.ISO_8859_1));
  }
}
