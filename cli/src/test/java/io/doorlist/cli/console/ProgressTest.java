package io.doorlist.cli.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ProgressTest {
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private long now;

  @Test
  void at_drawsABar_onATerminal() {
    Progress progress = progress(80, 1000);

    after(Duration.ofSeconds(2));
    progress.at(100, 250);

    assertEquals(
        "\r\u001B[K[######..................]  25 %, 100 lines, 50 a second, 6 s left", printed());
  }

  @Test
  void at_drawsNoMoreThanTheTerminalIsWide_andNotTooOften() {
    Progress progress = progress(10, 1000);

    after(Duration.ofSeconds(1));
    progress.at(1, 1);
    progress.at(2, 2);
    after(Duration.ofMillis(100));
    progress.at(3, 3);

    assertEquals("\r\u001B[K[........", printed());
  }

  @Test
  void message_takesTheBarAway() {
    Progress progress = progress(80, 0);
    after(Duration.ofSeconds(1));
    progress.at(1, 0);
    err.reset();

    progress.message("line 1: wrong");

    assertEquals("\r\u001B[Kline 1: wrong\n", printed());
  }

  @Test
  void at_printsALineNowAndThen_elsewhere() {
    Progress progress = progress(0, 4000);

    for (int second = 1; second <= 25; second++) {
      after(Duration.ofSeconds(1));
      progress.at(second * 100, second * 100);
    }
    progress.clear();

    assertEquals(2, printed().lines().count(), printed());
    assertTrue(
        printed()
            .startsWith("[######..................]  25 %, 1,000 lines, 100 a second, 30 s left\n"),
        printed());
  }

  @Test
  void at_saysThatTheTableIsBusy_forAWhile() {
    Progress progress = progress(0, 0);

    after(Duration.ofSeconds(9));
    progress.busy();
    after(Duration.ofSeconds(2));
    progress.at(11, 0);
    after(Duration.ofSeconds(11));
    progress.at(220, 0);

    assertEquals("11 lines, the table is busy\n220 lines, 10 a second\n", printed());
  }

  private Progress progress(int columns, long bytes) {
    PrintStream stream = new PrintStream(err, true, StandardCharsets.UTF_8);
    Console console = new Console(InputStream.nullInputStream(), stream, stream, columns);
    return new Progress(console, bytes, () -> now);
  }

  private void after(Duration time) {
    now += time.toNanos();
  }

  private String printed() {
    return err.toString(StandardCharsets.UTF_8);
  }
}
