package io.doorlist.store.checkin.sum;

import io.doorlist.domain.checkin.Evening;
import io.doorlist.domain.checkin.Happening.Type;
import io.doorlist.domain.checkin.ListPulse;
import io.doorlist.door.Tally;
import io.doorlist.store.checkin.ticket.CheckinMark;
import io.doorlist.store.checkin.ticket.LogRow;
import io.doorlist.store.checkin.ticket.ScanAttributes;
import io.doorlist.store.checkin.ticket.TallyItems;
import io.doorlist.store.sequence.SequenceMark;
import io.doorlist.store.sequence.SequenceRow;
import io.doorlist.table.Item;
import io.doorlist.table.Key;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What a list's log adds up to, up to a {@link SequenceMark}. It says how many came, what the list
 * adds to the counts of its area, and which entries are open. Each row is added once, without a
 * look at other rows, because what it adds never changes. Not thread-safe.
 */
public final class ListSum {
  static final String VERSION = "v";
  private static final String MARK = "mark";
  private static final String PEOPLE = "people";
  private static final String TYPES = "types";
  private static final String GATES = "gates";
  private static final String MINUTES = "minutes";
  private static final String QUARTERS = "quarters";
  private static final String PHONES = "phones";
  private static final String OPEN = "open";
  private static final String EXPLAINED = "explained";
  private static final String ADDED = "added";
  private static final String ATTENTION = "attention";
  private static final String PLACE = "place";
  private static final String MINUTE = "minute";
  private static final String COUNT = "n";
  private static final String NAME = "name";
  public static final int MINUTES_KEPT = 180;

  private static final int MAX_PHONES = 100;

  /** How many arrivals of guests who need the attention of staff are kept. */
  private static final int MAX_ATTENTION = 10;

  private final long version;
  private long people;
  private long explained;
  private long added;
  private final SortedMap<String, Long> types = new TreeMap<>();
  private final SortedMap<String, Long> gates = new TreeMap<>();
  private final NavigableMap<Long, Long> minutes = new TreeMap<>();
  private final NavigableMap<Long, Long> quarters = new TreeMap<>();
  private final SortedMap<String, Phone> phones = new TreeMap<>();
  private final NavigableMap<Long, ListPulse.Arrival> attention = new TreeMap<>();
  private final Tally.Builder tally = new Tally.Builder();
  private final SortedMap<Long, Long> open = new TreeMap<>();
  private SequenceMark mark;

  private record Phone(String name, long at, long minute, long count, long waiting) {}

  private ListSum(long version, SequenceMark mark) {
    this.version = version;
    this.mark = mark;
  }

  /** Reads the state; an item without attributes means that nobody has come yet. */
  public static ListSum of(Item item) {
    String seen = item.text(MARK);
    ListSum state =
        new ListSum(
            item.number(VERSION),
            seen == null ? SequenceMark.NONE : SequenceMark.of(seen).orElseThrow());
    state.people = item.number(PEOPLE);
    state.explained = item.number(EXPLAINED);
    state.added = item.number(ADDED);
    for (Item each : item.items(ATTENTION)) {
      state.attention.put(
          each.number(PLACE),
          new ListPulse.Arrival(
              each.number(ScanAttributes.ID),
              each.text(ScanAttributes.REFERENCE),
              ScanAttributes.at(each)));
    }
    state.types.putAll(counts(item, TYPES, name -> name));
    state.gates.putAll(counts(item, GATES, name -> name));
    state.minutes.putAll(counts(item, MINUTES, Long::valueOf));
    state.quarters.putAll(counts(item, QUARTERS, Long::valueOf));
    state.tally.add(TallyItems.tally(item.map(TallyItems.TALLY)));
    state.open.putAll(counts(item, OPEN, Long::valueOf));
    Item phones = item.map(PHONES);
    for (String token : phones.names()) {
      Item phone = phones.map(token);
      state.phones.put(
          token,
          new Phone(
              phone.text(NAME),
              phone.number(ScanAttributes.AT),
              phone.number(MINUTE),
              phone.number(COUNT),
              phone.number(ScanAttributes.WAITING)));
    }
    return state;
  }

  private static <K> Map<K, Long> counts(Item item, String name, Function<String, K> key) {
    Item counts = item.map(name);
    return counts.names().stream().collect(Collectors.toMap(key, counts::number));
  }

  /** Returns the item that {@link #of} reads, with the next version. */
  public Item item(Key key) {
    Map<String, Item> byToken = new LinkedHashMap<>();
    phones.forEach(
        (token, phone) ->
            byToken.put(
                token,
                new Item()
                    .put(NAME, phone.name)
                    .put(ScanAttributes.AT, phone.at)
                    .put(MINUTE, phone.minute)
                    .put(COUNT, phone.count)
                    .put(ScanAttributes.WAITING, phone.waiting)));
    return new Item(key)
        .put(VERSION, version + 1)
        .put(MARK, mark.text())
        .put(PEOPLE, people)
        .put(EXPLAINED, explained)
        .put(ADDED, added)
        .put(ATTENTION, List.copyOf(attention.entrySet()), ListSum::arrival)
        .put(TYPES, types)
        .put(GATES, gates)
        .put(MINUTES, named(minutes))
        .put(QUARTERS, named(quarters))
        .put(TallyItems.TALLY, TallyItems.item(tally()))
        .put(OPEN, named(open))
        .put(PHONES, byToken);
  }

  private static Item arrival(Map.Entry<Long, ListPulse.Arrival> arrival) {
    return new Item()
        .put(PLACE, arrival.getKey())
        .put(ScanAttributes.ID, arrival.getValue().ticketId())
        .put(ScanAttributes.REFERENCE, arrival.getValue().reference())
        .put(ScanAttributes.AT, arrival.getValue().at().toEpochMilli());
  }

  private static Map<String, Long> named(Map<Long, Long> counts) {
    Map<String, Long> named = new LinkedHashMap<>();
    counts.forEach((number, count) -> named.put(Long.toString(number), count));
    return named;
  }

  public long version() {
    return version;
  }

  public SequenceMark mark() {
    return mark;
  }

  public void seen(SequenceMark newMark) {
    mark = newMark;
  }

  /** Adds a row. An unreadable row counts for nothing, as pages leave it out. */
  public void add(SequenceRow row) {
    Item item = row.item();
    // Everything is read before anything is added, so an unreadable row adds nothing.
    Item.tryRead(
            () -> {
              item.number(ScanAttributes.AT);
              return LogRow.tally(item);
            })
        .ifPresent(change -> add(row.ordinal(), item, change));
  }

  private void add(long ordinal, Item row, Tally change) {
    tally.add(change);
    LogRow.opens(row).forEach(id -> open(id, 1));
    LogRow.closes(row).forEach(id -> open(id, -1));
    int index = 0;
    for (Item ticket : row.items(CheckinMark.TICKETS)) {
      long at = row.number(ScanAttributes.AT);
      count(ticket.text(ScanAttributes.TYPE), row, at, CheckinMark.doorTime(row, ticket), 1);
      people += ticket.flag(CheckinMark.AGAIN) ? 0 : 1;
      added += isAdded(ticket) ? 1 : 0;
      noteArrival(CheckinMark.place(ordinal, index++), row, ticket);
    }
    Type type = LogRow.type(row).orElse(null);
    if (type != null && type != Type.UNDO) {
      explained += LogRow.closes(row).size();
      scanned(row);
    }
    if (type == Type.UNDO && LogRow.undid(row) == Type.CHECK_IN) {
      Instant doorTime = Instant.ofEpochMilli(LogRow.doorTime(row));
      count(row.text(ScanAttributes.TYPE), row, row.number(LogRow.UNDID_AT), doorTime, -1);
      people -= row.flag(CheckinMark.AGAIN) ? 0 : 1;
      added -= isAdded(row) ? 1 : 0;
      attention.remove(LogRow.undidPlace(row));
    }
  }

  /** Returns whether a desk added the guest, and no other list counts the guest. */
  private static boolean isAdded(Item ticket) {
    return ticket.flag(CheckinMark.ADDED) && !ticket.flag(CheckinMark.AGAIN);
  }

  private void noteArrival(long place, Item row, Item ticket) {
    if (ticket.flag(CheckinMark.ATTENTION)) {
      attention.put(
          place,
          new ListPulse.Arrival(
              ticket.number(ScanAttributes.ID),
              ticket.text(ScanAttributes.REFERENCE),
              ScanAttributes.at(row)));
      if (attention.size() > MAX_ATTENTION) {
        attention.pollFirstEntry();
      }
    }
  }

  private void open(long id, long by) {
    open.merge(id, by, Long::sum);
    open.remove(id, 0L);
  }

  private void count(String type, Item row, long at, Instant doorTime, long by) {
    count(types, type, by);
    Long gate = row.numberOrNull(ScanAttributes.GATE);
    count(gates, gate == null ? null : gate.toString(), by);
    count(minutes, minute(at), by, MINUTES_KEPT);
    count(quarters, Evening.quarter(doorTime), by, Evening.MAX_OPEN);
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

  private void scanned(Item row) {
    long at = row.number(ScanAttributes.AT);
    String token = row.text(ScanAttributes.BY);
    Phone old = phones.get(token);
    boolean same = old != null && old.minute == minute(at);
    long count = row.items(CheckinMark.TICKETS).size() + (same ? old.count : 0);
    if (old == null || at >= old.at) {
      long waiting = row.number(ScanAttributes.WAITING);
      phones.put(
          token, new Phone(row.text(ScanAttributes.BY_NAME), at, minute(at), count, waiting));
    } else if (same) {
      phones.put(token, new Phone(old.name, old.at, old.minute, count, old.waiting));
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
  public boolean isStill(int wanted, Instant now) {
    long current = minute(now);
    return minutes.tailMap(current - wanted + 1).isEmpty()
        && phones.values().stream().allMatch(phone -> phone.minute < current);
  }

  public static long minute(Instant time) {
    return minute(time.toEpochMilli());
  }

  private static long minute(long millis) {
    return millis / Duration.ofMinutes(1).toMillis();
  }

  /** Returns what the list adds to the counts of its area. */
  public Tally tally() {
    return tally.build();
  }

  /**
   * Returns, by the id of an entry, how often the rows of this list opened it, less how often they
   * closed it. An entry is open if the sum over all lists of the event is more than 0.
   */
  SortedMap<Long, Long> opened() {
    return Collections.unmodifiableSortedMap(open);
  }

  public long people() {
    return people;
  }

  /** Returns how many of the people a desk added. */
  public long added() {
    return added;
  }

  /**
   * Returns the guests at whom staff should look and who came at this time or later, the latest
   * first; ten at most.
   */
  public List<ListPulse.Arrival> attention(Instant since) {
    return attention.descendingMap().values().stream()
        .filter(arrival -> !arrival.at().isBefore(since))
        .toList();
  }

  /** Returns how many double admissions were explained by a scan at this list. */
  public long explained() {
    return explained;
  }

  public SortedMap<String, Long> types() {
    return types;
  }

  public SortedMap<String, Long> gates() {
    return gates;
  }

  /** Returns how many check-ins each of the last minutes had, the current minute last. */
  public List<Long> perMinute(int wanted, Instant now) {
    long current = minute(now);
    List<Long> counts = new ArrayList<>(wanted);
    for (long minute = current - wanted + 1; minute <= current; minute++) {
      counts.add(minutes.getOrDefault(minute, 0L));
    }
    return counts;
  }

  public NavigableMap<Long, Long> quarters() {
    return quarters;
  }

  public List<Long> perQuarter(Evening evening) {
    return evening.quarters().mapToObj(quarter -> quarters.getOrDefault(quarter, 0L)).toList();
  }

  /** Returns the tokens that scanned, the latest first. */
  public List<ListPulse.Phone> phones(Instant now) {
    long current = minute(now);
    return phones.values().stream()
        .sorted(Comparator.comparingLong((Phone phone) -> phone.at).reversed())
        .map(
            phone ->
                new ListPulse.Phone(
                    phone.name,
                    Instant.ofEpochMilli(phone.at),
                    phone.minute == current ? phone.count : 0,
                    phone.waiting))
        .toList();
  }
}
