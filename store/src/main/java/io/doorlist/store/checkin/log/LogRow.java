package io.doorlist.store.checkin.log;

import io.doorlist.domain.Mode;
import io.doorlist.domain.Worded;
import io.doorlist.domain.checkin.Happening;
import io.doorlist.domain.checkin.Happening.Type;
import io.doorlist.domain.checkin.TicketPassage;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.door.CopiedPassage;
import io.doorlist.door.Passage;
import io.doorlist.door.Reentry;
import io.doorlist.door.Tally;
import io.doorlist.store.checkin.ticket.AreaChange;
import io.doorlist.store.checkin.ticket.CheckinMark;
import io.doorlist.store.checkin.ticket.Comings;
import io.doorlist.store.checkin.ticket.ScanItems;
import io.doorlist.store.checkin.ticket.TallyItems;
import io.doorlist.store.sequence.SequenceNote;
import io.doorlist.store.sequence.SequenceRow;
import io.doorlist.store.table.Item;
import io.doorlist.store.table.Path;
import io.doorlist.store.table.TableSchema;
import io.doorlist.store.table.TableSchema.Key;
import io.doorlist.store.table.Update;
import io.doorlist.store.table.Write;
import java.time.Instant;
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

  /** The refusal of somebody whom the device had let in. */
  public static final String REFUSED = "refused";

  /** The place of the ticket's check-in on the list, in the row of a later entry. */
  public static final String FIRST = "first";

  /** The {@link Type}, of any row but that of check-ins. */
  public static final String TYPE = "what";

  /** What the list said of re-entry. */
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

  /** Returns the word for what a row keeps of re-entry. */
  public static String reentry(long rule) {
    return Reentry.values()[(int) rule].word();
  }

  /** Returns what a row keeps of re-entry. */
  public static long rule(String reentry) {
    return Reentry.of(reentry).ordinal();
  }

  /** Returns what a row says happened; empty for a void. */
  public static Optional<Type> type(Item row) {
    return row.has(CheckinMark.TICKETS)
        ? Optional.of(Type.CHECK_IN)
        : Optional.ofNullable(row.text(TYPE)).map(word -> Worded.read(Type.class, word));
  }

  /** Returns a row without units. */
  static Item row(String log, long ordinal, Type type) {
    return SequenceRow.row(log, ordinal, 0).put(TYPE, type.word());
  }

  /** Puts which entries a row opens and closes. */
  public static Item putChange(Item row, List<Long> opens, List<Long> closes) {
    return row.put(OPENS, opens.isEmpty() ? null : opens)
        .put(CLOSES, closes.isEmpty() ? null : closes);
  }

  /** Puts a passage that is no check-in. */
  static Item putPassage(Item row, Passage passage, AreaChange change, boolean explained) {
    row.put(ScanItems.DOOR_TIME, passage.at())
        .put(RULE, (long) passage.reentry().ordinal())
        .put(TallyItems.TALLY, TallyItems.item(change.tally()))
        .put(CheckinMark.UNEXPLAINED, explained ? null : Boolean.TRUE);
    return putChange(row, change.opens(), change.closes());
  }

  /** Puts that a wrong admission is open until somebody undoes it. */
  static Item putOpen(Item row, CheckinList list, Mode mode, long ordinal) {
    return row.put(OPENS, List.of(CheckinMark.id(list, mode, ordinal, 0)));
  }

  /** Puts where the ticket's marks are. */
  public static Item putMarksKey(Item row, Key marks) {
    return row.put(MARKS_PK, marks.pk()).put(MARKS_SK, marks.sk());
  }

  /** Returns the key of the item that has the ticket's marks; of no row of check-ins. */
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
    return putChange(row, change.opens(), change.closes())
        .put(TallyItems.TALLY, usual ? null : TallyItems.item(change.tally()));
  }

  /** Returns what the row of an undo undid. */
  public static Type undid(Item row) {
    return Worded.read(Type.class, row.text(UNDID));
  }

  /** Returns the place of what the row of an undo undid. */
  public static long undidPlace(Item row) {
    return row.number(PLACE);
  }

  /** Returns when the server took what the row of an undo undid, in milliseconds. */
  public static long undidAt(Item row) {
    return row.number(UNDID_AT);
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
  public static List<Write> marks(
      List<AreaChange> changes, String account, String event, Mode mode) {
    Map<Key, Update> updates = new LinkedHashMap<>();
    for (AreaChange change : changes) {
      change
          .others()
          .forEach(
              (at, explained) -> {
                String log = TableSchema.checkins(account, event, at.list().id(), mode);
                Key key = TableSchema.row(log, CheckinMark.ordinal(at.place()));
                Update update = updates.computeIfAbsent(key, Update::of);
                Path path =
                    at.checkin()
                        ? Path.of(
                            CheckinMark.TICKETS,
                            CheckinMark.index(at.place()),
                            CheckinMark.UNEXPLAINED)
                        : Path.of(CheckinMark.UNEXPLAINED);
                if (explained) {
                  update.remove(path);
                } else {
                  update.set(path, true);
                }
              });
    }
    return List.copyOf(updates.values());
  }

  /** Returns a row's passage for copies; empty if it has none, or none that counts. */
  public static Optional<CopiedPassage> copied(SequenceRow row) {
    Item item = row.item();
    return passageType(item).isEmpty() || item.flag(CheckinMark.UNDONE)
        ? Optional.empty()
        : Optional.of(
            new CopiedPassage(
                row.ordinal(),
                item.number(ScanItems.TICKET),
                new Passage(
                    item.number(ScanItems.DOOR_TIME),
                    Comings.tie(item.text(ScanItems.BY)),
                    passageType(item).get() == Type.EXIT,
                    Reentry.values()[(int) item.number(RULE)])));
  }

  private static Optional<Type> passageType(Item row) {
    return type(row).filter(type -> type == Type.ENTRY || type == Type.EXIT);
  }

  /** Returns the passage of a row of an entry or exit. */
  public static TicketPassage passage(SequenceRow row, CheckinList list, Mode mode) {
    Item item = row.item();
    return new TicketPassage(
        CheckinMark.id(list, mode, row.ordinal(), 0),
        passageType(item).orElseThrow() == Type.EXIT,
        item.number(ScanItems.TICKET),
        item.text(ScanItems.REFERENCE),
        ScanItems.at(item),
        ScanItems.scannedAt(item),
        item.text(ScanItems.BY_NAME));
  }

  /** Returns all that a row says happened, undone or not; a void says nothing. */
  public static List<Happening> happenings(SequenceRow row, CheckinList list, Mode mode) {
    List<Happening> all = new ArrayList<>(1);
    Type type = type(row.item()).orElse(null);
    if (type == Type.CHECK_IN) {
      List<Item> tickets = row.item().items(CheckinMark.TICKETS);
      for (CheckinMark.InRow each : CheckinMark.all(row)) {
        boolean explained = !tickets.get(each.mark().index()).flag(CheckinMark.UNEXPLAINED);
        all.add(checkin(each, list, mode, explained));
      }
    } else if (type != null) {
      all.add(happening(type, row, list, mode));
    }
    return all;
  }

  private static Happening checkin(
      CheckinMark.InRow each, CheckinList list, Mode mode, boolean explained) {
    CheckinMark mark = each.mark();
    return new Happening(
        Type.CHECK_IN,
        CheckinMark.id(list, mode, mark.place()),
        list,
        mark.ticketId(),
        mark.reference(),
        each.type(),
        mark.doorTime(),
        mark.at(),
        mark.scannedAt(),
        mark.tokenId(),
        mark.tokenName(),
        mark.gate(),
        mark.online(),
        explained,
        each.undone(),
        null,
        null,
        null);
  }

  private static Happening happening(Type type, SequenceRow row, CheckinList list, Mode mode) {
    Item item = row.item();
    Instant at = ScanItems.at(item);
    boolean undo = type == Type.UNDO;
    return new Happening(
        type,
        CheckinMark.id(list, mode, row.ordinal(), 0),
        list,
        item.numberOrNull(ScanItems.TICKET),
        item.text(ScanItems.REFERENCE),
        item.text(ScanItems.TYPE),
        undo ? at : ScanItems.time(item, ScanItems.DOOR_TIME),
        at,
        ScanItems.scannedAt(item),
        item.text(ScanItems.BY),
        item.text(ScanItems.BY_NAME),
        undo ? null : item.numberOrNull(ScanItems.GATE),
        undo ? null : (Boolean) item.flag(ScanItems.ONLINE),
        type != Type.WRONG && !item.flag(CheckinMark.UNEXPLAINED),
        item.flag(CheckinMark.UNDONE),
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
