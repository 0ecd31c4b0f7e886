package io.doorlist.exactness.opinion;

import io.doorlist.domain.Mode;
import io.doorlist.domain.checkin.CheckinCommand;
import io.doorlist.domain.checkin.CheckinOutcome;
import io.doorlist.domain.checkin.IdempotencyKey;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.exactness.fake.FakeDynamo;
import io.doorlist.exactness.simulator.evening.SimulatedEvent;
import io.doorlist.store.Stores;
import io.doorlist.testing.Doors;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.function.UnaryOperator;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** The real store of check-ins with the fake table, as an object that threads call. */
class LincheckDoor {
  private static final Instant NOW = Instant.parse("2026-06-01T18:00:00Z");

  private final Stores stores;
  private final EventDefinition definition;
  private final CheckinList list;

  LincheckDoor(UnaryOperator<DynamoDbClient> planted) {
    Clock clock = Clock.fixed(NOW, ZoneOffset.UTC);
    DynamoDbClient client = planted.apply(new FakeDynamo(SimulatedEvent.smallTable(), clock));
    this.stores = SimulatedEvent.quietStores(client, clock);
    this.definition = new Doors(stores).definition();
    this.list = definition.list(SimulatedEvent.EVERYONE).orElseThrow();
  }

  /** Scans one of two tickets: "in" or "already". */
  String scan(int ticket) {
    return word(ticket, new CheckinCommand(Mode.LIVE, "token", true, true, null, null, end()));
  }

  /** Scans with a key of the ticket: always "in". */
  String scanWithKey(int ticket) {
    IdempotencyKey key = new IdempotencyKey("key " + ticket, "request " + ticket);
    return word(ticket, new CheckinCommand(Mode.LIVE, "other", true, true, null, key, end()));
  }

  private static Instant end() {
    return NOW.plusSeconds(10);
  }

  private String word(int ticket, CheckinCommand command) {
    CheckinOutcome outcome =
        stores.checkins().checkInTicket(definition, list, "t" + (20_000 + ticket), command);
    return switch (outcome) {
      case CheckinOutcome.CheckedIn in -> "in";
      case CheckinOutcome.AlreadyCheckedIn already -> "already";
      default -> outcome.toString();
    };
  }

  /** Counts who is in. */
  long count() {
    return stores
        .checkins()
        .counts(SimulatedEvent.ACCOUNT, SimulatedEvent.EVENT, Mode.LIVE, List.of(list))
        .getFirst()
        .count();
  }
}
