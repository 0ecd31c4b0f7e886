package io.doorlist.store.checkin.ticket;

import io.doorlist.domain.Mode;
import io.doorlist.domain.Worded;
import io.doorlist.domain.checkin.Happening.Type;
import io.doorlist.domain.checkin.TicketPassage;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.event.Event;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.door.Passage;
import io.doorlist.door.Tally;
import io.doorlist.store.sequence.SequenceRow;
import io.doorlist.store.table.TableSchema;
import io.doorlist.table.Item;
import io.doorlist.table.Key;
import io.doorlist.table.Path;
import io.doorlist.table.Update;
import io.doorlist.table.Write;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How a row of a list's log says what happened. A row of check-ins is as {@link CheckinMark} writes
 * it, and has units; every other row has none. No row but that of check-ins holds a name.
 *
 * <p>What a row changed in its area when it was written stays in it for good: whoever adds up all
 * rows has the fold of all tickets. Two things change later: whether it was undone, and whether it
 * is explained.
 */
public final class LogRow {
  /** Ids of entries that are unexplained since this row was written. */
  public static final String OPENS = "opens";

  /** Ids of entries that no longer are unexplained since then. */
  public static final String CLOSES = "closes";

  /** How many entries the ticket had then, an entry included. */
  public static final String ENTRIES = "entries";

  public static final String WAS_INSIDE = "was_inside";
  public static final String MINUTES = "minutes";
  public static final String REFUSED = "refused";

  /** The place of the ticket's check-in on the list, in the row of a later entry. */
  public static final String FIRST = "first";

  /** The {@link Type}, of any row but that of check-ins. */
  public static final String TYPE = "what";

  public static final String RULE = "rule";

  public static final String MARKS_PK = "marks_pk";
  public static final String MARKS_SK = "marks_sk";

  /**
   * In an undo: the type of what was undone, its place, by whom it was, and when the server took
   * it.
   */
  public static final String UNDID = "undid";

  public static final String PLACE = "place";
  public static final String UNDID_BY = "undid_by";
  public static final String UNDID_AT = "undid_at";

  private LogRow() {}

  /** Returns the name of a list's log. */
  public static String log(EventDefinition definition, CheckinList list, Mode mode) {
    Event event = definition.event();
    return TableSchema.checkins(event.account(), event.slug(), list.id(), mode);
  }

  /** Returns what a row says happened; empty for a void. */
  public static Optional<Type> type(Item row) {
    return row.has(CheckinMark.TICKETS)
        ? Optional.of(Type.CHECK_IN)
        : Optional.ofNullable(row.text(TYPE)).map(word -> Worded.read(Type.class, word));
  }

  public static Item row(String log, long ordinal, Type type) {
    return SequenceRow.row(log, ordinal, 0).put(TYPE, type.word());
  }

  /** Puts which entries a row opens and closes. */
  public static Item putChange(Item row, List<AreaChange> changes) {
    List<Long> opens = changes.stream().flatMap(each -> each.opens().stream()).toList();
    List<Long> closes = changes.stream().flatMap(each -> each.closes().stream()).toList();
    return row.put(OPENS, opens.isEmpty() ? null : opens)
        .put(CLOSES, closes.isEmpty() ? null : closes);
  }

  /** Puts a passage that is no check-in. */
  public static Item putPassage(Item row, Passage passage, AreaChange change, boolean explained) {
    row.put(ScanItems.DOOR_TIME, passage.at())
        .put(RULE, (long) passage.reentry().ordinal())
        .put(TallyItems.TALLY, TallyItems.item(change.tally()))
        .put(CheckinMark.UNEXPLAINED, explained ? null : Boolean.TRUE);
    return putChange(row, List.of(change));
  }

  /** Puts where the ticket's marks are. */
  public static Item putMarksKey(Item row, Key marks) {
    return row.put(MARKS_PK, marks.pk()).put(MARKS_SK, marks.sk());
  }

  public static Key marksKey(Item row) {
    return new Key(row.text(MARKS_PK), row.text(MARKS_SK));
  }

  public static Type undid(Item row) {
    return Worded.read(Type.class, row.text(UNDID));
  }

  public static long undidPlace(Item row) {
    return row.number(PLACE);
  }

  /** Returns what a row adds to the counts of its area. */
  public static Tally tally(Item row) {
    Type type = type(row).orElse(null);
    if (type == Type.CHECK_IN) {
      Tally.Builder sum = new Tally.Builder();
      for (Item ticket : row.items(CheckinMark.TICKETS)) {
        sum.add(TallyItems.entry(ticket, CheckinMark.doorTime(row, ticket)));
      }
      return sum.build();
    }
    if (row.has(TallyItems.TALLY)) {
      return TallyItems.tally(row.map(TallyItems.TALLY));
    }
    return type == Type.UNDO && undid(row) == Type.CHECK_IN
        ? Tally.NONE.minus(TallyItems.firstEntry(ScanItems.time(row, ScanItems.DOOR_TIME)))
        : Tally.NONE;
  }

  /** Returns the writes that mark in other rows whether they are explained from now on. */
  public static List<Write> marks(List<AreaChange> changes, EventDefinition definition, Mode mode) {
    Map<Key, Update> updates = new LinkedHashMap<>();
    for (AreaChange change : changes) {
      change
          .others()
          .forEach(
              (at, explained) -> {
                long ordinal = CheckinMark.ordinal(at.place());
                Key key = TableSchema.row(log(definition, at.list(), mode), ordinal);
                Path path =
                    at.checkin()
                        ? Path.of(
                            CheckinMark.TICKETS,
                            CheckinMark.index(at.place()),
                            CheckinMark.UNEXPLAINED)
                        : Path.of(CheckinMark.UNEXPLAINED);
                updates.compute(
                    key,
                    (any, old) -> {
                      Update update = old == null ? Update.of(key) : old;
                      return explained ? update.remove(path) : update.set(path, true);
                    });
              });
    }
    return List.copyOf(updates.values());
  }

  /** Returns the passage of a row of an entry or exit. */
  public static TicketPassage passage(SequenceRow row, CheckinList list, Mode mode) {
    Item item = row.item();
    return new TicketPassage(
        CheckinMark.id(list, mode, row.ordinal(), 0),
        type(item).orElseThrow() == Type.EXIT,
        item.number(ScanItems.TICKET),
        item.text(ScanItems.REFERENCE),
        ScanItems.at(item),
        ScanItems.scannedAt(item),
        item.text(ScanItems.BY_NAME));
  }

  /** Returns when a row that counts in its area was at the door, in milliseconds. */
  public static long doorTime(Item row) {
    return row.number(ScanItems.DOOR_TIME);
  }
}
