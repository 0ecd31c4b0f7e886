package io.doorlist.store.checkin.ticket;

import io.doorlist.domain.Mode;
import io.doorlist.store.table.TableSchema;
import io.doorlist.table.Item;
import io.doorlist.table.Key;
import java.util.ArrayList;
import java.util.List;

/**
 * Traces beside a ticket's marks, by which rows of logs are found again. They lead to rows that the
 * marks and the set of passages do not name: wrong admissions, and what was undone.
 */
public final class LogReferences {
  /** Begins the name of a trace; the list and the place in its log follow. */
  private static final String PREFIX = "log:";

  private static final String TICKET = "ticket";
  private static final String UNDO = "undo";

  private LogReferences() {}

  /**
   * A trace to a place of a list's log, with the ordinal of the row that undid it, or {@code null}.
   */
  public record Trace(long list, long place, Long undo) {}

  /** Returns the name of the attribute with the trace to a place. */
  public static String name(long list, long place) {
    return PREFIX + list + ":" + place;
  }

  public static Item trace(long ticket, Long undo) {
    return new Item().put(TICKET, ticket).put(UNDO, undo);
  }

  /** Returns the traces of a ticket in the item with its marks. */
  public static List<Trace> of(Item marks, long ticket) {
    List<Trace> traces = new ArrayList<>();
    for (String name : marks.names()) {
      if (name.startsWith(PREFIX) && marks.map(name).number(TICKET) == ticket) {
        traces.add(trace(marks, name));
      }
    }
    return traces;
  }

  private static Trace trace(Item marks, String name) {
    String[] words = name.substring(PREFIX.length()).split(":");
    return new Trace(
        Long.parseLong(words[0]), Long.parseLong(words[1]), marks.map(name).numberOrNull(UNDO));
  }

  /** Returns the rows to which the traces in an item lead. The item has, or had, the marks. */
  public static List<Key> rows(Item item, String account, String event, Mode mode) {
    return item.names().stream()
        .filter(name -> name.startsWith(PREFIX))
        .map(name -> trace(item, name))
        .map(
            trace ->
                TableSchema.row(
                    TableSchema.checkins(account, event, trace.list(), mode),
                    CheckinMark.ordinal(trace.place())))
        .distinct()
        .toList();
  }
}
