package io.doorlist.cli.lines;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/**
 * Reads a UTF-8 text line by line, however large it is. If a line is too long or not UTF-8, it is
 * returned with its fault, and reading goes on after it. Lines end with LF or CR LF. A byte order
 * mark at the beginning is skipped. Not thread-safe.
 */
public final class LineReader {
  /**
   * The most bytes of a line. The largest order that the table can hold has 1,000 tickets, and
   * needs much less.
   */
  static final int MAX_BYTES = 4 << 20;

  private final InputStream in;
  private long number;

  public LineReader(InputStream in) {
    this.in = new BufferedInputStream(in, 1 << 16);
  }

  /**
   * A line of a file.
   *
   * @param number the line's number, counted from 1
   * @param text the line without its end, or {@code null} if it cannot be read
   * @param fault why it cannot be read, or {@code null}
   */
  public record Line(long number, String text, String fault) {
    /** Returns whether the line has nothing to import. */
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
