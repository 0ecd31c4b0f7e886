package io.doorlist.cli.console;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Shows the progress of an import. A terminal shows a bar, other outputs get a line every ten
 * seconds, and a short import shows nothing. Thread-safe.
 */
public final class Progress {
  private static final Duration DRAW = Duration.ofMillis(200);
  private static final Duration PRINT = Duration.ofSeconds(10);
  private static final Duration BUSY = Duration.ofSeconds(5);
  private static final int BAR = 24;

  /** No rate is shown before this many lines, because the first lines are the slowest. */
  private static final int MIN_LINES_OF_RATE = 100;

  private final StatusLine status;
  private final long bytes;
  private final LongSupplier nanoTime;
  private final long started;
  private long shown;
  private long busyUntil;
  private long lastLines;
  private long lastBytes;

  public Progress(Console console, long bytes) {
    this(console, bytes, System::nanoTime);
  }

  public Progress(Console console, long bytes, LongSupplier nanoTime) {
    this.status = new StatusLine(console);
    this.bytes = bytes;
    this.nanoTime = nanoTime;
    this.started = nanoTime.getAsLong();
    this.shown = started;
    this.busyUntil = started;
  }

  /** Shows the progress, unless it was shown a moment ago. */
  public synchronized void at(long lines, long bytesRead) {
    lastLines = lines;
    lastBytes = bytesRead;
    long now = nanoTime.getAsLong();
    if (now - shown < (status.visible() ? DRAW : PRINT).toNanos()) {
      return;
    }
    shown = now;
    String text = line(lines, bytesRead, now);
    if (status.visible()) {
      status.draw(text);
    } else {
      status.message(text);
    }
  }

  /** Shows for a few seconds that the table is busy. */
  public synchronized void busy() {
    busyUntil = nanoTime.getAsLong() + BUSY.toNanos();
    at(lastLines, lastBytes);
  }

  public synchronized void message(String text) {
    status.message(text);
  }

  public synchronized void clear() {
    status.clear();
  }

  private String line(long lines, long bytesRead, long now) {
    double seconds = (now - started) / 1e9;
    StringBuilder line = new StringBuilder();
    double share = bytes == 0 ? 0 : Math.min(1, (double) bytesRead / bytes);
    if (bytes > 0) {
      int full = (int) (share * BAR);
      line.append("[").append("#".repeat(full)).append(".".repeat(BAR - full)).append("] ");
      line.append("%3.0f %%, ".formatted(share * 100));
    }
    line.append(Text.count(lines, "line"));
    if (seconds >= 1 && lines >= MIN_LINES_OF_RATE) {
      line.append(", %,.0f a second".formatted(lines / seconds));
    }
    if (share > 0.01) {
      line.append(", ").append(length((long) (seconds * (1 - share) / share))).append(" left");
    }
    if (now < busyUntil) {
      line.append(", the table is busy");
    }
    return line.toString();
  }

  private static String length(long seconds) {
    return seconds < 60 ? seconds + " s" : "%d:%02d min".formatted(seconds / 60, seconds % 60);
  }
}
