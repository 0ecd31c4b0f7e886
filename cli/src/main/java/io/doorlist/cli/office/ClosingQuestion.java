package io.doorlist.cli.office;

import io.doorlist.cli.console.Console;
import java.util.List;
import java.util.function.Supplier;

/**
 * Lets the person at the terminal window end the program with Enter. If work is unfinished, it asks
 * first. If somebody closes the window itself, no program can ask anything, so this one just ends
 * in good order.
 */
public record ClosingQuestion(Console console, Supplier<Unfinished> unfinished, Runnable end) {
  /** Reads the keyboard in a thread of its own, until the program is to end. */
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
