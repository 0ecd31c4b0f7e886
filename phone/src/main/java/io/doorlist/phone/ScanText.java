package io.doorlist.phone;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/** Writes a scan as JSON, and reads it. */
public final class ScanText {
  private ScanText() {}

  static Map<String, Object> members(DoorScan scan) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("key", scan.key());
    members.put("list", scan.list());
    members.put("code", scan.code());
    members.put("exit", scan.exit());
    members.put("counts", counts(scan.counts()));
    members.put("at", scan.at());
    members.put("read", scan.read());
    return members;
  }

  static Map<String, Object> counts(Map<String, Integer> counts) {
    return new TreeMap<>(counts);
  }

  /** Reads a scan. */
  public static DoorScan read(String text) {
    Map<?, ?> members = Json.object(text);
    return new DoorScan(
        Json.text(members.get("key")),
        Json.text(members.get("list")),
        Json.text(members.get("code")),
        Json.flag(members.get("exit")),
        readCounts(members.get("counts")),
        Json.number(members.get("at")),
        Json.flag(members.get("read")));
  }

  /** Reads counts: how many of each ticket type come in or leave. */
  public static Map<String, Integer> readCounts(String text) {
    return readCounts((Object) Json.object(text));
  }

  private static Map<String, Integer> readCounts(Object members) {
    Map<String, Integer> counts = new TreeMap<>();
    Json.object(members)
        .forEach((type, count) -> counts.put((String) type, (int) Json.number(count)));
    return counts;
  }
}
