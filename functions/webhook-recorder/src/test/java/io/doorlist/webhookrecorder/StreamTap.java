package io.doorlist.webhookrecorder;

import io.doorlist.table.ItemChange;
import io.doorlist.table.aws.StreamJson;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Keeps the changes of a table, and returns them as the records that the recorder reads. */
final class StreamTap implements Consumer<ItemChange> {
  private final List<ItemChange> changes = new ArrayList<>();
  private int read;

  @Override
  public synchronized void accept(ItemChange change) {
    changes.add(change);
  }

  /** Returns what has happened since the last call. */
  synchronized List<Map<String, Object>> read() {
    List<Map<String, Object>> records = new ArrayList<>();
    for (; read < changes.size(); read++) {
      Map<String, Object> change = StreamJson.write(changes.get(read), String.valueOf(read + 1));
      records.add(new LinkedHashMap<>(Map.of("dynamodb", change)));
    }
    return records;
  }

  /** Returns the key of the record's item: Lambda keeps the order of records per key. */
  static String key(Map<String, Object> record) {
    return String.valueOf(((Map<?, ?>) record.get("dynamodb")).get("Keys"));
  }
}
