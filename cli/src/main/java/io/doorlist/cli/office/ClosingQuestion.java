package io.doorlist.cli.office;

import io.doorlist.cli.console.Console;
import java.util.List;
import java.util.function.Supplier;

/**
 * Lets the person at a window end the program with Enter, and asks first if something goes on. No
 * program can hold back a window that is closed itself: then it ends in good order, unasked.
 */
public record ClosingQuestion(Console console, Supplier<Unfinished> unfinished, Runnable end) {
  /** Reads what is typed until the program is to end, in a thread that holds up nothing. */
  public void listen() {
    Thread.ofPlatform().daemon().name("window").start(this::untilTheEnd);
  }

  void untilTheEnd() {
    while (console.line().isPresent()) {
      List<String> lines = unfinished.get().lines();
      lines.forEach(console::message);
      if (lines.isEmpty() || console.ask("End Doorlist all the same?")) {
        end.run();
        return;
      }
      console.message("Doorlist goes on.");
    }
  }
}
