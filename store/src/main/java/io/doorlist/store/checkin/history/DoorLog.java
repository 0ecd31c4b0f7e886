package io.doorlist.store.checkin.history;

import io.doorlist.domain.Mode;
import io.doorlist.domain.checkin.Checkin;
import io.doorlist.domain.checkin.Happening;
import io.doorlist.domain.checkin.Happening.Type;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.paging.Count;
import io.doorlist.paging.Page;
import io.doorlist.paging.PageRequest;
import io.doorlist.store.checkin.sum.ListSum;
import io.doorlist.store.checkin.sum.SumStore;
import io.doorlist.store.checkin.ticket.CheckinMark;
import io.doorlist.store.checkin.ticket.CodeItems;
import io.doorlist.store.checkin.ticket.LogRow;
import io.doorlist.store.checkin.ticket.ScanAttributes;
import io.doorlist.store.order.OrderFacts;
import io.doorlist.store.sequence.Sequence;
import io.doorlist.store.sequence.SequenceChanges;
import io.doorlist.store.sequence.SequenceMark;
import io.doorlist.store.sequence.SequencePages;
import io.doorlist.store.sequence.SequenceRow;
import io.doorlist.store.table.TableSchema;
import io.doorlist.table.Item;
import io.doorlist.table.Key;
import io.doorlist.table.Table;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Gatherers;
import java.util.stream.LongStream;

/**
 * Reads what happened at lists: check-ins by page, and everything in the order in which the server
 * wrote it. Thread-safe.
 */
public final class DoorLog {
  /**
   * If a row is this old and a place before it still has no row, the writer of that place has died.
   */
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /** How many rows one request reads. */
  private static final int ROWS = 500;

  /** How many such requests run at the same time. */
  private static final int AHEAD = 4;

  private final Table table;
  private final Sequence sequence;
  private final SequencePages pages;
  private final SequenceChanges changes;
  private final SumStore sums;

  public DoorLog(Table table, SumStore sums) {
    this.table = table;
    this.sequence = new Sequence(table);
    this.pages = new SequencePages(table);
    this.changes = new SequenceChanges(table, SequenceChanges.FEW);
    this.sums = sums;
  }

  /** Counts the check-ins of each list, in the same order. Access pattern 7. */
  public List<Count> counts(String account, String event, Mode mode, List<CheckinList> lists) {
    List<String> sequences =
        lists.stream().map(list -> TableSchema.checkins(account, event, list.id(), mode)).toList();
    return pages.counts(sequences, table.deadline());
  }

  /** Returns the version of what {@link #counts} and {@link #list} show. Access pattern 31. */
  public Optional<String> version(String account, String event, long list, Mode mode) {
    return pages.version(TableSchema.checkins(account, event, list, mode), table.deadline());
  }

  /** Lists the check-ins, newest first. Access pattern 8. */
  public Page<Checkin> list(
      String account, String event, CheckinList list, Mode mode, PageRequest page) {
    SequencePages.Units units =
        pages.page(
            TableSchema.checkins(account, event, list.id(), mode),
            page,
            SequencePages.Direction.NEWEST_FIRST,
            table.deadline());
    return units.page(
        page, unit -> CheckinMark.of(unit.row()).get(unit.index()).checkin(list, mode));
  }

  /**
   * Some of what happened, the earliest first.
   *
   * @param next the id to go on after, or {@code null} if there was nothing more
   * @param names for open entries, the names of the attendees, by ticket; otherwise {@code null}
   */
  public record Part(List<Happening> happenings, Long next, Map<Long, String> names) {
    public Part {
      happenings = List.copyOf(happenings);
    }
  }

  /**
   * Returns what happened at a list after a happening. Access pattern 44: strongly consistent.
   *
   * @param after the id of the last happening that was read, or 0 for the beginning
   */
  public Part after(
      EventDefinition definition, CheckinList list, Mode mode, long after, int items) {
    Instant deadline = table.deadline();
    String log = LogRow.log(definition, list, mode);
    long seen = CheckinMark.place(list, mode, after).orElse(0);
    // The row of the last happening may contain further happenings, which were not read yet.
    long first = Math.max(1, CheckinMark.ordinal(seen));
    Instant settled = table.clock().instant().minus(PATIENCE);
    List<Happening> happenings = new ArrayList<>();
    long next = first;
    List<SequenceRow> rows =
        sequence.inOrder(
            log,
            first,
            items + 1,
            item -> isBefore(item, settled),
            // A writer that is still alive finds its place closed, and reserves another place.
            ordinal -> sequence.close(log, ordinal, deadline),
            deadline);
    for (SequenceRow row : rows) {
      next = row.ordinal() + 1;
      read(row, list, mode).stream()
          .filter(each -> place(list, mode, each.id()) > seen)
          .forEach(happenings::add);
    }
    boolean more = happenings.size() > items || rows.size() > items;
    List<Happening> some = happenings.subList(0, Math.min(items, happenings.size()));
    Long last =
        some.isEmpty()
            ? (Long) CheckinMark.id(list, mode, next - 1, CheckinMark.MAX_IN_ROW - 1)
            : some.getLast().id();
    return new Part(some, more ? last : null, null);
  }

  private static long place(CheckinList list, Mode mode, long id) {
    return CheckinMark.place(list, mode, id).orElseThrow();
  }

  private static boolean isBefore(Item row, Instant time) {
    return row.has(ScanAttributes.AT) && ScanAttributes.at(row).isBefore(time);
  }

  /**
   * Returns the open entries and wrong admissions of a list, with names. Each of them let somebody
   * in twice or wrongly, and nothing explains it. Access pattern 41: strongly consistent.
   */
  public Part open(EventDefinition definition, CheckinList list, Mode mode, long after, int items) {
    Instant deadline = table.deadline();
    Collection<ListSum> all = sums.whole(definition, definition.lists(), mode, deadline).values();
    List<Long> open =
        SumStore.open(list, mode, all).tailSet(after, false).stream().limit(items + 1L).toList();
    List<Long> some = open.subList(0, Math.min(items, open.size()));
    String log = LogRow.log(definition, list, mode);
    Set<Key> keys = new LinkedHashSet<>();
    some.forEach(id -> keys.add(key(log, list, mode, id)));
    Map<Key, Item> rows = table.get(keys, deadline);
    List<Happening> happenings = new ArrayList<>();
    for (long id : some) {
      Item row = rows.getOrDefault(key(log, list, mode, id), new Item());
      if (!row.isEmpty()) {
        read(SequenceRow.of(row), list, mode).stream()
            .filter(each -> each.id() == id)
            .forEach(happenings::add);
      }
    }
    Long next = open.size() > items ? some.getLast() : null;
    return new Part(happenings, next, names(rows.values(), deadline));
  }

  /**
   * Returns the names of attendees by ticket. Only rows of check-ins have names. For other rows,
   * the names are read from the items with the tickets' marks.
   */
  private Map<Long, String> names(Collection<Item> rows, Instant deadline) {
    Map<Long, String> names = new HashMap<>();
    Map<Long, Key> marks = new HashMap<>();
    for (Item row : rows) {
      if (row.has(CheckinMark.TICKETS)) {
        CheckinMark.of(SequenceRow.of(row))
            .forEach(each -> names.put(each.ticketId(), each.name()));
      } else {
        LogRow.parts(row).stream()
            .map(LogRow.Part::item)
            .filter(part -> part.has(ScanAttributes.TICKET))
            .forEach(part -> marks.put(part.number(ScanAttributes.TICKET), LogRow.marksKey(part)));
      }
    }
    Map<Key, Item> found = table.get(Set.copyOf(marks.values()), deadline);
    marks.forEach(
        (ticket, key) ->
            names.put(ticket, CodeItems.name(found.getOrDefault(key, new Item()), ticket)));
    return names;
  }

  private static Key key(String log, CheckinList list, Mode mode, long id) {
    return TableSchema.row(log, CheckinMark.ordinal(place(list, mode, id)));
  }

  /**
   * Returns all that happened according to a row, undone or not. A row that only marks an ordinal
   * as given up says nothing.
   */
  public static List<Happening> happenings(SequenceRow row, CheckinList list, Mode mode) {
    Item item = row.item();
    Type type = LogRow.type(item).orElse(null);
    return LogRow.parts(item).stream().map(part -> happening(type, row, part, list, mode)).toList();
  }

  private static Happening happening(
      Type type, SequenceRow row, LogRow.Part part, CheckinList list, Mode mode) {
    Item item = row.item();
    Item ticket = part.item();
    boolean undo = type == Type.UNDO;
    return new Happening(
        type,
        CheckinMark.id(list, mode, row.ordinal(), part.index()),
        list,
        ticket.numberOrNull(type == Type.CHECK_IN ? OrderFacts.ID : ScanAttributes.TICKET),
        ticket.text(ScanAttributes.REFERENCE),
        ticket.text(ScanAttributes.TYPE),
        undo ? ScanAttributes.at(item) : CheckinMark.doorTime(item, ticket),
        ScanAttributes.at(item),
        ScanAttributes.scannedAt(CheckinMark.scan(item, ticket)),
        item.text(ScanAttributes.BY),
        item.text(ScanAttributes.BY_NAME),
        undo ? null : item.numberOrNull(ScanAttributes.GATE),
        undo ? null : (Boolean) item.flag(ScanAttributes.ONLINE),
        type != Type.WRONG && !ticket.flag(CheckinMark.UNEXPLAINED),
        ticket.flag(CheckinMark.UNDONE),
        type == Type.WRONG ? item.map(LogRow.REFUSED).text(ScanAttributes.REASON) : null,
        undo
            ? new Happening.Undone(
                LogRow.undid(item),
                CheckinMark.id(list, mode, LogRow.undidPlace(item)),
                item.text(LogRow.UNDID_BY))
            : null,
        null);
  }

  /** Returns what a row says. An unreadable row says nothing, just as pages leave it out. */
  private static List<Happening> read(SequenceRow row, CheckinList list, Mode mode) {
    return Item.tryRead(() -> happenings(row, list, mode)).orElse(List.of());
  }

  /** A list of an event, in a mode. */
  public record Where(String event, long list, Mode mode) {}

  /**
   * Returns the lists that have something new, given how far the reader of each has come. Access
   * pattern 47: strongly consistent.
   */
  public Set<Where> behind(String account, Map<Where, SequenceMark> readers) {
    Map<Where, Key> heads = new HashMap<>();
    for (Where each : readers.keySet()) {
      String log = TableSchema.checkins(account, each.event, each.list, each.mode);
      heads.put(each, TableSchema.head(log));
    }
    Map<Key, Item> found = table.get(heads.values());
    Set<Where> behind = new HashSet<>(readers.keySet());
    behind.removeIf(
        each ->
            SequenceChanges.end(found.getOrDefault(heads.get(each), new Item()))
                .equals(readers.get(each)));
    return behind;
  }

  public record News(List<Happening> happenings, SequenceMark mark, boolean more) {
    public News {
      happenings = List.copyOf(happenings);
    }
  }

  /**
   * Returns what happened since a mark. Nothing is left out, however late it was written. What was
   * undone meanwhile is marked as undone, and its undo follows (ADR 0043). Access pattern 47:
   * strongly consistent.
   *
   * @param rows about how many rows to read at most
   */
  public News since(
      EventDefinition definition, CheckinList list, Mode mode, SequenceMark have, int rows) {
    Instant deadline = table.deadline();
    String log = LogRow.log(definition, list, mode);
    Item head = table.get(TableSchema.head(log), deadline).orElseGet(Item::new);
    List<Happening> happenings = new ArrayList<>();
    SequenceChanges.Seen seen =
        changes.since(
            log,
            head,
            have,
            rows,
            row -> happenings.addAll(read(row, list, mode)),
            Instant.MAX,
            deadline);
    return new News(happenings, seen.mark(), seen.more());
  }

  /**
   * Reads all rows of a list's log in order, except rows that only mark an ordinal as given up. It
   * reads ahead, because its callers are commands that take all rows.
   */
  public void rows(
      EventDefinition definition, CheckinList list, Mode mode, Consumer<SequenceRow> each) {
    String log = LogRow.log(definition, list, mode);
    long last = sequence.last(log, table.deadline());
    LongStream.iterate(1, first -> first <= last, first -> first + ROWS)
        .boxed()
        .gather(
            Gatherers.mapConcurrent(
                AHEAD,
                first -> sequence.rows(log, first, first + ROWS - 1, ROWS, table.deadline())))
        .flatMap(List::stream)
        .filter(row -> LogRow.type(row.item()).isPresent())
        .forEach(each);
  }
}
