package io.doorlist.cli.following;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import io.doorlist.domain.Mode;
import io.doorlist.domain.checkin.Happening;
import io.doorlist.domain.checkin.Happening.Type;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.ingest.shop.FollowedShop;
import io.doorlist.ingest.shop.FollowedShopStore;
import io.doorlist.ingest.shop.ReportPositionStore;
import io.doorlist.store.checkin.history.DoorLog;
import io.doorlist.store.checkin.history.DoorLog.Where;
import io.doorlist.store.checkin.sum.SumStore;
import io.doorlist.store.event.EventStore;
import io.doorlist.store.sequence.SequenceMark;
import io.doorlist.table.Table;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.stream.Gatherers;

/**
 * Reports entries, exits and undos to pretix if their list came from pretix. It reports each of
 * them once, and reports those of the same ticket in their order.
 *
 * <p>Implementation notes. After each part of a list's log, the table keeps how far reporting came.
 * A report that is sent again after a failure keeps its name, and pretix accepts each name (its
 * {@code nonce}) once. If pretix answers one report in an unexpected way, but accepts others, that
 * report waits while the others go on. As long as it waits, the place in the table does not move
 * past it, so a restart sends everything from there again. One process reports at a time. Another
 * takes over when the first has been silent for {@link ReportPositionStore#TURN}. Not thread-safe.
 */
final class PretixReporter {
  /** How often to look for something to report. pretix should know of it within 10 s. */
  static final Duration INTERVAL = Duration.ofSeconds(2);

  /** How often to look at an event in which nothing happens. */
  private static final Duration QUIET_INTERVAL = Duration.ofSeconds(4);

  /**
   * The time between two looks at the events that are over, for each such event. With more events
   * the looks become rarer, so the events of many years cost no more than a few.
   */
  private static final Duration FOR_EACH_OVER = Duration.ofMillis(200);

  private static final int ROWS = 50;

  /** How many tickets are reported at the same time, because a distant shop is slow to answer. */
  private static final int AT_ONCE = 4;

  private static final Duration RENEW = ReportPositionStore.TURN.dividedBy(3);
  private static final Duration REMEMBER = Duration.ofMinutes(1);

  private final PretixApi api;
  private final EventStore eventStore;
  private final DoorLog log;
  private final ReportPositionStore places;
  private final FollowedShopStore shops;
  private final PretixFollower.Source source;
  private final Supplier<Set<String>> over;
  private final FollowStatus status;
  private final Clock clock;
  private final Map<Where, SequenceMark> known = new HashMap<>();
  private final Map<Where, DeferredReports> held = new HashMap<>();
  private final Map<String, Instant> due = new HashMap<>();
  private final Map<String, List<Door>> events = new LinkedHashMap<>();
  private final Set<Long> sent = ConcurrentHashMap.newKeySet();
  private final AtomicLong answers = new AtomicLong();
  private Instant eventsUntil = Instant.MIN;
  private Instant turnUntil = Instant.MIN;

  PretixReporter(
      PretixApi api,
      Table table,
      ReportPositionStore places,
      PretixFollower.Source source,
      Supplier<Set<String>> over,
      FollowStatus status,
      Clock clock) {
    this.api = api;
    this.eventStore = new EventStore(table);
    this.log = new DoorLog(table, new SumStore(table));
    this.places = places;
    this.shops = new FollowedShopStore(table);
    this.source = source;
    this.over = over;
    this.status = status;
    this.clock = clock;
  }

  /**
   * A check-in list, for the tickets of one mode.
   *
   * @param theirs pretix's slug of the event
   * @param held the reports of this list that wait to be tried again
   */
  private record Door(
      String theirs, EventDefinition event, CheckinList list, Where where, DeferredReports held) {}

  /**
   * The result of sending a ticket's reports.
   *
   * @param fault why some were not sent; {@code null} if all were
   */
  private record Sent(List<Happening> ofTicket, RuntimeException fault) {}

  /**
   * Reports everything that has happened, if no other process does.
   *
   * @throws ShopFault if pretix does not accept a report now; the next call goes on there
   * @throws ShutdownException if the process was asked to end
   */
  void report() {
    if (!haveTurn()) {
      return;
    }
    learn();
    Instant now = clock.instant();
    Set<String> past = over.get();
    List<String> looked =
        events.keySet().stream()
            .filter(each -> !now.isBefore(due.getOrDefault(each, Instant.MIN)))
            .toList();
    Map<Where, SequenceMark> readers = new HashMap<>();
    looked.forEach(each -> events.get(each).forEach(d -> readers.put(d.where(), place(d.where()))));
    Set<Where> behind = log.behind(source.account(), readers);
    ShopFault unexpected = null;
    for (String theirs : looked) {
      boolean busy = false;
      for (Door door : events.get(theirs)) {
        try {
          busy |= retryHeld(door);
          busy |= behind.contains(door.where()) && report(door);
        } catch (ShopFault e) {
          if (!e.isAnswer()) {
            throw e;
          }
          unexpected = e;
          busy = true;
        }
      }
      Duration quiet = past.contains(theirs) ? pastInterval(past.size()) : QUIET_INTERVAL;
      due.put(theirs, clock.instant().plus(busy ? Duration.ZERO : quiet));
    }
    if (unexpected != null) {
      throw unexpected;
    }
  }

  private SequenceMark place(Where where) {
    return known.computeIfAbsent(
        where, each -> places.find(each.event(), each.list(), each.mode()));
  }

  private void keep(Where where, SequenceMark mark) {
    places.put(where.event(), where.list(), where.mode(), mark);
  }

  void end() {
    places.giveUp();
  }

  private static Duration pastInterval(int events) {
    Duration forAll = FOR_EACH_OVER.multipliedBy(events);
    return forAll.compareTo(QUIET_INTERVAL) > 0 ? forAll : QUIET_INTERVAL;
  }

  /**
   * Returns whether it is this process's turn to report. If the turn ran out, another process may
   * have reported since, so this process forgets what it knew.
   */
  private synchronized boolean haveTurn() {
    Instant now = clock.instant();
    if (now.plus(ReportPositionStore.TURN).minus(RENEW).isBefore(turnUntil)) {
      return true;
    }
    if (!now.isBefore(turnUntil)) {
      known.clear();
      held.clear();
      sent.clear();
      eventsUntil = Instant.MIN;
    }
    boolean mine = places.claim();
    turnUntil = mine ? now.plus(ReportPositionStore.TURN) : Instant.MIN;
    return mine;
  }

  private void learn() {
    if (clock.instant().isBefore(eventsUntil)) {
      return;
    }
    events.clear();
    shops
        .find(source.account(), source.shop())
        .map(FollowedShop::events)
        .orElse(List.of())
        .forEach(
            theirs ->
                source
                    .choice()
                    .ours(theirs)
                    .flatMap(ours -> eventStore.readDefinition(source.account(), ours))
                    .ifPresent(event -> events.put(theirs, doors(theirs, event))));
    eventsUntil = events.isEmpty() ? Instant.MIN : clock.instant().plus(REMEMBER);
  }

  private List<Door> doors(String theirs, EventDefinition event) {
    List<Door> doors = new ArrayList<>();
    for (CheckinList list : event.lists()) {
      for (Mode mode : Mode.values()) {
        Where where = new Where(event.event().slug(), list.id(), mode);
        DeferredReports waiting = held.computeIfAbsent(where, any -> new DeferredReports());
        doors.add(new Door(theirs, event, list, where, waiting));
      }
    }
    return doors;
  }

  private boolean report(Door door) {
    boolean busy = false;
    boolean more = true;
    while (more) {
      SequenceMark place = place(door.where());
      DoorLog.News part = log.since(door.event(), door.list(), door.where().mode(), place, ROWS);
      List<Happening> free =
          part.happenings().stream()
              .filter(ReportWords::isReported)
              .filter(each -> sent.contains(each.id()) || !door.held().keepBehind(each))
              .toList();
      if (!send(door, free, false)) {
        return busy;
      }
      known.put(door.where(), part.mark());
      if (door.held().isEmpty() && !part.mark().equals(place)) {
        keep(door.where(), part.mark());
      }
      sent.clear();
      busy |= !part.happenings().isEmpty();
      more = part.more();
    }
    return busy;
  }

  /** Tries a list's waiting reports again, if it is time. Returns whether it did. */
  private boolean retryHeld(Door door) {
    List<Happening> again = door.held().due(clock.instant());
    if (again.isEmpty()) {
      return false;
    }
    sent.clear();
    boolean kept = send(door, again, door.held().isPassed(answers.get()));
    sent.clear();
    if (kept && door.held().isEmpty()) {
      keep(door.where(), place(door.where()));
    }
    return true;
  }

  /**
   * Sends reports, several tickets at a time. Returns whether this process still has its turn. If
   * pretix accepts or refuses some of them and answers others in an unexpected way, the latter wait
   * to be tried again.
   *
   * @param works whether pretix is known to answer reports as expected at present
   * @throws ShopFault if pretix does not answer, or answers all of them in an unexpected way
   */
  private boolean send(Door door, List<Happening> happenings, boolean works) {
    AtomicBoolean going = new AtomicBoolean(true);
    List<Sent> tickets =
        happenings.stream()
            .collect(groupingBy(Happening::ticketId, LinkedHashMap::new, toList()))
            .values()
            .stream()
            .gather(Gatherers.mapConcurrent(AT_ONCE, each -> send(door, each, going)))
            .toList();
    List<Sent> unexpected = tickets.stream().filter(each -> each.fault() != null).toList();
    for (Sent ticket : unexpected) {
      if (!isAnswer(ticket.fault())) {
        throw ticket.fault();
      }
    }
    if (!unexpected.isEmpty() && sent.isEmpty() && !works) {
      throw unexpected.getLast().fault();
    }
    unexpected.forEach(each -> hold(door, each));
    return going.get();
  }

  private static boolean isAnswer(RuntimeException fault) {
    return fault instanceof ShopFault ofShop && ofShop.isAnswer();
  }

  private void hold(Door door, Sent ticket) {
    List<Happening> unsent =
        ticket.ofTicket().stream().filter(each -> !sent.contains(each.id())).toList();
    Happening first = unsent.getFirst();
    String name = ReportWords.name(door.theirs(), door.list().id(), first);
    String why = name + ": " + ticket.fault().getMessage();
    if (!door.held().isHeld(first)) {
      door.held().keep(unsent, clock.instant());
      status.noted("waiting, and tried again: " + why);
    } else if (door.held().isTriedTooOften(first.ticketId())) {
      door.held().settled(first);
      status.notReported(why);
    }
  }

  /**
   * Sends a ticket's reports in order. It stops at the first report that fails, or as soon as
   * pretix no longer answers the reports of another ticket.
   */
  private Sent send(Door door, List<Happening> ofTicket, AtomicBoolean going) {
    try {
      for (Happening each : ofTicket) {
        if (!going.get() || !haveTurn()) {
          going.set(false);
          break;
        }
        send(door, each);
        door.held().settled(each);
      }
      return new Sent(ofTicket, null);
    } catch (RuntimeException e) {
      if (!isAnswer(e)) {
        going.set(false);
      }
      return new Sent(ofTicket, e);
    }
  }

  private void send(Door door, Happening each) {
    if (sent.contains(each.id())) {
      return;
    }
    boolean undo = each.type() == Type.UNDO;
    PretixApi.Reply reply = undo ? annul(door, each) : redeem(door, each);
    sent.add(each.id());
    answers.incrementAndGet();
    if (reply.taken()) {
      status.reported();
    } else if (!(undo && ReportWords.isUndone(reply))) {
      status.notReported(ReportWords.refusal(door.theirs(), door.list().id(), each, reply));
    }
  }

  private PretixApi.Reply redeem(Door door, Happening each) {
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("force", true);
    body.put("ignore_unpaid", true);
    body.put("questions_supported", false);
    body.put("canceled_supported", true);
    body.put("type", each.type() == Type.EXIT ? "exit" : "entry");
    body.put("datetime", each.at().toString());
    body.put("nonce", ReportWords.nonce(each));
    String path = "/events/%s/checkinlists/%s/positions/%s/redeem/";
    return api.post(path.formatted(door.theirs(), door.list().id(), each.ticketId()), body);
  }

  private PretixApi.Reply annul(Door door, Happening each) {
    if (ReportWords.isNotOurs(each)) {
      return ReportWords.NOT_OURS;
    }
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("lists", List.of(door.list().id()));
    body.put("nonce", ReportWords.nonce(each));
    body.put("datetime", each.at().toString());
    return api.post("/checkinrpc/annul/", body);
  }
}
