package io.doorlist.cli.evening;

import io.doorlist.cli.lines.ExportLines;
import io.doorlist.cli.lines.ImportLine;
import io.doorlist.cli.lines.ImportLines;
import io.doorlist.cli.lines.RefusedLine;
import io.doorlist.domain.Mode;
import io.doorlist.domain.checkin.Happening.Type;
import io.doorlist.domain.event.Account;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.event.Event;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.ingest.ListDefinition;
import io.doorlist.ingest.PlacedImport;
import io.doorlist.store.checkin.ticket.AreaPassages;
import io.doorlist.store.checkin.ticket.CheckinMark;
import io.doorlist.store.checkin.ticket.CodeItems;
import io.doorlist.store.checkin.ticket.LogReferences;
import io.doorlist.store.checkin.ticket.LogRow;
import io.doorlist.store.checkin.ticket.MarksKey;
import io.doorlist.store.checkin.ticket.ScanAttributes;
import io.doorlist.store.checkin.ticket.StoredPassages;
import io.doorlist.store.order.OrderFacts;
import io.doorlist.store.order.OrderItems;
import io.doorlist.store.sequence.SequenceRow;
import io.doorlist.store.table.KeyParts;
import io.doorlist.store.table.TableSchema;
import io.doorlist.table.Item;
import io.doorlist.table.Key;
import io.doorlist.table.Path;
import io.doorlist.table.Update;
import io.doorlist.table.Write;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Translates what is stored of an account into the lines of an export, and back. There is a line
 * for the account, for each event and list, and for each other item that cannot be derived from
 * these. An item of an unknown kind ends the export with an error.
 */
final class EveningLines {
  /**
   * The number of parts into which {@link #part} divides an export. All lines of a part are written
   * before those of the next.
   */
  static final int PARTS = 3;

  static final String HAPPENING = "happening";

  /**
   * This member and the next two are in a list's line, in addition to the members of an import
   * line.
   */
  static final String NUMBER = "number";

  static final String CREATED_AT = "created_at";
  static final String UPDATED_AT = "updated_at";

  private static final String PLACES = "places";
  private static final String[] PARTS_OF_PLACES = PlacedImport.PARTS.toArray(String[]::new);
  private static final Words PLACE_WORDS =
      new Words()
          .word(PlacedImport.ORDINAL, "place")
          .word(CodeItems.VERSION, "version")
          .same(PARTS_OF_PLACES)
          .inside(
              PlacedImport.TICKETS,
              "tickets",
              new Words()
                  .same(OrderFacts.ID)
                  .same(PARTS_OF_PLACES)
                  .unsaid(MarksKey.NUMBER, MarksKey.ORDER, MarksKey.CODE));

  private final String account;
  private final ItemLines plain;
  private final Map<String, EventDefinition> definitions = new HashMap<>();
  private final Map<String, LogWords> logs = new HashMap<>();

  EveningLines(String account, Collection<EventDefinition> definitions) {
    this.account = account;
    this.plain = new ItemLines(account);
    definitions.forEach(this::add);
  }

  private void add(EventDefinition definition) {
    String event = definition.event().slug();
    definitions.put(event, definition);
    for (Mode mode : Mode.values()) {
      for (CheckinList list : definition.lists()) {
        String log = TableSchema.checkins(account, event, list.id(), mode);
        logs.put(log, new LogWords(definition, list, mode));
      }
    }
  }

  private static ImportLine read(Map<String, Object> line) {
    try {
      return ImportLines.read(line);
    } catch (RefusedLine e) {
      throw new IllegalArgumentException(e);
    }
  }

  static Account account(Map<String, Object> line) {
    return ((ImportLine.AccountLine) read(line)).account();
  }

  Event addEvent(Map<String, Object> line) {
    Event event = ((ImportLine.EventLine) read(line)).event();
    add(new EventDefinition(event, List.of()));
    return event;
  }

  void addList(Map<String, Object> line) {
    Map<String, Object> members = new HashMap<>(line);
    long number = (Long) members.remove(NUMBER);
    Instant created = Instant.parse((String) members.remove(CREATED_AT));
    Instant updated = Instant.parse((String) members.remove(UPDATED_AT));
    ListDefinition list = ((ImportLine.CheckinListLine) read(members)).list();
    EventDefinition definition = definition((String) line.get(Words.EVENT));
    List<CheckinList> lists = new ArrayList<>(definition.lists());
    lists.add(list.list(number, created, updated));
    add(new EventDefinition(definition.event(), lists));
  }

  EventDefinition definition(String event) {
    if (!definitions.containsKey(event)) {
      throw new IllegalArgumentException("names an event that no line before it defines");
    }
    return definitions.get(event);
  }

  Collection<EventDefinition> definitions() {
    return definitions.values();
  }

  /**
   * Returns the part of the export to which a line belongs. Orders come after the records of
   * webhook events, and rows of logs come after orders.
   */
  static int part(Map<String, Object> line) {
    return switch ((String) line.get(Words.KIND)) {
      case Words.ORDER -> 1;
      case HAPPENING -> 2;
      default -> 0;
    };
  }

  /**
   * Returns the line of an item. Returns empty if the item is not exported, or can be derived from
   * others.
   */
  Optional<Map<String, Object>> say(Item item) {
    List<String> parts = KeyParts.of(item.key());
    boolean carried = KeyParts.isOf(account, item.key()) && KeyParts.isCarried(item.key());
    if (!carried || parts.size() < 2) {
      return Optional.empty();
    }
    if (parts.get(1).startsWith("@")) {
      return ItemLines.ofAccount(item, parts);
    }
    return parts.size() == 2 ? Optional.empty() : ofEvent(item, parts);
  }

  private Optional<Map<String, Object>> ofEvent(Item item, List<String> parts) {
    Optional<Item> one = Optional.of(item);
    String sk = item.key().sk();
    return switch (parts.get(2)) {
      case "order" -> one.filter(it -> sk.equals(TableSchema.ORDER)).map(it -> order(it, parts));
      case "ticket", "qr" ->
          one.filter(it -> sk.startsWith(TableSchema.REFUSED))
              .map(it -> ItemLines.refusal(it, parts));
      case "refused" -> one.map(it -> ItemLines.refusals(it, parts));
      case "list" ->
          one.filter(it -> parts.get(4).equals(TableSchema.CHECKINS) && ItemLines.isRow(it))
              .filter(row -> LogRow.type(row).isPresent())
              .map(row -> happening(row, parts));
      case "orders", "payments", "search", "webhooks" -> Optional.empty();
      default -> throw ItemLines.noLine(parts.get(2));
    };
  }

  private Map<String, Object> happening(Item row, List<String> parts) {
    Map<String, Object> line = Words.line(HAPPENING, Map.of(), Words.EVENT, parts.get(1));
    line.put(Words.LIST, Long.valueOf(parts.get(3)));
    line.put(Words.MODE, parts.get(5));
    line.putAll(logs.get(row.key().pk()).say(row));
    return line;
  }

  private Map<String, Object> order(Item item, List<String> parts) {
    Event event = definition(parts.get(1)).event();
    Map<String, Object> line = ExportLines.order(event, OrderItems.order(item));
    line.put(PLACES, PLACE_WORDS.say(PlacedImport.places(item).values()));
    return line;
  }

  PlacedImport.Placed order(Map<String, Object> line) {
    Map<String, Object> members = new LinkedHashMap<>(line);
    Item places = PLACE_WORDS.hear(new Item(), Words.members(members.remove(PLACES)));
    EventDefinition definition = definition((String) members.get(Words.EVENT));
    return new PlacedImport.Placed(
        definition, ((ImportLine.OrderLine) read(members)).order(), places);
  }

  Item row(Map<String, Object> line, Marks marks) {
    Map<String, Object> members = new LinkedHashMap<>(line);
    members.remove(Words.KIND);
    String event = (String) members.remove(Words.EVENT);
    long list = (Long) members.remove(Words.LIST);
    String log = TableSchema.checkins(account, event, list, Words.mode(members));
    if (!logs.containsKey(log)) {
      throw new IllegalArgumentException("names a list that no line before it defines");
    }
    return logs.get(log).hear(members, ticket -> marks.key(event, ticket));
  }

  List<Item> items(Map<String, Object> line) {
    return plain.items(line);
  }

  /**
   * Finds out what rows of logs change in the items with tickets' marks. A mark says that a ticket
   * is checked in on a list. Thread-safe.
   */
  static final class Marks {
    private final EveningLines lines;
    private final Map<String, Map<Long, Key>> keys = new ConcurrentHashMap<>();
    private final Map<Ticket, Queue<StoredPassages.Stored>> passages = new ConcurrentHashMap<>();

    Marks(EveningLines lines) {
      this.lines = lines;
    }

    private record Ticket(Key marks, long id) {}

    void add(PlacedImport.Placed order) {
      String event = order.definition().event().slug();
      keys.computeIfAbsent(event, any -> new ConcurrentHashMap<>()).putAll(order.marks());
    }

    Key key(String event, long ticket) {
      Key key = keys.getOrDefault(event, Map.of()).get(ticket);
      if (key == null) {
        throw new IllegalArgumentException("names a ticket that no line before it has");
      }
      return key;
    }

    /**
     * Returns the updates of items with marks that a row causes. A row with passages causes none
     * yet, as {@link #passages} returns the updates for the passages of all rows.
     */
    List<Update> of(Item row) {
      List<String> parts = KeyParts.of(row.key());
      String event = parts.get(1);
      CheckinList list = lines.definition(event).list(Long.parseLong(parts.get(3))).orElseThrow();
      SequenceRow placed = SequenceRow.of(row);
      Type type = LogRow.type(row).orElseThrow();
      if (type == Type.CHECK_IN) {
        return CheckinMark.of(placed).stream().map(mark -> mark(event, list, mark)).toList();
      }
      return LogRow.parts(row).stream()
          .filter(part -> part.item().has(ScanAttributes.TICKET))
          .filter(part -> !part.item().flag(CheckinMark.UNDONE))
          .flatMap(part -> of(row, type, part, event, list).stream())
          .toList();
    }

    private Optional<Update> of(
        Item row, Type type, LogRow.Part part, String event, CheckinList list) {
      long ticket = part.item().number(ScanAttributes.TICKET);
      long ordinal = SequenceRow.of(row).ordinal();
      long place = CheckinMark.place(ordinal, part.index());
      Key marks = key(event, ticket);
      if (type == Type.UNDO) {
        return Optional.of(
            row.flag(LogRow.HELD)
                ? trace(marks, list, place, ticket, null)
                : trace(marks, list, LogRow.undidPlace(row), ticket, ordinal));
      }
      if (type == Type.WRONG) {
        return Optional.of(trace(marks, list, place, ticket, null));
      }
      passages
          .computeIfAbsent(new Ticket(marks, ticket), any -> new ConcurrentLinkedQueue<>())
          .add(
              new StoredPassages.Stored(
                  LogRow.doorTime(part.item()),
                  AreaPassages.tie(row.text(ScanAttributes.BY)),
                  type == Type.EXIT,
                  (int) part.item().number(LogRow.RULE),
                  LogRow.isTold(row, part),
                  list.number(),
                  place));
      return Optional.empty();
    }

    private Update mark(String event, CheckinList list, CheckinMark mark) {
      String name = CodeItems.mark(list.id(), mark.ticketId());
      return update(key(event, mark.ticketId())).set(Path.of(CodeItems.MARKS, name), mark.mark());
    }

    private static Update trace(Key key, CheckinList list, long place, long ticket, Long undo) {
      return update(key)
          .set(LogReferences.name(list.id(), place), LogReferences.trace(ticket, undo));
    }

    /**
     * Begins an update. Each update counts the item's version up, so a door that has read the item
     * meanwhile decides again.
     */
    private static Update update(Key marks) {
      return Update.of(marks).add(CodeItems.VERSION, 1);
    }

    List<Write> passages() {
      List<Write> writes = new ArrayList<>();
      passages.forEach(
          (ticket, all) ->
              writes.add(
                  update(ticket.marks())
                      .set(
                          StoredPassages.name(ticket.id()),
                          new StoredPassages(List.copyOf(all)).item())));
      return writes;
    }
  }
}
