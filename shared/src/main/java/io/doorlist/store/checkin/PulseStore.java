package io.doorlist.store.checkin;

import io.doorlist.domain.CheckinList;
import io.doorlist.domain.ListPulse;
import io.doorlist.domain.Mode;
import io.doorlist.domain.UnavailableException;
import io.doorlist.paging.Count;
import io.doorlist.store.sequence.SequenceChanges;
import io.doorlist.store.sequence.SequenceMark;
import io.doorlist.store.sequence.SequenceNote;
import io.doorlist.store.sequence.SequencePages;
import io.doorlist.store.table.Condition;
import io.doorlist.store.table.Dynamo;
import io.doorlist.store.table.Item;
import io.doorlist.store.table.Range;
import io.doorlist.store.table.TableSchema;
import io.doorlist.store.table.TableSchema.Key;
import io.doorlist.store.table.Update;
import io.doorlist.store.table.Write;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * How an event comes in: by list, type, minute and phone.
 *
 * <p>Implementation notes. A list's pulse is what its check-ins and undos add up to. The sum is
 * kept with a mark of how far it goes, and whoever reads it adds what came since and keeps the new
 * sum on condition that nobody else did: so each check-in counts once, whatever fails. The recorder
 * of webhook events does so all the time, so that there is little left for readers. See ADR 0023.
 *
 * <p>Thread-safe.
 */
public final class PulseStore {
  /** Rows that one read adds at most: about 100 read units. */
  private static final int MAX_ROWS = 1_600;

  /** So many new rows are worth a write. */
  public static final int WORTH_KEEPING = 24;

  private static final int MAX_ROUNDS = 50;
  private static final Duration REFUSALS_KEPT = Duration.ofHours(6);

  private final Dynamo dynamo;
  private final SequencePages pages;
  private final SequenceChanges changes;
  private final int worthKeeping;

  /**
   * Creates one.
   *
   * @param worthKeeping how many new rows are worth a write, {@link #WORTH_KEEPING} as a rule
   */
  public PulseStore(Dynamo dynamo, SequencePages pages, SequenceChanges changes, int worthKeeping) {
    this.dynamo = dynamo;
    this.pages = pages;
    this.changes = changes;
    this.worthKeeping = worthKeeping;
  }

  /**
   * Returns how lists come in, in the same order. Access pattern 36: strongly consistent, about 8
   * read units a list, and 1 per 4 KB of check-ins that nobody has added up yet, 100 at most.
   *
   * @param minutes how many minutes back to go, {@link PulseState#MINUTES_KEPT} at most
   */
  public List<ListPulse> read(
      String account, String event, List<CheckinList> lists, Mode mode, int minutes) {
    Instant deadline = dynamo.deadline();
    Instant now = dynamo.clock().instant();
    List<String> sequences = new ArrayList<>();
    for (CheckinList list : lists) {
      sequences.add(TableSchema.admittedTickets(account, event, list.id(), mode));
      sequences.add(TableSchema.checkins(account, event, list.id(), mode));
      sequences.add(TableSchema.doubleAdmissions(account, event, list.id(), mode));
    }
    List<Long> counts = pages.counts(sequences, deadline).stream().map(Count::count).toList();
    List<ListPulse> pulses = new ArrayList<>(lists.size());
    for (int i = 0; i < lists.size(); i++) {
      CheckinList list = lists.get(i);
      PulseState state = advance(account, event, list.id(), mode, deadline).state();
      pulses.add(
          new ListPulse(
              list,
              counts.get(3 * i),
              counts.get(3 * i + 1),
              counts.get(3 * i + 2),
              state.people(),
              state.perMinute(minutes, now),
              new TreeMap<>(state.types()),
              refused(account, event, list.id(), mode, minutes, now, deadline),
              state.phones(now)));
    }
    return pulses;
  }

  /** Adds up what came to a list, for those who read its pulse later. */
  public void keepUp(String account, String event, long list, Mode mode) {
    Instant deadline = dynamo.deadline();
    for (int round = 0; round < MAX_ROUNDS; round++) {
      if (!advance(account, event, list, mode, deadline).more()) {
        return;
      }
    }
  }

  private record Advance(PulseState state, boolean more) {}

  /** Adds what came since the state was kept, or as much of it as one read may cost. */
  private Advance advance(String account, String event, long list, Mode mode, Instant deadline) {
    String checkins = TableSchema.checkins(account, event, list, mode);
    Key key = TableSchema.pulse(account, event, list, mode);
    Key headKey = TableSchema.head(checkins);
    Map<Key, Item> found = dynamo.get(List.of(key, headKey), deadline);
    PulseState state = PulseState.of(found.getOrDefault(key, new Item()));
    List<Long> undone = new ArrayList<>();
    int[] rows = {0};
    SequenceMark before = state.mark();
    SequenceChanges.Seen seen =
        changes.since(
            checkins,
            found.getOrDefault(headKey, new Item()),
            before,
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
          Write.put(state.item(key))
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
    Map<Key, Item> rows = keys.isEmpty() ? Map.of() : dynamo.get(keys, deadline);
    for (long place : undone) {
      Item row = rows.get(TableSchema.row(checkins, CheckinMark.ordinal(place)));
      state.undo(row, CheckinMark.index(place));
    }
  }

  /** Counts a refusal; 1 write unit. */
  public void refused(String account, String event, long list, Mode mode, String reason) {
    Instant now = dynamo.clock().instant();
    try {
      dynamo.update(
          Update.of(TableSchema.refusals(account, event, list, mode, minute(now)))
              .add(reason, 1)
              .set(TableSchema.EXPIRE_AT, now.plus(REFUSALS_KEPT).getEpochSecond()),
          now.plus(Duration.ofSeconds(1)));
    } catch (UnavailableException e) {
      // A count that is one short is no reason to trouble a table that has no time.
      return;
    }
  }

  private SortedMap<String, Long> refused(
      String account,
      String event,
      long list,
      Mode mode,
      int minutes,
      Instant now,
      Instant deadline) {
    Key first = TableSchema.refusals(account, event, list, mode, minute(now) - minutes + 1);
    Key last = TableSchema.refusals(account, event, list, mode, minute(now));
    SortedMap<String, Long> refused = new TreeMap<>();
    Range range = Range.between(first.pk(), first.sk(), last.sk());
    for (Item item : dynamo.query(range, deadline)) {
      for (String name : item.attributes().keySet()) {
        if (!Set.of(TableSchema.PK, TableSchema.SK, TableSchema.EXPIRE_AT).contains(name)) {
          refused.merge(name, item.number(name), Long::sum);
        }
      }
    }
    return refused;
  }

  private static long minute(Instant time) {
    return time.getEpochSecond() / Duration.ofMinutes(1).toSeconds();
  }
}
