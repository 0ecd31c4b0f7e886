package io.doorlist.store.checkin.ticket;

import io.doorlist.domain.Mode;
import io.doorlist.store.table.Item;
import io.doorlist.store.table.TableSchema;
import io.doorlist.store.table.TableSchema.Key;
import java.util.List;

/** What an undo leaves beside a ticket's marks, so that the undone rows can be found again. */
public final class UndoTraces {
  /** The list, the row's ordinal and the index follow. */
  private static final String CHECKIN = "undone:";

  /** The list and the row's ordinal follow. */
  private static final String PASSAGE = "undone_passage:";

  private UndoTraces() {}

  /** Where something was that was undone: the list, and the row of its log. */
  public record Trace(long list, long ordinal) {
    private static Trace of(String name, String prefix) {
      String[] words = name.substring(prefix.length()).split(":");
      return new Trace(Long.parseLong(words[0]), Long.parseLong(words[1]));
    }
  }

  /** Returns the name of the attribute that a check-in leaves beside the marks. */
  public static String ofCheckin(long list, long ordinal, int index) {
    return CHECKIN + list + ":" + ordinal + ":" + index;
  }

  /** Returns the name of the attribute that a passage leaves beside the marks. */
  public static String ofPassage(long list, long ordinal) {
    return PASSAGE + list + ":" + ordinal;
  }

  /** Returns where a ticket was checked in by check-ins that were undone. */
  public static List<Trace> checkins(Item marks, long ticket) {
    return traces(marks, ticket, CHECKIN);
  }

  /** Returns where a ticket's passages are that were undone. */
  public static List<Trace> passages(Item marks, long ticket) {
    return traces(marks, ticket, PASSAGE);
  }

  private static List<Trace> traces(Item marks, long ticket, String prefix) {
    return marks.names().stream()
        .filter(name -> name.startsWith(prefix) && marks.number(name) == ticket)
        .map(name -> Trace.of(name, prefix))
        .distinct()
        .toList();
  }

  /**
   * Returns the rows of undone check-ins that left their traces in an item.
   *
   * @param item the one that has, or had, the marks
   * @param mode of its tickets
   */
  public static List<Key> rows(Item item, String account, String event, Mode mode) {
    return item.names().stream()
        .filter(name -> name.startsWith(CHECKIN))
        .map(name -> Trace.of(name, CHECKIN))
        .map(
            trace ->
                TableSchema.row(
                    TableSchema.checkins(account, event, trace.list(), mode), trace.ordinal()))
        .distinct()
        .toList();
  }
}
