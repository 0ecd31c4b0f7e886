package io.doorlist.store.checkin.pulse;

import io.doorlist.domain.Mode;
import io.doorlist.domain.UnavailableException;
import io.doorlist.domain.checkin.Evening;
import io.doorlist.domain.checkin.ListPulse;
import io.doorlist.domain.checkin.PulseWindow;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.paging.Count;
import io.doorlist.store.checkin.refusal.RefusalCounts;
import io.doorlist.store.checkin.ticket.CheckinMark;
import io.doorlist.store.sequence.SequenceChanges;
import io.doorlist.store.sequence.SequenceNote;
import io.doorlist.store.sequence.SequencePages;
import io.doorlist.store.table.Condition;
import io.doorlist.store.table.Dynamo;
import io.doorlist.store.table.Item;
import io.doorlist.store.table.TableSchema;
import io.doorlist.store.table.TableSchema.Key;
import io.doorlist.store.table.Write;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Reads how guests of an event come in: by list, ticket type, minute and phone.
 *
 * <p>Implementation notes. A list's pulse is the sum of its check-ins and undos. The sum is stored
 * with a mark of how far it goes; a reader adds what came since and stores the new sum on condition
 * that nobody else did, so each check-in counts once, whatever fails. The recorder of webhook
 * events does the same all the time, which leaves little for readers. See ADR 0023.
 *
 * <p>Thread-safe.
 */
public final class PulseStore {
  /** The most rows that one read adds: about 100 read units. */
  private static final int MAX_ROWS = 1_600;

  /** From this many new rows on, the new sum is worth a write. */
  private static final int WORTH_KEEPING = 24;

  private static final int MAX_ROUNDS = 50;

  private final Dynamo dynamo;
  private final SequencePages pages;
  private final SequenceChanges changes;
  private final RefusalCounts refusals;
  private final int worthKeeping;

  public PulseStore(Dynamo dynamo) {
    this(dynamo, SequenceChanges.FEW, WORTH_KEEPING);
  }

  /**
   * Creates the pulses of a table.
   *
   * @param few up to how many settled rows are read strongly at once
   * @param worthKeeping from how many new rows on the new sum is worth a write
   */
  public PulseStore(Dynamo dynamo, int few, int worthKeeping) {
    this.dynamo = dynamo;
    this.pages = new SequencePages(dynamo);
    this.changes = new SequenceChanges(dynamo, few);
    this.refusals = new RefusalCounts(dynamo);
    this.worthKeeping = worthKeeping;
  }

  /**
   * Returns the pulses of lists, in the same order. Access pattern 36: strongly consistent except
   * for refusals; 4 read units a list, 5 if it has an area or re-entry, 1 per 4 KB of its sum
   * beyond the first, half a unit per 4 KB of refusals, and 1 per 4 KB of check-ins not added up
   * yet, 100 at most. The evening costs refusals of a day at most, and has no version.
   *
   * @param window how far back to show, {@link PulseState#MINUTES_KEPT} minutes at most
   */
  public Pulse read(
      String account, String event, List<CheckinList> lists, Mode mode, PulseWindow window) {
    int minutes = window.minutes();
    Instant deadline = dynamo.deadline();
    Instant now = dynamo.clock().instant();
    List<PulseKeys> places = places(account, event, lists, mode);
    Map<Key, Item> found =
        dynamo.get(
            places.stream()
                .flatMap(place -> Stream.concat(place.heads(), Stream.of(place.sum())))
                .toList(),
            deadline);
    List<PulseState> states =
        places.stream()
            .map(place -> advance(place.checkins(), place.sum(), found, deadline).state())
            .toList();
    Evening evening = window.evening() ? evening(states, now) : null;
    SortedMap<Long, SortedMap<String, Long>> refused =
        evening == null
            ? refused(account, event, mode, minutes, now, deadline)
            : refusals.read(account, event, mode, evening.start(), evening.end(), deadline);
    List<ListPulse> pulses = new ArrayList<>(lists.size());
    boolean whole = evening == null;
    boolean still = refused.isEmpty();
    for (int i = 0; i < places.size(); i++) {
      PulseKeys place = places.get(i);
      PulseState state = states.get(i);
      Count admitted = count(place.admitted(), found, deadline);
      Count checkedIn = count(place.checkins(), found, deadline);
      Count doubles = count(place.doubles(), found, deadline);
      Count passages =
          place.passages() == null ? doubles : count(place.passages(), found, deadline);
      whole &=
          Stream.of(admitted, checkedIn, doubles, passages)
                  .allMatch(count -> count.version() != null)
              && state.mark().equals(SequenceChanges.end(head(place.checkins(), found)));
      // Who is inside is shown for each of the last minutes, and an area may empty with any.
      still &= place.passages() == null && state.isStill(minutes, now);
      pulses.add(
          new ListPulse(
              place.list(),
              admitted.count(),
              checkedIn.count(),
              doubles.count(),
              state.people(),
              state.perMinute(minutes, now),
              evening == null ? List.of() : state.perQuarter(evening),
              state.types(),
              state.gates(),
              refused.getOrDefault(place.list().id(), Collections.emptySortedMap()),
              state.phones(now)));
    }
    PulseVersion version = version(places, found, minutes, refused);
    String name = still ? version.still() : version.at(PulseState.minute(now));
    return new Pulse(pulses, evening, whole ? name : null);
  }

  private static Evening evening(List<PulseState> states, Instant now) {
    NavigableMap<Long, Long> quarters = new TreeMap<>();
    states.forEach(state -> quarters.putAll(state.quarters()));
    return Evening.of(quarters, now);
  }

  private SortedMap<Long, SortedMap<String, Long>> refused(
      String account, String event, Mode mode, int minutes, Instant now, Instant deadline) {
    Instant from = now.minus(Duration.ofMinutes(minutes - 1L));
    return refusals.read(account, event, mode, from, now, deadline);
  }

  /**
   * Returns the versions that a pulse may have, judged by HEADs and refusals: which it is depends
   * on how long ago somebody came. None is known of an evening. Access pattern 40: 3 read units a
   * list, 4 if it has an area or re-entry, and half a unit per 4 KB of refusals.
   */
  public List<String> versions(
      String account, String event, List<CheckinList> lists, Mode mode, PulseWindow window) {
    if (window.evening()) {
      return List.of();
    }
    Instant deadline = dynamo.deadline();
    Instant now = dynamo.clock().instant();
    List<PulseKeys> places = places(account, event, lists, mode);
    Map<Key, Item> heads = dynamo.get(places.stream().flatMap(PulseKeys::heads).toList(), deadline);
    SortedMap<Long, SortedMap<String, Long>> refused =
        refused(account, event, mode, window.minutes(), now, deadline);
    PulseVersion version = version(places, heads, window.minutes(), refused);
    String moving = version.at(PulseState.minute(now));
    boolean still =
        refused.isEmpty() && places.stream().allMatch(place -> place.passages() == null);
    return still ? List.of(moving, version.still()) : List.of(moving);
  }

  private static List<PulseKeys> places(
      String account, String event, List<CheckinList> lists, Mode mode) {
    return lists.stream().map(list -> PulseKeys.of(account, event, list, mode)).toList();
  }

  private PulseVersion version(
      List<PulseKeys> places,
      Map<Key, Item> heads,
      int minutes,
      SortedMap<Long, SortedMap<String, Long>> refused) {
    Map<CheckinList, List<String>> names = new LinkedHashMap<>();
    for (PulseKeys place : places) {
      names.put(
          place.list(),
          place.sequences().stream()
              .map(sequence -> pages.countVersion(sequence, head(sequence, heads)))
              .toList());
    }
    return new PulseVersion(names, minutes, refused);
  }

  private Count count(String sequence, Map<Key, Item> heads, Instant deadline) {
    return pages.count(sequence, head(sequence, heads), deadline);
  }

  private static Item head(String sequence, Map<Key, Item> found) {
    return found.getOrDefault(TableSchema.head(sequence), new Item());
  }

  /** Adds up a list's new check-ins for later readers of its pulse. */
  public void keepUp(String account, String event, long list, Mode mode) {
    Instant deadline = dynamo.deadline();
    String checkins = TableSchema.checkins(account, event, list, mode);
    Key sum = TableSchema.pulse(account, event, list, mode);
    for (int round = 0; round < MAX_ROUNDS; round++) {
      Map<Key, Item> found = dynamo.get(List.of(sum, TableSchema.head(checkins)), deadline);
      if (!advance(checkins, sum, found, deadline).more()) {
        return;
      }
    }
  }

  private record Advance(PulseState state, boolean more) {}

  /** Adds the check-ins since the sum was stored, or as many as one read may cost. */
  private Advance advance(String checkins, Key sum, Map<Key, Item> found, Instant deadline) {
    PulseState state = PulseState.of(found.getOrDefault(sum, new Item()));
    List<Long> undone = new ArrayList<>();
    int[] rows = {0};
    SequenceChanges.Seen seen =
        changes.since(
            checkins,
            head(checkins, found),
            state.mark(),
            MAX_ROWS,
            row -> {
              rows[0]++;
              SequenceNote.of(row)
                  .ifPresentOrElse(note -> undone.addAll(note.left()), () -> state.add(row.item()));
            },
            deadline);
    undo(checkins, undone, state, deadline);
    state.seen(seen.mark());
    if (rows[0] >= worthKeeping) {
      dynamo.write(
          Write.put(state.item(sum))
              .require(Condition.unchanged(PulseState.VERSION, state.version())),
          deadline);
    }
    return new Advance(state, seen.more());
  }

  private void undo(String checkins, List<Long> undone, PulseState state, Instant deadline) {
    Set<Key> keys =
        undone.stream()
            .map(place -> TableSchema.row(checkins, CheckinMark.ordinal(place)))
            .collect(Collectors.toSet());
    Map<Key, Item> rows = dynamo.get(keys, deadline);
    for (long place : undone) {
      Item row = rows.get(TableSchema.row(checkins, CheckinMark.ordinal(place)));
      state.undo(row, CheckinMark.index(place));
    }
  }

  /**
   * Counts a refusal; 1 write unit.
   *
   * @throws UnavailableException if the table did not answer before the deadline
   */
  public void refused(
      String account, String event, long list, Mode mode, String reason, Instant deadline) {
    refusals.add(account, event, list, mode, reason, dynamo.clock().instant(), deadline);
  }
}
