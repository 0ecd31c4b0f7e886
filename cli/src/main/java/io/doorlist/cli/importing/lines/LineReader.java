package io.doorlist.cli.importing.lines;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Reads UTF-8 text line by line, however large the whole is. A line that is too long or not UTF-8
 * is returned with its fault, and the reader continues after it. Ends of lines are LF or CR LF; a
 * byte order mark at the beginning is skipped. Not thread-safe.
 */
final class LineReader {
  /**
   * The longest line in bytes: much longer than the largest order that the table can hold, of 1,000
   * tickets.
   */
  static final int MAX_BYTES = 4 << 20;

  private static final byte[] MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

  private final InputStream in;
  private final byte[] buffer = new byte[1 << 16];
  private int position;
  private int end;
  private long number;

  LineReader(InputStream in) {
    this.in = in;
  }

  /**
   * One line of a file.
   *
   * @param number from 1
   * @param text without the end of the line, or {@code null} if it cannot be read
   * @param fault why it cannot be read, or {@code null}
   */
  record Line(long number, String text, String fault) {
    /** Returns whether there is nothing to import in it. */
    boolean blank() {
      return fault == null && text.isBlank();
    }
  }

  /**
   * Reads the next line, or {@code null} after the last.
   *
   * @throws IOException if the file cannot be read
   */
  Line next() throws IOException {
    byte[] line = new byte[0];
    int length = 0;
    boolean tooLong = false;
    while (true) {
      if (position == end && !fill()) {
        if (length == 0 && !tooLong) {
          return null;
        }
        break;
      }
      int newline = position;
      while (newline < end && buffer[newline] != '\n') {
        newline++;
      }
      int part = newline - position;
      tooLong |= length + part > MAX_BYTES;
      if (!tooLong) {
        if (length + part > line.length) {
          line = Arrays.copyOf(line, newline < end ? length + part : 2 * (length + part));
        }
        System.arraycopy(buffer, position, line, length, part);
        length += part;
      }
      position = newline;
      if (newline < end) {
        position++;
        break;
      }
    }
    number++;
    if (tooLong) {
      return new Line(number, null, "is longer than " + (MAX_BYTES >> 20) + " MB");
    }
    return decode(line, length);
  }

  private boolean fill() throws IOException {
    position = 0;
    end = Math.max(0, in.read(buffer));
    return end > 0;
  }

  private Line decode(byte[] line, int length) {
    int from = number == 1 && length >= 3 && Arrays.equals(line, 0, 3, MARK, 0, 3) ? 3 : 0;
    int to = length > from && line[length - 1] == '\r' ? length - 1 : length;
    try {
      String text =
          StandardCharsets.UTF_8
              .newDecoder()
              .onMalformedInput(CodingErrorAction.REPORT)
              .onUnmappableCharacter(CodingErrorAction.REPORT)
              .decode(ByteBuffer.wrap(line, from, to - from))
              .toString();
      return new Line(number, text, null);
    } catch (CharacterCodingException e) {
      return new Line(number, null, "is not UTF-8");
    }
  }
}
