package io.doorlist.store.checkin.ticket;

import io.doorlist.domain.Mode;
import io.doorlist.domain.Worded;
import io.doorlist.domain.checkin.Happening;
import io.doorlist.domain.checkin.Happening.Type;
import io.doorlist.domain.checkin.TicketPassage;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.event.Event;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.door.Passage;
import io.doorlist.door.Reentry;
import io.doorlist.door.Tally;
import io.doorlist.store.order.OrderItems;
import io.doorlist.store.sequence.SequenceNote;
import io.doorlist.store.sequence.SequenceRow;
import io.doorlist.store.table.Item;
import io.doorlist.store.table.Path;
import io.doorlist.store.table.TableSchema;
import io.doorlist.store.table.TableSchema.Key;
import io.doorlist.store.table.Update;
import io.doorlist.store.table.Write;
import java.util.ArrayList;
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

  public static String reentry(long rule) {
    return Reentry.values()[(int) rule].word();
  }

  public static long rule(String reentry) {
    return Reentry.of(reentry).ordinal();
  }

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

  /**
   * Returns the row of an undo.
   *
   * @param ticket of what was undone, with its words: a row without units, or a ticket of one of
   *     check-ins
   * @param was the row of what was undone
   * @param still whether the ticket is still checked in on another list
   * @param change what that changes in the area
   */
  public static Item undo(
      String log,
      long ordinal,
      Type type,
      long place,
      Item was,
      Item ticket,
      boolean still,
      AreaChange change) {
    Item row =
        new SequenceNote(List.of(), List.of(place), List.of())
            .row(log, ordinal)
            .put(TYPE, Type.UNDO.word())
            .put(UNDID, type.word())
            .put(PLACE, place)
            .put(ScanItems.REFERENCE, ticket.text(ScanItems.REFERENCE))
            .put(ScanItems.TYPE, ticket.text(ScanItems.TYPE))
            .put(ScanItems.GATE, was.numberOrNull(ScanItems.GATE))
            .put(CheckinMark.AGAIN, still ? Boolean.TRUE : null)
            .put(UNDID_BY, was.text(ScanItems.BY))
            .put(UNDID_AT, was.number(ScanItems.AT))
            .put(ScanItems.DOOR_TIME, CheckinMark.doorTime(was, ticket).toEpochMilli());
    Tally first = Tally.NONE.minus(TallyItems.firstEntry(CheckinMark.doorTime(was, ticket)));
    boolean usual = type == Type.CHECK_IN && change.tally().equals(first);
    return putChange(row, List.of(change))
        .put(TallyItems.TALLY, usual ? null : TallyItems.item(change.tally()));
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

  /** Returns all that a row says happened, undone or not; a void says nothing. */
  public static List<Happening> happenings(SequenceRow row, CheckinList list, Mode mode) {
    Item item = row.item();
    Type type = type(item).orElse(null);
    if (type == null) {
      return List.of();
    }
    if (type != Type.CHECK_IN) {
      return List.of(happening(type, row, item, 0, list, mode));
    }
    List<Item> tickets = item.items(CheckinMark.TICKETS);
    List<Happening> all = new ArrayList<>(tickets.size());
    for (int index = 0; index < tickets.size(); index++) {
      all.add(happening(type, row, tickets.get(index), index, list, mode));
    }
    return all;
  }

  /** Returns what the row, or a row of check-ins of one of its tickets, says happened. */
  private static Happening happening(
      Type type, SequenceRow row, Item ticket, int index, CheckinList list, Mode mode) {
    Item item = row.item();
    boolean undo = type == Type.UNDO;
    return new Happening(
        type,
        CheckinMark.id(list, mode, row.ordinal(), index),
        list,
        ticket.numberOrNull(type == Type.CHECK_IN ? OrderItems.ID : ScanItems.TICKET),
        ticket.text(ScanItems.REFERENCE),
        ticket.text(ScanItems.TYPE),
        undo ? ScanItems.at(item) : CheckinMark.doorTime(item, ticket),
        ScanItems.at(item),
        ScanItems.scannedAt(CheckinMark.scan(item, ticket)),
        item.text(ScanItems.BY),
        item.text(ScanItems.BY_NAME),
        undo ? null : item.numberOrNull(ScanItems.GATE),
        undo ? null : (Boolean) item.flag(ScanItems.ONLINE),
        type != Type.WRONG && !ticket.flag(CheckinMark.UNEXPLAINED),
        ticket.flag(CheckinMark.UNDONE),
        type == Type.WRONG ? item.map(REFUSED).text(ScanItems.REASON) : null,
        undo
            ? new Happening.Undone(
                undid(item), CheckinMark.id(list, mode, undidPlace(item)), item.text(UNDID_BY))
            : null,
        null);
  }

  /** Returns when a row that counts in its area was at the door, in milliseconds. */
  public static long doorTime(Item row) {
    return row.number(ScanItems.DOOR_TIME);
  }
}
