package io.doorlist.store.sequence;

import io.doorlist.paging.Count;
import io.doorlist.paging.Page;
import io.doorlist.paging.PageRequest;
import io.doorlist.store.table.TableSchema;
import io.doorlist.table.Item;
import io.doorlist.table.Key;
import io.doorlist.table.Range;
import io.doorlist.table.Table;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

/** Reads counts of a {@link Sequence}, and pages by number. Thread-safe. */
public final class SequencePages {
  private static final int TORN_READS = 3;

  /**
   * If a range has no more than this many rows for each wanted one, it costs less than single
   * reads.
   */
  private static final long DENSE = 40;

  private final Table table;

  public SequencePages(Table table) {
    this.table = table;
  }

  public enum Direction {
    OLDEST_FIRST,
    NEWEST_FIRST
  }

  /** One unit of a row, and its index in the row from 0. */
  public record Unit(SequenceRow row, int index) {}

  /** The units of one page; see {@link Page}. */
  public record Units(List<Unit> units, long count, long left, String version) {
    Units(List<Unit> units, long count) {
      this(units, count, PageRequest.UNKNOWN, null);
    }

    private boolean whole(PageRequest request) {
      return units.size() == Math.clamp(count - request.offset(left), 0, request.items());
    }

    /** Decodes what the units stand for; unreadable rows are left out and named. */
    public <T> Page<T> page(PageRequest request, Function<Unit, T> codec) {
      List<T> items = new ArrayList<>(units.size());
      Set<String> unreadable = new LinkedHashSet<>();
      for (Unit unit : units) {
        Key key = unit.row().item().key();
        Item.tryRead(() -> codec.apply(unit))
            .ifPresentOrElse(items::add, () -> unreadable.add(key.pk() + " " + key.sk()));
      }
      return new Page<>(items, request, count, List.copyOf(unreadable), left, null)
          .version(version);
    }
  }

  /** Returns the version of what a sequence shows, from its HEAD alone. */
  public Optional<String> version(String sequence, Instant deadline) {
    return table
        .get(TableSchema.head(sequence), deadline)
        .flatMap(head -> SequenceVersion.of(table.name(), sequence, head, table.clock().instant()));
  }

  /** Counts the units of each sequence, in the same order; strongly consistent. */
  public List<Count> counts(List<String> sequences, Instant deadline) {
    Map<Key, Item> heads =
        table.get(sequences.stream().distinct().map(TableSchema::head).toList(), deadline);
    List<Count> counts = new ArrayList<>();
    for (String sequence : sequences) {
      Item item = heads.getOrDefault(TableSchema.head(sequence), new Item());
      SequenceHead head = withTail(sequence, item, new TreeMap<>(), Set.of(), true, deadline);
      counts.add(new Count(head.units(), head.version()));
    }
    return counts;
  }

  /**
   * Counts the units of a sequence, given its strongly read HEAD. The version is {@link
   * #countVersion}, from HEAD alone, or {@code null} while a place is open.
   */
  public Count count(String sequence, Item head, Instant deadline) {
    SequenceHead now = withTail(sequence, head, new TreeMap<>(), Set.of(), true, deadline);
    return new Count(now.units(), now.whole() ? countVersion(sequence, head) : null);
  }

  public String countVersion(String sequence, Item head) {
    return SequenceVersion.ofCount(table.name(), sequence, head);
  }

  /** Reads one page, and decodes its rows, which have one unit each. */
  public <T> Page<T> page(
      String sequence, PageRequest request, Direction direction, Function<Item, T> codec) {
    return page(sequence, request, direction, table.deadline())
        .page(request, unit -> codec.apply(unit.row().item()));
  }

  /**
   * Reads one page. HEAD with its summaries, the rows above {@code settled} and the page take at
   * most three round trips. A page that starts in a block with irregular rows takes more, as their
   * list is read, too. So does a page that spans void rows. Everything is read again if units were
   * removed meanwhile.
   */
  public Units page(String sequence, PageRequest request, Direction direction, Instant deadline) {
    Units page = null;
    boolean whole = false;
    for (int read = 0; read < TORN_READS && !whole; read++) {
      Reading reading = new Reading(sequence, head(sequence, deadline), deadline);
      page = reading.page(request, direction);
      whole = page.whole(request) && reading.head.fits(reading.lists);
    }
    return page;
  }

  /** Reads the state of the sequence, with the rows above {@code settled}; strongly consistent. */
  SequenceHead head(String sequence, Instant deadline) {
    Item head = new Item();
    NavigableMap<Long, Long> blocks = new TreeMap<>();
    Set<Long> listed = Set.of();
    boolean oneMoment = false;
    for (int read = 0; read < TORN_READS && !oneMoment; read++) {
      blocks.clear();
      Range heads = Range.between(sequence, TableSchema.HEAD, TableSchema.AFTER_HEAD);
      for (Item item : table.query(heads, deadline)) {
        if (item.text(TableSchema.SK).equals(TableSchema.HEAD)) {
          head = item;
        } else {
          IrregularRows.addSummary(item, blocks);
        }
      }
      listed = new TreeSet<>(blocks.keySet());
      int without = Sequence.without(head).cardinality();
      if (without > 0) {
        long current = Sequence.current(head.number(Sequence.SETTLED));
        blocks.merge(current, (long) -without, Long::sum);
      }
      SequenceHead.open(head)
          .forEach(
              (ordinal, row) -> blocks.merge(IrregularRows.block(ordinal), row.by(), Long::sum));
      // A range is not read in one moment. Read again if a write came between HEAD and its
      // summaries.
      oneMoment =
          blocks.values().stream().mapToLong(Long::longValue).sum()
              == head.number(Sequence.SURPLUS);
    }
    return withTail(sequence, head, blocks, listed, oneMoment, deadline);
  }

  private SequenceHead withTail(
      String sequence,
      Item head,
      NavigableMap<Long, Long> blocks,
      Set<Long> listed,
      boolean oneMoment,
      Instant deadline) {
    long next = head.number(Sequence.NEXT);
    long settled = head.number(Sequence.SETTLED);
    List<SequenceRow> tail =
        settled == next ? List.of() : rows(sequence, settled + 1, Long.MAX_VALUE, true, deadline);
    // A reserved place may become a row without a change of HEAD, so there is no version while a
    // place is open.
    boolean whole =
        oneMoment
            && tail.size() == next - settled
            && (tail.isEmpty() || tail.getLast().ordinal() == next);
    Instant now = table.clock().instant();
    return new SequenceHead(
        next,
        settled,
        head.number(Sequence.SURPLUS),
        blocks,
        listed,
        Sequence.without(head),
        SequenceHead.open(head),
        SequenceVersion.isYoung(head.number(Sequence.REMOVED_AT), now),
        tail,
        whole,
        head.number(Sequence.LEFT_IN_ALL),
        whole ? SequenceVersion.of(table.name(), sequence, head, now).orElse(null) : null);
  }

  /** Reads units of ranks {@code from} (from 0) to {@code to} (exclusive), oldest first. */
  List<Unit> units(String sequence, SequenceHead head, long from, long to, Instant deadline) {
    return new Reading(sequence, head, deadline).units(from, to);
  }

  /**
   * Reads a sequence as it was at one moment. The list of a block with irregular rows is read once.
   */
  private final class Reading {
    private final String sequence;
    private final SequenceHead head;
    private final Instant deadline;
    private final Map<Long, Item> lists = new HashMap<>();

    Reading(String sequence, SequenceHead head, Instant deadline) {
      this.sequence = sequence;
      this.head = head;
      this.deadline = deadline;
    }

    /** Reads one page. The page is too short if units were removed between two reads. */
    Units page(PageRequest request, Direction direction) {
      long count = head.units();
      long from = request.offset(head.left());
      long to = Math.min(from + request.items(), count);
      List<Unit> units =
          from >= count
              ? List.of()
              : direction == Direction.OLDEST_FIRST
                  ? units(from, to)
                  : units(count - to, count - from).reversed();
      return new Units(units, count, head.left(), head.version());
    }

    List<Unit> units(long from, long to) {
      List<Unit> units = new ArrayList<>();
      long rank = head.settledUnits();
      if (from < rank) {
        int wanted = (int) (Math.min(to, rank) - from);
        // Settled rows do not change, so the cheap read is enough. A replica that lags returns too
        // few rows, which are read again. It shows too many only if units were removed recently.
        if (!head.lagging()) {
          units = settledUnits(from, wanted, false);
        }
        if (units.size() < wanted) {
          units = settledUnits(from, wanted, true);
        }
      }
      for (SequenceRow row : head.tail()) {
        for (int index = 0; index < row.units(); index++, rank++) {
          if (rank >= from && rank < to) {
            units.add(new Unit(row, index));
          }
        }
      }
      return units;
    }

    private long units(long ordinal) {
      long block = IrregularRows.block(ordinal);
      if (!head.blocks().containsKey(block)) {
        return 1;
      }
      Item list =
          head.listed().contains(block)
              ? lists.computeIfAbsent(
                  block,
                  any ->
                      table.get(TableSchema.block(sequence, block), deadline).orElseGet(Item::new))
              : new Item();
      return head.units(list, ordinal);
    }

    /**
     * Reads units of settled rows. HEAD and the lists of irregular rows say which rows have units,
     * so rows without units are skipped if there are many.
     */
    private List<Unit> settledUnits(long from, int wanted, boolean consistent) {
      List<Long> ordinals = new ArrayList<>(wanted);
      SequenceHead.UnitPosition place = head.place(from);
      long skip = place.skip();
      long skipped = 0;
      long found = 0;
      for (long ordinal = place.ordinal(); found < wanted && ordinal <= head.settled(); ordinal++) {
        long units = units(ordinal);
        if (units > skip) {
          skipped = ordinals.isEmpty() ? skip : skipped;
          ordinals.add(ordinal);
          found += units - skip;
        }
        skip = Math.max(0, skip - units);
        if (ordinal % IrregularRows.BLOCK == 0 && found < wanted) {
          // Skips blocks without units. It never goes back, even if a list has changed since HEAD
          // was read.
          SequenceHead.UnitPosition next = head.place(from + found);
          if (next.ordinal() > ordinal) {
            ordinal = next.ordinal() - 1;
            skip = next.skip();
          }
        }
      }
      Map<Long, SequenceRow> rows = new HashMap<>();
      rows(ordinals, consistent).forEach(row -> rows.put(row.ordinal(), row));
      List<Unit> units = new ArrayList<>(wanted);
      for (long ordinal : ordinals) {
        SequenceRow row = rows.get(ordinal);
        for (int index = (int) skipped; row != null && index < row.units(); index++) {
          if (units.size() < wanted) {
            units.add(new Unit(row, index));
          }
        }
        skipped = 0;
      }
      return units;
    }

    /** Reads rows in one range, or one by one if there are many others between them. */
    private List<SequenceRow> rows(List<Long> ordinals, boolean consistent) {
      if (ordinals.isEmpty()) {
        return List.of();
      }
      long first = ordinals.getFirst();
      long last = ordinals.getLast();
      if (last - first < DENSE * ordinals.size()) {
        return SequencePages.this.rows(sequence, first, last, consistent, deadline);
      }
      List<Key> keys =
          ordinals.stream().map(ordinal -> TableSchema.row(sequence, ordinal)).toList();
      return table.get(keys, deadline).values().stream().map(SequenceRow::of).toList();
    }
  }

  private List<SequenceRow> rows(
      String sequence, long from, long to, boolean consistent, Instant deadline) {
    Range range = SequenceRow.range(sequence, from, to);
    return SequenceRow.read(table, consistent ? range : range.eventually(), deadline);
  }
}
