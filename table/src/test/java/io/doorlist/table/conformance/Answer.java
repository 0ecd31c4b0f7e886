package io.doorlist.table.conformance;

import io.doorlist.table.Engine;
import io.doorlist.table.Item;
import io.doorlist.table.Key;
import io.doorlist.table.RefusedException;
import io.doorlist.table.Transaction;
import io.doorlist.table.Write;
import io.doorlist.testing.Call;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What can be compared of an engine's answer.
 *
 * @param refused why it was refused, in DynamoDB's word; empty if it was not
 * @param items what was found, or written, or in the way: by key or by the position of its write
 */
record Answer(String refused, boolean rejected, List<?> items) {
  static Answer of(Call<?> call, Engine engine) {
    try {
      return switch (call) {
        case Call.Query query -> found(whole(query, engine));
        // A scan has no order.
        case Call.Scan scan -> found(List.of(byKey(whole(scan, engine))));
        default -> of(call, call.on(engine));
      };
    } catch (RefusedException e) {
      return new Answer(e.code(), false, List.of());
    }
  }

  private static Answer of(Call<?> call, Object answer) {
    return switch (answer) {
      case Engine.Batch batch -> found(List.of(byKey(List.copyOf(batch.found().values()))));
      case Transaction.Written written -> found(List.of());
      case Transaction.Rejected rejected -> new Answer("", true, old(call.writes(), rejected));
      case Optional<?> item -> new Answer("", item.isEmpty(), item.stream().toList());
      default -> throw new IllegalStateException("no call has this answer");
    };
  }

  private static Answer found(List<?> items) {
    return new Answer("", false, items);
  }

  /**
   * A part that is full may say that there is more when there is not, so all parts are compared.
   */
  private static List<Item> whole(Call.Query query, Engine engine) {
    List<Item> items = new ArrayList<>();
    Key last = query.after();
    do {
      Engine.Part part = engine.query(query.range(), last);
      items.addAll(part.items());
      last = part.last();
    } while (last != null);
    return items;
  }

  private static List<Item> whole(Call.Scan scan, Engine engine) {
    List<Item> items = new ArrayList<>();
    Key last = scan.after();
    do {
      Engine.Part part = engine.scan(scan.filter(), scan.limit(), last);
      items.addAll(part.items());
      last = part.last();
    } while (last != null);
    return items;
  }

  private static Map<Key, Item> byKey(List<Item> items) {
    Map<Key, Item> byKey = new TreeMap<>();
    items.forEach(item -> byKey.put(item.key(), item));
    return byKey;
  }

  private static List<?> old(List<Write> writes, Transaction.Rejected rejected) {
    return writes.stream()
        .map(write -> rejected.failed(write) ? (Object) rejected.old(write) : "")
        .toList();
  }

  boolean isDone() {
    return refused.isEmpty() && !rejected;
  }

  /** Returns a call in words, for whoever looks for a difference. */
  static String text(Call<?> call) {
    return call.writes().isEmpty()
        ? call.toString()
        : call.getClass().getSimpleName() + call.writes().stream().map(Write::content).toList();
  }
}
