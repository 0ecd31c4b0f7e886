package io.doorlist.bench.cold;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Reserves one processor for the measured process until it is closed. */
final class Processors implements AutoCloseable {
  private static final String TASKSET = "taskset";

  private final int measured;
  private final int all;

  /**
   * Moves this process to the other processors, if there are any.
   *
   * @param measured the processor to leave, from 0
   * @throws IllegalStateException if there is no taskset
   */
  Processors(int measured) {
    this.measured = measured;
    this.all = Runtime.getRuntime().availableProcessors();
    if (all > 1) {
      move(others());
    }
  }

  private String others() {
    String after = measured == all - 1 ? "" : (measured + 1) + "-" + (all - 1);
    String before = measured == 0 ? "" : "0-" + (measured - 1);
    return before.isEmpty() || after.isEmpty() ? before + after : before + "," + after;
  }

  /** Returns the prefix of the measured command. */
  List<String> wrapper() {
    return List.of(TASKSET, "-c", Integer.toString(measured));
  }

  private static void move(String processors) {
    String self = Long.toString(ProcessHandle.current().pid());
    try {
      Process moving =
          new ProcessBuilder(TASKSET, "-a", "-c", "-p", processors, self)
              .redirectErrorStream(true)
              .start();
      String said = new String(moving.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (moving.onExit().join().exitValue() != 0) {
        throw new IllegalStateException("taskset: " + said);
      }
    } catch (IOException e) {
      throw new IllegalStateException(
          "taskset is needed to hold a function to one processor; it is in util-linux", e);
    }
  }

  @Override
  public void close() {
    if (all > 1) {
      move("0-" + (all - 1));
    }
  }
}
