package io.doorlist.local.trigger;

import io.doorlist.local.function.Invocation;
import io.doorlist.local.json.JsonTree;
import io.doorlist.local.template.Trigger;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/**
 * Passes records of a stream to a function, in order, and retries. If the function names the first
 * record that failed, a retry starts there. Otherwise the batch is split into halves, which are
 * tried one after the other. Records that fail too often are given up. Not thread-safe.
 *
 * @param ready whether a retry can succeed at all. As long as it cannot, no retry is made or
 *     counted
 */
record StreamBatches(
    Trigger.Stream stream, Function<byte[], Invocation> function, BooleanSupplier ready) {
  private static final Duration FIRST_PAUSE = Duration.ofMillis(50);
  private static final Duration MAX_PAUSE = Duration.ofSeconds(5);

  /** Passes on the records that match the filters. Returns when each is done or given up. */
  void process(List<Map<String, Object>> records) throws InterruptedException {
    List<Map<String, Object>> wanted = records.stream().filter(stream::wants).toList();
    int most = stream.batchSize();
    for (int from = 0; from < wanted.size(); from += most) {
      run(wanted.subList(from, Math.min(from + most, wanted.size())), 0);
    }
  }

  private void run(List<Map<String, Object>> batch, int failedBefore) throws InterruptedException {
    List<Map<String, Object>> left = batch;
    Duration pause = FIRST_PAUSE;
    for (int failed = failedBefore; !left.isEmpty(); failed++) {
      if (stream.mostRetries() >= 0 && failed > stream.mostRetries()) {
        System.err.printf(
            Locale.ROOT,
            "%s: %d records are given up after %d calls%n",
            stream.name(),
            left.size(),
            failed);
        return;
      }
      if (failed > failedBefore) {
        do {
          Thread.sleep(pause);
          pause = pause.compareTo(MAX_PAUSE) < 0 ? pause.multipliedBy(2) : MAX_PAUSE;
        } while (!ready.getAsBoolean());
      }
      int done = invoke(left);
      if (done > 0) {
        left = left.subList(done, left.size());
        failed = -1;
        pause = FIRST_PAUSE;
      } else if (left.size() > 1) {
        run(left.subList(0, left.size() / 2), failed);
        run(left.subList(left.size() / 2, left.size()), failed);
        return;
      }
    }
  }

  /** Calls the function. Returns how many of the first records are done. */
  private int invoke(List<Map<String, Object>> records) {
    Set<String> numbers = new LinkedHashSet<>();
    records.forEach(record -> numbers.add(number(record)));
    Invocation invocation = function.apply(JsonTree.write(Map.of("Records", records)));
    Optional<Set<String>> failed = BatchResponse.failed(invocation, numbers);
    return failed.isEmpty()
        ? 0
        : (int) numbers.stream().takeWhile(each -> !failed.get().contains(each)).count();
  }

  static String number(Map<String, Object> record) {
    return (String) ((Map<?, ?>) record.get("dynamodb")).get("SequenceNumber");
  }
}
