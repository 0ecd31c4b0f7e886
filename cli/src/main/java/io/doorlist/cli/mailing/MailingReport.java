package io.doorlist.cli.mailing;

import io.doorlist.cli.console.Console;
import io.doorlist.cli.console.StatusLine;
import io.doorlist.cli.console.Text;
import io.doorlist.cli.mailing.Mailing.NotTaken;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;

/** Tells the user how far the mailing is, and what became of the mails. It names no addresses. */
public final class MailingReport {
  private static final Duration PRINT = Duration.ofSeconds(10);

  private final Console console;
  private final StatusLine status;
  private long printed = System.nanoTime();

  public MailingReport(Console console) {
    this.console = console;
    this.status = new StatusLine(console);
  }

  /**
   * Shows how many mails are done. A terminal shows the number all the time, other outputs get a
   * line every ten seconds.
   */
  public void progress(int done, int of) {
    String line = "%,d of %s".formatted(done, Text.count(of, "mail"));
    if (status.visible()) {
      status.draw(line);
    } else if (System.nanoTime() - printed > PRINT.toNanos()) {
      console.message(line);
      printed = System.nanoTime();
    }
  }

  /**
   * Writes what became of the mails.
   *
   * @param log the file with the server's words
   */
  public void summary(Mailing.Result result, Path log) {
    status.clear();
    console.message(Text.count(result.sent(), "mail") + " sent");
    if (!result.refused().isEmpty()) {
      console.message("refused: " + named(result.refused()) + "; " + log + " says why");
    }
    if (!result.failed().isEmpty()) {
      console.message("not taken, and tried again by the next run: " + named(result.failed()));
    }
    unsure(result.unsure());
  }

  /** Names the tickets whose mail may have gone out, if there are any. */
  public void unsure(List<String> references) {
    if (!references.isEmpty()) {
      console.message(
          "may have been sent or not: "
              + printable(references)
              + ". Ask them, or send it again with --resend REFERENCE");
    }
  }

  private static String named(List<NotTaken> all) {
    return all.stream().map(NotTaken::text).collect(Collectors.joining(", "));
  }

  /** Returns references as a part of a line. */
  public static String printable(List<String> references) {
    return references.stream().map(Text::printable).collect(Collectors.joining(", "));
  }
}
