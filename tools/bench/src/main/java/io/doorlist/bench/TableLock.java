package io.doorlist.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordingFile;
import org.HdrHistogram.Histogram;

/**
 * DynamoDB Local's lock of a table, which each write has alone from before it reads the item until
 * it is written: how long writes waited for it and held it. Java Flight Recorder's method tracing
 * (JEP 520) says when each asked for it, had it and gave it back.
 */
final class TableLock {
  private static final String EVENT = "jdk.MethodTrace";
  private static final String SHARED = "com.amazonaws.services.dynamodbv2.local.shared.";
  private static final String ASK = SHARED + "access.LocalDBAccess$WriteLockWithTimeout";
  private static final String DATA = SHARED + "access.api.dp.";

  /** What runs with the lock, and for which request. */
  private static final Map<String, String> HOLD =
      Map.of(
          SHARED + "helpers.MultiTableLock$SingleTableLock$2", "TransactWriteItems",
          DATA + "UpdateItemFunction$1", "UpdateItem",
          DATA + "PutItemFunction$1", "PutItem",
          DATA + "PutItemFunction$2", "PutItem",
          DATA + "PutItemFunction$3", "PutItem",
          DATA + "DeleteItemFunction$2", "DeleteItem",
          DATA + "DeleteItemFunction$3", "DeleteItem");

  private static final long MOST_NANOS = Duration.ofMinutes(2).toNanos();
  private static final int DIGITS = 3;

  /** How long writes of one kind waited and held the lock, in nanoseconds. */
  record Times(Histogram waited, Histogram held) {
    private Times() {
      this(new Histogram(MOST_NANOS, DIGITS), new Histogram(MOST_NANOS, DIGITS));
    }

    /** Returns the times of all together. */
    static Times sum(Collection<Times> some) {
      Times sum = new Times();
      for (Times each : some) {
        sum.waited.add(each.waited);
        sum.held.add(each.held);
      }
      return sum;
    }
  }

  /** One call of a traced method. */
  private record Call(String type, Instant from, Instant to) {
    private static Call of(RecordedEvent event) {
      RecordedMethod method = event.getValue("method");
      return new Call(method.getType().getName(), event.getStartTime(), event.getEndTime());
    }

    private long nanosUntil(Instant moment) {
      return Duration.between(from, moment).toNanos();
    }
  }

  private TableLock() {}

  /** Returns the JVM options with which a host records it. */
  static List<String> options(Path file) {
    String methods =
        Stream.concat(
                Stream.of(ASK + "::execute"),
                HOLD.keySet().stream().map(c -> c + "::criticalSection"))
            .sorted()
            .collect(Collectors.joining(";"));
    return List.of(
        "-XX:StartFlightRecording:settings=default,jdk.MethodTrace#stackTrace=false,method-trace="
            + methods
            + ",filename="
            + file);
  }

  /** Returns the times of the writes that asked for the lock between two moments, by request. */
  static Map<String, Times> read(Path file, Instant from, Instant to) throws IOException {
    Map<Long, List<Call>> byThread = new HashMap<>();
    try (RecordingFile events = new RecordingFile(file)) {
      while (events.hasMoreEvents()) {
        RecordedEvent event = events.readEvent();
        boolean asked = event.getStartTime().isAfter(from) && event.getStartTime().isBefore(to);
        if (asked && event.getEventType().getName().equals(EVENT)) {
          byThread
              .computeIfAbsent(event.getThread().getId(), any -> new ArrayList<>())
              .add(Call.of(event));
        }
      }
    }
    Map<String, Times> times = new TreeMap<>();
    byThread.values().forEach(calls -> add(calls, times));
    return times;
  }

  /**
   * Adds a thread's calls. A transaction asks for the lock again for each of its writes, at no cost
   * as it has it; only the outermost calls count.
   */
  private static void add(List<Call> calls, Map<String, Times> times) {
    Comparator<Call> order = Comparator.comparing(Call::from);
    calls.sort(order.thenComparing(Call::to, Comparator.reverseOrder()));
    Deque<Call> open = new ArrayDeque<>();
    for (Call call : calls) {
      while (!open.isEmpty() && !call.from().isBefore(open.peek().to())) {
        open.pop();
      }
      open.push(call);
      if (open.size() == 2 && HOLD.containsKey(call.type())) {
        Times each = times.computeIfAbsent(HOLD.get(call.type()), any -> new Times());
        each.waited().recordValue(open.peekLast().nanosUntil(call.from()));
        each.held().recordValue(call.nanosUntil(call.to()));
      }
    }
  }
}
