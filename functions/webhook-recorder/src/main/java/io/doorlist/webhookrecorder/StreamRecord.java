package io.doorlist.webhookrecorder;

import io.doorlist.json.Json;
import io.doorlist.json.MalformedJsonException;
import io.doorlist.store.table.StreamChange;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A record of the table's stream.
 *
 * @param sequenceNumber identifies it to Lambda
 */
record StreamRecord(String sequenceNumber, StreamChange change) {
  /**
   * Reads Lambda's input: an object with the member {@code Records}.
   *
   * @throws IOException if it cannot be read
   * @throws MalformedJsonException if it is not JSON
   */
  static List<StreamRecord> readAll(InputStream input) throws IOException {
    List<StreamRecord> records = new ArrayList<>();
    Map<String, Object> members = Json.readObject(input.readAllBytes());
    for (Object record : (List<?>) members.get("Records")) {
      Map<?, ?> change = (Map<?, ?>) ((Map<?, ?>) record).get("dynamodb");
      records.add(
          new StreamRecord((String) change.get("SequenceNumber"), StreamChange.read(change)));
    }
    return records;
  }
}
