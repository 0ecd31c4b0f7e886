package io.doorlist.store.checkin.pulse;

import io.doorlist.domain.checkin.Evening;
import io.doorlist.domain.checkin.ListPulse;
import io.doorlist.store.checkin.ticket.CheckinMark;
import io.doorlist.store.checkin.ticket.ScanItems;
import io.doorlist.store.sequence.SequenceMark;
import io.doorlist.store.table.Item;
import io.doorlist.store.table.TableSchema.Key;
import io.doorlist.store.table.Unreadable;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The sum of a list's check-ins and undos up to a mark, each added once. Not thread-safe. */
final class PulseState {
  static final String VERSION = "v";
  private static final String MARK = "mark";
  private static final String PEOPLE = "people";
  private static final String TYPES = "types";
  private static final String GATES = "gates";
  private static final String MINUTES = "minutes";
  private static final String QUARTERS = "quarters";
  private static final String PHONES = "phones";
  private static final String MINUTE = "minute";
  private static final String COUNT = "n";
  private static final String NAME = "name";

  /** For how many minutes arrivals are kept by the minute. */
  static final int MINUTES_KEPT = 180;

  private static final int MAX_PHONES = 100;

  private final long version;
  private long people;
  private final SortedMap<String, Long> types = new TreeMap<>();
  private final SortedMap<String, Long> gates = new TreeMap<>();
  private final NavigableMap<Long, Long> minutes = new TreeMap<>();
  private final NavigableMap<Long, Long> quarters = new TreeMap<>();
  private final SortedMap<String, Phone> phones = new TreeMap<>();
  private SequenceMark mark;

  private record Phone(String name, long at, long minute, long count) {}

  private PulseState(long version, SequenceMark mark) {
    this.version = version;
    this.mark = mark;
  }

  /** Reads the state; an item without attributes means that nobody has come yet. */
  static PulseState of(Item item) {
    String seen = item.text(MARK);
    PulseState state =
        new PulseState(
            item.number(VERSION),
            seen == null ? SequenceMark.NONE : SequenceMark.of(seen).orElseThrow());
    state.people = item.number(PEOPLE);
    state.types.putAll(counts(item.map(TYPES)));
    state.gates.putAll(counts(item.map(GATES)));
    state.minutes.putAll(timed(item.map(MINUTES)));
    state.quarters.putAll(timed(item.map(QUARTERS)));
    Item phones = item.map(PHONES);
    for (String token : phones.attributes().keySet()) {
      Item phone = phones.map(token);
      state.phones.put(
          token,
          new Phone(
              phone.text(NAME),
              phone.number(ScanItems.AT),
              phone.number(MINUTE),
              phone.number(COUNT)));
    }
    return state;
  }

  private static Map<String, Long> counts(Item item) {
    return item.attributes().keySet().stream()
        .collect(Collectors.toMap(name -> name, item::number));
  }

  private static Map<Long, Long> timed(Item item) {
    return item.attributes().keySet().stream()
        .collect(Collectors.toMap(Long::valueOf, item::number));
  }

  /** Returns the item that {@link #of} reads, with the next version. */
  Item item(Key key) {
    Item byType = new Item();
    types.forEach(byType::put);
    Item byGate = new Item();
    gates.forEach(byGate::put);
    Item byToken = new Item();
    phones.forEach(
        (token, phone) ->
            byToken.put(
                token,
                new Item()
                    .put(NAME, phone.name)
                    .put(ScanItems.AT, phone.at)
                    .put(MINUTE, phone.minute)
                    .put(COUNT, phone.count)));
    return new Item(key)
        .put(VERSION, version + 1)
        .put(MARK, mark.text())
        .put(PEOPLE, people)
        .put(TYPES, byType)
        .put(GATES, byGate)
        .put(MINUTES, byTime(minutes))
        .put(QUARTERS, byTime(quarters))
        .put(PHONES, byToken);
  }

  private static Item byTime(SortedMap<Long, Long> counts) {
    Item item = new Item();
    counts.forEach((time, count) -> item.put(Long.toString(time), count));
    return item;
  }

  long version() {
    return version;
  }

  SequenceMark mark() {
    return mark;
  }

  void seen(SequenceMark newMark) {
    mark = newMark;
  }

  /**
   * Adds the check-ins of a row, including undone ones: their notes subtract them again. An
   * unreadable row counts for nothing, as pages leave it out.
   */
  void add(Item row) {
    for (Item ticket : tickets(row)) {
      count(row, ticket, 1);
      people += ticket.flag(CheckinMark.AGAIN) ? 0 : 1;
      arrived(row);
    }
  }

  /** Subtracts a check-in that was undone. */
  void undo(Item row, int index) {
    List<Item> tickets = tickets(row);
    if (index >= tickets.size()) {
      return;
    }
    Item ticket = tickets.get(index);
    count(row, ticket, -1);
    people -= ticket.flag(CheckinMark.STILL) ? 0 : 1;
  }

  private static List<Item> tickets(Item row) {
    return Unreadable.tryRead(
            () -> {
              row.number(ScanItems.AT);
              List<Item> tickets = row.items(CheckinMark.TICKETS);
              tickets.forEach(ticket -> CheckinMark.doorTime(row, ticket));
              return tickets;
            })
        .orElse(List.of());
  }

  private void count(Item row, Item ticket, long by) {
    count(types, ticket.text(ScanItems.TYPE), by);
    Long gate = row.numberOrNull(ScanItems.GATE);
    count(gates, gate == null ? null : gate.toString(), by);
    count(minutes, minute(row.number(ScanItems.AT)), by, MINUTES_KEPT);
    long quarter = Evening.quarter(CheckinMark.doorTime(row, ticket));
    count(quarters, quarter, by, Evening.MAX_OPEN);
  }

  private static void count(NavigableMap<Long, Long> counts, long time, long by, int kept) {
    counts.merge(time, by, Long::sum);
    counts.remove(time, 0L);
    while (!counts.isEmpty() && counts.firstKey() <= counts.lastKey() - kept) {
      counts.pollFirstEntry();
    }
  }

  private static void count(SortedMap<String, Long> counts, String name, long by) {
    if (name != null) {
      counts.merge(name, by, Long::sum);
      counts.remove(name, 0L);
    }
  }

  private void arrived(Item row) {
    long at = row.number(ScanItems.AT);
    String token = row.text(ScanItems.BY);
    Phone old = phones.get(token);
    if (old == null || at >= old.at) {
      boolean same = old != null && old.minute == minute(at);
      phones.put(
          token, new Phone(row.text(ScanItems.BY_NAME), at, minute(at), same ? old.count + 1 : 1));
    } else if (old.minute == minute(at)) {
      phones.put(token, new Phone(old.name, old.at, old.minute, old.count + 1));
    }
    if (phones.size() > MAX_PHONES) {
      String oldest =
          phones.entrySet().stream()
              .min(Comparator.comparingLong(entry -> entry.getValue().at))
              .orElseThrow()
              .getKey();
      phones.remove(oldest);
    }
  }

  /** Returns whether the pulse stays the same in every later minute until somebody comes. */
  boolean isStill(int wanted, Instant now) {
    long current = minute(now);
    return minutes.tailMap(current - wanted + 1).isEmpty()
        && phones.values().stream().allMatch(phone -> phone.minute < current);
  }

  /** Returns the minute of a time, counted from the epoch. */
  static long minute(Instant time) {
    return minute(time.toEpochMilli());
  }

  private static long minute(long millis) {
    return millis / Duration.ofMinutes(1).toMillis();
  }

  long people() {
    return people;
  }

  SortedMap<String, Long> types() {
    return types;
  }

  SortedMap<String, Long> gates() {
    return gates;
  }

  /** Returns the check-ins of the last minutes, the current one last. */
  List<Long> perMinute(int wanted, Instant now) {
    long current = minute(now);
    List<Long> counts = new ArrayList<>(wanted);
    for (long minute = current - wanted + 1; minute <= current; minute++) {
      counts.add(minutes.getOrDefault(minute, 0L));
    }
    return counts;
  }

  /** Returns the quarters of an hour in which guests came in, to how many. */
  NavigableMap<Long, Long> quarters() {
    return quarters;
  }

  /** Returns the check-ins of an evening's quarters. */
  List<Long> perQuarter(Evening evening) {
    return evening.quarters().mapToObj(quarter -> quarters.getOrDefault(quarter, 0L)).toList();
  }

  /** Returns the tokens that scanned, the latest first. */
  List<ListPulse.Phone> phones(Instant now) {
    long current = minute(now);
    return phones.values().stream()
        .sorted(Comparator.comparingLong((Phone phone) -> phone.at).reversed())
        .map(
            phone ->
                new ListPulse.Phone(
                    phone.name,
                    Instant.ofEpochMilli(phone.at),
                    phone.minute == current ? phone.count : 0))
        .toList();
  }
}
