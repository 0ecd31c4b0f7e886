package io.doorlist.local.table;

import io.doorlist.table.ItemChange;
import io.doorlist.table.aws.StreamJson;
import io.doorlist.table.sqlite.ChangeFeed;
import java.util.LinkedHashMap;
import java.util.Map;

/** Writes changes in the form in which a function receives them from a table's stream. */
public final class StreamRecord {
  private StreamRecord() {}

  /** Returns the record of a change in the stream with this ARN. */
  public static Map<String, Object> of(ChangeFeed.Numbered found, String stream) {
    String number = Long.toString(found.number());
    Map<String, Object> change = StreamJson.write(found.change(), number);
    change.put("ApproximateCreationDateTime", found.at().getEpochSecond());
    change.put("StreamViewType", "NEW_AND_OLD_IMAGES");
    Map<String, Object> record = of(event(found.change()), change);
    record.put("eventID", number);
    record.put("eventVersion", "1.1");
    record.put("awsRegion", System.getProperty("aws.region", "eu-west-1"));
    record.put("eventSourceARN", stream);
    return record;
  }

  /**
   * Returns the part of a record that filters look at. Its member {@code dynamodb} is the change.
   */
  static Map<String, Object> of(String event, Map<String, Object> change) {
    Map<String, Object> record = new LinkedHashMap<>();
    record.put("eventName", event);
    record.put("eventSource", "aws:dynamodb");
    record.put("dynamodb", change);
    return record;
  }

  /** Returns the stream's word for what happened to an item. */
  static String event(ItemChange change) {
    if (change.before().isEmpty()) {
      return "INSERT";
    }
    return change.now().isEmpty() ? "REMOVE" : "MODIFY";
  }
}
