package io.doorlist.exactness.simulator.check;

import io.doorlist.domain.Mode;
import io.doorlist.domain.checkin.AreaCounts;
import io.doorlist.domain.checkin.CheckinCommand;
import io.doorlist.domain.checkin.TicketLook;
import io.doorlist.domain.checkin.TicketPassage;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.door.DoorCopy;
import io.doorlist.door.Emptying;
import io.doorlist.door.Passage;
import io.doorlist.door.PassageFold;
import io.doorlist.door.Reentry;
import io.doorlist.door.Tally;
import io.doorlist.exactness.history.Rule;
import io.doorlist.exactness.history.Violation;
import io.doorlist.paging.Page;
import io.doorlist.paging.PageRequest;
import io.doorlist.store.Stores;
import io.doorlist.store.checkin.copy.CopyPart;
import io.doorlist.store.checkin.copy.CopyTerms;
import io.doorlist.store.checkin.ticket.AreaClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Compares all that can be read of the only area that people leave with a walk of what is on
 * record.
 */
public final class PassageCheck {
  private static final Duration MAX_SKEW = Duration.ofSeconds(20);
  private static final int PAGE = 250;

  private final Stores stores;
  private final EventDefinition definition;
  private final List<CheckinList> doors;
  private final Instant now;
  private final List<Violation> violations = new ArrayList<>();

  /**
   * A passage of which a phone was told.
   *
   * @param scannedAt when it was scanned without a network, by a clock that is right, else {@code
   *     null}
   * @param took how long the request was under way at most, which its door time may be late by
   * @param undone whether somebody has asked to undo it
   */
  public record Told(long list, long id, Instant scannedAt, Duration took, boolean undone) {
    /** Returns the same after somebody has asked to undo it. */
    public Told undo() {
      return new Told(list, id, scannedAt, took, true);
    }
  }

  /** Creates a check of these lists, at this time by the stores' clock. */
  public PassageCheck(
      Stores stores, EventDefinition definition, List<CheckinList> doors, Instant now) {
    this.stores = stores;
    this.definition = definition;
    this.doors = doors;
    this.now = now;
  }

  /**
   * Looks for violations; returns how many passages there are.
   *
   * @param asked how many passages there may be at most, by code
   */
  public long run(Collection<Told> told, Map<String, Integer> asked) {
    Map<Long, List<Passage>> byTicket = new TreeMap<>();
    for (CheckinList list : doors) {
      DoorCopy copy = copy(list);
      Reentry rule = Reentry.valueOf(list.terms().reentry().name());
      for (long ticket : copy.visitors()) {
        List<Passage> passages = byTicket.computeIfAbsent(ticket, any -> new ArrayList<>());
        copy.passages(ticket, rule).stream()
            .map(each -> new Passage(each.at(), each.tie(), each.exit(), rule))
            .forEach(passages::add);
      }
    }
    Emptying emptying =
        AreaClock.ofCopy(definition.event(), definition.area(doors.getFirst()).area(), now);
    checkTold(told);
    checkCounts(byTicket, emptying);
    asked.forEach((code, times) -> checkState(code, times, byTicket, emptying));
    return byTicket.values().stream().mapToLong(List::size).sum();
  }

  /** Returns what is violated. */
  public List<Violation> violations() {
    return List.copyOf(violations);
  }

  private void violated(Rule rule, String how) {
    violations.add(new Violation(rule, how));
  }

  private DoorCopy copy(CheckinList list) {
    DoorCopy copy = new DoorCopy();
    CopyTerms terms = new CopyTerms(new byte[0], true);
    CopyPart part = null;
    do {
      part =
          stores
              .doorCopies()
              .read(
                  definition.event().account(),
                  definition.event().slug(),
                  list.id(),
                  Mode.LIVE,
                  terms,
                  part == null ? null : part.version());
      copy.apply(part.delta());
    } while (part.more());
    return copy;
  }

  private void checkTold(Collection<Told> all) {
    Map<Long, TicketPassage> shown = new HashMap<>();
    for (CheckinList list : doors) {
      Page<TicketPassage.Shown> page;
      int number = 0;
      do {
        PageRequest request = new PageRequest(++number, PAGE);
        page = stores.passages().list(definition, list, Mode.LIVE, request);
        page.items().forEach(each -> shown.put(each.passage().id(), each.passage()));
      } while (number < page.pages());
    }
    for (Told told : all) {
      TicketPassage passage = shown.get(told.id());
      if (passage == null || passage.undone() && !told.undone()) {
        violated(Rule.ON_RECORD, told + " is shown as " + passage);
      } else if (told.scannedAt() != null
          && Duration.between(passage.at(), told.scannedAt())
                  .abs()
                  .compareTo(MAX_SKEW.plus(told.took()))
              > 0) {
        violated(Rule.DOOR_TIME, told + " is shown at " + passage.at());
      }
    }
  }

  private void checkCounts(Map<Long, List<Passage>> byTicket, Emptying emptying) {
    Tally walk = Tally.NONE;
    for (List<Passage> passages : byTicket.values()) {
      walk = walk.plus(PassageFold.of(passages, emptying).tally());
    }
    AreaCounts area =
        stores.areas().readTracked(definition, Mode.LIVE, 90).stream().findFirst().orElseThrow();
    long minute = Tally.minute(now.toEpochMilli());
    List<Long> curve = new ArrayList<>();
    for (long each = minute - 89; each <= minute; each++) {
      curve.add(walk.inside(each, emptying));
    }
    List<Object> expected =
        List.of(
            walk.entries(),
            walk.exits(),
            walk.unexplainedEntries(),
            walk.unexplainedExits(),
            walk.inside(minute, emptying),
            walk.peak(minute, emptying).inside(),
            curve);
    List<Object> counted =
        List.of(
            area.entries(),
            area.exits(),
            area.unexplainedEntries(),
            area.unexplainedExits(),
            area.inside(),
            area.peak(),
            area.curve());
    if (!expected.equals(counted)) {
      violated(Rule.WALK, "a walk has " + expected + ", the area says " + counted);
    }
  }

  private void checkState(
      String code, int asked, Map<Long, List<Passage>> byTicket, Emptying emptying) {
    CheckinCommand command =
        new CheckinCommand(Mode.LIVE, "look", true, true, null, null, now.plusSeconds(9));
    TicketLook.Seen seen =
        (TicketLook.Seen) stores.checkins().look(definition, doors.getFirst(), code, command);
    List<Passage> passages = byTicket.getOrDefault(seen.ticketId(), List.of());
    PassageFold fold = PassageFold.of(passages, emptying);
    boolean inside = fold.presence().at(now.toEpochMilli(), emptying).inside();
    if (seen.inside() != inside || seen.entries() != fold.tally().entries()) {
      violated(Rule.STATE, code + " is " + seen + " after " + passages);
    }
    if (passages.size() > asked) {
      violated(Rule.ONCE, code + " passed " + passages + ", asked " + asked + " times");
    }
  }
}
