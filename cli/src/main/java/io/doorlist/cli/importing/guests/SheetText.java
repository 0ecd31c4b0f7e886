package io.doorlist.cli.importing.guests;

import io.doorlist.cli.console.Failure;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;

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
    Charset wide = wide(bytes);
    for (Charset charset : List.of(wide, StandardCharsets.UTF_8, Charset.forName(WESTERN))) {
      try {
        String text = charset.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
        if (text.indexOf('\0') < 0) {
          return new SheetText(
              text.startsWith("\uFEFF") ? text.substring(1) : text, charset.name());
        }
      } catch (CharacterCodingException e) {
        continue;
      }
    }
    throw new Failure("the file is no text in a known encoding: save it as CSV UTF-8, or as .xlsx");
  }

  /** Returns which UTF-16 it is by its mark, or by the zeros in Latin letters; or else UTF-8. */
  private static Charset wide(byte[] bytes) {
    int mark = bytes.length < 2 ? 0 : (bytes[0] & 0xFF) << 8 | (bytes[1] & 0xFF);
    if (mark == 0xFFFE || zeros(bytes, 1)) {
      return StandardCharsets.UTF_16LE;
    }
    return mark == 0xFEFF || zeros(bytes, 0) ? StandardCharsets.UTF_16BE : StandardCharsets.UTF_8;
  }

  private static boolean zeros(byte[] bytes, int from) {
    int length = Math.min(LOOK, bytes.length);
    return IntStream.range(0, length).filter(i -> i % 2 == from && bytes[i] == 0).count()
        > length / 8;
  }
}
