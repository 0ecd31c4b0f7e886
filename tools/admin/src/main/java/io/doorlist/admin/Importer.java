package io.doorlist.admin;

import io.doorlist.domain.ImportOutcome;
import io.doorlist.domain.UnavailableException;
import io.doorlist.store.ImportStore;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Puts lines into the table: orders several at a time, everything else by itself, as orders need
 * what is named before them. What became of a line is told in the order of the lines.
 *
 * <p>Lines under way are a window of bounded length and size, so memory does not grow with the
 * file. A line whose order is under way already waits for it: the later line decides. Not
 * thread-safe.
 */
final class Importer implements AutoCloseable {
  /** How many orders are written at the same time, where their order does not matter. */
  static final int WORKERS = 8;

  private static final int MOST_LINES = 8 * WORKERS;
  private static final int MOST_CHARACTERS = 8 << 20;

  /** Waits before a line is tried again that the table had no time for; then the run ends. */
  private static final Duration[] PAUSES = {
    Duration.ofSeconds(1),
    Duration.ofSeconds(2),
    Duration.ofSeconds(5),
    Duration.ofSeconds(10),
    Duration.ofSeconds(20)
  };

  private final ImportStore store;
  private final Report report;
  private final ExecutorService workers;
  private final Queue<Pending> window = new ArrayDeque<>();
  private final Set<Object> orders = new HashSet<>();
  private int characters;

  /**
   * Begins.
   *
   * @param workers how many orders are written at the same time; one writes them in the order of
   *     the lines
   */
  Importer(ImportStore store, Report report, int workers) {
    this.store = store;
    this.report = report;
    this.workers = Executors.newFixedThreadPool(workers, Thread.ofVirtual().factory());
  }

  /** Hears what becomes of the lines. */
  interface Report {
    /** Is told of every line, in their order, on the thread that imports. */
    void done(SourceLine line, ImportOutcome outcome);

    /** Is told, on any thread, that the table is too busy and for how long a line now waits. */
    default void waiting(Duration pause) {}
  }

  /**
   * A line and where it is.
   *
   * @param text as it is in the file, or {@code null} if it cannot be read
   */
  record SourceLine(String file, long number, String text) {}

  /** Names an order under way. */
  private record OrderKey(String account, String event, long id) {}

  private record Pending(SourceLine line, Object key, Future<ImportOutcome> outcome) {
    int characters() {
      return line.text() == null ? 0 : line.text().length();
    }
  }

  /**
   * Puts one line into the table, soon.
   *
   * @throws UnavailableException if the table had no time for an earlier line, or this one, for
   *     about a minute
   */
  void add(SourceLine source, ImportLine line) {
    if (line instanceof ImportLine.OrderLine order) {
      OrderKey key = new OrderKey(order.account(), order.event(), order.order().id());
      while (orders.contains(key)) {
        finishOldest();
      }
      orders.add(key);
      push(new Pending(source, key, workers.submit(() -> patiently(line))));
    } else {
      finishAll();
      report.done(source, patiently(line));
    }
  }

  /** Passes over a line that is wrong in itself. */
  void refuse(SourceLine source, RefusedLine refusal) {
    ImportOutcome outcome = ImportOutcome.refused(refusal.field(), refusal.reason());
    push(new Pending(source, source, CompletableFuture.completedFuture(outcome)));
  }

  /** Waits for all lines and tidies up in the table what many lines share. */
  void finish() {
    finishAll();
    store.settle();
  }

  /** Waits for the lines under way. */
  @Override
  public void close() {
    workers.close();
  }

  private void push(Pending pending) {
    window.add(pending);
    characters += pending.characters();
    while (window.size() > MOST_LINES || characters > MOST_CHARACTERS) {
      finishOldest();
    }
  }

  private void finishAll() {
    while (!window.isEmpty()) {
      finishOldest();
    }
  }

  private void finishOldest() {
    Pending oldest = window.remove();
    characters -= oldest.characters();
    orders.remove(oldest.key());
    report.done(oldest.line(), await(oldest.outcome()));
  }

  private static ImportOutcome await(Future<ImportOutcome> outcome) {
    try {
      return outcome.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException fault) {
        throw fault;
      }
      throw new IllegalStateException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Failure("interrupted", e);
    }
  }

  private ImportOutcome patiently(ImportLine line) {
    for (Duration pause : PAUSES) {
      try {
        return put(line);
      } catch (UnavailableException e) {
        report.waiting(pause);
        pause(pause);
      }
    }
    return put(line);
  }

  private static void pause(Duration pause) {
    try {
      Thread.sleep(pause);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Failure("interrupted", e);
    }
  }

  private ImportOutcome put(ImportLine line) {
    return switch (line) {
      case ImportLine.AccountLine it -> store.putAccount(it.account());
      case ImportLine.EventLine it -> store.putEvent(it.event());
      case ImportLine.CheckinListLine it ->
          store.putCheckinList(
              it.account(),
              it.event(),
              it.id(),
              it.name(),
              it.ticketTypes() == null,
              it.ticketTypes() == null ? List.of() : it.ticketTypes());
      case ImportLine.OrderLine it -> store.putOrder(it.account(), it.event(), it.order());
    };
  }
}
