package io.doorlist.exactness.simulator;

import io.doorlist.domain.event.Area;
import io.doorlist.domain.event.CheckinList;
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
import io.doorlist.exactness.simulator.evening.Instance;
import io.doorlist.exactness.simulator.evening.Run;
import io.doorlist.exactness.simulator.evening.SimulatedEvent;
import io.doorlist.exactness.simulator.fault.ConsistentReads;
import io.doorlist.ingest.ImportStore;
import io.doorlist.store.Stores;
import io.doorlist.store.checkin.ticket.AreaClock;
import io.doorlist.testing.Doors;
import io.doorlist.testing.Gala;
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
  private long passages;

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
    this.definition = new Doors(truth).definition();
    Instance reader =
        run.quietInstance(planted.table().apply(new ConsistentReads(run.table(), true)));
    EventDefinition read = new Doors(reader.stores()).definition();
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
    evening.toTheEnd(evening::check);
    long late =
        evening.wanderers.stream()
            .flatMap(each -> each.told().stream())
            .filter(told -> told.scannedAt() != null)
            .count();
    return new Report(seed, List.copyOf(evening.violations), evening.passages, late);
  }

  /** Runs a seed and returns what the table said of each ticket after each transaction. */
  public static List<TicketTrace> traces(long seed, Flaw planted) {
    PassageSimulation evening = new PassageSimulation(seed, planted);
    TableTrace trace = new TableTrace(evening.run.table().table(), evening.doors());
    evening.run.table().afterEachTransaction(trace::look);
    // If something crashes, what has happened until then is looked at all the same.
    evening.toTheEnd(() -> {});
    Emptying emptying =
        AreaClock.ofCopy(
            evening.definition.event(),
            evening.definition.area(evening.doors().getFirst()).area(),
            evening.run.scheduler().now());
    return trace.tickets("seed " + seed, emptying);
  }

  private void toTheEnd(Runnable afterwards) {
    run.toTheEnd(afterwards).ifPresent(crash -> violated(PassageRule.EXPECTED, crash));
  }

  /** Makes two doors of an area, each with one of the rules of re-entry. */
  private void open(LocalTime emptiesAt, SplittableRandom plan) {
    ImportStore importer = Imports.into(truth);
    Imports.areas(importer, Gala.event(), ZoneOffset.UTC, new Area("site", "Site", 3, emptiesAt));
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

  /** Compares all that can be read with a walk of what is on record. */
  private void check() {
    PassageCheck check = new PassageCheck(truth, definition, doors(), run.scheduler().now());
    Map<String, Integer> asked = new HashMap<>();
    CODES.forEach(code -> asked.put(code, 0));
    wanderers.stream()
        .flatMap(each -> each.asked().stream())
        .forEach(code -> asked.merge(code, 1, Integer::sum));
    passages = check.run(wanderers.stream().flatMap(each -> each.told().stream()).toList(), asked);
    violations.addAll(check.violations());
    wanderers.forEach(each -> violations.addAll(each.violations()));
    TotalsCheck.of(truth).forEach(how -> violated(PassageRule.TOTALS, how));
  }
}
