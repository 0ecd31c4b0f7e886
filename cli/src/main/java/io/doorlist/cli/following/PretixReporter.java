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
import io.doorlist.store.Stores;
import io.doorlist.store.checkin.history.DoorLog;
import io.doorlist.store.checkin.history.DoorLog.Where;
import io.doorlist.store.sequence.SequenceMark;
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
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Reports to a pretix what happened at the lists that came from there: entries, exits and what was
 * undone, each once, in the order of each ticket.
 *
 * <p>How far it came is kept in the table after each part of a list. What is sent again after a
 * failure has the name that it had, and pretix takes a name (its {@code nonce}) once. What it
 * answers in an unexpected way, while it takes other reports, is held and holds up nothing else;
 * until it is taken or given up, the table says that everything from there on is to be sent again.
 * One process reports at a time; another takes over when it has been silent for {@link
 * ReportPositionStore#TURN}. Not thread-safe.
 */
final class PretixReporter {
  /** How often to look for something to report: pretix should know within 10 s. */
  static final Duration INTERVAL = Duration.ofSeconds(2);

  /** How often to look at events in which nothing happens, */
  private static final Duration QUIET_INTERVAL = Duration.ofSeconds(4);

  /** and the time for each that is over: those of many years cost no more than a few. */
  private static final Duration FOR_EACH_OVER = Duration.ofMillis(200);

  private static final int ROWS = 50;

  /** How many tickets are reported at a time: an answer of a shop far away takes its time. */
  private static final int AT_ONCE = 4;

  private static final Duration RENEW = ReportPositionStore.TURN.dividedBy(3);
  private static final Duration REMEMBER = Duration.ofMinutes(1);

  private final PretixApi api;
  private final Stores stores;
  private final DoorLog log;
  private final ReportPositionStore places;
  private final FollowedShopStore shops;
  private final PretixFollower.Source source;
  private final Supplier<Set<String>> over;
  private final FollowStatus status;
  private final Clock clock;
  private final Map<Where, SequenceMark> known = new HashMap<>();
  private final Map<Where, HeldReports> held = new HashMap<>();
  private final Map<String, Instant> due = new HashMap<>();
  private final Map<String, EventDefinition> definitions = new HashMap<>();
  private final Set<Long> sent = ConcurrentHashMap.newKeySet();
  private final AtomicLong answers = new AtomicLong();
  private List<String> events = List.of();
  private Instant definitionsUntil = Instant.MIN;
  private Instant turnUntil = Instant.MIN;

  /**
   * Creates the reporter; it reads nothing yet.
   *
   * @param places of this process
   * @param over returns the shop's names of events that are over: they are looked at less often
   * @param status is told what was reported and refused
   */
  PretixReporter(
      PretixApi api,
      Stores stores,
      ReportPositionStore places,
      PretixFollower.Source source,
      Supplier<Set<String>> over,
      FollowStatus status,
      Clock clock) {
    this.api = api;
    this.stores = stores;
    this.log = stores.log();
    this.places = places;
    this.shops = new FollowedShopStore(stores);
    this.source = source;
    this.over = over;
    this.status = status;
    this.clock = clock;
  }

  /**
   * Reports everything that has happened, if no other process does.
   *
   * @throws ShopFault if pretix does not take it now; the next call goes on there
   * @throws Stopped if the process was asked to end
   */
  void report() {
    if (!haveTurn()) {
      return;
    }
    learn();
    Instant now = clock.instant();
    Set<String> past = over.get();
    List<String> looked =
        events.stream()
            .filter(definitions::containsKey)
            .filter(each -> !now.isBefore(due.getOrDefault(each, Instant.MIN)))
            .toList();
    Set<Where> behind = behind(looked);
    ShopFault unexpected = null;
    for (String theirs : looked) {
      boolean busy = false;
      EventDefinition definition = definitions.get(theirs);
      for (Where where : lists(definition)) {
        CheckinList list = definition.list(where.list()).orElseThrow();
        try {
          busy |= retryHeld(theirs, list, where);
          busy |= behind.contains(where) && report(theirs, definition, list, where);
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

  private Set<Where> behind(List<String> looked) {
    Map<Where, SequenceMark> readers = new HashMap<>();
    for (String theirs : looked) {
      lists(definitions.get(theirs)).forEach(where -> readers.put(where, place(where)));
    }
    return log.behind(source.account(), readers);
  }

  private static List<Where> lists(EventDefinition definition) {
    String event = definition.event().slug();
    return definition.lists().stream()
        .flatMap(list -> Stream.of(Mode.values()).map(mode -> new Where(event, list.id(), mode)))
        .toList();
  }

  private SequenceMark place(Where where) {
    return known.computeIfAbsent(
        where, each -> places.find(each.event(), each.list(), each.mode()));
  }

  /** Lets another process report at once. */
  void end() {
    places.giveUp();
  }

  private static Duration pastInterval(int events) {
    Duration forAll = FOR_EACH_OVER.multipliedBy(events);
    return forAll.compareTo(QUIET_INTERVAL) > 0 ? forAll : QUIET_INTERVAL;
  }

  /** Returns whether it is this process's turn; what it knows of another's turn is void. */
  private synchronized boolean haveTurn() {
    Instant now = clock.instant();
    if (now.plus(ReportPositionStore.TURN).minus(RENEW).isBefore(turnUntil)) {
      return true;
    }
    if (!now.isBefore(turnUntil)) {
      known.clear();
      held.clear();
      sent.clear();
    }
    boolean mine = places.claim();
    turnUntil = mine ? now.plus(ReportPositionStore.TURN) : Instant.MIN;
    return mine;
  }

  private void learn() {
    if (clock.instant().isBefore(definitionsUntil)) {
      return;
    }
    events =
        shops.find(source.account(), source.shop()).map(FollowedShop::events).orElse(List.of());
    definitions.clear();
    for (String theirs : events) {
      source
          .choice()
          .ours(theirs)
          .flatMap(ours -> stores.events().readDefinition(source.account(), ours))
          .ifPresent(definition -> definitions.put(theirs, definition));
    }
    definitionsUntil = definitions.isEmpty() ? Instant.MIN : clock.instant().plus(REMEMBER);
  }

  /** Reports a list; returns whether anything had happened. */
  private boolean report(String theirs, EventDefinition definition, CheckinList list, Where where) {
    boolean busy = false;
    boolean more = true;
    while (more) {
      SequenceMark place = place(where);
      DoorLog.News part = log.since(definition, list, where.mode(), place, ROWS);
      HeldReports waiting = held(where);
      List<Happening> free =
          part.happenings().stream()
              .filter(ReportWords::isReported)
              .filter(each -> sent.contains(each.id()) || !waiting.keepBehind(each))
              .toList();
      if (!send(theirs, list, free, waiting, false)) {
        return busy;
      }
      known.put(where, part.mark());
      if (waiting.isEmpty() && !part.mark().equals(place)) {
        places.put(where.event(), where.list(), where.mode(), part.mark());
      }
      sent.clear();
      busy |= !part.happenings().isEmpty();
      more = part.more();
    }
    return busy;
  }

  private HeldReports held(Where where) {
    return held.computeIfAbsent(where, each -> new HeldReports());
  }

  /** Tries again what is held of a list, if it is time; returns whether it did. */
  private boolean retryHeld(String theirs, CheckinList list, Where where) {
    HeldReports waiting = held(where);
    List<Happening> again = waiting.due(clock.instant());
    if (again.isEmpty()) {
      return false;
    }
    sent.clear();
    boolean kept = send(theirs, list, again, waiting, waiting.isPassed(answers.get()));
    sent.clear();
    if (kept && waiting.isEmpty()) {
      places.put(where.event(), where.list(), where.mode(), place(where));
    }
    return true;
  }

  /**
   * Sends what happened, several tickets at a time; returns whether the turn was kept.
   *
   * @param waiting takes what pretix answers in an unexpected way, if it took or refused anything
   *     else of these
   * @param works whether pretix is known to take or refuse reports at present
   * @throws ShopFault if pretix does not answer, or everything in an unexpected way
   */
  private boolean send(
      String theirs,
      CheckinList list,
      List<Happening> happenings,
      HeldReports waiting,
      boolean works) {
    AtomicBoolean going = new AtomicBoolean(true);
    Map<List<Happening>, Future<?>> tickets = new LinkedHashMap<>();
    try (ExecutorService threads =
        Executors.newFixedThreadPool(AT_ONCE, Thread.ofVirtual().factory())) {
      happenings.stream()
          .collect(groupingBy(Happening::ticketId, LinkedHashMap::new, toList()))
          .values()
          .forEach(
              ticket ->
                  tickets.put(
                      ticket, threads.submit(() -> send(theirs, list, ticket, waiting, going))));
    }
    ShopFault unexpected = null;
    List<List<Happening>> unsent = new ArrayList<>();
    for (Map.Entry<List<Happening>, Future<?>> ticket : tickets.entrySet()) {
      if (ticket.getValue().state() != Future.State.FAILED) {
        continue;
      }
      Throwable why = ticket.getValue().exceptionNow();
      if (!(why instanceof ShopFault fault && fault.isAnswer())) {
        throw why instanceof RuntimeException fault ? fault : new IllegalStateException(why);
      }
      unexpected = fault;
      unsent.add(ticket.getKey().stream().filter(each -> !sent.contains(each.id())).toList());
    }
    if (unexpected != null && sent.isEmpty() && !works) {
      throw unexpected;
    }
    for (List<Happening> ofTicket : unsent) {
      hold(theirs, list, ofTicket, waiting, unexpected);
    }
    return going.get();
  }

  private void hold(
      String theirs,
      CheckinList list,
      List<Happening> ofTicket,
      HeldReports waiting,
      ShopFault why) {
    Happening first = ofTicket.getFirst();
    String name = ReportWords.name(theirs, list.id(), first) + ": " + why.getMessage();
    if (!waiting.isHeld(first)) {
      waiting.keep(ofTicket, clock.instant());
      status.noted("waiting, and tried again: " + name);
    } else if (waiting.isTriedTooOften(first.ticketId())) {
      waiting.settled(first);
      status.notReported(name);
    }
  }

  /**
   * Sends what happened to a ticket, in order, until it cannot be sent, or another's cannot because
   * pretix does not answer.
   */
  private void send(
      String theirs,
      CheckinList list,
      List<Happening> ofTicket,
      HeldReports waiting,
      AtomicBoolean going) {
    boolean done = false;
    try {
      for (Happening each : ofTicket) {
        if (!going.get() || !haveTurn()) {
          return;
        }
        send(theirs, list, each);
        waiting.settled(each);
      }
      done = true;
    } catch (ShopFault e) {
      done = e.isAnswer();
      throw e;
    } finally {
      if (!done) {
        going.set(false);
      }
    }
  }

  private void send(String theirs, CheckinList list, Happening each) {
    if (sent.contains(each.id())) {
      return;
    }
    boolean undo = each.type() == Type.UNDO;
    PretixApi.Reply reply = undo ? annul(list, each) : redeem(theirs, list, each);
    sent.add(each.id());
    answers.incrementAndGet();
    if (reply.taken()) {
      status.reported();
    } else if (!(undo && ReportWords.isUndone(reply))) {
      status.notReported(ReportWords.refusal(theirs, list.id(), each, reply));
    }
  }

  private PretixApi.Reply redeem(String theirs, CheckinList list, Happening each) {
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("force", true);
    body.put("ignore_unpaid", true);
    body.put("questions_supported", false);
    body.put("canceled_supported", true);
    body.put("type", each.type() == Type.EXIT ? "exit" : "entry");
    body.put("datetime", each.at().toString());
    body.put("nonce", ReportWords.nonce(each));
    return api.post(
        "/events/%s/checkinlists/%s/positions/%s/redeem/"
            .formatted(theirs, list.id(), each.ticketId()),
        body);
  }

  private PretixApi.Reply annul(CheckinList list, Happening each) {
    if (ReportWords.isNotOurs(each)) {
      return ReportWords.NOT_OURS;
    }
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("lists", new ArrayList<>(List.of(list.id())));
    body.put("nonce", ReportWords.nonce(each));
    body.put("datetime", each.at().toString());
    return api.post("/checkinrpc/annul/", body);
  }
}
