package io.doorlist.exactness.live;

import io.doorlist.domain.event.Account;
import io.doorlist.domain.event.Area;
import io.doorlist.domain.token.Role;
import io.doorlist.door.Reentry;
import io.doorlist.exactness.simulator.evening.SimulatedEvent;
import io.doorlist.ingest.ImportStore;
import io.doorlist.store.Stores;
import io.doorlist.testing.Gala;
import io.doorlist.testing.Imports;
import io.doorlist.testing.Terms;
import java.time.Duration;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** An event with an area that has two doors, and the tokens of phones whose clocks are off. */
final class ComingsEvent {
  static final long GATE = 21;
  static final long SMOKING = 22;

  private static final int TOKENS = 8;
  private static final Duration EMPTIED_AGO = Duration.ofMinutes(20);
  private static final int MAX_MINUTES_OFF = 3 * 60;

  private final int tickets;
  private final List<String> secrets = new ArrayList<>();

  /** By how much the clock of each token's phone is off; every other one is right. */
  private final Map<String, Duration> clocks = new HashMap<>();

  private ComingsEvent(int tickets) {
    this.tickets = tickets;
  }

  /** Puts the event into an empty table, with at least so many tickets. */
  static ComingsEvent open(Stores stores, int tickets, long seed) {
    ComingsEvent event = new ComingsEvent(Math.max(LiveHost.TICKETS_OF_ORDER, tickets));
    SplittableRandom plan = new SplittableRandom(seed);
    stores.format().setCurrent();
    event.pair(stores, plan);
    event.sell(Imports.into(stores), plan);
    return event;
  }

  int tickets() {
    return tickets;
  }

  /** Returns the token of some phone. */
  String token(SplittableRandom random) {
    return secrets.get(random.nextInt(TOKENS));
  }

  /** Returns by how much the clock of a token's phone is off. */
  Duration clock(String token) {
    return clocks.get(token);
  }

  private void pair(Stores stores, SplittableRandom plan) {
    for (int i = 0; i < TOKENS; i++) {
      String secret = LiveHost.token(stores, "phone " + i, Role.DESK).reveal();
      secrets.add(secret);
      clocks.put(
          secret,
          i % 2 == 0
              ? Duration.ZERO
              : Duration.ofMinutes(plan.nextInt(-MAX_MINUTES_OFF, MAX_MINUTES_OFF)));
    }
  }

  private void sell(ImportStore importer, SplittableRandom plan) {
    importer.putAccount(new Account(SimulatedEvent.ACCOUNT, "Acme"));
    LocalTime emptied =
        LocalTime.now(ZoneOffset.UTC).minus(EMPTIED_AGO).truncatedTo(ChronoUnit.MINUTES);
    Imports.areas(
        importer, Gala.event(), ZoneOffset.UTC, new Area("site", "Site", tickets, emptied));
    for (long id : List.of(GATE, SMOKING)) {
      importer.putCheckinList(
          SimulatedEvent.ACCOUNT,
          SimulatedEvent.EVENT,
          Imports.list(
              id,
              "Door " + id,
              Terms.passages("site", Reentry.values()[plan.nextInt(Reentry.values().length)])));
    }
    for (int order = 0; order * LiveHost.TICKETS_OF_ORDER < tickets; order++) {
      Imports.put(
          importer, SimulatedEvent.ACCOUNT, SimulatedEvent.EVENT, LiveHost.order(order + 1));
    }
    importer.settle();
  }
}
