package io.doorlist.exactness.simulator.schedule;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;

/** The event log of a run, if it is traced. */
public final class Trace {
  private final boolean on;
  private final List<String> lines = new ArrayList<>();

  public Trace(boolean on) {
    this.on = on;
  }

  public boolean on() {
    return on;
  }

  public void line(Scheduler scheduler, String line) {
    if (on) {
      lines.add(scheduler.now() + " " + Scheduler.name(scheduler.current()) + " " + line);
    }
  }

  public List<String> lines() {
    return lines;
  }

  public static String key(Map<String, AttributeValue> key) {
    return key.get("pk").s() + "/" + key.get("sk").s();
  }

  public static String keys(TransactWriteItemsRequest request) {
    List<String> keys = new ArrayList<>();
    for (TransactWriteItem write : request.transactItems()) {
      if (write.put() != null) {
        keys.add("put " + key(write.put().item()));
      } else if (write.update() != null) {
        keys.add("update " + key(write.update().key()));
      } else if (write.delete() != null) {
        keys.add("delete " + key(write.delete().key()));
      } else {
        keys.add("check " + key(write.conditionCheck().key()));
      }
    }
    return keys.toString();
  }
}
