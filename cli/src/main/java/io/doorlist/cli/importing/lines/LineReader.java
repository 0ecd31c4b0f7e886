package io.doorlist.cli.importing.lines;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/**
 * Reads UTF-8 text line by line, however large the whole is. A line that is too long or not UTF-8
 * is returned with its fault, and the reader continues after it. Ends of lines are LF or CR LF; a
 * byte order mark at the beginning is skipped. Not thread-safe.
 */
public final class LineReader {
  /**
   * The longest line in bytes: much longer than the largest order that the table can hold, of 1,000
   * tickets.
   */
  static final int MAX_BYTES = 4 << 20;

  private final InputStream in;
  private long number;

  public LineReader(InputStream in) {
    this.in = new BufferedInputStream(in, 1 << 16);
  }

  /**
   * One line of a file.
   *
   * @param number from 1
   * @param text without the end of the line, or {@code null} if it cannot be read
   * @param fault why it cannot be read, or {@code null}
   */
  public record Line(long number, String text, String fault) {
    /** Returns whether there is nothing to import in it. */
    public boolean blank() {
      return fault == null && text.isBlank();
    }
  }

  /** Reads the next line, or {@code null} after the last. */
  public Line next() throws IOException {
    int next = in.read();
    if (next < 0) {
      return null;
    }
    number++;
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    boolean tooLong = false;
    for (; next >= 0 && next != '\n'; next = in.read()) {
      tooLong |= line.size() == MAX_BYTES;
      if (!tooLong) {
        line.write(next);
      }
    }
    if (tooLong) {
      return new Line(number, null, "is longer than " + (MAX_BYTES >> 20) + " MB");
    }
    try {
      ByteBuffer bytes = ByteBuffer.wrap(line.toByteArray());
      String text = StandardCharsets.UTF_8.newDecoder().decode(bytes).toString();
      boolean marked = number == 1 && text.startsWith("\uFEFF");
      int end = text.endsWith("\r") ? text.length() - 1 : text.length();
      return new Line(number, text.substring(marked ? 1 : 0, end), null);
    } catch (CharacterCodingException e) {
      return new Line(number, null, "is not UTF-8");
    }
  }
}
