package io.doorlist.exactness.simulator.actor;

import io.doorlist.domain.Mode;
import io.doorlist.domain.UnavailableException;
import io.doorlist.domain.checkin.Checkin;
import io.doorlist.domain.checkin.CheckinOutcome;
import io.doorlist.domain.checkin.Happening;
import io.doorlist.domain.checkin.Scan;
import io.doorlist.domain.checkin.Scan.IdempotencyKey;
import io.doorlist.domain.checkin.WithdrawalOutcome;
import io.doorlist.domain.checkin.WithdrawalOutcome.Withdrawn;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.domain.order.Order;
import io.doorlist.domain.order.Ticket;
import io.doorlist.exactness.history.HistoryRule;
import io.doorlist.exactness.history.Violation;
import io.doorlist.exactness.simulator.check.PassageCheck.Told;
import io.doorlist.exactness.simulator.evening.Flaw.Habit;
import io.doorlist.exactness.simulator.evening.Instance;
import io.doorlist.exactness.simulator.evening.Run;
import io.doorlist.exactness.simulator.schedule.Scheduler;
import io.doorlist.store.checkin.CheckinStore;
import io.doorlist.store.checkin.WithdrawalStore;
import io.doorlist.testing.Stores;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * A phone at the doors of an area that people leave and enter again. It scans with a network, or
 * uploads what it scanned up to an hour ago; it repeats what got no answer, and sometimes what did.
 * Its clock may be years off: then it says its time with each request.
 *
 * <p>What it asked and did not show as in, and what somebody takes back, it withdraws until there
 * is an answer. Requests of these scans still arrive afterwards, some an hour later, by a token
 * that the phone got since.
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

  /** When it scanned. To the judge, its scans differ by these times. */
  private final Set<Instant> times = new HashSet<>();

  /** By the key of a scan of the group's code, the first answer by which something was written. */
  private final Map<IdempotencyKey, CheckinOutcome> answers = new HashMap<>();

  /** What answers to the code of the group have violated. */
  public final List<Violation> violations = new ArrayList<>();

  /** When each scan was first sent, by its key. */
  private final Map<IdempotencyKey, Instant> begun = new HashMap<>();

  /** The scans that shall not count, and the first answer to that, or {@code null} so far. */
  private final Map<Sent, Withdrawn> withdrawn = new LinkedHashMap<>();

  /** The scans that were asked, and not shown as in. */
  private final Set<Sent> sentAway = new LinkedHashSet<>();

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
      int late = random.nextBoolean() ? random.nextInt(SECONDS_LATE * 1000) : 0;
      Instant scannedAt = atItsOwnTime(run.scheduler.now().minusMillis(late));
      if (ofGroup) {
        group.tickets().forEach(ticket -> asked.add(ticket.qrCodeIdentifier()));
      } else {
        asked.add(code);
      }
      // Without counts all of the group leave.
      boolean counted = ofGroup && (!exit || random.nextBoolean());
      SortedMap<String, Integer> wanted = counted ? wanted() : null;
      IdempotencyKey key = new IdempotencyKey(name + "-" + i, name + "-" + i, true);
      // The first scan of an outage was to be decided by the server.
      boolean online = late == 0 || random.nextInt(4) == 0;
      Sent sent = new Sent(list, code, exit, wanted, online, scannedAt, key);
      if (ofGroup && random.nextInt(3) == 0) {
        // The phone lost patience: its first request goes on beside the second.
        run.scheduler.start(Duration.ofMillis(random.nextInt(60)), () -> scan(sent));
      }
      end(sent, scan(sent));
    }
  }

  /** Returns the millisecond of a scan, or the next one in which this phone has scanned nothing. */
  private Instant atItsOwnTime(Instant scannedAt) {
    Instant own = scannedAt.truncatedTo(ChronoUnit.MILLIS);
    while (!times.add(own)) {
      own = own.plusMillis(1);
    }
    return own;
  }

  /** Withdraws a scan that was not shown as in, or that somebody takes back. */
  private void end(Sent sent, CheckinOutcome shown) {
    boolean in =
        !sent.online()
            || shown instanceof CheckinOutcome.Admitted
            || shown instanceof CheckinOutcome.OrderCheckedIn
            || shown instanceof CheckinOutcome.CheckedOut
            || shown instanceof CheckinOutcome.OrderCheckedOut;
    if (!in) {
      sentAway.add(sent);
    }
    boolean over = !in && shown != null && run.phones(Habit.REFUSED_IS_OVER);
    boolean withdraws = !over && (!in || random.nextInt(5) == 0);
    if (random.nextInt(withdraws ? 2 : 8) == 0) {
      // A transport repeats a request; of what was withdrawn also much later, by another token.
      Duration later = Duration.ofSeconds(random.nextBoolean() ? 1 : 3_700);
      if (withdraws || !in) {
        run.scheduler.start(later, () -> scan(sent));
      }
    }
    if (withdraws) {
      withdrawn.put(sent, null);
      told.removeIf(each -> each.key().equals(sent.key()));
      if (random.nextInt(4) == 0) {
        run.scheduler.start(Duration.ofMillis(random.nextInt(40)), () -> withdraw(sent));
      }
      withdraw(sent);
    }
  }

  private void withdraw(Sent sent) {
    for (int tries = 0; tries < MAX_TRIES; tries++) {
      String token = random.nextInt(3) == 0 ? name + "-renewed" : name;
      try {
        WithdrawalOutcome outcome = withdraw(sent, token, run.instance(random).stores());
        if (random.nextInt(12) > 0) {
          withdrawn(sent, outcome);
          if (random.nextInt(6) > 0) {
            return;
          }
        }
      } catch (UnavailableException | Scheduler.Killed e) {
        run.say(name + " withdraws " + sent + " and gets no answer");
      }
      run.scheduler.sleep(Duration.ofMillis(1 + random.nextInt(500)));
    }
  }

  private WithdrawalOutcome withdraw(Sent sent, String token, Stores stores) {
    Instant deadline = run.scheduler.now().plus(PATIENCE);
    Scan scan = new Scan(Mode.LIVE, token, token, true, true, said(sent), sent.key(), deadline);
    return new WithdrawalStore(stores.table()).withdraw(definition, sent.list(), scan);
  }

  /** Returns how many scans were withdrawn. */
  public long withdrawals() {
    return withdrawn.size();
  }

  private void withdrawn(Sent sent, WithdrawalOutcome outcome) {
    run.say(name + " withdraws " + sent + ": " + outcome);
    Withdrawn first = withdrawn.get(sent);
    if (!(outcome instanceof Withdrawn answer) || first != null && !first.equals(answer)) {
      violations.add(
          new Violation(HistoryRule.WITHDRAWN, sent + ": " + outcome + " after " + first));
    } else {
      withdrawn.put(sent, answer);
    }
  }

  /**
   * Withdraws once more, when nothing else happens: what has no answer yet gets one.
   *
   * @param reader of an instance without faults but the planted ones
   */
  public void finish(Stores reader) {
    for (Sent sent : withdrawn.keySet()) {
      try {
        withdrawn(sent, withdraw(sent, name + "-renewed", reader));
      } catch (UnavailableException e) {
        violations.add(new Violation(HistoryRule.WITHDRAWN, sent + " cannot be withdrawn"));
      }
    }
  }

  /**
   * Checks that nothing counts of scans that were withdrawn or not shown as in.
   *
   * @param all what the logs of all doors have
   */
  public void check(List<Happening> all) {
    Set<Long> ended =
        all.stream()
            .filter(each -> each.undoes() != null)
            .map(each -> each.undoes().id())
            .collect(Collectors.toSet());
    Set<Sent> none = new LinkedHashSet<>(sentAway);
    none.addAll(withdrawn.keySet());
    for (Sent sent : none) {
      for (Happening each : all) {
        if (each.undoes() == null
            && each.list().id() == sent.list().id()
            && said(sent).equals(each.scannedAt())
            && List.of(name, name + "-renewed").contains(each.scannedBy())
            && !ended.contains(each.id())) {
          violations.add(new Violation(HistoryRule.WITHDRAWN, sent + " counts: " + each));
        }
      }
    }
  }

  /** Draws how many of each type of the group come in, or leave. */
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
   * @param wanted of the group, how many of each type come in, or leave if somebody has counted;
   *     otherwise {@code null}
   * @param scannedAt when it was scanned, by a clock that is right
   */
  private record Sent(
      CheckinList list,
      String code,
      boolean exit,
      SortedMap<String, Integer> wanted,
      boolean online,
      Instant scannedAt,
      IdempotencyKey key) {}

  /** Sends a scan until there is an answer; returns the first, or {@code null}. */
  private CheckinOutcome scan(Sent sent) {
    int enough = random.nextInt(6) == 0 ? 2 : 1;
    Duration longest = Duration.ZERO;
    CheckinOutcome first = null;
    begun.putIfAbsent(sent.key(), run.scheduler.now());
    for (int tries = 0; tries < MAX_TRIES && enough > 0; tries++) {
      Instant began = run.scheduler.now();
      boolean over = withdrawn.get(sent) != null;
      CheckinOutcome outcome = send(sent);
      Duration took = Duration.between(began, run.scheduler.now());
      longest = took.compareTo(longest) > 0 ? took : longest;
      run.say(name + " " + sent + ": " + outcome);
      if (outcome != null && over && !(outcome instanceof CheckinOutcome.Withdrawn)) {
        violations.add(new Violation(HistoryRule.WITHDRAWN, sent + " is late and gets " + outcome));
      }
      first = first == null ? outcome : first;
      if (outcome != null) {
        ofGroup(sent, outcome);
        heard(sent, outcome, longest);
        enough -= outcome instanceof CheckinOutcome.KeyInUse ? 0 : 1;
      }
      run.scheduler.sleep(Duration.ofMillis(1 + random.nextInt(500)));
    }
    return first;
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
      // The group has as many tickets as are counted, and a door cannot hold people in.
      boolean fits =
          outcome instanceof CheckinOutcome.TooManyAtOnce many
                  && sum(many.atOnce()) >= sum(sent.wanted())
              || sent.exit() && outcome instanceof CheckinOutcome.NotEnoughTickets;
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
    if (withdrawn.containsKey(sent)) {
      return;
    }
    if (id > 0 || outcome instanceof CheckinOutcome.AdmittedAgain) {
      Instant said = id > 0 ? null : said(sent);
      // What the server decides happens when it decides.
      Instant first = begun.get(sent.key());
      Duration late = sent.online() ? Duration.between(first, run.scheduler.now()) : longest;
      Instant at = sent.online() ? first : sent.scannedAt();
      Instant own = sent.online() ? null : Told.uncorrected(said(sent), clock, longest);
      boolean left = sent.exit() && sent.code().equals(group.qrCodeIdentifier());
      Told what = new Told(sent.list().id(), id, name, said, at, late, own, left, sent.key());
      if (told.stream().noneMatch(what::isOfSame)) {
        told.add(what);
      }
    }
  }

  /** Returns the time that it says it scanned. */
  private Instant said(Sent sent) {
    return sent.scannedAt().plus(clock);
  }

  private CheckinOutcome send(Sent sent) {
    Instance instance = run.instance(random);
    Stores stores = instance.stores();
    Instant deviceTime = saysTime ? run.scheduler.now().plus(clock) : null;
    String token = withdrawn.containsKey(sent) && random.nextBoolean() ? name + "-renewed" : name;
    Scan scan =
        new Scan(
            Mode.LIVE,
            token,
            token,
            sent.online(),
            true,
            said(sent),
            sent.key(),
            run.scheduler.now().plus(PATIENCE),
            gate,
            Scan.clockBehind(deviceTime, instance.now()),
            sent.online() ? null : 0L);
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
      boolean all = sent.wanted() == null || run.phones(Habit.COUNTS_DROPPED);
      SortedMap<String, Integer> leaving = all ? new TreeMap<>() : sent.wanted();
      return checkins.exit(definition, sent.list(), sent.code(), leaving, scan);
    }
    return sent.wanted() == null
        ? checkins.checkInTicket(definition, sent.list(), sent.code(), scan)
        : checkins.checkInOrder(definition, sent.list(), sent.code(), sent.wanted(), false, scan);
  }
}
