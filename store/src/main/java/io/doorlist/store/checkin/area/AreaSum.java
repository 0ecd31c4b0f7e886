package io.doorlist.store.checkin.area;

import io.doorlist.door.Tally;
import io.doorlist.store.checkin.ticket.CheckinMark;
import io.doorlist.store.checkin.ticket.TallyItems;
import io.doorlist.store.sequence.SequenceMark;
import io.doorlist.store.sequence.SequenceNote;
import io.doorlist.store.sequence.SequenceRow;
import io.doorlist.store.table.Item;
import io.doorlist.store.table.TableSchema.Key;
import io.doorlist.store.table.Unreadable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What a list's check-ins and passages add to the counts of its area, up to marks. Each row counts
 * once, and so does each undo. Not thread-safe.
 */
final class AreaSum {
  static final String VERSION = "v";
  private static final String CHECKINS = "checkins";
  private static final String PASSAGES = "passages";
  private static final String TALLY = "tally";

  private final long version;
  private SequenceMark checkins;
  private SequenceMark passages;
  private final Tally.Builder sum = new Tally.Builder();

  private AreaSum(long version, SequenceMark checkins, SequenceMark passages) {
    this.version = version;
    this.checkins = checkins;
    this.passages = passages;
  }

  /** Reads the sum; an item without attributes means that nobody has come yet. */
  static AreaSum of(Item item) {
    AreaSum sum = new AreaSum(item.number(VERSION), mark(item, CHECKINS), mark(item, PASSAGES));
    sum.sum.add(TallyItems.tally(item.map(TALLY)));
    return sum;
  }

  private static SequenceMark mark(Item item, String name) {
    return Optional.ofNullable(item.text(name)).flatMap(SequenceMark::of).orElse(SequenceMark.NONE);
  }

  /** Returns the item that {@link #of} reads, with the next version. */
  Item item(Key key) {
    return new Item(key)
        .put(VERSION, version + 1)
        .put(CHECKINS, checkins.text())
        .put(PASSAGES, passages.text())
        .put(TALLY, TallyItems.item(tally()));
  }

  long version() {
    return version;
  }

  SequenceMark checkins() {
    return checkins;
  }

  SequenceMark passages() {
    return passages;
  }

  void seen(SequenceMark ofCheckins, SequenceMark ofPassages) {
    checkins = ofCheckins;
    passages = ofPassages;
  }

  Tally tally() {
    return sum.build();
  }

  /** Rows of a sequence, and the places that notes among them say were undone. */
  static final class Rows {
    private final List<Item> rows = new ArrayList<>();
    private final List<Long> left = new ArrayList<>();
    private int size;

    void add(SequenceRow row) {
      size++;
      SequenceNote.of(row)
          .ifPresentOrElse(note -> left.addAll(note.left()), () -> rows.add(row.item()));
    }

    int size() {
      return size;
    }

    /** Returns what left, in the owner's names. */
    List<Long> left() {
      return left;
    }

    /** Returns the ordinals of rows that undone check-ins are in. */
    List<Long> placesLeft() {
      return left.stream().map(CheckinMark::ordinal).toList();
    }
  }

  /**
   * Adds check-ins. An unreadable row counts for nothing, as pages leave it out.
   *
   * @param undone rows of undone check-ins, as they are now
   */
  void addCheckins(Rows read, Map<Key, Item> undone) {
    for (Item row : read.rows) {
      for (Item ticket : tickets(row)) {
        sum.add(TallyItems.entry(ticket, CheckinMark.doorTime(row, ticket)));
      }
    }
    Map<Long, Item> byOrdinal = byOrdinal(undone);
    for (long place : read.left) {
      Item row = byOrdinal.getOrDefault(CheckinMark.ordinal(place), new Item());
      List<Item> tickets = tickets(row);
      if (CheckinMark.index(place) < tickets.size()) {
        Item ticket = tickets.get(CheckinMark.index(place));
        sum.add(TallyItems.undo(ticket, CheckinMark.doorTime(row, ticket)));
      }
    }
  }

  /**
   * Adds passages that are no check-ins.
   *
   * @param undone rows of undone passages, as they are now
   */
  void addPassages(Rows read, Map<Key, Item> undone) {
    for (Item row : read.rows) {
      sum.add(TallyItems.tally(row.map(TallyItems.TALLY)));
    }
    Map<Long, Item> byOrdinal = byOrdinal(undone);
    for (long ordinal : read.left) {
      Item row = byOrdinal.getOrDefault(ordinal, new Item());
      sum.add(TallyItems.tally(row.map(TallyItems.UNDONE_TALLY)));
    }
  }

  private static Map<Long, Item> byOrdinal(Map<Key, Item> rows) {
    Map<Long, Item> byOrdinal = new TreeMap<>();
    rows.values().forEach(row -> byOrdinal.put(SequenceRow.of(row).ordinal(), row));
    return byOrdinal;
  }

  private static List<Item> tickets(Item row) {
    return Unreadable.tryRead(
            () -> {
              CheckinMark.doorTime(row, row);
              return row.items(CheckinMark.TICKETS);
            })
        .orElse(List.of());
  }
}
