package io.doorlist.exactness.simulator.actor;

import io.doorlist.domain.Mode;
import io.doorlist.domain.UnavailableException;
import io.doorlist.domain.checkin.CheckinCommand;
import io.doorlist.domain.checkin.CheckinCommand.IdempotencyKey;
import io.doorlist.domain.checkin.CheckinOutcome;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.exactness.simulator.check.PassageCheck.Told;
import io.doorlist.exactness.simulator.evening.Instance;
import io.doorlist.exactness.simulator.evening.Run;
import io.doorlist.exactness.simulator.schedule.Scheduler;
import io.doorlist.store.Stores;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A phone at the doors of an area that people leave and enter again. It scans with a network, or
 * uploads what it scanned up to an hour ago; it repeats what got no answer, and sometimes what did.
 * Its clock may be years off: then it says its time with each request.
 */
public final class Wanderer {
  private static final Duration PATIENCE = Duration.ofSeconds(5);
  private static final int MAX_TRIES = 6;
  private static final int SECONDS_LATE = 3_600;
  private static final int MAX_SECONDS_OFF = 3 * 3_600;
  private static final int MAX_DAYS_OFF = 9_000;

  private final String name;
  private final long gate;
  private final Run run;
  private final SplittableRandom random;
  private final EventDefinition definition;
  private final List<CheckinList> doors;
  private final List<String> codes;
  private final Duration pace;
  private final Duration clock;
  private final boolean saysTime;

  /** What this phone was told is on record. */
  public final List<Told> told = new ArrayList<>();

  /** The codes that it scanned, one for each scan. */
  public final List<String> asked = new ArrayList<>();

  /**
   * Creates a phone.
   *
   * @param doors lists of one area
   * @param pace how long it waits between two scans at most
   */
  public Wanderer(
      int number,
      Run run,
      SplittableRandom random,
      EventDefinition definition,
      List<CheckinList> doors,
      List<String> codes,
      Duration pace) {
    this.name = "wanderer-" + number;
    this.gate = number + 1;
    this.run = run;
    this.random = random;
    this.definition = definition;
    this.doors = doors;
    this.codes = codes;
    this.pace = pace;
    this.clock = clock(random);
    this.saysTime = !clock.isZero() || random.nextBoolean();
  }

  /** Draws by how much a phone's clock is off: not at all, by hours or by years. */
  private static Duration clock(SplittableRandom random) {
    return switch (random.nextInt(4)) {
      case 0 -> Duration.ofSeconds(random.nextInt(-MAX_SECONDS_OFF, MAX_SECONDS_OFF));
      case 1 -> Duration.ofDays(random.nextInt(-MAX_DAYS_OFF, MAX_DAYS_OFF));
      default -> Duration.ZERO;
    };
  }

  public void work(int times) {
    for (int i = 0; i < times; i++) {
      run.scheduler.sleep(Duration.ofMillis(1 + random.nextInt((int) pace.toMillis())));
      CheckinList list = doors.get(random.nextInt(doors.size()));
      String code = codes.get(random.nextInt(codes.size()));
      boolean exit = random.nextInt(5) < 2;
      Instant scannedAt =
          random.nextBoolean()
              ? run.scheduler
                  .now()
                  .minusMillis(random.nextInt(SECONDS_LATE * 1000))
                  .truncatedTo(ChronoUnit.MILLIS)
              : null;
      asked.add(code);
      IdempotencyKey key = new IdempotencyKey(name + "-" + i, name + "-" + i, false);
      // The first scan of an outage was to be decided by the server.
      boolean online = scannedAt == null || random.nextInt(4) == 0;
      scan(new Scan(list, code, exit, online, scannedAt, key));
    }
  }

  /**
   * What it scans.
   *
   * @param scannedAt the time of a scan that it uploads later, by a clock that is right, else
   *     {@code null}
   */
  private record Scan(
      CheckinList list,
      String code,
      boolean exit,
      boolean online,
      Instant scannedAt,
      IdempotencyKey key) {}

  private void scan(Scan scan) {
    int enough = random.nextInt(6) == 0 ? 2 : 1;
    Duration longest = Duration.ZERO;
    for (int tries = 0; tries < MAX_TRIES && enough > 0; tries++) {
      Instant begun = run.scheduler.now();
      CheckinOutcome outcome = send(scan);
      Duration took = Duration.between(begun, run.scheduler.now());
      longest = took.compareTo(longest) > 0 ? took : longest;
      run.say(name + " " + scan + ": " + outcome);
      if (outcome != null) {
        heard(scan, outcome, longest);
        enough -= outcome instanceof CheckinOutcome.KeyInUse ? 0 : 1;
      }
      run.scheduler.sleep(Duration.ofMillis(1 + random.nextInt(500)));
    }
  }

  /** Notes what the answer says was recorded. */
  private void heard(Scan scan, CheckinOutcome outcome, Duration longest) {
    long id =
        switch (outcome) {
          case CheckinOutcome.CheckedOut out -> out.passage().id();
          case CheckinOutcome.Reentered again -> again.passage().id();
          case CheckinOutcome.CheckedIn in -> in.checkin().id();
          default -> 0;
        };
    if (id > 0 || outcome instanceof CheckinOutcome.AdmittedAgain) {
      Instant said = id > 0 ? null : said(scan);
      Told what = new Told(scan.list().id(), id, name, said, scan.scannedAt(), longest);
      if (told.stream().noneMatch(what::isOfSame)) {
        told.add(what);
      }
    }
  }

  /** Returns the time that it says it scanned, or {@code null}. */
  private Instant said(Scan scan) {
    return scan.scannedAt() == null ? null : scan.scannedAt().plus(clock);
  }

  private CheckinOutcome send(Scan scan) {
    Instance instance = run.instance(random);
    Stores stores = instance.stores();
    Instant deviceTime = saysTime ? run.scheduler.now().plus(clock) : null;
    CheckinCommand command =
        new CheckinCommand(
            Mode.LIVE,
            name,
            name,
            scan.online(),
            true,
            said(scan),
            scan.key(),
            run.scheduler.now().plus(PATIENCE),
            gate,
            CheckinCommand.clockBehind(deviceTime, instance.now()),
            scan.scannedAt() == null ? null : 0L);
    try {
      CheckinOutcome outcome =
          scan.exit()
              ? stores.checkins().exit(definition, scan.list(), scan.code(), command)
              : stores.checkins().checkInTicket(definition, scan.list(), scan.code(), command);
      return random.nextInt(12) == 0 ? null : outcome;
    } catch (UnavailableException | Scheduler.Killed e) {
      return null;
    }
  }
}
