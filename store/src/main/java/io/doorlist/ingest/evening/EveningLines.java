package io.doorlist.ingest.evening;

import io.doorlist.domain.Mode;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.ingest.PlacedImport;
import io.doorlist.store.checkin.ticket.CodeItems;
import io.doorlist.store.checkin.ticket.LogRow;
import io.doorlist.store.checkin.ticket.MarksKey;
import io.doorlist.store.order.OrderItems;
import io.doorlist.store.table.Item;
import io.doorlist.store.table.KeyParts;
import io.doorlist.store.table.TableSchema;
import io.doorlist.store.table.TableSchema.Key;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongFunction;

/**
 * The lines of an export of what happened besides those of the account, its events and lists: each
 * says an item of the table from which others follow. An item that has no line and does not follow
 * from another ends an export.
 */
final class EveningLines {
  /** How many parts an export has, in which order matters. */
  static final int PARTS = 3;

  static final String HAPPENING = "happening";
  static final String PLACES = "places";

  /** What the line of a list has besides the import line. */
  static final String NUMBER = "number";

  static final String CREATED_AT = "created_at";
  static final String UPDATED_AT = "updated_at";

  private static final Words PLACE_WORDS =
      new Words()
          .word(PlacedImport.ORDINAL, "place")
          .word(CodeItems.VERSION, "version")
          .same(PlacedImport.PARTS.toArray(String[]::new))
          .inside(
              PlacedImport.TICKETS,
              "tickets",
              new Words()
                  .same(OrderItems.ID)
                  .same(PlacedImport.PARTS.toArray(String[]::new))
                  .unsaid(MarksKey.NUMBER, MarksKey.ORDER, MarksKey.CODE));

  /** Parts of keys of items that follow from lines. */
  private static final Set<String> UNSAID =
      Set.of("@events", "@event", "search", "orders", "webhooks");

  private final String account;
  private final ImportWords words;
  private final PlainLines plain;
  private final Map<String, EventDefinition> definitions = new HashMap<>();
  private final Map<String, LogWords> logs = new HashMap<>();

  EveningLines(String account, Collection<EventDefinition> definitions, ImportWords words) {
    this.account = account;
    this.words = words;
    this.plain = new PlainLines(account);
    definitions.forEach(this::add);
  }

  void add(EventDefinition definition) {
    String event = definition.event().slug();
    definitions.put(event, definition);
    for (Mode mode : Mode.values()) {
      for (CheckinList list : definition.lists()) {
        String log = TableSchema.checkins(account, event, list.id(), mode);
        logs.put(log, new LogWords(definition, list, mode));
      }
    }
  }

  /** Returns the definition of an event. */
  EventDefinition definition(String event) {
    if (!definitions.containsKey(event)) {
      throw new IllegalArgumentException("names an event that no line before it defines");
    }
    return definitions.get(event);
  }

  Collection<EventDefinition> definitions() {
    return definitions.values();
  }

  /** Returns in which part a line is. Recorders must find what orders and rows refer to. */
  static int part(Map<String, Object> line) {
    return switch ((String) line.get(Words.KIND)) {
      case Words.ORDER -> 1;
      case HAPPENING -> 2;
      default -> 0;
    };
  }

  /** Says an item; empty if it follows from others. */
  Optional<Map<String, Object>> say(Item item) {
    List<String> parts = item.key().parts();
    boolean carried = KeyParts.isOf(account, item.key()) && KeyParts.isCarried(item.key());
    if (!carried || parts.size() < 2) {
      return Optional.empty();
    }
    return switch (parts.get(1)) {
      case "@tokens" -> Optional.of(PlainLines.token(item));
      case "@keys" -> Optional.of(PlainLines.key(item));
      case "@erasures" -> Optional.of(PlainLines.erasure(item));
      case "@follows" -> Optional.of(PlainLines.shop(item));
      case "@change" -> Optional.of(PlainLines.told(item));
      case "@webhooks" ->
          isRow(item) && item.has("type")
              ? Optional.of(PlainLines.webhookEvent(item))
              : Optional.empty();
      default -> {
        if (parts.get(1).startsWith("@")) {
          yield nothing(parts.get(1));
        }
        yield parts.size() == 2 ? Optional.empty() : ofEvent(item, parts);
      }
    };
  }

  private static Optional<Map<String, Object>> nothing(String part) {
    if (!UNSAID.contains(part)) {
      throw new IllegalStateException("there is no line for items of " + part);
    }
    return Optional.empty();
  }

  private Optional<Map<String, Object>> ofEvent(Item item, List<String> parts) {
    String sk = item.key().sk();
    return switch (parts.get(2)) {
      case "order" ->
          sk.equals(TableSchema.ORDER) ? Optional.of(order(item, parts.get(1))) : Optional.empty();
      case "ticket", "qr" ->
          sk.startsWith(TableSchema.REFUSED)
              ? Optional.of(PlainLines.refusal(item))
              : Optional.empty();
      case "refused" -> Optional.of(PlainLines.refusals(item));
      case "list" ->
          parts.get(4).equals(TableSchema.CHECKINS) && isRow(item) && LogRow.type(item).isPresent()
              ? Optional.of(happening(item, parts))
              : Optional.empty();
      default -> nothing(parts.get(2));
    };
  }

  private Map<String, Object> happening(Item row, List<String> parts) {
    return Words.line(
        HAPPENING,
        logs.get(row.key().pk()).say(row),
        Words.EVENT,
        parts.get(1),
        Words.LIST,
        Long.valueOf(parts.get(3)),
        Words.MODE,
        parts.get(5));
  }

  private static boolean isRow(Item item) {
    return Character.isDigit(item.key().sk().charAt(0));
  }

  private Map<String, Object> order(Item item, String event) {
    Map<String, Object> line = words.say(definition(event).event(), OrderItems.order(item));
    line.put(PLACES, PLACE_WORDS.say(PlacedImport.places(item).values()));
    return line;
  }

  /** Returns the order of a line, at its places. */
  PlacedImport.Placed order(Map<String, Object> line) {
    Map<String, Object> members = new LinkedHashMap<>(line);
    Item places = PLACE_WORDS.hear(new Item(), Words.members(members.remove(PLACES)));
    EventDefinition definition = definition((String) members.get(Words.EVENT));
    return new PlacedImport.Placed(definition, words.order(members), places);
  }

  /** Returns the row of a list's log that a line says. */
  Item row(Map<String, Object> line, LongFunction<Key> marks) {
    Map<String, Object> members = new LinkedHashMap<>(line);
    members.remove(Words.KIND);
    String event = (String) members.remove(Words.EVENT);
    long list = (Long) members.remove(Words.LIST);
    String log = TableSchema.checkins(account, event, list, Words.mode(members));
    if (!logs.containsKey(log)) {
      throw new IllegalArgumentException("names a list that no line before it defines");
    }
    return logs.get(log).hear(members, marks);
  }

  /** Returns the items of a line of any other kind. */
  List<Item> items(Map<String, Object> line) {
    return plain.items(line);
  }
}
