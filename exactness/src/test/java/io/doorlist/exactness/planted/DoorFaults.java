package io.doorlist.exactness.planted;

import io.doorlist.table.Engine;
import io.doorlist.table.Update;
import io.doorlist.table.Write;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** Faults in undos and in what is recorded of people whom a device let in. */
final class DoorFaults {
  private DoorFaults() {}

  static Engine undos(Engine next, UnaryOperator<List<Write>> change) {
    return changing(next, DoorFaults::isLog, change);
  }

  static Engine records(Engine next, UnaryOperator<List<Write>> change) {
    return changing(next, DoorFaults::isRecord, change);
  }

  /** Changes the transactions that have such a write. */
  private static Engine changing(
      Engine next, Predicate<Write> has, UnaryOperator<List<Write>> change) {
    return Writes.changing(
        next, writes -> writes.stream().anyMatch(has) ? change.apply(writes) : writes);
  }

  static boolean isLog(Write write) {
    return Writes.puts(write, "undid");
  }

  static boolean isRecord(Write write) {
    return Writes.puts(write, "refused");
  }

  static boolean isHead(Write write) {
    return write instanceof Update && write.key().sk().equals("HEAD");
  }

  static boolean isRow(Write write) {
    return write instanceof Update && write.key().pk().contains("#checkins#") && !isHead(write);
  }

  static boolean isMark(Write write) {
    return write instanceof Update && !isHead(write) && !isRow(write);
  }
}
