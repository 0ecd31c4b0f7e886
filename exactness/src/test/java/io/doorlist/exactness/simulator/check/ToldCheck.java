package io.doorlist.exactness.simulator.check;

import io.doorlist.exactness.history.Answer;
import io.doorlist.exactness.history.Asked;
import io.doorlist.exactness.history.Rule;
import io.doorlist.exactness.history.Violation;
import io.doorlist.exactness.history.Walk;
import io.doorlist.exactness.simulator.actor.Told;
import io.doorlist.exactness.simulator.actor.Volunteer;
import io.doorlist.exactness.simulator.evening.Instance;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Compares what pages told their volunteers with what is on record. What a scan has done is what
 * its keys answer now, once everything has been walked.
 */
public final class ToldCheck {
  private final Instance instance;
  private final List<Violation> violations;

  public ToldCheck(Instance instance, List<Violation> violations) {
    this.instance = instance;
    this.violations = violations;
  }

  /** Checks all scans at a door, after the last walk. */
  public void check(Volunteer volunteer, Walk walk) {
    if (volunteer.unsent() > 0) {
      violations.add(new Violation(Rule.TOLD_TRUE, volunteer.unsent() + " scans are not sent"));
      return;
    }
    Set<Long> there = new HashSet<>();
    walk.rows().forEach(row -> there.add(row.id()));
    for (Told told : volunteer.told()) {
      check(told, there, new HashSet<>(walk.undone()));
    }
  }

  private void check(Told told, Set<Long> there, Set<Long> undone) {
    boolean recorded = false;
    Set<Long> own = new HashSet<>();
    for (Asked asked : told.asked()) {
      Answer answer = instance.serve(asked);
      recorded |= answer.recorded();
      if (answer.created()) {
        answer.checkins().forEach(seen -> own.add(seen.id()));
      }
    }
    boolean stands = own.stream().anyMatch(there::contains);
    boolean undoneByOthers =
        own.stream().anyMatch(id -> undone.contains(id) && !told.undoing().contains(id));
    boolean asTold = told.in() ? stands || undoneByOthers || recorded : !stands;
    if (!asTold && !told.noticed()) {
      violations.add(
          new Violation(Rule.TOLD_TRUE, "told: " + told + ", on record: " + own + " of " + there));
    }
  }
}
