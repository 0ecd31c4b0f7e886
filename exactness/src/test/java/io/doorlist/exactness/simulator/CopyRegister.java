package io.doorlist.exactness.simulator;

import io.doorlist.door.DoorCopy;
import io.doorlist.door.DoorDelta;
import io.doorlist.exactness.history.Rule;
import io.doorlist.exactness.history.Violation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What copies of each version were seen to have: one and the same. Used by one run only. */
final class CopyRegister {
  private final Map<String, DoorDelta> known = new HashMap<>();
  private final List<Violation> violations = new ArrayList<>();
  private long compared;
  private long parts;

  /** Holds a copy against all others of its version. */
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
    violations.add(new Violation(Rule.DOOR_COPY, how));
  }

  /** Counts an answer that was not the last of its copy. */
  void part() {
    parts++;
  }

  List<Violation> violations() {
    return List.copyOf(violations);
  }

  /** Returns how often a copy was held against another of its version. */
  long compared() {
    return compared;
  }

  /** Returns how many answers said that there is more. */
  long parts() {
    return parts;
  }
}
