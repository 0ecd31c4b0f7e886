package io.doorlist.store.checkin;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.doorlist.domain.Mode;
import io.doorlist.domain.checkin.CheckinOutcome;
import io.doorlist.domain.checkin.CheckinOutcome.TooManyUnknownQrCodes;
import io.doorlist.domain.checkin.CheckinOutcome.UnknownQrCode;
import io.doorlist.domain.checkin.Scan;
import io.doorlist.store.table.TableSchema;
import io.doorlist.table.Engine;
import io.doorlist.table.Item;
import io.doorlist.table.NoAnswerException;
import io.doorlist.table.Write;
import io.doorlist.testing.CountingEngine;
import io.doorlist.testing.Doors;
import io.doorlist.testing.Gala;
import io.doorlist.testing.RelayingEngine;
import io.doorlist.testing.Stores;
import io.doorlist.testing.TestTable;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Issue 8: a token that tries codes is slowed down, and nobody else is. */
class UnknownCodesTest {
  /** Today, as DynamoDB Local drops what has expired by its own clock. */
  private static final Instant FULL_MINUTE = Instant.now().truncatedTo(ChronoUnit.MINUTES);

  private final TestTable table = new TestTable();
  private final Gala gala = new Gala(at(0));

  /** Returns an instance of the function as many seconds after the full minute. */
  private Stores at(long seconds) {
    return table.stores(clock(seconds));
  }

  private static Clock clock(long seconds) {
    return Clock.fixed(FULL_MINUTE.plusSeconds(seconds), ZoneOffset.UTC);
  }

  private static Scan scan(String token) {
    Instant deadline = FULL_MINUTE.plusSeconds(3600);
    return new Scan(Mode.LIVE, token, true, true, null, null, deadline);
  }

  private CheckinOutcome scan(Stores stores, String token, String code) {
    return stores
        .checkins()
        .checkInTicket(gala.definition(), gala.list(Gala.MAIN), code, scan(token));
  }

  private List<CheckinOutcome> guess(Stores stores, String token, int codes) {
    return IntStream.range(0, codes).mapToObj(i -> scan(stores, token, "guess" + i)).toList();
  }

  @Test
  void thirtyCodesAMinute_areUnknown_andOneMoreIsTooMany() {
    Stores stores = at(12);

    assertEquals(
        List.of(new UnknownQrCode()), guess(stores, "phone", 30).stream().distinct().toList());

    assertEquals(new TooManyUnknownQrCodes(48), scan(stores, "phone", "guess"));
    assertEquals(
        new TooManyUnknownQrCodes(48),
        new Doors(stores).enterOrder(Gala.MAIN, "guess", Map.of("adult", 1), scan("phone")));
  }

  @Test
  void nextMinute_startsAnew() {
    guess(at(59), "phone", 31);

    assertEquals(new TooManyUnknownQrCodes(1), scan(at(59), "phone", "guess"));
    assertEquals(new UnknownQrCode(), scan(at(60), "phone", "guess"));
  }

  @Test
  void instancesCountTogether() {
    guess(at(0), "phone", 15);
    guess(at(1), "phone", 15);

    assertEquals(new TooManyUnknownQrCodes(58), scan(at(2), "phone", "guess"));
  }

  @Test
  void flood_costsAnInstanceAWriteForEachOfTheFirst_andAReadAfterThat() {
    CountingEngine counting = new CountingEngine(table.engine());
    Stores stores = table.stores(counting, clock(0));

    guess(stores, "phone", 200);

    CountingEngine.Cost cost = counting.spent();
    assertEquals(CheckinStore.MAX_UNKNOWN + 1, cost.writes());
    assertEquals(200, cost.reads());
  }

  @Test
  void codeThatIsThere_costsNothingMore_alsoForTheSlowedToken() {
    gala.put(Gala.order(1, "adult"));
    CountingEngine counting = new CountingEngine(table.engine());
    Stores stores = table.stores(counting, clock(0));
    guess(stores, "phone", 31);
    counting.spent();

    scan(stores, "phone", "t10000");
    assertEquals(new CountingEngine.Cost(1, 1, 2, 5), counting.spent());
    assertEquals(new UnknownQrCode(), scan(stores, "phone", "o1"));
  }

  @Test
  void answerIsThatOfTheDoor_whenTheCountCannotBeKept() {
    Engine throttling =
        new RelayingEngine(table.engine()) {
          @Override
          public Optional<Item> write(Write write) {
            throw new NoAnswerException("no answer", null);
          }
        };
    Stores stores = table.stores(throttling, Clock.systemUTC());

    assertEquals(
        new UnknownQrCode(), new Doors(stores).enter(Gala.MAIN, "guess", Gala.scan("phone", null)));
  }

  @Test
  void count_isDroppedByTheTableInTheEnd() {
    scan(at(0), "phone", "guess");

    long window = FULL_MINUTE.getEpochSecond() / 60;
    Item item =
        table
            .access()
            .get(TableSchema.unknownCodes(Gala.ACCOUNT, "phone", window), Instant.MAX)
            .orElseThrow();
    assertEquals(FULL_MINUTE.getEpochSecond() + 60 + 3600, item.number("expire_at"));
  }
}
