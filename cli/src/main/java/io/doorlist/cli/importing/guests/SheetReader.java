package io.doorlist.cli.importing.guests;

import io.doorlist.cli.console.Failure;
import io.doorlist.cli.importing.lines.InputFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Reads files of spreadsheets: separated values in UTF-8, in UTF-16 with its mark, or in
 * Windows-1252; or the first sheet of an Excel workbook.
 */
final class SheetReader {
  static final String WESTERN = "windows-1252";

  private static final int MAX_BYTES = 256 << 20;
  private static final int BEGINNING = 64_000;
  private static final Pattern SEP = Pattern.compile("sep=(.)\\R", Pattern.CASE_INSENSITIVE);

  private SheetReader() {}

  private record Decoded(String text, String encoding) {
    boolean isJson() {
      return text.stripLeading().startsWith("{") || text.stripLeading().startsWith("[");
    }
  }

  /**
   * Reads a file as a whole.
   *
   * @throws Failure if it is nothing of a spreadsheet's
   */
  static Sheet read(InputFile file) throws IOException {
    byte[] bytes = file.content().readNBytes(MAX_BYTES);
    if (file.content().read() >= 0) {
      throw new Failure(file.name() + " is longer than " + (MAX_BYTES >> 20) + " MB");
    }
    if (Workbook.isOne(bytes)) {
      return Workbook.read(bytes);
    }
    Decoded decoded = decode(bytes);
    if (decoded.isJson()) {
      throw new Failure("this is JSON, not a guest list; --account and --event go with --from");
    }
    String text = decoded.text();
    Matcher sep = SEP.matcher(text);
    boolean said = sep.lookingAt();
    char separator = said ? sep.group(1).charAt(0) : separator(text);
    String rows = said ? text.substring(sep.end()) : text;
    String name = separator == '\t' ? "tab" : String.valueOf(separator);
    return new Sheet(
        decoded.encoding() + ", separator " + name,
        CsvRows.read(rows, separator, Long.MAX_VALUE),
        false);
  }

  /** Returns whether a file that begins like this is a guest list. */
  static boolean isGuestList(byte[] beginning) {
    try {
      Decoded decoded = Workbook.isOne(beginning) ? null : decode(beginning);
      return decoded == null
          || (!decoded.isJson() && score(decoded.text(), separator(decoded.text())) >= BEGINNING);
    } catch (Failure e) {
      return false;
    }
  }

  private static Decoded decode(byte[] bytes) {
    int mark = bytes.length < 2 ? 0 : (bytes[0] & 0xFF) << 8 | (bytes[1] & 0xFF);
    boolean wide = mark == 0xFEFF || mark == 0xFFFE;
    Charset unicode = wide ? StandardCharsets.UTF_16 : StandardCharsets.UTF_8;
    for (Charset charset : List.of(unicode, Charset.forName(WESTERN))) {
      try {
        String text = charset.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
        if (text.indexOf('\0') < 0) {
          return new Decoded(text.startsWith("\uFEFF") ? text.substring(1) : text, charset.name());
        }
      } catch (CharacterCodingException e) {
        continue;
      }
    }
    throw new Failure("the file is no text in a known encoding: save it as CSV UTF-8, or as .xlsx");
  }

  /** Returns the separator that makes most known titles, or else most cells. */
  private static char separator(String text) {
    return Stream.of(',', ';', '\t', '|')
        .max(Comparator.comparingLong(each -> score(text, each)))
        .orElseThrow();
  }

  private static long score(String text, char separator) {
    String beginning = text.substring(0, Math.min(text.length(), BEGINNING));
    return CsvRows.read(beginning, separator, Columns.FIRST_ROWS).stream()
        .mapToLong(row -> Columns.known(row) * BEGINNING + row.cells().size())
        .max()
        .orElse(0);
  }
}
