package io.doorlist.ingest.evening;

import io.doorlist.domain.Mode;
import io.doorlist.domain.Worded;
import io.doorlist.domain.event.Account;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.event.Event;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.ingest.ListDefinition;
import io.doorlist.ingest.PlacedImport;
import io.doorlist.ingest.evening.Evening.RefusedEveningException;
import io.doorlist.json.Json;
import io.doorlist.json.MalformedJsonException;
import io.doorlist.store.table.Item;
import io.doorlist.store.table.TableSchema;
import io.doorlist.store.table.TableSchema.Key;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * An export that is looked at before anything is written: whether it is whole and understood, and
 * what its lines refer to. Not thread-safe.
 */
public final class EveningCheck {
  private static final String NOT_WHOLE =
      "is not whole: something changed while it was written, or it was cut off";

  private static final String ACCOUNT = "account";

  private final Evening evening;
  private final ImportWords words;
  private final EveningLines lines;
  private final Evening.Sum sum = new Evening.Sum();
  private final List<Event> events = new ArrayList<>();
  private final Map<Key, Map<Long, Key>> marks = new HashMap<>();
  private final Map<String, Long> ends = new TreeMap<>();
  private final Map<String, NavigableSet<Long>> told = new TreeMap<>();
  private Account account;
  private String fault;
  private long number = 1;

  public EveningCheck(Evening evening, ImportWords words) {
    this.evening = evening;
    this.words = words;
    this.lines = new EveningLines(evening.account(), List.of(), words);
  }

  /** Looks at a line. What is wrong with it is said once it is known that the export is whole. */
  public void add(String line) {
    number++;
    sum.add(line);
    try {
      look(Json.readObject(line));
    } catch (MalformedJsonException | RuntimeException e) {
      fault = fault == null ? "has a line that is not understood: line " + number : fault;
    }
  }

  private void look(Map<String, Object> line) {
    switch ((String) line.get(Words.KIND)) {
      case ACCOUNT -> account = words.account(line);
      case Words.EVENT -> {
        events.add(words.event(line));
        lines.add(new EventDefinition(events.getLast(), List.of()));
      }
      case "checkin_list" -> list(line);
      case Words.ORDER -> {
        PlacedImport.Placed placed = lines.order(line);
        marks
            .computeIfAbsent(
                TableSchema.event(evening.account(), event(placed)), any -> new HashMap<>())
            .putAll(placed.marks());
        placed.rows().forEach(row -> end(row.pk(), row.number()));
      }
      case EveningLines.HAPPENING -> {
        Key row = lines.row(line, ticket -> marks((String) line.get(Words.EVENT), ticket)).key();
        end(row.pk(), row.number());
      }
      default -> lines.items(line).forEach(item -> items(line, item));
    }
    boolean another = account != null && !account.slug().equals(evening.account());
    if (another || !evening.account().equals(line.getOrDefault(ACCOUNT, evening.account()))) {
      throw new IllegalArgumentException("is of another account");
    }
  }

  private static String event(PlacedImport.Placed placed) {
    return placed.definition().event().slug();
  }

  private void list(Map<String, Object> line) {
    Map<String, Object> members = new HashMap<>(line);
    long listNumber = (Long) members.remove(EveningLines.NUMBER);
    Instant created = Instant.parse((String) members.remove(EveningLines.CREATED_AT));
    Instant updated = Instant.parse((String) members.remove(EveningLines.UPDATED_AT));
    ListDefinition list = words.list(members);
    EventDefinition definition = lines.definition((String) line.get(Words.EVENT));
    List<CheckinList> lists = new ArrayList<>(definition.lists());
    lists.add(list.list(listNumber, created, updated));
    lines.add(new EventDefinition(definition.event(), lists));
  }

  private void items(Map<String, Object> line, Item item) {
    if (PlainLines.WEBHOOK_EVENT.equals(line.get(Words.KIND))) {
      long ordinal = item.key().number();
      end(item.key().pk(), ordinal);
      told.computeIfAbsent(log(line), any -> new TreeSet<>()).add(ordinal);
    }
  }

  /** Returns the sequence of the event that a line of a webhook event is of. */
  private String log(Map<String, Object> line) {
    return TableSchema.webhookEvents(
        evening.account(),
        (String) line.get(Words.EVENT),
        Worded.read(Mode.class, (String) line.get(Words.MODE)));
  }

  private void end(String sequence, long ordinal) {
    ends.merge(sequence, ordinal, Math::max);
  }

  /** Ends the look. */
  void finish() {
    if (!sum.evening(evening.account()).equals(evening)) {
      throw new RefusedEveningException(NOT_WHOLE);
    }
    if (fault == null && account == null) {
      fault = "has no account";
    }
    if (fault != null) {
      throw new RefusedEveningException(fault);
    }
  }

  Evening evening() {
    return evening;
  }

  EveningLines lines() {
    return lines;
  }

  Account account() {
    return account;
  }

  /** Returns the events in the order in which they were created. */
  List<Event> events() {
    return List.copyOf(events);
  }

  /** Returns where the marks of a ticket are. */
  Key marks(String event, long ticket) {
    Key key = marks.getOrDefault(TableSchema.event(evening.account(), event), Map.of()).get(ticket);
    if (key == null) {
      throw new IllegalArgumentException("names a ticket that no line before it has");
    }
    return key;
  }

  /** Returns the last ordinal of each sequence of which lines say the places. */
  Map<String, Long> ends() {
    return Map.copyOf(ends);
  }

  /** Returns which of an account's webhook events are in the sequence of an event, by sequence. */
  Map<String, NavigableSet<Long>> told() {
    return Map.copyOf(told);
  }
}
