package io.doorlist.exactness.simulator;

import io.doorlist.domain.event.Area;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.event.Event;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.domain.event.ListTerms;
import io.doorlist.door.Emptying;
import io.doorlist.door.Reentry;
import io.doorlist.exactness.simulator.actor.Wanderer;
import io.doorlist.exactness.simulator.check.PassageCheck;
import io.doorlist.exactness.simulator.check.PassageRule;
import io.doorlist.exactness.simulator.check.TableTrace;
import io.doorlist.exactness.simulator.check.TicketTrace;
import io.doorlist.exactness.simulator.check.TotalsCheck;
import io.doorlist.exactness.simulator.evening.Flaw;
import io.doorlist.exactness.simulator.evening.Run;
import io.doorlist.exactness.simulator.evening.SimulatedEvent;
import io.doorlist.exactness.simulator.fault.ConsistentReads;
import io.doorlist.exactness.simulator.schedule.Crash;
import io.doorlist.ingest.ImportStore;
import io.doorlist.store.Stores;
import io.doorlist.store.checkin.ticket.AreaClock;
import io.doorlist.testing.Imports;
import io.doorlist.testing.Terms;
import java.time.Duration;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** One seed of phones at the doors of an area that people leave and enter again. */
public final class PassageSimulation {
  private static final long SITE = 21;
  private static final long SMOKING = 22;
  private static final List<String> CODES = List.of("t10000", "t20000", "t20001", "t40000");
  private static final List<Long> DOORS = List.of(SITE, SMOKING);

  /** Before the evening, when late uploads may have been scanned, and a minute after it begins. */
  private static final LocalTime BEFORE = LocalTime.of(17, 30);

  private static final LocalTime DURING = LocalTime.of(18, 1);
  private static final Duration SLOWLY = Duration.ofSeconds(20);

  private final Run run;
  private final Stores truth;
  private final EventDefinition definition;
  private final List<Wanderer> wanderers = new ArrayList<>();
  private final List<String> violations = new ArrayList<>();

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
    LocalTime emptiesAt = List.of(BEFORE, DURING, LocalTime.MIDNIGHT).get(plan.nextInt(3));
    open(emptiesAt == LocalTime.MIDNIGHT ? null : emptiesAt, plan);
    this.definition = definition(truth);
    EventDefinition read =
        definition(
            run.quietInstance(planted.table().apply(new ConsistentReads(run.table(), true)))
                .stores());
    Duration pace = emptiesAt == DURING ? SLOWLY : Duration.ofMillis(run.paceMillis());
    int phones = 2 + plan.nextInt(4);
    for (int i = 0; i < phones; i++) {
      Wanderer wanderer = new Wanderer(i, run, plan.split(), read, doors(read), CODES, pace);
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

  /** Runs a seed and returns what the table said of each ticket after each transaction. */
  public static List<TicketTrace> traces(long seed, Flaw planted) {
    PassageSimulation evening = new PassageSimulation(seed, planted);
    TableTrace trace = new TableTrace(evening.run.table().table(), evening.doors());
    evening.run.table().afterEachTransaction(trace::look);
    try {
      evening.run.scheduler().run();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    } catch (IllegalStateException e) {
      // What has happened until then is looked at all the same.
      evening.violated(PassageRule.EXPECTED, Crash.text(e));
    }
    Emptying emptying =
        AreaClock.ofCopy(
            evening.definition.event(),
            evening.definition.area(evening.doors().getFirst()).area(),
            evening.run.scheduler().now());
    return trace.tickets("seed " + seed, emptying);
  }

  private static EventDefinition definition(Stores stores) {
    return stores
        .events()
        .readDefinition(SimulatedEvent.ACCOUNT, SimulatedEvent.EVENT)
        .orElseThrow();
  }

  /** Makes two doors of an area, each with one of the rules of re-entry. */
  private void open(LocalTime emptiesAt, SplittableRandom plan) {
    ImportStore importer = Imports.into(truth);
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
            List.of(new Area("site", "Site", 3, emptiesAt))));
    Reentry[] rules = Reentry.values();
    for (long id : DOORS) {
      Reentry rule = rules[plan.nextInt(rules.length)];
      ListTerms terms = Terms.passages("site", rule);
      importer.putCheckinList(
          SimulatedEvent.ACCOUNT, SimulatedEvent.EVENT, Imports.list(id, "Door " + id, terms));
    }
    importer.settle();
  }

  private List<CheckinList> doors() {
    return doors(definition);
  }

  private static List<CheckinList> doors(EventDefinition definition) {
    return DOORS.stream().map(id -> definition.list(id).orElseThrow()).toList();
  }

  private void violated(PassageRule rule, String how) {
    violations.add(rule + ": " + how);
  }

  /** Compares all that can be read with a walk of what is on record; returns its length. */
  private long check() {
    PassageCheck check = new PassageCheck(truth, definition, doors(), run.scheduler().now());
    Map<String, Integer> asked = new HashMap<>();
    CODES.forEach(code -> asked.put(code, 0));
    wanderers.stream()
        .flatMap(each -> each.asked().stream())
        .forEach(code -> asked.merge(code, 1, Integer::sum));
    long passages =
        check.run(wanderers.stream().flatMap(each -> each.told().stream()).toList(), asked);
    violations.addAll(check.violations());
    wanderers.forEach(each -> violations.addAll(each.violations()));
    TotalsCheck.of(truth).forEach(how -> violated(PassageRule.TOTALS, how));
    return passages;
  }
}
