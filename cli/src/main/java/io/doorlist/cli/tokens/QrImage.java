package io.doorlist.cli.tokens;

import io.doorlist.cli.console.Console;
import io.doorlist.cli.console.OwnersFile;
import io.nayuki.qrcodegen.DataTooLongException;
import io.nayuki.qrcodegen.QrCode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.zip.CRC32;
import java.util.zip.DeflaterOutputStream;

/**
 * A text as a QR code. Its smallest squares are called modules. Around the code is an empty margin
 * of four modules, as ISO/IEC 18004 requires.
 */
public final class QrImage {
  private static final int QUIET_ZONE = 4;
  private static final int PIXELS_A_MODULE = 8;

  /** Makes a terminal show black on white, whatever its own colours are. */
  private static final String BLACK_ON_WHITE = "\u001B[38;5;16;48;5;231m";

  private static final String PLAIN = "\u001B[0m";

  /** The code without the empty modules around it. */
  private final QrCode code;

  private QrImage(QrCode code) {
    this.code = code;
  }

  /** Creates the smallest code for a text. */
  public static QrImage of(String text) {
    try {
      return new QrImage(QrCode.encodeText(text, QrCode.Ecc.LOW));
    } catch (DataTooLongException e) {
      throw new IllegalArgumentException("too long for a QR code", e);
    }
  }

  public void draw(Console console) {
    lines(console.coloured()).forEach(console::message);
  }

  /**
   * Returns the code for a terminal, with two rows of modules in each line.
   *
   * @param coloured whether the terminal has colours. Without them, a dark terminal shows the code
   *     inverted, which most phones can read, too.
   */
  List<String> lines(boolean coloured) {
    List<String> lines = new ArrayList<>();
    for (int y = 0; y < side(); y += 2) {
      StringBuilder line = new StringBuilder(coloured ? BLACK_ON_WHITE : "");
      for (int x = 0; x < side(); x++) {
        // The four characters show neither half, the upper half, the lower half, and both.
        line.append(" ▀▄█".charAt((isBlack(x, y) ? 1 : 0) + (isBlack(x, y + 1) ? 2 : 0)));
      }
      lines.add(line.append(coloured ? PLAIN : "").toString());
    }
    return lines;
  }

  /** Returns the width and height in modules, with the empty ones around the code. */
  public int side() {
    return code.size + 2 * QUIET_ZONE;
  }

  /** Returns whether a module is black. Modules outside the code are not. */
  public boolean isBlack(int x, int y) {
    return code.getModule(x - QUIET_ZONE, y - QUIET_ZONE);
  }

  /** Returns whether {@link #writeTo} can write this kind of file: {@code .png} or {@code .svg}. */
  static boolean canWrite(Path file) {
    return isPng(file) || name(file).endsWith(".svg");
  }

  void writeTo(Path file) {
    try {
      OwnersFile.prepare(file);
      Files.write(file, isPng(file) ? png() : svg().getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isPng(Path file) {
    return name(file).endsWith(".png");
  }

  private static String name(Path file) {
    return file.toString().toLowerCase(Locale.ROOT);
  }

  /**
   * Returns the code as a PNG image with one bit for each pixel. Java's own writer would need the
   * classes of a desktop.
   */
  private byte[] png() throws IOException {
    int pixels = side() * PIXELS_A_MODULE;
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (OutputStream rows = new DeflaterOutputStream(packed)) {
      for (int y = 0; y < pixels; y++) {
        byte[] row = new byte[1 + pixels / 8];
        for (int x = 0; x < pixels; x++) {
          boolean white = !isBlack(x / PIXELS_A_MODULE, y / PIXELS_A_MODULE);
          row[1 + x / 8] |= (byte) (white ? 0x80 >> x % 8 : 0);
        }
        rows.write(row);
      }
    }
    ByteArrayOutputStream png = new ByteArrayOutputStream();
    png.write(new byte[] {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'});
    byte[] head = {1, 0, 0, 0, 0};
    chunk(png, "IHDR", ByteBuffer.allocate(13).putInt(pixels).putInt(pixels).put(head).array());
    chunk(png, "IDAT", packed.toByteArray());
    chunk(png, "IEND", new byte[0]);
    return png.toByteArray();
  }

  private static void chunk(OutputStream png, String type, byte[] data) throws IOException {
    ByteBuffer chunk = ByteBuffer.allocate(12 + data.length).putInt(data.length);
    chunk.put(type.getBytes(StandardCharsets.US_ASCII)).put(data);
    CRC32 sum = new CRC32();
    sum.update(chunk.array(), 4, 4 + data.length);
    png.write(chunk.putInt((int) sum.getValue()).array());
  }

  public String svg() {
    StringBuilder path = new StringBuilder();
    for (int y = 0; y < side(); y++) {
      for (int x = 0; x < side(); x++) {
        if (isBlack(x, y)) {
          path.append('M').append(x).append(' ').append(y).append("h1v1h-1z");
        }
      }
    }
    return """
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %1$s %1$s" shape-rendering="crispEdges">\
    <path fill="#fff" d="M0 0h%1$sv%1$sH0z"/><path d="%2$s"/></svg>
    """
        .formatted(side(), path);
  }
}
