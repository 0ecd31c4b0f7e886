package io.doorlist.cli.following;

import io.doorlist.cli.console.Console;
import io.doorlist.cli.console.StatusLine;
import io.doorlist.cli.console.Text;
import io.doorlist.cli.console.WordedProblem;
import io.doorlist.cli.lines.ImportCounts;
import io.doorlist.cli.lines.Importer;
import io.doorlist.ingest.ImportOutcome;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Shows how the following of a shop goes. On a terminal this is one line, which is redrawn.
 * Elsewhere a line appears when something was imported, and every ten minutes while nothing is
 * wrong. Each refusal or failure is reported once, until it changes. Thread-safe.
 */
public final class FollowStatus implements Importer.Listener {
  /** How often to print that all is well, where the line cannot be redrawn. */
  private static final Duration QUIET = Duration.ofMinutes(10);

  private static final Duration DRAW = Duration.ofMillis(200);

  /**
   * The most refusals that are remembered, so that each is shown once. After that many, all are
   * forgotten, so that memory stays bounded.
   */
  private static final int MAX_REFUSALS = 1_000;

  private final StatusLine line;
  private final Clock clock;
  private final ImportCounts total = new ImportCounts();
  private final Set<String> refusals = new HashSet<>();
  private ImportCounts look = new ImportCounts();
  private Instant told = Instant.MIN;
  private Instant upToDateAt;
  private WordedProblem failure;
  private WordedProblem reportFailure;
  private long reported;
  private boolean busy;

  /**
   * The state of following.
   *
   * @param upToDateAt when everything was last up to date; {@code null} if it never was
   * @param counts numbers of orders so far, by {@code created}, {@code changed}, {@code unchanged}
   *     and {@code refused}
   * @param reported how many passages were reported to the shop
   * @param problem why the shop cannot be read at present; {@code null} if it can
   * @param reportProblem why nothing can be reported to the shop at present; {@code null} if
   *     reports get through
   */
  public record Watched(
      Instant upToDateAt,
      Map<String, Object> counts,
      long reported,
      WordedProblem problem,
      WordedProblem reportProblem) {}

  FollowStatus(Console console, Clock clock) {
    this.line = new StatusLine(console);
    this.clock = clock;
  }

  @Override
  public synchronized void done(Importer.SourceLine source, ImportOutcome outcome) {
    total.add(outcome);
    look.add(outcome);
    if (outcome.kind() == ImportOutcome.Kind.REFUSED) {
      boolean order = source.unit().equals("order");
      String name = order ? "order " + Text.printable(source.subject()) : source.name();
      String field = outcome.field() == null ? "" : outcome.field() + ": ";
      once(" refused: " + name + ": " + field + outcome.reason());
    }
    if (line.visible() && !clock.instant().isBefore(told.plus(DRAW))) {
      told = clock.instant();
      line.draw("bringing over: " + look + (busy ? ", the table is busy" : ""));
      busy = false;
    }
  }

  @Override
  public synchronized void noted(String text) {
    once(" " + text);
  }

  synchronized void reported() {
    reported++;
    if (reportFailure != null) {
      reportFailure = null;
      line.message(time() + " reporting works again");
    }
  }

  synchronized void notReported(String what) {
    once(" not taken by the shop: " + what);
  }

  /** Shows why nothing can be reported to the shop at present. A repeated message is shown once. */
  synchronized void reportFailed(WordedProblem problem) {
    if (!problem.equals(reportFailure)) {
      reportFailure = problem;
      line.message(
          time() + " cannot report: " + problem.text() + "; nothing is lost, trying again");
    }
  }

  private void once(String message) {
    if (refusals.size() >= MAX_REFUSALS) {
      refusals.clear();
    }
    if (refusals.add(message)) {
      line.message(time() + message);
    }
  }

  synchronized void busy() {
    busy = true;
  }

  synchronized void upToDate(Duration next) {
    boolean changed = look.changed();
    boolean recovered = failure != null;
    failure = null;
    upToDateAt = clock.instant();
    if (recovered || (changed && !line.visible())) {
      line.message(time() + (recovered ? " works again: " : " ") + look);
      told = clock.instant();
    } else if (!line.visible() && !clock.instant().isBefore(told.plus(QUIET))) {
      line.message(time() + " up to date");
      told = clock.instant();
    }
    if (line.visible()) {
      String text = "%s up to date; %s; %d reported; next look in %d s";
      line.draw(text.formatted(time(), total, reported, next.toSeconds()));
    }
    look = new ImportCounts();
  }

  synchronized void failed(WordedProblem problem, Duration wait) {
    String text = "%s %s; trying again in %d s".formatted(time(), problem.text(), wait.toSeconds());
    if (!problem.equals(failure)) {
      line.message(text);
      failure = problem;
    }
    if (line.visible()) {
      line.draw(text);
    }
  }

  synchronized Watched watched() {
    return new Watched(upToDateAt, total.members(), reported, failure, reportFailure);
  }

  void end() {
    line.clear();
  }

  ImportCounts total() {
    return total;
  }

  private String time() {
    return clock.instant().truncatedTo(ChronoUnit.SECONDS).toString();
  }
}
