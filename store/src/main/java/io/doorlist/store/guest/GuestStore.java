package io.doorlist.store.guest;

import io.doorlist.domain.Digests;
import io.doorlist.domain.Mode;
import io.doorlist.domain.desk.Guest;
import io.doorlist.domain.desk.GuestPart;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.domain.order.Order;
import io.doorlist.domain.order.Ticket;
import io.doorlist.store.checkin.ticket.CodeItems;
import io.doorlist.store.checkin.ticket.LogRow;
import io.doorlist.store.checkin.ticket.MarksKey;
import io.doorlist.store.checkin.ticket.ScanAttributes;
import io.doorlist.store.order.OrderFacts;
import io.doorlist.store.order.OrderItems;
import io.doorlist.store.sequence.SequenceChanges;
import io.doorlist.store.sequence.SequenceMark;
import io.doorlist.store.sequence.SequenceNote;
import io.doorlist.store.sequence.SequenceRow;
import io.doorlist.store.table.TableSchema;
import io.doorlist.table.Item;
import io.doorlist.table.Key;
import io.doorlist.table.Table;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Reads the guests of an event as a desk shows them: all of them, or those that changed.
 *
 * <p>Implementation notes. Rows and notes only say which guests to read. Each guest is shown as it
 * is when it is read, and comes again if it changes meanwhile. While a desk reads the orders one
 * after the other, things happen at the lists. So the logs of the lists are read afterwards, from
 * the first row on that was not settled when the desk began. Anything that was under way then is
 * among these rows. See ADR 0058. Thread-safe.
 */
public final class GuestStore {
  private static final int MAX_ROWS = 500;

  /** The most tickets in an answer, unless it is a single order, as orders may be large. */
  private static final int MAX_TICKETS = 4_000;

  private static final int NAME_BYTES = 6;

  private final Table table;
  private final SequenceChanges changes;
  private final int maxRows;

  public GuestStore(Table table) {
    this(table, MAX_ROWS);
  }

  /** Creates a store that answers with about this many orders at a time. */
  public GuestStore(Table table, int maxRows) {
    this.table = table;
    this.changes = new SequenceChanges(table, SequenceChanges.FEW);
    this.maxRows = maxRows;
  }

  /** The names and HEADs of an event's sequences: its orders, and the log of each list. */
  private record Heads(String orders, Item head, Map<Long, String> logs, Map<Long, Item> logHeads) {
    /** Returns a text that identifies the table and the event for as long as both exist. */
    String origin(String table) {
      byte[] digest = Digests.sha256(table + "|" + SequenceChanges.life(orders, head));
      return HexFormat.of().formatHex(Arrays.copyOf(digest, NAME_BYTES));
    }

    /**
     * Returns whether a version can come from this table. If the version has more than the table,
     * the table was restored to an earlier time.
     */
    boolean reach(GuestVersion version) {
      return version.orders().upto() <= SequenceChanges.end(head).upto()
          && version.logs().entrySet().stream()
              .allMatch(
                  log ->
                      logHeads.containsKey(log.getKey())
                          && log.getValue().upto()
                              <= SequenceChanges.end(logHeads.get(log.getKey())).upto());
    }
  }

  /**
   * Returns guests that changed. Access pattern 59: strongly consistent, except for orders in bulk.
   *
   * @param after the version that the desk has; {@code null} or an unusable one means the beginning
   */
  public GuestPart since(EventDefinition definition, Mode mode, String after, Instant deadline) {
    Instant now = table.clock().instant();
    Instant enough = now.plus(Duration.between(now, deadline).dividedBy(2));
    Heads heads = heads(definition, mode, deadline);
    String origin = heads.origin(table.name());
    Optional<GuestVersion> known =
        Optional.ofNullable(after)
            .flatMap(GuestVersion::of)
            .filter(version -> version.origin().equals(origin))
            .filter(heads::reach);
    GuestVersion have = known.orElseGet(() -> beginning(origin, heads));
    int rows = maxRows;
    while (true) {
      Set<Long> orders = new LinkedHashSet<>();
      SequenceChanges.Seen seen =
          changes.since(
              heads.orders(),
              heads.head(),
              have.orders(),
              rows,
              row -> orders.addAll(orders(row)),
              enough,
              deadline);
      boolean more = seen.more();
      Map<Long, SequenceMark> logs = new TreeMap<>(have.logs());
      Set<Long> tickets = new LinkedHashSet<>();
      if (!more) {
        more = readLogs(heads, logs, rows, tickets, enough, deadline);
      }
      List<Item> items = items(definition, orders, tickets, deadline);
      int count = items.stream().mapToInt(GuestStore::size).sum();
      if (count <= MAX_TICKETS || rows == 1) {
        List<Guest> guests = guests(definition, mode, items, orders, tickets, deadline);
        String version = new GuestVersion(origin, seen.mark(), logs).text();
        return new GuestPart(guests, version, more, known.isEmpty());
      }
      rows = Math.max(1, rows / 4);
    }
  }

  private static int size(Item order) {
    return order.items("tickets").size();
  }

  /**
   * Returns the version with which a first reading begins. The logs begin after the last settled
   * row, as later places may still lack their rows.
   */
  private static GuestVersion beginning(String origin, Heads heads) {
    Map<Long, SequenceMark> logs = new TreeMap<>();
    heads.logHeads().forEach((list, head) -> logs.put(list, SequenceMark.settled(head)));
    return new GuestVersion(origin, SequenceMark.NONE, logs);
  }

  private boolean readLogs(
      Heads heads,
      Map<Long, SequenceMark> marks,
      int rows,
      Set<Long> tickets,
      Instant enough,
      Instant deadline) {
    boolean more = false;
    int[] left = {rows};
    for (Map.Entry<Long, String> log : heads.logs().entrySet()) {
      SequenceChanges.Seen seen =
          changes.since(
              log.getValue(),
              heads.logHeads().get(log.getKey()),
              marks.getOrDefault(log.getKey(), SequenceMark.NONE),
              Math.max(0, left[0]),
              row -> {
                left[0]--;
                tickets.addAll(tickets(row));
              },
              enough,
              deadline);
      marks.put(log.getKey(), seen.mark());
      more |= seen.more();
    }
    return more;
  }

  /** Returns the orders that a row or a note is about. */
  private static List<Long> orders(SequenceRow row) {
    Optional<SequenceNote> note = SequenceNote.of(row);
    if (note.isPresent()) {
      return note.get().changed().stream().map(each -> each.number(OrderFacts.ID)).toList();
    }
    return row.units() > 0 ? List.of(row.item().number(OrderFacts.ID)) : List.of();
  }

  /** Returns the tickets that a row of a log is about. */
  private static List<Long> tickets(SequenceRow row) {
    return Item.tryRead(
            () ->
                LogRow.parts(row.item()).stream()
                    .map(part -> part.item())
                    .map(
                        part ->
                            part.has(ScanAttributes.TICKET)
                                ? part.numberOrNull(ScanAttributes.TICKET)
                                : part.numberOrNull(ScanAttributes.ID))
                    .filter(ticket -> ticket != null)
                    .toList())
        .orElse(List.of());
  }

  /** Reads these orders, and the orders of these tickets. */
  private List<Item> items(
      EventDefinition definition, Set<Long> orders, Set<Long> tickets, Instant deadline) {
    String account = definition.event().account();
    String event = definition.event().slug();
    Set<Key> keys = new LinkedHashSet<>();
    orders.forEach(id -> keys.add(TableSchema.order(account, event, id)));
    List<Key> notes = tickets.stream().map(id -> TableSchema.ticket(account, event, id)).toList();
    for (Item note : table.get(notes, deadline).values()) {
      keys.add(TableSchema.order(account, event, note.number(OrderFacts.ID)));
    }
    Map<Key, Item> found = table.get(keys, deadline);
    return keys.stream().map(found::get).filter(item -> item != null).toList();
  }

  /**
   * Returns the guests of orders. If an order was read only for some of its tickets, only the
   * guests of these are returned.
   */
  private List<Guest> guests(
      EventDefinition definition,
      Mode mode,
      List<Item> items,
      Set<Long> orders,
      Set<Long> tickets,
      Instant deadline) {
    return guests(definition, items, deadline).stream()
        .filter(guest -> guest.order().mode() == mode)
        .filter(
            guest -> orders.contains(guest.order().id()) || tickets.contains(guest.ticket().id()))
        .toList();
  }

  /**
   * Returns the guests of orders, from the orders' items. An order that cannot be read has none.
   */
  public List<Guest> guests(EventDefinition definition, Collection<Item> orders, Instant deadline) {
    String account = definition.event().account();
    String event = definition.event().slug();
    Map<Key, Order> readable = new LinkedHashMap<>();
    List<Key> marks = new ArrayList<>();
    for (Item item : orders) {
      Item.tryRead(() -> OrderItems.order(item))
          .ifPresent(
              order -> {
                readable.put(item.key(), order);
                marks.addAll(marks(account, event, item, order));
              });
    }
    Map<Key, Item> found = table.get(new HashSet<>(marks), deadline);
    List<Guest> guests = new ArrayList<>();
    int place = 0;
    for (Order order : readable.values()) {
      for (Ticket ticket : order.tickets()) {
        Item item = found.getOrDefault(marks.get(place++), new Item());
        guests.add(new Guest(order, ticket, CodeItems.checkedIn(item, ticket.id())));
      }
    }
    return guests;
  }

  private static List<Key> marks(String account, String event, Item item, Order order) {
    List<Item> tickets = item.items("tickets");
    List<Key> keys = new ArrayList<>(tickets.size());
    for (int i = 0; i < tickets.size(); i++) {
      String code = order.tickets().get(i).qrCodeIdentifier();
      keys.add(MarksKey.of(tickets.get(i), order.id()).key(account, event, code));
    }
    return keys;
  }

  private Heads heads(EventDefinition definition, Mode mode, Instant deadline) {
    String account = definition.event().account();
    String event = definition.event().slug();
    String orders = TableSchema.orders(account, event, mode);
    Map<Long, String> logs = new TreeMap<>();
    for (CheckinList list : definition.lists()) {
      logs.put(list.id(), TableSchema.checkins(account, event, list.id(), mode));
    }
    Set<Key> keys = new LinkedHashSet<>(Set.of(TableSchema.head(orders)));
    logs.values().forEach(log -> keys.add(TableSchema.head(log)));
    Map<Key, Item> found = table.get(keys, deadline);
    Map<Long, Item> logHeads = new TreeMap<>();
    logs.forEach(
        (list, log) -> logHeads.put(list, found.getOrDefault(TableSchema.head(log), new Item())));
    Item head = found.getOrDefault(TableSchema.head(orders), new Item());
    return new Heads(orders, head, logs, logHeads);
  }

  /**
   * How far a desk has read, in the orders and in the log of each list.
   *
   * @param origin identifies the table and the event for as long as both exist
   */
  record GuestVersion(String origin, SequenceMark orders, Map<Long, SequenceMark> logs) {
    private static final String FORM = "1";
    private static final int PARTS = 3;

    /** Returns the version as clients send it back: letters, digits, {@code . ~ - _}. */
    String text() {
      StringBuilder text = new StringBuilder();
      text.append(FORM).append('.').append(origin).append('.').append(orders.text());
      logs.forEach((list, mark) -> text.append('.').append(list).append('_').append(mark.text()));
      return text.toString();
    }

    /** Parses the output of {@link #text}; empty for anything else. */
    static Optional<GuestVersion> of(String text) {
      String[] parts = text.split("\\.", -1);
      if (parts.length < PARTS || !parts[0].equals(FORM)) {
        return Optional.empty();
      }
      Map<Long, SequenceMark> logs = new TreeMap<>();
      for (String part : Arrays.asList(parts).subList(PARTS, parts.length)) {
        String[] log = part.split("_", -1);
        Optional<SequenceMark> mark = SequenceMark.of(log[log.length - 1]);
        if (log.length != 2 || !log[0].matches("[1-9][0-9]{0,15}") || mark.isEmpty()) {
          return Optional.empty();
        }
        logs.put(Long.valueOf(log[0]), mark.get());
      }
      return SequenceMark.of(parts[2]).map(orders -> new GuestVersion(parts[1], orders, logs));
    }
  }
}
