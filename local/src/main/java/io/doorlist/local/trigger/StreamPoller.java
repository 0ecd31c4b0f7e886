package io.doorlist.local.trigger;

import io.doorlist.local.json.AwsJson;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads a table's stream for a function as Lambda does. Records come in order, and a shard comes
 * after its parent. The position is kept only in memory, so a restarted host begins with the oldest
 * record.
 */
final class StreamPoller {
  private static final long IDLE_MILLIS = 200;

  /**
   * How many rounds pass before it looks for new shards again. If nothing happens, they take 5
   * seconds.
   */
  private static final int ROUNDS = 25;

  private static final int MAX_RECORDS = 1000;

  private final StreamBatches batches;
  private final AwsJson streams;
  private final String table;
  private final Map<String, Shard> shards = new LinkedHashMap<>();
  private int round;

  StreamPoller(StreamBatches batches, URI dynamodb, String table) {
    this.batches = batches;
    this.streams = new AwsJson(dynamodb, "DynamoDBStreams_20120810");
    this.table = table;
  }

  /** A shard, and how far it has been read. */
  private static final class Shard {
    private final Map<String, Object> place;
    private final Object parent;
    private String after;
    private Object iterator;
    private boolean ended;

    Shard(String stream, Map<?, ?> described) {
      place = Map.of("StreamArn", stream, "ShardId", described.get("ShardId"));
      parent = described.get("ParentShardId");
    }
  }

  void run() throws InterruptedException {
    while (true) {
      try {
        if (round++ % ROUNDS == 0) {
          findShards();
        }
        boolean read = false;
        for (Shard shard : shards.values()) {
          // A parent that was never seen was already trimmed from the stream.
          Shard parent = shards.get(shard.parent);
          read |= !shard.ended && (parent == null || parent.ended) && read(shard);
        }
        if (!read) {
          Thread.sleep(IDLE_MILLIS);
        }
      } catch (IOException e) {
        // The table may not exist yet, or an iterator may have expired. If the database is gone,
        // everything else that uses it reports that.
        shards.values().forEach(shard -> shard.iterator = null);
        Thread.sleep(IDLE_MILLIS);
      }
    }
  }

  private void findShards() throws IOException {
    Map<String, Object> input = new HashMap<>();
    input.put("StreamArn", newestStream());
    Object last;
    do {
      Map<?, ?> page =
          (Map<?, ?>) streams.call("DescribeStream", input).members().get("StreamDescription");
      for (Object each : (List<?>) page.get("Shards")) {
        Shard shard = new Shard((String) input.get("StreamArn"), (Map<?, ?>) each);
        shards.putIfAbsent((String) shard.place.get("ShardId"), shard);
      }
      last = page.get("LastEvaluatedShardId");
      input.put("ExclusiveStartShardId", last);
    } while (last != null);
  }

  /**
   * Finds the newest stream without DescribeTable, which would make DynamoDB Local read all items
   * to count them.
   */
  private String newestStream() throws IOException {
    Map<?, ?> all = streams.call("ListStreams", Map.of("TableName", table)).members();
    return ((List<?>) all.get("Streams"))
        .stream()
            .map(each -> (Map<?, ?>) each)
            .max(Comparator.comparing(each -> (String) each.get("StreamLabel")))
            .map(each -> (String) each.get("StreamArn"))
            .orElseThrow(() -> new IOException("the table has no stream"));
  }

  /** Reads the next records of a shard. Returns whether there were any. */
  private boolean read(Shard shard) throws IOException, InterruptedException {
    if (shard.iterator == null) {
      Map<String, Object> input = new HashMap<>(shard.place);
      if (shard.after == null) {
        input.put("ShardIteratorType", "TRIM_HORIZON");
      } else {
        input.put("ShardIteratorType", "AFTER_SEQUENCE_NUMBER");
        input.put("SequenceNumber", shard.after);
      }
      shard.iterator = streams.call("GetShardIterator", input).members().get("ShardIterator");
    }
    int most = Math.min(batches.stream().batchSize(), MAX_RECORDS);
    Map<?, ?> page =
        streams
            .call("GetRecords", Map.of("ShardIterator", shard.iterator, "Limit", most))
            .members();
    List<Map<String, Object>> records = new ArrayList<>();
    for (Object each : (List<?>) page.get("Records")) {
      Map<String, Object> record = new LinkedHashMap<>();
      ((Map<?, ?>) each).forEach((name, value) -> record.put((String) name, value));
      record.put("eventSourceARN", batches.stream().source());
      records.add(record);
    }
    if (!records.isEmpty()) {
      batches.process(records);
      shard.after = StreamBatches.number(records.getLast());
    }
    shard.iterator = page.get("NextShardIterator");
    if (shard.iterator == null) {
      shard.ended = true;
      round = 0; // Its child shards exist by now, so look for them at once.
    }
    return !records.isEmpty();
  }
}
