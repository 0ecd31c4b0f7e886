package io.doorlist.local.trigger;

import io.doorlist.local.function.Invocation;
import io.doorlist.local.json.JsonTree;
import io.doorlist.local.template.Trigger;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;

/**
 * Passes records of a stream to a function, in order, and retries. A retry starts at the first
 * record that failed, if the function names it; otherwise it has the whole batch or, if the trigger
 * bisects, its halves. Records that fail too often are given up and reported to the trigger's
 * queue. Not thread-safe.
 */
record StreamBatches(
    Trigger.Stream stream, Function<byte[], Invocation> function, FailureQueue failures) {
  private static final Duration FIRST_PAUSE = Duration.ofMillis(50);
  private static final Duration MAX_PAUSE = Duration.ofSeconds(5);

  /** Gets the batches that are given up. */
  interface FailureQueue {
    void send(String queue, String message) throws InterruptedException;
  }

  /** Passes on the records that match the filters; returns when each is done or given up. */
  void process(String shard, List<Map<String, Object>> records) throws InterruptedException {
    List<Map<String, Object>> wanted =
        records.stream().filter(record -> stream.trigger().wants(record)).toList();
    int most = stream.trigger().batchSize();
    for (int from = 0; from < wanted.size(); from += most) {
      run(shard, wanted.subList(from, Math.min(from + most, wanted.size())), 0);
    }
  }

  private void run(String shard, List<Map<String, Object>> batch, int failedBefore)
      throws InterruptedException {
    List<Map<String, Object>> left = batch;
    Duration pause = FIRST_PAUSE;
    for (int failed = failedBefore; !left.isEmpty(); failed++) {
      if (stream.mostRetries() >= 0 && failed > stream.mostRetries()) {
        giveUp(shard, left, failed);
        return;
      }
      if (failed > failedBefore) {
        Thread.sleep(pause);
        pause = pause.compareTo(MAX_PAUSE) < 0 ? pause.multipliedBy(2) : MAX_PAUSE;
      }
      int done = invoke(left);
      if (done > 0) {
        left = left.subList(done, left.size());
        failed = -1;
        pause = FIRST_PAUSE;
      } else if (stream.bisects() && left.size() > 1) {
        run(shard, left.subList(0, left.size() / 2), failed);
        run(shard, left.subList(left.size() / 2, left.size()), failed);
        return;
      }
    }
  }

  /** Calls the function; returns how many records are done with. */
  private int invoke(List<Map<String, Object>> records) {
    Set<String> numbers = new LinkedHashSet<>();
    records.forEach(record -> numbers.add(number(record)));
    Invocation invocation = function.apply(JsonTree.write(Map.of("Records", records)));
    Optional<Set<String>> failed = BatchResponse.failed(stream.trigger(), invocation, numbers);
    int done = 0;
    if (failed.isPresent()) {
      for (String number : numbers) {
        if (failed.get().contains(number)) {
          break;
        }
        done++;
      }
    }
    return done;
  }

  private void giveUp(String shard, List<Map<String, Object>> records, int calls)
      throws InterruptedException {
    System.err.printf(
        Locale.ROOT,
        "%s: %d records of shard %s are given up after %d calls%n",
        stream.trigger().name(),
        records.size(),
        shard,
        calls);
    if (stream.onFailure() != null) {
      failures.send(stream.onFailure(), message(shard, records, calls));
    }
  }

  /** Reports which records were given up, as Lambda does: their position, not their content. */
  private String message(String shard, List<Map<String, Object>> records, int calls) {
    LinkedHashMap<String, Object> batch = new LinkedHashMap<>();
    batch.put("shardId", shard);
    batch.put("startSequenceNumber", number(records.getFirst()));
    batch.put("endSequenceNumber", number(records.getLast()));
    batch.put("batchSize", records.size());
    batch.put("streamArn", stream.trigger().source());
    LinkedHashMap<String, Object> context = new LinkedHashMap<>();
    context.put("requestId", UUID.randomUUID().toString());
    context.put("functionArn", stream.trigger().function());
    context.put("condition", "RetryAttemptsExhausted");
    context.put("approximateInvokeCount", calls);
    LinkedHashMap<String, Object> message = new LinkedHashMap<>();
    message.put("requestContext", context);
    message.put("version", "1.0");
    message.put("timestamp", Instant.now().toString());
    message.put("DDBStreamBatchInfo", batch);
    return new String(JsonTree.write(message), StandardCharsets.UTF_8);
  }

  /** Returns the sequence number of a record. */
  static String number(Map<String, Object> record) {
    return (String) ((Map<?, ?>) record.get("dynamodb")).get("SequenceNumber");
  }
}
