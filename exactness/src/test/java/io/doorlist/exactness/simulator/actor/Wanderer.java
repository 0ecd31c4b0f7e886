package io.doorlist.exactness.simulator.actor;

import io.doorlist.domain.Mode;
import io.doorlist.domain.UnavailableException;
import io.doorlist.domain.checkin.Checkin;
import io.doorlist.domain.checkin.CheckinOutcome;
import io.doorlist.domain.checkin.Scan;
import io.doorlist.domain.checkin.Scan.IdempotencyKey;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.domain.order.Order;
import io.doorlist.domain.order.Ticket;
import io.doorlist.exactness.history.HistoryRule;
import io.doorlist.exactness.history.Violation;
import io.doorlist.exactness.simulator.check.PassageCheck.Told;
import io.doorlist.exactness.simulator.evening.Instance;
import io.doorlist.exactness.simulator.evening.Run;
import io.doorlist.exactness.simulator.schedule.Scheduler;
import io.doorlist.store.Stores;
import io.doorlist.store.checkin.CheckinStore;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;

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

  /** A group is more than one transaction if it is more than two: their marks, a row and a key. */
  private static final int WRITES_OF_GROUP = 4;

  private final String name;
  private final long gate;
  private final Run run;
  private final SplittableRandom random;
  private final EventDefinition definition;
  private final List<CheckinList> doors;
  private final List<String> codes;
  private final Order group;
  private final Duration pace;
  private final Duration clock;
  private final boolean saysTime;

  /** What this phone was told is on record. */
  public final List<Told> told = new ArrayList<>();

  /** The codes that it scanned, one for each scan. */
  public final List<String> asked = new ArrayList<>();

  /** By the key of a scan of the group's code, the first answer by which something was written. */
  private final Map<IdempotencyKey, CheckinOutcome> answers = new HashMap<>();

  /** What answers to the code of the group have violated. */
  public final List<Violation> violations = new ArrayList<>();

  /**
   * Creates a phone.
   *
   * @param doors lists of one area
   * @param codes of single tickets
   * @param group whose code it scans too
   * @param pace how long it waits between two scans at most
   */
  public Wanderer(
      int number,
      Run run,
      SplittableRandom random,
      EventDefinition definition,
      List<CheckinList> doors,
      List<String> codes,
      Order group,
      Duration pace) {
    this.name = "wanderer-" + number;
    this.gate = number + 1;
    this.run = run;
    this.random = random;
    this.definition = definition;
    this.doors = doors;
    this.codes = codes;
    this.group = group;
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
      boolean ofGroup = random.nextInt(4) == 0;
      String code = ofGroup ? group.qrCodeIdentifier() : codes.get(random.nextInt(codes.size()));
      boolean exit = random.nextInt(5) < 2;
      Instant scannedAt =
          random.nextBoolean()
              ? run.scheduler
                  .now()
                  .minusMillis(random.nextInt(SECONDS_LATE * 1000))
                  .truncatedTo(ChronoUnit.MILLIS)
              : null;
      if (ofGroup) {
        group.tickets().forEach(ticket -> asked.add(ticket.qrCodeIdentifier()));
      } else {
        asked.add(code);
      }
      SortedMap<String, Integer> wanted = ofGroup && !exit ? wanted() : null;
      IdempotencyKey key = new IdempotencyKey(name + "-" + i, name + "-" + i, false);
      // The first scan of an outage was to be decided by the server.
      boolean online = scannedAt == null || random.nextInt(4) == 0;
      Sent sent = new Sent(list, code, exit, wanted, online, scannedAt, key);
      if (ofGroup && random.nextInt(3) == 0) {
        // The phone lost patience: its first request goes on beside the second.
        run.scheduler.start(Duration.ofMillis(random.nextInt(60)), () -> scan(sent));
      }
      scan(sent);
    }
  }

  /** Draws how many of each type of the group come in. */
  private SortedMap<String, Integer> wanted() {
    SortedMap<String, Integer> wanted = new TreeMap<>();
    for (Ticket ticket : group.tickets()) {
      if (random.nextInt(3) > 0) {
        wanted.merge(ticket.ticketType(), 1, Integer::sum);
      }
    }
    if (wanted.isEmpty()) {
      wanted.put(group.tickets().getFirst().ticketType(), 1);
    }
    return wanted;
  }

  /**
   * What it scans.
   *
   * @param wanted of the group, how many of each type come in; otherwise {@code null}
   * @param scannedAt the time of a scan that it uploads later, by a clock that is right, else
   *     {@code null}
   */
  private record Sent(
      CheckinList list,
      String code,
      boolean exit,
      SortedMap<String, Integer> wanted,
      boolean online,
      Instant scannedAt,
      IdempotencyKey key) {}

  private void scan(Sent sent) {
    int enough = random.nextInt(6) == 0 ? 2 : 1;
    Duration longest = Duration.ZERO;
    CheckinOutcome first = null;
    for (int tries = 0; tries < MAX_TRIES && enough > 0; tries++) {
      Instant begun = run.scheduler.now();
      CheckinOutcome outcome = send(sent);
      Duration took = Duration.between(begun, run.scheduler.now());
      longest = took.compareTo(longest) > 0 ? took : longest;
      run.say(name + " " + sent + ": " + outcome);
      if (outcome != null) {
        ofGroup(sent, outcome);
        heard(sent, outcome, longest);
        enough -= outcome instanceof CheckinOutcome.KeyInUse ? 0 : 1;
      }
      run.scheduler.sleep(Duration.ofMillis(1 + random.nextInt(500)));
    }
  }

  /** Checks an answer to the group's code. */
  private void ofGroup(Sent sent, CheckinOutcome outcome) {
    List<Long> tickets =
        switch (outcome) {
          case CheckinOutcome.OrderCheckedOut out ->
              out.tickets().stream().map(each -> each.passage().ticketId()).toList();
          case CheckinOutcome.OrderCheckedIn in ->
              in.checkins().stream().map(Checkin::ticketId).toList();
          default -> List.of();
        };
    if (tickets.isEmpty()) {
      boolean fits =
          outcome instanceof CheckinOutcome.TooManyAtOnce many
              && sum(many.atOnce()) >= sum(sent.wanted());
      if (fits) {
        violations.add(new Violation(HistoryRule.FAIR_REFUSAL, name + " " + sent + ": " + outcome));
      }
      return;
    }
    CheckinOutcome first = answers.putIfAbsent(sent.key(), outcome);
    if (first != null && !first.equals(outcome)) {
      violations.add(
          new Violation(
              HistoryRule.REPLAY_SAME, name + " " + sent + ": " + first + " and " + outcome));
    }
    SortedMap<String, Integer> types = new TreeMap<>();
    tickets.stream()
        .distinct()
        .flatMap(id -> group.tickets().stream().filter(ticket -> ticket.id() == id))
        .forEach(ticket -> types.merge(ticket.ticketType(), 1, Integer::sum));
    boolean asWanted = sent.wanted() == null || sent.wanted().equals(types);
    if (!asWanted || sum(types) != tickets.size()) {
      violations.add(new Violation(HistoryRule.ALL_OR_NOTHING, name + " " + sent + ": " + outcome));
    }
  }

  private static int sum(SortedMap<String, Integer> counts) {
    return counts.values().stream().mapToInt(Integer::intValue).sum();
  }

  /** Notes what the answer says was recorded. */
  private void heard(Sent sent, CheckinOutcome outcome, Duration longest) {
    switch (outcome) {
      case CheckinOutcome.OrderCheckedOut out ->
          out.tickets().forEach(each -> heardOfOne(sent, each, longest));
      case CheckinOutcome.OrderCheckedIn in ->
          in.tickets().forEach(each -> heardOfOne(sent, each, longest));
      default -> heardOfOne(sent, outcome, longest);
    }
  }

  private void heardOfOne(Sent sent, CheckinOutcome outcome, Duration longest) {
    long id =
        switch (outcome) {
          case CheckinOutcome.CheckedOut out -> out.passage().id();
          case CheckinOutcome.Reentered again -> again.passage().id();
          case CheckinOutcome.CheckedIn in -> in.checkin().id();
          default -> 0;
        };
    if (id > 0 || outcome instanceof CheckinOutcome.AdmittedAgain) {
      Instant said = id > 0 ? null : said(sent);
      Duration late = longest.plus(uncorrected());
      Told what = new Told(sent.list().id(), id, name, said, sent.scannedAt(), late);
      if (told.stream().noneMatch(what::isOfSame)) {
        told.add(what);
      }
    }
  }

  /** Returns by how much the clock is behind if the way of a request may explain it. */
  private Duration uncorrected() {
    Duration behind = clock.negated();
    boolean explained = behind.compareTo(Scan.ON_ITS_WAY) < 0;
    return behind.isPositive() && explained ? behind : Duration.ZERO;
  }

  /** Returns the time that it says it scanned, or {@code null}. */
  private Instant said(Sent sent) {
    return sent.scannedAt() == null ? null : sent.scannedAt().plus(clock);
  }

  private CheckinOutcome send(Sent sent) {
    Instance instance = run.instance(random);
    Stores stores = instance.stores();
    Instant deviceTime = saysTime ? run.scheduler.now().plus(clock) : null;
    Scan scan =
        new Scan(
            Mode.LIVE,
            name,
            name,
            sent.online(),
            true,
            said(sent),
            sent.key(),
            run.scheduler.now().plus(PATIENCE),
            gate,
            Scan.clockBehind(deviceTime, instance.now()),
            sent.scannedAt() == null ? null : 0L);
    try {
      CheckinStore checkins = new CheckinStore(stores.table(), WRITES_OF_GROUP);
      CheckinOutcome outcome = send(checkins, sent, scan);
      return random.nextInt(12) == 0 ? null : outcome;
    } catch (UnavailableException | Scheduler.Killed e) {
      return null;
    }
  }

  private CheckinOutcome send(CheckinStore checkins, Sent sent, Scan scan) {
    if (sent.exit()) {
      return checkins.exit(definition, sent.list(), sent.code(), scan);
    }
    return sent.wanted() == null
        ? checkins.checkInTicket(definition, sent.list(), sent.code(), scan)
        : checkins.checkInOrder(definition, sent.list(), sent.code(), sent.wanted(), false, scan);
  }
}
