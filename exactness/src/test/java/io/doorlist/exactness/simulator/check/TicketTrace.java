package io.doorlist.exactness.simulator.check;

import io.doorlist.domain.event.CheckinList;
import io.doorlist.door.Emptying;
import io.doorlist.store.table.Item;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What the table said of one ticket, state by state, in the words of the model {@code Passages}:
 * passage {@code p} is the p-th by door time.
 */
public final class TicketTrace {
  /** By how much the model shifts times, so that 0 stays free. */
  private static final int SHIFT = 3;

  private static final long MINUTE = 60_000;

  private final String name;
  private final List<Scanned> passages;
  private final int empties;
  private final List<Seen> states;

  /**
   * A passage of a ticket's door: door time in epoch milliseconds, which row it has, and what its
   * list says of re-entry.
   */
  record Scanned(long at, boolean exit, String row, String reentry) {
    static Scanned of(long at, boolean exit, String row, CheckinList list) {
      return new Scanned(at, exit, row, list.terms().reentry().word());
    }
  }

  /** The passages of a ticket's door, and what its rows add up to. */
  record Seen(Set<Scanned> door, Map<String, Long> counts, Map<Long, Long> curve) {
    Seen() {
      this(new HashSet<>(), new TreeMap<>(), new TreeMap<>());
    }

    void add(Item tally) {
      for (String count : List.of("entries", "exits", "unexplained_entries", "unexplained_exits")) {
        add(counts, count, tally.number(count));
      }
      Item changes = tally.map("curve");
      changes.names().forEach(minute -> add(curve, Long.valueOf(minute), changes.number(minute)));
    }

    void addEntry(long minute, long by) {
      add(counts, "entries", by);
      add(curve, minute, by);
    }

    private static <K> void add(Map<K, Long> sums, K key, long by) {
      if (by != 0) {
        sums.merge(key, by, (one, other) -> one + other == 0 ? null : (Long) (one + other));
      }
    }

    private long count(String name) {
      return counts.getOrDefault(name, 0L);
    }
  }

  private TicketTrace(String name, List<Scanned> passages, int empties, List<Seen> states) {
    this.name = name;
    this.passages = passages;
    this.empties = empties;
    this.states = states;
  }

  /**
   * Puts states into the model's words; empty if two passages have the same time, or the area
   * empties more than once between them, which the model does not have.
   */
  static Optional<TicketTrace> of(String name, List<Seen> states, Emptying emptying) {
    List<Scanned> passages =
        states.stream()
            .flatMap(state -> state.door.stream())
            .distinct()
            .sorted(Comparator.comparingLong(Scanned::at))
            .toList();
    int empties = 0;
    for (int next = 1; next < passages.size(); next++) {
      long before = passages.get(next - 1).at();
      long at = passages.get(next).at();
      if (before == at) {
        return Optional.empty();
      }
      if (emptying.between(before, at)) {
        if (empties != 0) {
          return Optional.empty();
        }
        empties = SHIFT + next + 1;
      }
    }
    return Optional.of(new TicketTrace(name, passages, empties, List.copyOf(states)));
  }

  /** Returns how many passages there were, undone ones too. */
  public int passages() {
    return passages.size();
  }

  /** Returns how many states there are. */
  public int states() {
    return states.size();
  }

  /** Returns whether the area emptied between passages. */
  public boolean empties() {
    return empties != 0;
  }

  /** Returns the trace as a record of TLA+. */
  public String tla() {
    List<Long> minutes =
        List.copyOf(
            passages.stream()
                .map(passage -> passage.at() / MINUTE)
                .collect(Collectors.toCollection(TreeSet::new)));
    String types =
        passages.stream()
            .map(passage -> passage.exit() ? "\"exit\"" : "\"entry\"")
            .collect(Collectors.joining(", "));
    String policies =
        passages.stream()
            .map(passage -> "\"" + passage.reentry() + "\"")
            .collect(Collectors.joining(", "));
    String minuteOf =
        passages.stream()
            .map(passage -> Integer.toString(minutes.indexOf(passage.at() / MINUTE) + 1))
            .collect(Collectors.joining(", "));
    List<String> said = new ArrayList<>();
    states.forEach(state -> said.add(tla(state, minutes)));
    return ("[name |-> \"%s\", types |-> <<%s>>, policies |-> <<%s>>, minuteOf |-> <<%s>>, "
            + "empties |-> %d, states |-> <<\n  %s>>]")
        .formatted(name, types, policies, minuteOf, empties, String.join(",\n  ", said));
  }

  private String tla(Seen state, List<Long> minutes) {
    String door =
        state.door.stream()
            .map(passage -> passages.indexOf(passage) + 1)
            .sorted()
            .map(String::valueOf)
            .collect(Collectors.joining(", "));
    String curve =
        minutes.stream()
            .map(minute -> Long.toString(state.curve.getOrDefault(minute, 0L)))
            .collect(Collectors.joining(", "));
    return ("[door |-> {%s}, entries |-> %d, exits |-> %d, lateEntries |-> %d, "
            + "lateExits |-> %d, curve |-> <<%s>>, elsewhere |-> %d]")
        .formatted(
            door,
            state.count("entries"),
            state.count("exits"),
            state.count("unexplained_entries"),
            state.count("unexplained_exits"),
            curve,
            state.curve.keySet().stream().filter(minute -> !minutes.contains(minute)).count());
  }
}
