package io.doorlist.cli.importing.lines;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LineReaderTest {
  @Test
  void next_returnsLines_whateverEndsThem() throws IOException {
    assertEquals(
        List.of(
            new LineReader.Line(1, "one", null),
            new LineReader.Line(2, "zwei – 二", null),
            new LineReader.Line(3, "", null),
            new LineReader.Line(4, "four", null)),
        lines("one\nzwei – 二\r\n\nfour".getBytes(UTF_8)));
  }

  @Test
  void next_endsWithTheLastLine_whetherThatHasAnEndOrNot() throws IOException {
    assertEquals(1, lines("one\n".getBytes(UTF_8)).size());
    assertEquals(1, lines("one".getBytes(UTF_8)).size());
    assertEquals(0, lines(new byte[0]).size());
  }

  @Test
  void next_passesOverAByteOrderMark_atTheBeginningOnly() throws IOException {
    assertEquals(
        List.of(new LineReader.Line(1, "one", null), new LineReader.Line(2, "\uFEFFtwo", null)),
        lines("\uFEFFone\n\uFEFFtwo".getBytes(UTF_8)));
  }

  @Test
  void next_tellsOfALineThatIsNotUtf8_andGoesOn() throws IOException {
    byte[] text = "Zoë\nnext".getBytes(ISO_8859_1);

    assertEquals(
        List.of(new LineReader.Line(1, null, "is not UTF-8"), new LineReader.Line(2, "next", null)),
        lines(text));
  }

  @Test
  void next_tellsOfALineThatIsTooLong_andGoesOn() throws IOException {
    String limit = "x".repeat(LineReader.MAX_BYTES);

    assertEquals(
        List.of(
            new LineReader.Line(1, limit, null),
            new LineReader.Line(2, null, "is longer than 4 MB"),
            new LineReader.Line(3, "next", null),
            new LineReader.Line(4, null, "is longer than 4 MB")),
        lines((limit + "\n" + limit + "y\nnext\n" + limit + "zz").getBytes(UTF_8)));
  }

  @Test
  void blank_isALineOfSpacesOnly() throws IOException {
    assertTrue(lines(" \t\r\n".getBytes(UTF_8)).getFirst().blank());
  }

  private static List<LineReader.Line> lines(byte[] text) throws IOException {
    List<LineReader.Line> all = new ArrayList<>();
    // Returns its bytes in uneven portions, as a pipe does.
    InputStream portions =
        new ByteArrayInputStream(text) {
          private int turn;

          @Override
          public synchronized int read(byte[] buffer, int offset, int length) {
            turn++;
            return super.read(buffer, offset, Math.min(length, 1 + (turn * 7919) % 60_000));
          }
        };
    LineReader reader = new LineReader(portions);
    for (LineReader.Line line = reader.next(); line != null; line = reader.next()) {
      all.add(line);
    }
    return all;
  }
}
