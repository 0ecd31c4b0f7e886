package io.doorlist.store.checkin.ticket;

import io.doorlist.domain.Mode;
import io.doorlist.domain.Worded;
import io.doorlist.domain.checkin.Happening.Type;
import io.doorlist.domain.checkin.RecordedPassage;
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
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A row of a list's log, which says what happened. {@link CheckinMark} writes rows of check-ins.
 * These have units and names, and all other rows have none.
 *
 * <p>Any other row is about one ticket, about a code that no ticket has, or about a group that
 * leaves or comes in again. The row of a group has what is the same for all of its tickets, and
 * {@link #PASSAGES} has what is special to each. A place with the index 0 is the row itself, so the
 * passages of a group count from 1.
 *
 * <p>A row keeps what it changed in its area when it was written. So all rows together add up to
 * the counts of the area. Two things change later: whether the row was undone, and whether it is
 * explained.
 */
public final class LogRow {
  /** Ids of entries that are unexplained since this row was written. */
  public static final String OPENS = "opens";

  /** Ids of entries that are no longer unexplained since this row was written. */
  public static final String CLOSES = "closes";

  /** How many entries the ticket had then, including this one if it is an entry. */
  public static final String ENTRIES = "entries";

  public static final String WAS_INSIDE = "was_inside";
  public static final String MINUTES = "minutes";
  public static final String REFUSED = "refused";

  /** The place of the ticket's check-in on the list, in the row of a later entry. */
  public static final String FIRST = "first";

  /** The {@link Type} of the row; rows of check-ins do not have it. */
  public static final String TYPE = "what";

  public static final String RULE = "rule";

  public static final String MARKS_PK = "marks_pk";
  public static final String MARKS_SK = "marks_sk";

  /**
   * In an undo: the type of what was undone. {@link #PLACE} says where that is in the log, {@link
   * #UNDID_BY} who had done it, and {@link #UNDID_AT} when the server took it.
   */
  public static final String UNDID = "undid";

  /** In a row of several entries or exits: what it says of each. */
  public static final String PASSAGES = "passages";

  /** The most entries or exits in one row. */
  public static final int MAX_IN_ROW = CheckinMark.MAX_IN_ROW - 1;

  public static final String PLACE = "place";

  /**
   * In an undo: whether the check-in stays, because other entries {@linkplain AreaPassages#hold
   * hold} it.
   */
  public static final String HELD = "held";

  public static final String UNDID_BY = "undid_by";
  public static final String UNDID_AT = "undid_at";

  private LogRow() {}

  /**
   * A part of a row, about one ticket or about a code that no ticket has.
   *
   * @param index the index of its place
   * @param item the row itself, or what it says about this ticket alone
   */
  public record Part(int index, Item item) {}

  /** Returns all parts of a row; none if the row is {@linkplain SequenceRow#voided void}. */
  public static List<Part> parts(Item row) {
    if (row.has(CheckinMark.TICKETS)) {
      return parts(row.items(CheckinMark.TICKETS), 0);
    }
    if (row.has(PASSAGES)) {
      return parts(row.items(PASSAGES), 1);
    }
    return row.has(TYPE) ? List.of(new Part(0, row)) : List.of();
  }

  private static List<Part> parts(List<Item> items, int first) {
    List<Part> parts = new ArrayList<>(items.size());
    for (Item item : items) {
      parts.add(new Part(first + parts.size(), item));
    }
    return parts;
  }

  /** Returns the path of a part's attribute within its row. */
  public static Path path(boolean checkin, int index, String attribute) {
    if (checkin) {
      return Path.of(CheckinMark.TICKETS, index, attribute);
    }
    return index == 0 ? Path.of(attribute) : Path.of(PASSAGES, index - 1, attribute);
  }

  /** Returns how many rows a group of entries or exits takes. */
  public static int rows(int passages) {
    return (passages + MAX_IN_ROW - 1) / MAX_IN_ROW;
  }

  /** Returns the place of one of several entries or exits that share rows. */
  public static long place(long first, int number, int passages) {
    return passages == 1
        ? CheckinMark.place(first, 0)
        : CheckinMark.place(first + number / MAX_IN_ROW, 1 + number % MAX_IN_ROW);
  }

  /** Returns the ids of entries that are unexplained since a row was written. */
  public static List<Long> opens(Item row) {
    return ids(row, OPENS);
  }

  /** Returns the ids of entries that are no longer unexplained since a row was written. */
  public static List<Long> closes(Item row) {
    return ids(row, CLOSES);
  }

  private static List<Long> ids(Item row, String name) {
    return row.has(PASSAGES)
        ? row.items(PASSAGES).stream().flatMap(each -> each.numbers(name).stream()).toList()
        : row.numbers(name);
  }

  /** Returns the name of a list's log. */
  public static String log(EventDefinition definition, CheckinList list, Mode mode) {
    Event event = definition.event();
    return TableSchema.checkins(event.account(), event.slug(), list.id(), mode);
  }

  /** Returns what a row says happened; empty if the row is {@linkplain SequenceRow#voided void}. */
  public static Optional<Type> type(Item row) {
    return row.has(CheckinMark.TICKETS)
        ? Optional.of(Type.CHECK_IN)
        : Optional.ofNullable(row.text(TYPE)).map(word -> Worded.read(Type.class, word));
  }

  public static Item row(String log, long ordinal, Type type) {
    return SequenceRow.row(log, ordinal, 0).put(TYPE, type.word());
  }

  /** Puts which entries become unexplained by a row, and which become explained. */
  public static Item putChange(Item row, List<AreaChange> changes) {
    List<Long> opens = changes.stream().flatMap(each -> each.opens().stream()).toList();
    List<Long> closes = changes.stream().flatMap(each -> each.closes().stream()).toList();
    return row.put(OPENS, opens.isEmpty() ? null : opens)
        .put(CLOSES, closes.isEmpty() ? null : closes);
  }

  /** Puts a passage that is not a check-in. */
  public static Item putPassage(Item row, Passage passage, AreaChange change, boolean explained) {
    row.put(ScanAttributes.DOOR_TIME, passage.at())
        .put(RULE, (long) passage.reentry().ordinal())
        .put(TallyItems.TALLY, TallyItems.item(change.tally()))
        .put(CheckinMark.UNEXPLAINED, explained ? null : Boolean.TRUE);
    return putChange(row, List.of(change));
  }

  /** Puts the key of the item with the ticket's marks. */
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
    if (row.has(PASSAGES)) {
      Tally.Builder sum = new Tally.Builder();
      row.items(PASSAGES).forEach(each -> sum.add(TallyItems.tally(each.map(TallyItems.TALLY))));
      return sum.build();
    }
    if (row.has(TallyItems.TALLY)) {
      return TallyItems.tally(row.map(TallyItems.TALLY));
    }
    return type == Type.UNDO && undid(row) == Type.CHECK_IN
        ? Tally.NONE.minus(
            TallyItems.firstEntry(ScanAttributes.time(row, ScanAttributes.DOOR_TIME)))
        : Tally.NONE;
  }

  /**
   * Returns the writes that note in other rows whether their passages are explained from now on.
   */
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
                    path(at.checkin(), CheckinMark.index(at.place()), CheckinMark.UNEXPLAINED);
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

  /** Returns an entry or exit of a row. */
  public static RecordedPassage passage(SequenceRow row, Part part, CheckinList list, Mode mode) {
    Item item = row.item();
    return new RecordedPassage(
        CheckinMark.id(list, mode, row.ordinal(), part.index()),
        type(item).orElseThrow() == Type.EXIT,
        part.item().number(ScanAttributes.TICKET),
        part.item().text(ScanAttributes.REFERENCE),
        ScanAttributes.at(item),
        ScanAttributes.scannedAt(item),
        item.text(ScanAttributes.BY_NAME));
  }

  /**
   * Returns whether the time of an entry or exit comes from a device. Otherwise, it is when the
   * server took the scan.
   */
  public static boolean isTold(Item row, Part part) {
    return !row.flag(ScanAttributes.ONLINE)
        && doorTime(part.item()) < ScanAttributes.at(row).toEpochMilli();
  }

  /** Returns the door time of a row that counts in its area, in milliseconds. */
  public static long doorTime(Item row) {
    return row.number(ScanAttributes.DOOR_TIME);
  }
}
