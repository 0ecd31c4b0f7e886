package io.doorlist.admin.following;

import io.doorlist.domain.Mode;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.ingest.FollowedShop;
import io.doorlist.ingest.FollowedShopStore;
import io.doorlist.ingest.ReportPositionStore;
import io.doorlist.store.Stores;
import io.doorlist.store.checkin.PassageLog;
import io.doorlist.store.checkin.PassageLog.Happening;
import io.doorlist.store.checkin.PassageLog.Kind;
import io.doorlist.store.table.Pace;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Reports to a pretix what happened at the lists that came from there: entries, exits and what was
 * undone, each once, in the order of each list.
 *
 * <p>How far it came is kept in the table after each part of a list. What is sent again after a
 * failure has the name that it had, and pretix takes a name (its {@code nonce}) once. One process
 * reports at a time; another takes over when it has been silent for {@link
 * ReportPositionStore#TURN}. Not thread-safe.
 */
final class PretixReporter {
  /** How often to look for something to report: pretix should know within 10 s. */
  static final Duration INTERVAL = Duration.ofSeconds(2);

  /** How often at least to look at events in which nothing happens, */
  private static final Duration QUIET_INTERVAL = Duration.ofSeconds(4);

  /** and how much time for each of them: all events of many years cost no more than these few. */
  private static final Duration FOR_EACH_EVENT = Duration.ofMillis(200);

  private static final int ROWS = 50;
  private static final Duration RENEW = ReportPositionStore.TURN.dividedBy(3);
  private static final Duration REMEMBER = Duration.ofMinutes(1);

  private final PretixApi api;
  private final Stores stores;
  private final PassageLog log;
  private final ReportPositionStore places;
  private final FollowedShopStore shops;
  private final PretixFollower.Source source;
  private final FollowStatus status;
  private final Clock clock;
  private final Map<ListInMode, PassageLog.Position> known = new HashMap<>();
  private final Map<String, Instant> due = new HashMap<>();
  private final Map<String, EventDefinition> definitions = new HashMap<>();
  private final Set<String> sent = new HashSet<>();
  private List<String> events = List.of();
  private Instant definitionsUntil = Instant.MIN;
  private Instant turnUntil = Instant.MIN;

  /**
   * Creates the reporter; it reads nothing yet.
   *
   * @param places of this process
   * @param status is told what was reported and refused
   */
  PretixReporter(
      PretixApi api,
      Stores stores,
      ReportPositionStore places,
      PretixFollower.Source source,
      FollowStatus status,
      Clock clock) {
    this.api = api;
    this.stores = stores;
    this.log = new PassageLog(stores.forCommand(Pace.FREE));
    this.places = places;
    this.shops = new FollowedShopStore(stores);
    this.source = source;
    this.status = status;
    this.clock = clock;
  }

  private record ListInMode(String event, long list, Mode mode) {}

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
    for (String theirs : events) {
      if (!definitions.containsKey(theirs) || clock.instant().isBefore(dueAt(theirs))) {
        continue;
      }
      boolean busy = false;
      for (CheckinList list : definitions.get(theirs).lists()) {
        for (Mode mode : Mode.values()) {
          busy |= report(theirs, definitions.get(theirs), list, mode);
        }
      }
      due.put(theirs, clock.instant().plus(busy ? Duration.ZERO : quietInterval()));
    }
  }

  /** Lets another process report at once. */
  void end() {
    places.giveUp();
  }

  private Duration quietInterval() {
    Duration forAll = FOR_EACH_EVENT.multipliedBy(events.size());
    return forAll.compareTo(QUIET_INTERVAL) > 0 ? forAll : QUIET_INTERVAL;
  }

  private Instant dueAt(String event) {
    return due.getOrDefault(event, Instant.MIN);
  }

  /** Returns whether it is this process's turn; what it knows of another's turn is void. */
  private boolean haveTurn() {
    Instant now = clock.instant();
    if (now.plus(ReportPositionStore.TURN).minus(RENEW).isBefore(turnUntil)) {
      return true;
    }
    if (!now.isBefore(turnUntil)) {
      known.clear();
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
  private boolean report(String theirs, EventDefinition definition, CheckinList list, Mode mode) {
    String ours = definition.event().slug();
    ListInMode name = new ListInMode(ours, list.id(), mode);
    boolean busy = false;
    boolean more = true;
    while (more) {
      PassageLog.Position place =
          known.computeIfAbsent(name, ignored -> places.find(ours, list.id(), mode));
      PassageLog.Part part = log.since(definition, list, mode, place, ROWS);
      for (Happening each : part.happenings()) {
        if (!haveTurn()) {
          return busy;
        }
        send(theirs, list, each);
      }
      if (!part.position().equals(place)) {
        places.put(ours, list.id(), mode, part.position());
        known.put(name, part.position());
      }
      sent.clear();
      busy |= !part.happenings().isEmpty();
      more = part.more();
    }
    return busy;
  }

  private void send(String theirs, CheckinList list, Happening each) {
    String once = each.kind() + " " + each.name();
    if (sent.contains(once)) {
      return;
    }
    PretixApi.Reply reply =
        each.kind() == Kind.UNDO ? annul(list, each) : redeem(theirs, list, each);
    sent.add(once);
    if (reply.status() / 100 == 2) {
      status.reported();
    } else if (!(each.kind() == Kind.UNDO && reply.status() == 404)) {
      // What pretix never had, because it was undone first, needs no undo there.
      status.notReported(refusal(theirs, list, each, reply));
    }
  }

  private PretixApi.Reply redeem(String theirs, CheckinList list, Happening each) {
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("force", true);
    body.put("ignore_unpaid", true);
    body.put("questions_supported", false);
    body.put("canceled_supported", true);
    body.put("type", each.kind() == Kind.EXIT ? "exit" : "entry");
    body.put("datetime", each.doorTime().toString());
    body.put("nonce", each.name());
    return api.post(
        "/events/%s/checkinlists/%d/positions/%d/redeem/"
            .formatted(theirs, list.id(), each.ticketId()),
        body);
  }

  private PretixApi.Reply annul(CheckinList list, Happening each) {
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("lists", new ArrayList<>(List.of(list.id())));
    body.put("nonce", each.name());
    body.put("datetime", each.doorTime().toString());
    return api.post("/checkinrpc/annul/", body);
  }

  private static String refusal(
      String theirs, CheckinList list, Happening each, PretixApi.Reply reply) {
    Object reason = reply.body().get("reason");
    String where = "event " + theirs + ", list " + list.id();
    if (reply.status() == 404 && reason == null) {
      return where + " is not there any more";
    }
    String what =
        switch (each.kind()) {
          case ENTRY -> "the entry of ticket ";
          case EXIT -> "the exit of ticket ";
          case UNDO -> "the undo for ticket ";
        };
    String why =
        reason != null && reason.toString().matches("[a-z_]{1,40}")
            ? ": " + reason
            : each.kind() == Kind.UNDO ? ": undone too late for pretix" : "";
    return where + ": " + what + each.ticketId() + " (" + reply.status() + ")" + why;
  }
}
