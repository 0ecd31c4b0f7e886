package io.doorlist.store.checkin.history;

import io.doorlist.store.sequence.SequencePages;
import io.doorlist.store.sequence.SequenceRow;
import io.doorlist.store.table.Dynamo;
import io.doorlist.store.table.Item;
import io.doorlist.store.table.Range;
import io.doorlist.store.table.TableSchema;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;

/** Reads whole sequences, some rows ahead. Thread-safe. */
record HistoryRows(Dynamo dynamo, SequencePages pages) {
  private static final int ROWS = 500;

  /** How many times that are read at the same time. */
  private static final int AHEAD = 4;

  /** Reads every row of a sequence, in order. */
  void rows(String sequence, Consumer<SequenceRow> each) {
    long next = pages.last(sequence, dynamo.deadline());
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Queue<Future<List<SequenceRow>>> ahead = new ArrayDeque<>();
      for (long first = 1; first <= next || !ahead.isEmpty(); first += ROWS) {
        if (first <= next) {
          long from = first;
          ahead.add(threads.submit(() -> pages.rows(sequence, from, ROWS, dynamo.deadline())));
        }
        if (ahead.size() == AHEAD || first > next - ROWS) {
          await(ahead.remove()).forEach(each);
        }
      }
    }
  }

  private static List<SequenceRow> await(Future<List<SequenceRow>> rows) {
    try {
      return rows.get();
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RuntimeException fault ? fault : new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  /** Reads every entry of a log that has no gap. */
  void entries(String log, Consumer<Item> each) {
    long first = 1;
    List<Item> some;
    do {
      some =
          dynamo.query(
              Range.between(
                  log, TableSchema.ordinal(first), TableSchema.ordinal(first + ROWS - 1)));
      some.forEach(each);
      first += ROWS;
    } while (!some.isEmpty());
  }
}
