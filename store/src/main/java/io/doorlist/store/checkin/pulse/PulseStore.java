package io.doorlist.store.checkin.pulse;

import io.doorlist.domain.Mode;
import io.doorlist.domain.checkin.Evening;
import io.doorlist.domain.checkin.ListPulse;
import io.doorlist.domain.checkin.PulseWindow;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.paging.Count;
import io.doorlist.store.checkin.refusal.Refusals;
import io.doorlist.store.checkin.sum.ListSum;
import io.doorlist.store.checkin.sum.SumStore;
import io.doorlist.store.sequence.SequenceChanges;
import io.doorlist.store.sequence.SequencePages;
import io.doorlist.store.table.TableSchema;
import io.doorlist.table.Item;
import io.doorlist.table.Key;
import io.doorlist.table.Table;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Reads how guests of an event come in: by list, ticket type, minute and phone.
 *
 * <p>Implementation notes. The version of a pulse is known without reading the pulse. It is made of
 * the state of the lists' sequences, their refusals, and the minute. A pulse shows the arrivals of
 * the last minutes, so arrivals disappear as minutes pass. A pulse that shows no arrivals keeps its
 * version until somebody comes.
 *
 * <p>Thread-safe.
 */
public final class PulseStore {
  /** The end of the version of a pulse that does not change from minute to minute. */
  private static final String STILL = "still";

  private final Table table;
  private final SequencePages pages;
  private final SumStore sums;
  private final Refusals refusals;

  public PulseStore(Table table, SumStore sums) {
    this.table = table;
    this.pages = new SequencePages(table);
    this.sums = sums;
    this.refusals = new Refusals(table);
  }

  /**
   * Returns the pulses of lists, in the same order. Access pattern 36: strongly consistent except
   * for refusals. A pulse with the evening has no version.
   *
   * @param lists all lists of the event
   * @param window how far back to show, {@link ListSum#MINUTES_KEPT} minutes at most
   */
  public Pulse read(
      String account, String event, List<CheckinList> lists, Mode mode, PulseWindow window) {
    int minutes = window.minutes();
    Instant deadline = table.deadline();
    Instant now = table.clock().instant();
    List<Place> places = places(account, event, lists, mode);
    Map<Key, Item> found =
        table.get(
            places.stream()
                .flatMap(place -> Stream.concat(place.heads(), Stream.of(place.sum.sum())))
                .toList(),
            deadline);
    List<ListSum> states =
        places.stream().map(place -> sums.read(place.sum, found, deadline)).toList();
    Evening evening = window.evening() ? evening(states, now) : null;
    SortedMap<Long, SortedMap<String, Long>> refused =
        evening == null
            ? refused(account, event, mode, minutes, now, deadline)
            : refusals.counts(account, event, mode, evening.start(), evening.end(), deadline);
    List<ListPulse> pulses = new ArrayList<>(lists.size());
    boolean whole = evening == null;
    boolean still = refused.isEmpty();
    for (int i = 0; i < places.size(); i++) {
      Place place = places.get(i);
      ListSum state = states.get(i);
      Count admitted = count(place.admitted, found, deadline);
      Count checkedIn = count(place.sum.log(), found, deadline);
      whole &=
          admitted.version() != null
              && checkedIn.version() != null
              && state.mark().equals(SequenceChanges.end(head(place.sum.log(), found)));
      // A tracked list shows how many are inside in each minute, and its area may empty in any
      // minute. So its pulse never stands still.
      still &= !place.list.terms().tracked() && state.isStill(minutes, now);
      pulses.add(
          new ListPulse(
              place.list,
              admitted.count(),
              checkedIn.count(),
              SumStore.open(place.list, mode, states).size(),
              state.explained(),
              state.people(),
              state.added(),
              state.attention(evening == null ? since(minutes, now) : evening.start()),
              state.perMinute(minutes, now),
              evening == null ? List.of() : state.perQuarter(evening),
              state.types(),
              state.gates(),
              refused.getOrDefault(place.list.id(), Collections.emptySortedMap()),
              state.phones(now)));
    }
    String shown = version(places, found, minutes, refused);
    return new Pulse(pulses, evening, whole ? shown + (still ? STILL : moving(now)) : null);
  }

  private static Evening evening(List<ListSum> states, Instant now) {
    NavigableMap<Long, Long> quarters = new TreeMap<>();
    states.forEach(state -> quarters.putAll(state.quarters()));
    return Evening.of(quarters, now);
  }

  private SortedMap<Long, SortedMap<String, Long>> refused(
      String account, String event, Mode mode, int minutes, Instant now, Instant deadline) {
    return refusals.counts(account, event, mode, since(minutes, now), now, deadline);
  }

  private static Instant since(int minutes, Instant now) {
    return now.minus(Duration.ofMinutes(minutes - 1L));
  }

  /**
   * Returns the versions that a pulse may have now, from the HEADs of the sequences and the
   * refusals. Which one it has depends on how long ago somebody came. A pulse with the evening has
   * no version. Access pattern 40.
   */
  public List<String> versions(
      String account, String event, List<CheckinList> lists, Mode mode, PulseWindow window) {
    if (window.evening()) {
      return List.of();
    }
    Instant deadline = table.deadline();
    Instant now = table.clock().instant();
    List<Place> places = places(account, event, lists, mode);
    Map<Key, Item> heads = table.get(places.stream().flatMap(Place::heads).toList(), deadline);
    SortedMap<Long, SortedMap<String, Long>> refused =
        refused(account, event, mode, window.minutes(), now, deadline);
    String shown = version(places, heads, window.minutes(), refused);
    boolean still =
        refused.isEmpty() && places.stream().noneMatch(place -> place.list.terms().tracked());
    return still ? List.of(shown + moving(now), shown + STILL) : List.of(shown + moving(now));
  }

  private record Place(CheckinList list, String admitted, SumStore.Place sum) {
    Stream<String> sequences() {
      return Stream.of(admitted, sum.log());
    }

    Stream<Key> heads() {
      return sequences().map(TableSchema::head);
    }
  }

  private static List<Place> places(
      String account, String event, List<CheckinList> lists, Mode mode) {
    return lists.stream()
        .map(
            list ->
                new Place(
                    list,
                    TableSchema.admittedTickets(account, event, list.id(), mode),
                    SumStore.Place.of(account, event, list.id(), mode)))
        .toList();
  }

  private String version(
      List<Place> places,
      Map<Key, Item> heads,
      int minutes,
      SortedMap<Long, SortedMap<String, Long>> refused) {
    StringBuilder text = new StringBuilder().append(minutes).append('\n').append(refused);
    for (Place place : places) {
      text.append('\n').append(place.list.id()).append(' ').append(place.list.name());
      place
          .sequences()
          .map(sequence -> pages.countVersion(sequence, head(sequence, heads)))
          .forEach(version -> text.append('\n').append(version));
    }
    return text.append('\n').toString();
  }

  private static String moving(Instant now) {
    return Long.toString(ListSum.minute(now));
  }

  private Count count(String sequence, Map<Key, Item> heads, Instant deadline) {
    return pages.count(sequence, head(sequence, heads), deadline);
  }

  private static Item head(String sequence, Map<Key, Item> found) {
    return found.getOrDefault(TableSchema.head(sequence), new Item());
  }
}
