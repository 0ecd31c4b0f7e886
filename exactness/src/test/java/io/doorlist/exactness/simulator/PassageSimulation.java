package io.doorlist.exactness.simulator;

import io.doorlist.domain.checkin.Happening;
import io.doorlist.domain.event.Area;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.domain.event.ListTerms;
import io.doorlist.domain.order.Order;
import io.doorlist.door.Reentry;
import io.doorlist.exactness.history.HistoryRule;
import io.doorlist.exactness.history.Violation;
import io.doorlist.exactness.simulator.actor.LogWalker;
import io.doorlist.exactness.simulator.actor.Undoer;
import io.doorlist.exactness.simulator.actor.Wanderer;
import io.doorlist.exactness.simulator.check.LogCheck;
import io.doorlist.exactness.simulator.check.PassageCheck;
import io.doorlist.exactness.simulator.check.TableCheck;
import io.doorlist.exactness.simulator.evening.Flaw;
import io.doorlist.exactness.simulator.evening.Instance;
import io.doorlist.exactness.simulator.evening.Run;
import io.doorlist.exactness.simulator.evening.SimulatedEvent;
import io.doorlist.exactness.simulator.fault.ConsistentReads;
import io.doorlist.ingest.ImportStore;
import io.doorlist.testing.Doors;
import io.doorlist.testing.Gala;
import io.doorlist.testing.Imports;
import io.doorlist.testing.ListTermsOf;
import io.doorlist.testing.Stores;
import java.time.Duration;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;

/** One seed of phones at the doors of an area that people leave and enter again. */
public final class PassageSimulation {
  private static final long SITE = 21;
  private static final long SMOKING = 22;
  private static final List<String> CODES =
      List.of("t10000", "t20000", "t20001", "t20002", "t40000");
  private static final long GROUP = 2;
  private static final List<Long> DOORS = List.of(SITE, SMOKING);

  /** Before the evening, when late uploads may have been scanned, and a minute after it begins. */
  private static final LocalTime BEFORE = LocalTime.of(17, 30);

  private static final LocalTime DURING = LocalTime.of(18, 1);
  private static final Duration SLOWLY = Duration.ofSeconds(20);

  private final Run run;
  private final Stores truth;
  private final EventDefinition definition;
  private final Instance reader;
  private final List<Wanderer> wanderers = new ArrayList<>();
  private final List<LogWalker> walkers = new ArrayList<>();
  private final Set<Long> undoing = new HashSet<>();
  private final SplittableRandom own;
  private final List<Violation> violations = new ArrayList<>();
  private long passages;

  private PassageSimulation(long seed, boolean traced, Flaw planted) {
    SplittableRandom plan = new SplittableRandom(seed ^ 0x9a55a6eL);
    this.run = new Run(SimulatedEvent.of(false), seed, traced, planted);
    this.truth = run.truth().stores();
    LocalTime emptiesAt = List.of(BEFORE, DURING, LocalTime.MIDNIGHT).get(plan.nextInt(3));
    open(emptiesAt == LocalTime.MIDNIGHT ? null : emptiesAt, plan);
    this.definition = new Doors(truth).definition();
    this.reader = run.quietInstance(planted.table().apply(new ConsistentReads(run.table, true)));
    EventDefinition read = new Doors(reader.stores()).definition();
    Duration pace = emptiesAt == DURING ? SLOWLY : Duration.ofMillis(run.paceMillis);
    Order group =
        run.world.orders().stream().filter(each -> each.id() == GROUP).findFirst().orElseThrow();
    int phones = 2 + plan.nextInt(4);
    for (int i = 0; i < phones; i++) {
      Wanderer wanderer = new Wanderer(i, run, plan.split(), read, doors(read), CODES, group, pace);
      wanderers.add(wanderer);
      int times = 2 + plan.nextInt(10);
      run.scheduler.start(Duration.ofMillis(plan.nextInt(60)), () -> wanderer.work(times));
    }
    for (long door : DOORS) {
      LogWalker walker = new LogWalker(run, plan.split(), door);
      walkers.add(walker);
      run.scheduler.start(Duration.ofMillis(plan.nextInt(60)), walker::work);
    }
    Undoer undoer = new Undoer(run, plan.split(), DOORS, pace, undoing);
    int undos = plan.nextInt(10);
    run.scheduler.start(Duration.ofMillis(plan.nextInt(60)), () -> undoer.work(undos));
    this.own = plan.split();
  }

  /** Runs a seed with a fault planted around every function. */
  public static SeedReport run(long seed, boolean traced, Flaw planted) {
    PassageSimulation evening = new PassageSimulation(seed, traced, planted);
    evening
        .run
        .toTheEnd(evening::check)
        .ifPresent(crash -> evening.violated(HistoryRule.EXPECTED_ANSWER, crash));
    long withdrawn = evening.wanderers.stream().mapToLong(Wanderer::withdrawals).sum();
    return new SeedReport(
        seed,
        evening.violations,
        Map.of("passages", evening.passages, "scans withdrawn", withdrawn),
        evening.run.lines());
  }

  /** Makes two doors of an area, each with one of the rules of re-entry. */
  private void open(LocalTime emptiesAt, SplittableRandom plan) {
    ImportStore importer = Imports.into(truth);
    Imports.areas(importer, Gala.event(), ZoneOffset.UTC, new Area("site", "Site", 3, emptiesAt));
    Reentry[] rules = Reentry.values();
    for (long id : DOORS) {
      Reentry rule = rules[plan.nextInt(rules.length)];
      ListTerms terms = ListTermsOf.passages("site", rule);
      importer.putCheckinList(
          SimulatedEvent.ACCOUNT, SimulatedEvent.EVENT, Imports.list(id, "Door " + id, terms));
    }
    importer.settle();
  }

  private static List<CheckinList> doors(EventDefinition definition) {
    return DOORS.stream().map(id -> definition.list(id).orElseThrow()).toList();
  }

  private void violated(HistoryRule rule, String how) {
    violations.add(new Violation(rule, how));
  }

  /** Compares all that can be read with a walk of what is on record. */
  private void check() {
    PassageCheck check =
        new PassageCheck(truth, definition, doors(definition), run.scheduler.now());
    wanderers.forEach(each -> each.finish(reader.stores()));
    Map<String, Integer> asked = new HashMap<>();
    CODES.forEach(code -> asked.put(code, 0));
    wanderers.stream()
        .flatMap(each -> each.asked.stream())
        .forEach(code -> asked.merge(code, 1, Integer::sum));
    violations.addAll(TableCheck.of(run.table));
    violations.addAll(LogCheck.of(truth, run.scheduler.now(), own));
    passages =
        check.run(wanderers.stream().flatMap(each -> each.told.stream()).toList(), asked, undoing);
    violations.addAll(check.violations);
    List<Happening> all = new ArrayList<>();
    for (CheckinList list : doors(definition)) {
      all.addAll(LogCheck.log(truth, definition, list, own));
    }
    wanderers.forEach(each -> each.check(all));
    wanderers.forEach(each -> violations.addAll(each.violations));
    walkers.forEach(each -> violations.addAll(each.finish(truth)));
  }
}
