package io.doorlist.local.trigger;

import io.doorlist.local.json.AwsJson;
import io.doorlist.local.template.Trigger;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;

/**
 * Reads a table's stream for a function as Lambda does: one batch at a time of each shard, in
 * order, a shard after the one that it came from. Its position is kept in memory only, so a
 * restarted host begins where the trigger says.
 */
final class StreamPoller {
  private static final long IDLE_MILLIS = 200;

  /** How often to look for new shards if no shard has ended. */
  private static final long SHARDS_MILLIS = 5_000;

  private static final int MAX_RECORDS = 1000;

  private final Trigger.Stream stream;
  private final StreamBatches batches;
  private final AwsJson streams;
  private final StreamedTable table;
  private final Set<String> begun = new HashSet<>();
  private final Set<String> ended = new HashSet<>();
  private boolean first = true;

  StreamPoller(Trigger.Stream stream, StreamBatches batches, StreamedTable table) {
    this.stream = stream;
    this.batches = batches;
    this.streams = table.streams();
    this.table = table;
  }

  /** Reads until it is interrupted, each shard in a task. */
  void run(ExecutorService tasks) throws InterruptedException {
    while (true) {
      try {
        newShards().forEach(tasks::submit);
        synchronized (ended) {
          ended.wait(SHARDS_MILLIS);
        }
      } catch (IOException e) {
        // The table may not exist yet; a database that is gone is reported by everything else that
        // uses it.
        Thread.sleep(IDLE_MILLIS);
      }
    }
  }

  private List<Shard> newShards() throws IOException {
    String arn = table.newestStream();
    ArrayList<StreamPoller.Shard> found = new ArrayList<>();
    LinkedHashMap<String, Object> input = new LinkedHashMap<>(Map.of("StreamArn", arn));
    Object last;
    do {
      Map<?, ?> page =
          (Map<?, ?>) streams.call("DescribeStream", input).members().get("StreamDescription");
      for (Object element : (List<?>) page.get("Shards")) {
        Map<?, ?> shard = (Map<?, ?>) element;
        String id = (String) shard.get("ShardId");
        if (!begun.contains(id) && isRead(shard.get("ParentShardId"))) {
          begun.add(id);
          found.add(new Shard(arn, id, stream.fromStart() || !first));
        }
      }
      last = page.get("LastEvaluatedShardId");
      input.put("ExclusiveStartShardId", last);
    } while (last != null);
    first = false;
    return found;
  }

  /** A parent that was never seen has been trimmed from the stream. */
  private boolean isRead(Object parent) {
    synchronized (ended) {
      return parent == null || !begun.contains(parent) || ended.contains(parent);
    }
  }

  /** One shard, and how far it has been read. */
  private final class Shard implements Callable<Void> {
    private final String arn;
    private final String id;
    private final boolean fromStart;
    private String after;

    Shard(String arn, String id, boolean fromStart) {
      this.arn = arn;
      this.id = id;
      this.fromStart = fromStart;
    }

    @Override
    public Void call() throws InterruptedException {
      boolean open = true;
      while (open) {
        try {
          readToEnd();
          open = false;
        } catch (IOException e) {
          // The database does not answer, or the iterator has expired.
          Thread.sleep(IDLE_MILLIS);
        }
      }
      synchronized (ended) {
        ended.add(id);
        ended.notifyAll();
      }
      return null;
    }

    private void readToEnd() throws IOException, InterruptedException {
      int most = Math.min(stream.trigger().batchSize(), MAX_RECORDS);
      Object iterator = iterator();
      while (iterator != null) {
        Map<?, ?> page =
            streams.call("GetRecords", Map.of("ShardIterator", iterator, "Limit", most)).members();
        ArrayList<Map<String, Object>> records = new ArrayList<>();
        for (Object record : (List<?>) page.get("Records")) {
          records.add(record((Map<?, ?>) record));
        }
        if (records.isEmpty()) {
          Thread.sleep(IDLE_MILLIS);
        } else {
          batches.process(id, records);
          after = StreamBatches.number(records.getLast());
        }
        iterator = page.get("NextShardIterator");
      }
    }

    private Object iterator() throws IOException {
      LinkedHashMap<String, Object> input = new LinkedHashMap<>();
      input.put("StreamArn", arn);
      input.put("ShardId", id);
      if (after == null) {
        input.put("ShardIteratorType", fromStart ? "TRIM_HORIZON" : "LATEST");
      } else {
        input.put("ShardIteratorType", "AFTER_SEQUENCE_NUMBER");
        input.put("SequenceNumber", after);
      }
      return streams.call("GetShardIterator", input).members().get("ShardIterator");
    }

    private Map<String, Object> record(Map<?, ?> written) {
      LinkedHashMap<String, Object> record = new LinkedHashMap<>();
      written.forEach((name, value) -> record.put((String) name, typed(value)));
      record.put("eventSourceARN", stream.trigger().source());
      return record;
    }
  }

  /**
   * Returns a part of a record with a type for each attribute: DynamoDB Local 3 leaves it out for
   * empty maps and lists, which are all read as empty.
   */
  private static Object typed(Object part) {
    if (part instanceof List<?> parts) {
      return parts.stream().map(StreamPoller::typed).toList();
    }
    if (!(part instanceof Map<?, ?> members)) {
      return part;
    }
    LinkedHashMap<String, Object> typed = new LinkedHashMap<>();
    members.forEach(
        (name, value) -> {
          boolean untyped = !"M".equals(name) && value instanceof Map<?, ?> none && none.isEmpty();
          typed.put((String) name, untyped ? Map.of("M", Map.of()) : typed(value));
        });
    return typed;
  }
}
