package io.doorlist.exactness.simulator.actor;

import io.doorlist.domain.checkin.ListPulse;
import io.doorlist.door.DoorCopy;
import io.doorlist.door.DoorDelta;
import io.doorlist.exactness.history.HistoryRule;
import io.doorlist.exactness.history.Violation;
import io.doorlist.store.checkin.pulse.Pulse;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Checks that all copies and pulses of one version are equal. Used by one run only. */
public final class CopyRegister {
  private final Map<String, DoorDelta> known = new HashMap<>();
  private final List<Violation> violations = new ArrayList<>();
  private final Map<String, List<ListPulse>> pulses = new HashMap<>();
  private long compared;
  private long comparedPulses;
  private long unchangedPulses;
  private long parts;

  /** Compares a copy with all others of its version. */
  void seen(String who, String version, DoorCopy copy) {
    DoorDelta now = copy.whole();
    DoorDelta before = known.putIfAbsent(version, now);
    if (before != null) {
      compared++;
      if (!before.equals(now)) {
        broken(who + " has of " + version + " " + now + ", not " + before);
      }
    }
  }

  void broken(String how) {
    broken(HistoryRule.DOOR_COPY, how);
  }

  void broken(HistoryRule rule, String how) {
    violations.add(new Violation(rule, how));
  }

  /** Compares a pulse with all others of its version. */
  void seen(Pulse pulse) {
    List<ListPulse> now = timeless(pulse.lists());
    List<ListPulse> before = pulses.putIfAbsent(pulse.version(), now);
    if (before != null) {
      comparedPulses++;
      if (!before.equals(now)) {
        broken(HistoryRule.PULSE, pulse.version() + " is " + now + ", not " + before);
      }
    }
  }

  void part() {
    parts++;
  }

  public List<Violation> violations() {
    return List.copyOf(violations);
  }

  /**
   * Returns pulses without the parts that depend on the minute, as clocks differ, and without
   * refusals, which are read eventually consistent.
   */
  static List<ListPulse> timeless(List<ListPulse> lists) {
    return lists.stream()
        .map(
            pulse ->
                new ListPulse(
                    pulse.list(),
                    pulse.admitted(),
                    pulse.checkedIn(),
                    pulse.doubleAdmissions(),
                    pulse.explained(),
                    pulse.people(),
                    pulse.added(),
                    List.of(),
                    List.of(),
                    List.of(),
                    pulse.byType(),
                    pulse.byGate(),
                    Collections.emptySortedMap(),
                    pulse.phones().stream()
                        .map(
                            phone ->
                                new ListPulse.Phone(
                                    phone.name(), phone.lastScanAt(), 0, phone.waiting()))
                        .toList()))
        .toList();
  }

  void unchangedPulse() {
    unchangedPulses++;
  }

  public Map<String, Long> counts() {
    return Map.of(
        "copies compared with another of their version", compared,
        "answers that were not the last of their copy", parts,
        "pulses compared with another of their version", comparedPulses,
        "boards told that they are up to date", unchangedPulses);
  }
}
