package io.doorlist.cli.lines;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LineReaderTest {
  private static LineReader.Line line(long number, String text) {
    return new LineReader.Line(number, text, null);
  }

  private static LineReader.Line fault(long number, String fault) {
    return new LineReader.Line(number, null, fault);
  }

  @Test
  void next_returnsLines_whateverEndsThem() throws IOException {
    assertEquals(
        List.of(line(1, "one"), line(2, "zwei – 二"), line(3, ""), line(4, "\uFEFFfour")),
        lines("\uFEFFone\nzwei – 二\r\n\n\uFEFFfour".getBytes(UTF_8)));
    assertEquals(List.of(line(1, "one")), lines("one\n".getBytes(UTF_8)));
    assertEquals(List.of(), lines(new byte[0]));
    assertTrue(lines(" \t\r\n".getBytes(UTF_8)).getFirst().blank());
  }

  @Test
  void next_tellsOfALineThatItCannotRead_andGoesOn() throws IOException {
    assertEquals(
        List.of(fault(1, "is not UTF-8"), line(2, "next")),
        lines("Zoë\nnext".getBytes(ISO_8859_1)));
    String limit = "x".repeat(LineReader.MAX_BYTES);
    String tooLong = "is longer than 4 MB";
    assertEquals(
        List.of(line(1, limit), fault(2, tooLong), line(3, "next"), fault(4, tooLong)),
        lines((limit + "\n" + limit + "y\nnext\n" + limit + "zz").getBytes(UTF_8)));
  }

  private static List<LineReader.Line> lines(byte[] text) throws IOException {
    List<LineReader.Line> all = new ArrayList<>();
    LineReader reader = new LineReader(new ByteArrayInputStream(text));
    for (LineReader.Line line = reader.next(); line != null; line = reader.next()) {
      all.add(line);
    }
    return all;
  }
}
