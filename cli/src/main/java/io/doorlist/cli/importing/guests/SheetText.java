package io.doorlist.cli.importing.guests;

import io.doorlist.cli.console.Failure;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The text of a file that a spreadsheet saved: UTF-8 or UTF-16, with or without a byte order mark,
 * or Windows-1252.
 *
 * @param encoding its name
 */
record SheetText(String text, String encoding) {
  static final String WESTERN = "windows-1252";

  private static final int LOOK = 4_096;

  /**
   * Decodes a file.
   *
   * @throws Failure if it is none of them
   */
  static SheetText decode(byte[] bytes) {
    for (Charset charset : candidates(bytes)) {
      try {
        String text = charset.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
        if (text.indexOf('\0') < 0) {
          String unmarked = text.startsWith("\uFEFF") ? text.substring(1) : text;
          return new SheetText(unmarked, charset.name());
        }
      } catch (CharacterCodingException e) {
        continue;
      }
    }
    throw new Failure("the file is no text in a known encoding: save it as CSV UTF-8, or as .xlsx");
  }

  private static List<Charset> candidates(byte[] bytes) {
    List<Charset> charsets = new ArrayList<>();
    if (starts(bytes, 0xFF, 0xFE) || zeros(bytes, 1)) {
      charsets.add(StandardCharsets.UTF_16LE);
    } else if (starts(bytes, 0xFE, 0xFF) || zeros(bytes, 0)) {
      charsets.add(StandardCharsets.UTF_16BE);
    }
    charsets.add(StandardCharsets.UTF_8);
    charsets.add(Charset.forName(WESTERN));
    return charsets;
  }

  private static boolean starts(byte[] bytes, int first, int second) {
    return bytes.length > 1 && (bytes[0] & 0xFF) == first && (bytes[1] & 0xFF) == second;
  }

  /** Returns whether every other byte is mostly zero: the upper half of Latin letters and signs. */
  private static boolean zeros(byte[] bytes, int from) {
    int length = Math.min(LOOK, bytes.length);
    int zeros = 0;
    for (int i = from; i < length; i += 2) {
      zeros += bytes[i] == 0 ? 1 : 0;
    }
    return length > 1 && zeros > length / 8;
  }
}
