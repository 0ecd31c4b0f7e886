package io.doorlist.ingest.evening;

import io.doorlist.domain.Mode;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.event.Event;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.ingest.ImportOutcome;
import io.doorlist.ingest.PlacedImport;
import io.doorlist.ingest.evening.Evening.RefusedEveningException;
import io.doorlist.json.Json;
import io.doorlist.json.MalformedJsonException;
import io.doorlist.store.Stores;
import io.doorlist.store.checkin.sum.SumStore;
import io.doorlist.store.event.EventItems;
import io.doorlist.store.sequence.Sequence;
import io.doorlist.store.sequence.SequenceEdits;
import io.doorlist.store.sequence.SequencePages;
import io.doorlist.store.sequence.SequenceRow;
import io.doorlist.store.table.Dynamo;
import io.doorlist.store.table.Item;
import io.doorlist.store.table.KeyParts;
import io.doorlist.store.table.Pace;
import io.doorlist.store.table.TableSchema;
import io.doorlist.store.table.TableSchema.Key;
import io.doorlist.store.table.Write;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Gatherers;

/**
 * Fills an account from an export of what happened.
 *
 * <p>Implementation notes. A file is read twice: a bad one is refused before anything is written.
 * Every write may happen twice, so a run that was cut off is begun again. The account and its
 * tokens come last: nobody can read or write what is not complete. A note in the table says which
 * export it is being filled from, so one that is done does nothing. The recorder of webhook events
 * finds that what it sees is told already. See ADR 0041. Not thread-safe.
 */
public final class EveningImport {
  private static final String SUM = "sum";
  private static final String DONE = "done";

  /** The kinds of lines that are written otherwise than item by item. */
  private static final Set<String> DEFINED =
      Set.of("account", "checkin_list", Words.EVENT, Words.ORDER, EveningLines.HAPPENING);

  private static final int AT_A_TIME = 8;
  private static final int MAX_WRITES = 100;

  private final Dynamo dynamo;
  private final Sequence sequence;
  private final EveningCheck check;
  private final Evening evening;
  private final PlacedImport orders;
  private final Marks marks;
  private final Evening.Sum sum = new Evening.Sum();
  private final Queue<Item> tokens = new ConcurrentLinkedQueue<>();
  private final boolean done;

  /**
   * Begins to fill an account, or begins again. Reads the table once, unless it was begun.
   *
   * @param check that has seen all lines
   * @throws RefusedEveningException if the export is not whole, or the account is being filled from
   *     another one or has more than tokens; nothing was written then
   */
  public EveningImport(Stores stores, EveningCheck check) {
    check.finish();
    this.dynamo = stores.forCommand(Pace.FREE);
    this.sequence = new Sequence(dynamo);
    this.check = check;
    this.evening = check.evening();
    this.orders = new PlacedImport(stores, dynamo);
    this.marks = new Marks(check);
    Key note = TableSchema.evening(evening.account());
    Optional<Item> begun = dynamo.get(note);
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
      dynamo.write(Write.put(new Item(note).put(SUM, evening.sum())));
    }
    if (!done) {
      define();
    }
  }

  private void requireNew() {
    SortedSet<String> there = new TreeSet<>();
    dynamo.scanAccount(
        evening.account(),
        item -> {
          if (KeyParts.isCarried(item.key()) && !KeyParts.opens(item.key())) {
            Optional<String> event = KeyParts.event(item.key());
            there.add(event.map(slug -> "has event '" + slug + "'").orElse("was used"));
          }
        });
    if (!there.isEmpty()) {
      throw new RefusedEveningException(
          "goes where nothing has happened, but account '"
              + evening.account()
              + "' "
              + there.first()
              + " here already: import it into a new table");
    }
  }

  /** Writes the events and lists, and reserves the places of all rows. */
  private void define() {
    Instant deadline = dynamo.deadline();
    SequenceEdits edits = new SequenceEdits(dynamo);
    begin(TableSchema.events(evening.account()), check.events().size());
    long ordinal = 1;
    for (Event event : check.events()) {
      PlacedImport.event(event, ordinal++).forEach(dynamo::write);
      for (CheckinList list : check.lines().definition(event.slug()).lists()) {
        edits.begin(TableSchema.ofList(event.account(), event.slug(), list.id()), deadline);
        Key key = TableSchema.list(event.account(), event.slug(), list.id());
        dynamo.write(Write.put(EventItems.list(new Item(key), list)));
      }
    }
    check.ends().forEach(this::begin);
    check.told().forEach(this::tell);
  }

  /** Reserves all places of a sequence, if nobody has yet. */
  private void begin(String name, long end) {
    long last = new SequencePages(dynamo).last(name, dynamo.deadline());
    if (last < end) {
      sequence.reserve(name, Math.toIntExact(end - last), dynamo.deadline());
    }
  }

  /** Writes the sequence of an event's webhook events, which names those of the account. */
  private void tell(String log, NavigableSet<Long> named) {
    sequence.reserveNaming(log, named.size(), named.last() - named.size() + 1, dynamo.deadline());
    List<Item> rows = new ArrayList<>();
    for (long each : named) {
      rows.add(SequenceRow.row(log, rows.size() + 1L, 1).put("named", each));
    }
    each(rows, row -> dynamo.write(Write.put(row)));
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

  /** Puts lines; those that open the account wait for {@link #finish}. */
  public List<ImportOutcome> put(List<String> lines) {
    lines.forEach(sum::add);
    if (done) {
      return Collections.nCopies(lines.size(), ImportOutcome.UNCHANGED);
    }
    List<Map<String, Object>> all = lines.stream().map(EveningImport::members).toList();
    // Recorders must find what orders and rows refer to.
    each(of(all, kind -> !DEFINED.contains(kind)), this::putItems);
    List<PlacedImport.Placed> placed =
        of(all, Words.ORDER::equals).stream().map(check.lines()::order).toList();
    orders.index(placed);
    each(placed, this::put);
    each(of(all, EveningLines.HAPPENING::equals), this::putRow);
    return Collections.nCopies(lines.size(), ImportOutcome.CREATED);
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
      if (!dynamo.transact(some).written()) {
        throw new RefusedEveningException("has two orders with one ticket or code");
      }
    }
  }

  private void putRow(Map<String, Object> line) {
    String event = (String) line.get(Words.EVENT);
    Item row = check.lines().row(line, ticket -> check.marks(event, ticket));
    dynamo.write(Write.put(row));
    marks.of(row).forEach(dynamo::write);
  }

  private void putItems(Map<String, Object> line) {
    List<Item> items = check.lines().items(line);
    if (PlainLines.TOKEN.equals(line.get(Words.KIND))) {
      tokens.addAll(items);
    } else {
      items.forEach(item -> dynamo.write(Write.put(item)));
    }
  }

  /**
   * Opens the account, once all lines are put.
   *
   * @throws RefusedEveningException if they are not those that were looked at
   */
  public void finish() {
    if (!sum.evening(evening.account()).equals(evening)) {
      throw changed();
    }
    if (done) {
      return;
    }
    each(marks.passages(), dynamo::write);
    List<String> sequences = new ArrayList<>(check.ends().keySet());
    sequences.addAll(check.told().keySet());
    sequences.add(TableSchema.events(evening.account()));
    each(sequences, name -> sequence.settleAll(name, dynamo.deadline()));
    long lists = 0;
    for (EventDefinition definition : check.lines().definitions()) {
      orders.mergeIndex(definition);
      for (CheckinList list : definition.lists()) {
        lists = Math.max(lists, list.number());
        for (Mode mode : Mode.values()) {
          new SumStore(dynamo)
              .keepUp(evening.account(), definition.event().slug(), list.id(), mode);
        }
      }
    }
    tokens.forEach(token -> dynamo.write(Write.put(token)));
    Item account =
        new Item(TableSchema.account(evening.account()))
            .put("slug", check.account().slug())
            .put("name", check.account().name())
            .put("lists", lists);
    Item note =
        new Item(TableSchema.evening(evening.account()))
            .put(SUM, evening.sum())
            .put(DONE, dynamo.clock().millis());
    dynamo.transact(List.of(Write.put(account), Write.put(note)));
  }
}
