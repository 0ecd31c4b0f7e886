package io.doorlist.exactness.simulator;

import io.doorlist.domain.Mode;
import io.doorlist.domain.checkin.AreaCounts;
import io.doorlist.domain.checkin.CheckinCommand;
import io.doorlist.domain.checkin.TicketLook;
import io.doorlist.domain.checkin.TicketPassage;
import io.doorlist.domain.event.Area;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.event.Event;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.domain.event.ListTerms;
import io.doorlist.domain.event.Reentry;
import io.doorlist.door.DoorCopy;
import io.doorlist.door.Emptying;
import io.doorlist.door.Passage;
import io.doorlist.door.PassageFold;
import io.doorlist.door.Tally;
import io.doorlist.exactness.simulator.actor.Wanderer;
import io.doorlist.exactness.simulator.evening.Flaw;
import io.doorlist.exactness.simulator.evening.Run;
import io.doorlist.exactness.simulator.evening.SimulatedEvent;
import io.doorlist.exactness.simulator.schedule.Crash;
import io.doorlist.ingest.ImportStore;
import io.doorlist.paging.PageRequest;
import io.doorlist.store.Stores;
import io.doorlist.store.checkin.AreaClock;
import io.doorlist.store.checkin.CopyPart;
import io.doorlist.store.checkin.CopyTerms;
import java.time.Duration;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;

/** One seed of phones at the doors of an area that people leave and enter again. */
public final class PassageSimulation {
  private static final long SITE = 21;
  private static final long SMOKING = 22;
  private static final List<String> CODES = List.of("t10000", "t20000", "t20001", "t40000");
  private static final Duration MAX_SKEW = Duration.ofSeconds(20);
  private static final LocalTime EMPTIES_AT = LocalTime.of(17, 30);

  private final Run run;
  private final Stores truth;
  private final EventDefinition definition;
  private final List<Wanderer> wanderers = new ArrayList<>();
  private final List<String> violations = new ArrayList<>();

  /** What must hold after an evening; a violation begins with its name. */
  public enum PassageRule {
    /** A passage of which a phone was told is on record, once. */
    ON_RECORD,
    /** Its door time is when it was scanned, or now if the server's clock is behind that. */
    DOOR_TIME,
    /** A request makes one passage at most. */
    ONCE,
    /** Counts, peak and curve of the area are a walk of all passages. */
    WALK,
    /** A ticket's own state is the fold of its passages. */
    STATE,
    /** Nothing happens that nobody expects. */
    EXPECTED
  }

  /**
   * The outcome of a run.
   *
   * @param passages how many entries and exits there were in the end
   * @param late how many of those of which phones were told had been scanned without a network
   */
  public record Report(long seed, List<String> violations, long passages, long late) {
    /** Returns whether a rule was broken. */
    public boolean broke(PassageRule rule) {
      return violations.stream().anyMatch(each -> each.startsWith(rule.name()));
    }
  }

  private PassageSimulation(long seed, Flaw planted) {
    SplittableRandom plan = new SplittableRandom(seed ^ 0x9a55a6eL);
    this.run = new Run(SimulatedEvent.of(false), seed, false, planted);
    this.truth = run.truth().stores();
    open();
    this.definition =
        truth.events().readDefinition(SimulatedEvent.ACCOUNT, SimulatedEvent.EVENT).orElseThrow();
    List<CheckinList> doors = doors();
    int phones = 2 + plan.nextInt(4);
    for (int i = 0; i < phones; i++) {
      Wanderer wanderer = new Wanderer(i, run, plan.split(), definition, doors, CODES);
      wanderers.add(wanderer);
      int times = 2 + plan.nextInt(10);
      run.scheduler().start(Duration.ofMillis(plan.nextInt(60)), () -> wanderer.work(times));
    }
  }

  /** Runs a seed with a fault planted around every function. */
  public static Report run(long seed, Flaw planted) {
    PassageSimulation evening = new PassageSimulation(seed, planted);
    long passages = 0;
    try {
      evening.run.scheduler().run();
      evening.run.faults().end();
      passages = evening.check();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    } catch (IllegalStateException e) {
      evening.violated(PassageRule.EXPECTED, Crash.text(e));
    }
    long late =
        evening.wanderers.stream()
            .flatMap(each -> each.told().stream())
            .filter(told -> told.scannedAt() != null)
            .count();
    return new Report(seed, List.copyOf(evening.violations), passages, late);
  }

  private void open() {
    ImportStore importer = ImportStore.of(truth, false);
    Event plain =
        truth
            .events()
            .readDefinition(SimulatedEvent.ACCOUNT, SimulatedEvent.EVENT)
            .orElseThrow()
            .event();
    importer.putEvent(
        new Event(
            plain.account(),
            plain.id(),
            plain.slug(),
            plain.title(),
            plain.ticketTypes(),
            ZoneOffset.UTC,
            List.of(new Area("site", "Site", 3, EMPTIES_AT))));
    for (long id : List.of(SITE, SMOKING)) {
      ListTerms terms =
          new ListTerms(false, List.of(), null, null, "site", Reentry.AFTER_EXIT, null);
      importer.putCheckinList(
          SimulatedEvent.ACCOUNT, SimulatedEvent.EVENT, id, "Door " + id, true, List.of(), terms);
    }
    importer.settle();
  }

  private List<CheckinList> doors() {
    return List.of(definition.list(SITE).orElseThrow(), definition.list(SMOKING).orElseThrow());
  }

  private void violated(PassageRule rule, String how) {
    violations.add(rule + ": " + how);
  }

  /** Compares all that can be read with a walk of what is on record; returns its length. */
  private long check() {
    Map<Long, List<Passage>> byTicket = new TreeMap<>();
    for (CheckinList list : doors()) {
      DoorCopy copy = copy(list);
      for (long ticket : copy.visitors()) {
        byTicket
            .computeIfAbsent(ticket, any -> new ArrayList<>())
            .addAll(copy.passages(ticket, io.doorlist.door.Reentry.AFTER_EXIT));
      }
    }
    Emptying emptying =
        AreaClock.ofCopy(
            definition.event(), definition.area(doors().getFirst()).area(), run.scheduler().now());
    checkTold();
    checkCounts(byTicket, emptying);
    checkStates(byTicket, emptying);
    return byTicket.values().stream().mapToLong(List::size).sum();
  }

  private DoorCopy copy(CheckinList list) {
    DoorCopy copy = new DoorCopy();
    CopyTerms terms = new CopyTerms(new byte[0], true);
    CopyPart part =
        truth
            .doorCopies()
            .read(SimulatedEvent.ACCOUNT, SimulatedEvent.EVENT, list.id(), Mode.LIVE, terms, null);
    copy.apply(part.delta());
    return copy;
  }

  private void checkTold() {
    Map<Long, TicketPassage> shown = new HashMap<>();
    for (CheckinList list : doors()) {
      truth
          .passages()
          .list(definition, list, Mode.LIVE, new PageRequest(1, 250))
          .items()
          .forEach(each -> shown.put(each.passage().id(), each.passage()));
    }
    for (Wanderer wanderer : wanderers) {
      for (Wanderer.Told told : wanderer.told()) {
        TicketPassage passage = shown.get(told.id());
        if (passage == null || passage.undone() && !told.undone()) {
          violated(PassageRule.ON_RECORD, told + " is shown as " + passage);
        } else if (told.scannedAt() != null
            && Duration.between(passage.at(), told.scannedAt()).abs().compareTo(MAX_SKEW) > 0) {
          violated(PassageRule.DOOR_TIME, told + " is shown at " + passage.at());
        }
      }
    }
  }

  private void checkCounts(Map<Long, List<Passage>> byTicket, Emptying emptying) {
    Tally walk = Tally.NONE;
    for (List<Passage> passages : byTicket.values()) {
      walk = walk.plus(PassageFold.of(passages, emptying).tally());
    }
    AreaCounts area =
        truth.areas().readTracked(definition, Mode.LIVE, 90).stream().findFirst().orElseThrow();
    long now = Tally.minute(run.scheduler().now().toEpochMilli());
    List<Long> curve = new ArrayList<>();
    for (long minute = now - 89; minute <= now; minute++) {
      curve.add(walk.inside(minute, emptying));
    }
    List<Object> expected =
        List.of(
            walk.entries(),
            walk.exits(),
            walk.unexplainedEntries(),
            walk.unexplainedExits(),
            walk.inside(now, emptying),
            walk.peak(now, emptying).inside(),
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
      violated(PassageRule.WALK, "a walk has " + expected + ", the area says " + counted);
    }
  }

  private void checkStates(Map<Long, List<Passage>> byTicket, Emptying emptying) {
    for (String code : CODES) {
      CheckinCommand command =
          new CheckinCommand(
              Mode.LIVE, "look", true, true, null, null, run.scheduler().now().plusSeconds(9));
      TicketLook.Seen seen =
          (TicketLook.Seen) truth.checkins().look(definition, doors().getFirst(), code, command);
      List<Passage> passages = byTicket.getOrDefault(seen.ticketId(), List.of());
      PassageFold fold = PassageFold.of(passages, emptying);
      boolean inside = fold.presence().at(run.scheduler().now().toEpochMilli(), emptying).inside();
      if (seen.inside() != inside || seen.entries() != fold.tally().entries()) {
        violated(PassageRule.STATE, code + " is " + seen + " after " + passages);
      }
      long asked =
          wanderers.stream().mapToInt(each -> Collections.frequency(each.asked(), code)).sum();
      if (passages.size() > asked) {
        violated(PassageRule.ONCE, code + " passed " + passages + ", asked " + asked + " times");
      }
    }
  }
}
