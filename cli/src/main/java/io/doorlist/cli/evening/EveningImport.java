package io.doorlist.cli.evening;

import io.doorlist.cli.evening.EveningHead.RefusedEveningException;
import io.doorlist.cli.evening.EveningLines.Marks;
import io.doorlist.domain.Mode;
import io.doorlist.domain.Worded;
import io.doorlist.domain.event.Account;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.event.Event;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.ingest.ImportOutcome;
import io.doorlist.ingest.PlacedImport;
import io.doorlist.json.Json;
import io.doorlist.json.MalformedJsonException;
import io.doorlist.store.checkin.sum.SumStore;
import io.doorlist.store.event.EventItems;
import io.doorlist.store.sequence.Sequence;
import io.doorlist.store.sequence.SequenceEdits;
import io.doorlist.store.sequence.SequenceRow;
import io.doorlist.store.table.KeyParts;
import io.doorlist.store.table.TableSchema;
import io.doorlist.table.Item;
import io.doorlist.table.Key;
import io.doorlist.table.Table;
import io.doorlist.table.Write;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Gatherers;

/**
 * Fills an account from an export that {@link EveningExport} wrote. You pass every line to {@link
 * #look} and call {@link #begin}. Then you pass every line to {@link #put} and call {@link
 * #finish}, which opens the account to its users.
 *
 * <p>Implementation notes. The file is read twice, so a bad one is refused before anything is
 * written. All writes can be repeated, so an import that was cut off can be run again. The account
 * and its tokens are written last, so nobody can use an account that is not complete. An item in
 * the table says which export fills the account. If that export is complete already, the import
 * does nothing. No webhook reports a change again, because the records of reported changes are
 * written before the orders and logs. See ADR 0041. Not thread-safe.
 */
public final class EveningImport {
  private static final String ACCOUNT = "account";
  private static final String CHECKIN_LIST = "checkin_list";
  private static final String SUM = "sum";
  private static final String DONE = "done";

  /** The kinds of lines that do not stand for single items of the table. */
  private static final Set<String> DEFINED =
      Set.of(ACCOUNT, CHECKIN_LIST, Words.EVENT, Words.ORDER, EveningLines.HAPPENING);

  private static final int AT_A_TIME = 8;
  private static final int MAX_WRITES = 100;

  private final EveningHead evening;
  private final EveningLines lines;
  private final Table table;
  private final Sequence sequence;
  private final PlacedImport orders;
  private final Marks marks;
  private final List<Event> events = new ArrayList<>();

  /** For each {@link Sequence}, by its name, the last ordinal that a line uses. */
  private final Map<String, Long> ends = new TreeMap<>();

  /**
   * For each event's sequence of webhook events, the ordinals that these have in the account's
   * sequence.
   */
  private final Map<String, NavigableSet<Long>> told = new TreeMap<>();

  private final Queue<Item> tokens = new ConcurrentLinkedQueue<>();
  private EveningHead.Sum sum = new EveningHead.Sum();
  private Account account;
  private String fault;
  private boolean done;

  public EveningImport(Table table, EveningHead evening) {
    this.evening = evening;
    this.lines = new EveningLines(evening.account(), List.of());
    this.table = table;
    this.sequence = new Sequence(table);
    this.orders = new PlacedImport(table);
    this.marks = new Marks(lines);
  }

  /**
   * Checks a line, and remembers what {@link #begin} needs of it. If the line is bad, {@link
   * #begin} reports that, after it has checked that the export is whole.
   */
  public void look(String line) {
    sum.add(line);
    try {
      look(Json.readObject(line));
    } catch (MalformedJsonException | RuntimeException e) {
      String here = "has a line that is not understood: line " + (sum.lines() + 1);
      fault = fault == null ? here : fault;
    }
  }

  private void look(Map<String, Object> line) {
    String kind = (String) line.get(Words.KIND);
    Object of = line.get(kind.equals(ACCOUNT) ? "slug" : ACCOUNT);
    if (of != null && !of.equals(evening.account())) {
      throw new IllegalArgumentException("is of another account");
    }
    switch (kind) {
      case ACCOUNT -> account = EveningLines.account(line);
      case Words.EVENT -> events.add(lines.addEvent(line));
      case CHECKIN_LIST -> lines.addList(line);
      case Words.ORDER -> {
        PlacedImport.Placed placed = lines.order(line);
        marks.add(placed);
        placed.rows().forEach(this::end);
      }
      case EveningLines.HAPPENING -> end(lines.row(line, marks).key());
      case ItemLines.WEBHOOK_EVENT -> {
        Key row = lines.items(line).getFirst().key();
        Mode mode = Worded.read(Mode.class, KeyParts.of(row).get(2));
        String event = (String) line.get(Words.EVENT);
        end(row);
        told.computeIfAbsent(
                TableSchema.webhookEvents(evening.account(), event, mode), any -> new TreeSet<>())
            .add(KeyParts.number(row));
      }
      default -> lines.items(line);
    }
  }

  private void end(Key row) {
    ends.merge(row.pk(), KeyParts.number(row), Math::max);
  }

  /**
   * Begins to fill the account, or goes on after an earlier run. If this is the first run, it reads
   * the whole table once.
   *
   * @throws RefusedEveningException if the export is not whole or not understood. It is also thrown
   *     if the account is being filled from another export, or already has anything but tokens.
   *     Nothing is written then.
   */
  public void begin() {
    if (!sum.isOf(evening)) {
      throw new RefusedEveningException(
          "is not whole: something changed while it was written, or it was cut off");
    }
    if (fault != null || account == null) {
      throw new RefusedEveningException(fault == null ? "has no account" : fault);
    }
    sum = new EveningHead.Sum();
    Key note = TableSchema.evening(evening.account());
    Optional<Item> begun = table.get(note);
    boolean ended = begun.filter(item -> item.has(DONE)).isPresent();
    boolean same = begun.filter(item -> evening.sum().equals(item.text(SUM))).isPresent();
    if (begun.isPresent() && !ended && !same) {
      throw new RefusedEveningException(
          "is not the export that account '"
              + evening.account()
              + "' is being filled from: import that one to its end");
    }
    done = same && ended;
    if (!same) {
      requireNew();
      table.write(Write.put(new Item(note).put(SUM, evening.sum())));
    }
    if (!done) {
      define();
    }
  }

  private void requireNew() {
    SortedSet<String> there = new TreeSet<>();
    table.scan(
        TableSchema.isOf(evening.account()),
        item -> {
          if (KeyParts.isCarried(item.key()) && !KeyParts.opens(item.key())) {
            Optional<String> event = KeyParts.event(item.key());
            there.add(event.map(slug -> "has event '" + slug + "'").orElse("was used"));
          }
        });
    if (!there.isEmpty()) {
      throw new RefusedEveningException(
          "goes where nothing has happened, but account '%s' %s here already: import it into a new"
                  .formatted(evening.account(), there.first())
              + " table");
    }
  }

  /** Writes the events and lists, and reserves the ordinals of all rows of sequences. */
  private void define() {
    Instant deadline = table.deadline();
    SequenceEdits edits = new SequenceEdits(table);
    reserve(TableSchema.events(evening.account()), events.size());
    long ordinal = 1;
    for (Event event : events) {
      PlacedImport.items(event, ordinal++).forEach(item -> table.write(Write.put(item)));
      for (CheckinList list : lines.definition(event.slug()).lists()) {
        edits.begin(TableSchema.ofList(event.account(), event.slug(), list.id()), deadline);
        Key key = TableSchema.list(event.account(), event.slug(), list.id());
        table.write(Write.put(EventItems.list(new Item(key), list)));
      }
    }
    ends.forEach(this::reserve);
    told.forEach(this::tell);
  }

  /** Reserves the ordinals of a sequence up to {@code end}, unless an earlier run has done so. */
  private void reserve(String name, long end) {
    long last = new Sequence(table).last(name, table.deadline());
    if (last < end) {
      sequence.reserve(name, Math.toIntExact(end - last), table.deadline());
    }
  }

  /**
   * Writes the sequence of an event's webhook events. Each row names the ordinal of a webhook event
   * in the account's sequence.
   */
  private void tell(String log, NavigableSet<Long> named) {
    sequence.reserveNaming(log, named.size(), named.last() - named.size() + 1, table.deadline());
    List<Item> rows = new ArrayList<>();
    for (long each : named) {
      rows.add(SequenceRow.row(log, rows.size() + 1L, 1).put("named", each));
    }
    each(rows, row -> table.write(Write.put(row)));
  }

  private static <T> void each(Collection<T> all, Consumer<T> work) {
    all.stream()
        .gather(
            Gatherers.mapConcurrent(
                AT_A_TIME,
                each -> {
                  work.accept(each);
                  return each;
                }))
        .forEach(each -> {});
  }

  /**
   * Writes lines, except those that open the account to its users. {@link #finish} writes the
   * account and its tokens.
   */
  public ImportOutcome put(List<String> some) {
    some.forEach(sum::add);
    if (done) {
      return ImportOutcome.UNCHANGED;
    }
    List<Map<String, Object>> all = some.stream().map(EveningImport::members).toList();
    // The records of reported changes come first. Otherwise the recorder of webhook events would
    // report the orders and rows of logs again.
    each(of(all, kind -> !DEFINED.contains(kind)), this::putItems);
    List<PlacedImport.Placed> placed =
        of(all, Words.ORDER::equals).stream().map(lines::order).toList();
    orders.index(placed);
    each(placed, this::put);
    each(of(all, EveningLines.HAPPENING::equals), this::putRow);
    return ImportOutcome.CREATED;
  }

  private static List<Map<String, Object>> of(
      List<Map<String, Object>> lines, Predicate<String> kind) {
    return lines.stream().filter(line -> kind.test((String) line.get(Words.KIND))).toList();
  }

  private static Map<String, Object> members(String line) {
    try {
      return Json.readObject(line);
    } catch (MalformedJsonException e) {
      throw changed();
    }
  }

  private static RefusedEveningException changed() {
    return new RefusedEveningException("changed while it was read: import it again");
  }

  private void put(PlacedImport.Placed order) {
    List<Write> writes = order.writes();
    for (int from = 0; from < writes.size(); from += MAX_WRITES) {
      List<Write> some = writes.subList(from, Math.min(from + MAX_WRITES, writes.size()));
      if (!table.transact(some).written()) {
        throw new RefusedEveningException("has two orders with one ticket or code");
      }
    }
  }

  private void putRow(Map<String, Object> line) {
    Item row = lines.row(line, marks);
    table.write(Write.put(row));
    marks.of(row).forEach(table::write);
  }

  private void putItems(Map<String, Object> line) {
    List<Item> items = lines.items(line);
    if (ItemLines.TOKEN.equals(line.get(Words.KIND))) {
      tokens.addAll(items);
    } else {
      items.forEach(item -> table.write(Write.put(item)));
    }
  }

  /**
   * Opens the account to its users after all lines were given to {@link #put}. Fails if they differ
   * from the lines that were given to {@link #look}.
   */
  public void finish() {
    if (!sum.isOf(evening)) {
      throw changed();
    }
    if (done) {
      return;
    }
    each(marks.passages(), table::write);
    List<String> sequences = new ArrayList<>(ends.keySet());
    sequences.addAll(told.keySet());
    sequences.add(TableSchema.events(evening.account()));
    each(sequences, name -> sequence.settleAll(name, table.deadline()));
    long lists = 0;
    for (EventDefinition definition : lines.definitions()) {
      orders.mergeIndex(definition);
      for (CheckinList list : definition.lists()) {
        lists = Math.max(lists, list.number());
        for (Mode mode : Mode.values()) {
          new SumStore(table).keepUp(evening.account(), definition.event().slug(), list.id(), mode);
        }
      }
    }
    tokens.forEach(token -> table.write(Write.put(token)));
    Item opened =
        new Item(TableSchema.account(evening.account()))
            .put("slug", account.slug())
            .put("name", account.name())
            .put("lists", lists);
    Item note =
        new Item(TableSchema.evening(evening.account()))
            .put(SUM, evening.sum())
            .put(DONE, table.clock().millis());
    table.transact(List.of(Write.put(opened), Write.put(note)));
  }
}
