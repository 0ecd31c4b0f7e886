package io.doorlist.store.checkin.sum;

import io.doorlist.domain.Mode;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.event.Event;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.store.checkin.ticket.CheckinMark;
import io.doorlist.store.sequence.SequenceChanges;
import io.doorlist.store.table.TableSchema;
import io.doorlist.table.Condition;
import io.doorlist.table.Item;
import io.doorlist.table.Key;
import io.doorlist.table.Table;
import io.doorlist.table.Write;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Adds up the logs of lists. The recorder of webhook events does so all the time, so readers have
 * few rows left to add. See ADR 0023. Thread-safe.
 */
public final class SumStore {
  /** The most rows that one step adds: about 100 read units. */
  private static final int MAX_ROWS = 1_600;

  /** From this many new rows on, the new sum is worth a write. */
  private static final int WORTH_KEEPING = 24;

  private static final int MAX_ROUNDS = 50;

  private final Table table;
  private final SequenceChanges changes;
  private final int worthKeeping;

  public SumStore(Table table) {
    this(table, SequenceChanges.FEW, WORTH_KEEPING);
  }

  /**
   * Creates a store that reads up to {@code few} settled rows with strong consistency, and writes a
   * sum once it has {@code worthKeeping} new rows.
   */
  public SumStore(Table table, int few, int worthKeeping) {
    this.table = table;
    this.changes = new SequenceChanges(table, few);
    this.worthKeeping = worthKeeping;
  }

  public record Place(String log, Key sum) {
    public static Place of(String account, String event, long list, Mode mode) {
      return new Place(
          TableSchema.checkins(account, event, list, mode),
          TableSchema.sum(account, event, list, mode));
    }

    public List<Key> keys() {
      return List.of(TableSchema.head(log), sum);
    }
  }

  /**
   * Returns the sum of a list, with all its rows if they are not too many for one read.
   *
   * @param found the items of {@link Place#keys}, strongly read
   */
  public ListSum read(Place place, Map<Key, Item> found, Instant deadline) {
    return advance(place, found, deadline).sum();
  }

  /** Returns the sums of lists with all their rows, by the id of the list, in the same order. */
  public Map<Long, ListSum> whole(
      EventDefinition definition, Collection<CheckinList> lists, Mode mode, Instant deadline) {
    Map<Long, Place> places = new LinkedHashMap<>();
    Event event = definition.event();
    lists.forEach(
        list -> places.put(list.id(), Place.of(event.account(), event.slug(), list.id(), mode)));
    Map<Key, Item> found =
        table.get(
            places.values().stream().flatMap(place -> place.keys().stream()).toList(), deadline);
    Map<Long, ListSum> whole = new LinkedHashMap<>();
    places.forEach((list, place) -> whole.put(list, whole(place, found, deadline)));
    return whole;
  }

  private ListSum whole(Place place, Map<Key, Item> found, Instant deadline) {
    Advance advance = advance(place, found, deadline);
    for (int round = 1; advance.more() && round < MAX_ROUNDS; round++) {
      advance = advance(place, table.get(place.keys(), deadline), deadline);
    }
    return advance.sum();
  }

  /** Adds up a list's new rows for later readers. */
  public void keepUp(String account, String event, long list, Mode mode) {
    Instant deadline = table.deadline();
    Place place = Place.of(account, event, list, mode);
    whole(place, table.get(place.keys(), deadline), deadline);
  }

  /**
   * Returns the ids of a list's open entries. With these, a device let people in twice or wrongly.
   *
   * @param sums the sums of all lists of the event
   */
  public static NavigableSet<Long> open(CheckinList list, Mode mode, Collection<ListSum> sums) {
    Map<Long, Long> all = new TreeMap<>();
    sums.forEach(sum -> sum.opened().forEach((id, by) -> all.merge(id, by, Long::sum)));
    NavigableSet<Long> open = new TreeSet<>();
    all.forEach(
        (id, by) -> {
          if (by > 0 && CheckinMark.place(list, mode, id).isPresent()) {
            open.add(id);
          }
        });
    return open;
  }

  private record Advance(ListSum sum, boolean more) {}

  private Advance advance(Place place, Map<Key, Item> found, Instant deadline) {
    ListSum sum = ListSum.of(found.getOrDefault(place.sum(), new Item()));
    int[] rows = {0};
    SequenceChanges.Seen seen =
        changes.since(
            place.log(),
            found.getOrDefault(TableSchema.head(place.log()), new Item()),
            sum.mark(),
            MAX_ROWS,
            row -> {
              rows[0]++;
              sum.add(row);
            },
            Instant.MAX,
            deadline);
    sum.seen(seen.mark());
    if (rows[0] >= worthKeeping) {
      table.write(
          Write.put(sum.item(place.sum()))
              .require(Condition.unchanged(ListSum.VERSION, sum.version())),
          deadline);
    }
    return new Advance(sum, seen.more());
  }
}
