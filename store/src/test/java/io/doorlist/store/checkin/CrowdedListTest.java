package io.doorlist.store.checkin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.domain.UnavailableException;
import io.doorlist.domain.checkin.Scan;
import io.doorlist.table.Engine;
import io.doorlist.table.Pace;
import io.doorlist.table.Retry;
import io.doorlist.table.Table;
import io.doorlist.table.ThrottledException;
import io.doorlist.table.Time;
import io.doorlist.table.Write;
import io.doorlist.testing.Call;
import io.doorlist.testing.Gala;
import io.doorlist.testing.RelayingEngine;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * More check-ins come at one list than its partition can take. docs/operations.md says what a door
 * sees then.
 */
class CrowdedListTest extends CheckinFixture {
  /** What DynamoDB writes in a second to the items of one partition. */
  private static final int UNITS = 1000;

  private static final int SECONDS = 2;

  private final CheckinStore crowded =
      new CheckinStore(
          new Table(
              new PartitionedEngine(table.engine()),
              table.name(),
              new Retry(new Time(clock, new Random(1), length -> {}), Pace.YIELDING),
              Duration.ofSeconds(60)));

  /** An engine with so many units a second for each partition key; all items here have one KB. */
  private final class PartitionedEngine extends RelayingEngine {
    private final Map<String, Integer> used = new HashMap<>();
    private Instant second = Instant.EPOCH;

    PartitionedEngine(Engine next) {
      super(next);
    }

    @Override
    protected <A> A relay(Call<A> call) {
      Instant now = Instant.ofEpochSecond(clock.instant().getEpochSecond());
      if (!now.equals(second)) {
        second = now;
        used.clear();
      }
      Map<String, Integer> needed = new HashMap<>();
      int units = call instanceof Call.Transact ? 2 : 1;
      for (Write each : call.writes()) {
        needed.merge(each.key().pk(), units, Integer::sum);
      }
      needed.forEach(
          (key, count) -> {
            if (used.getOrDefault(key, 0) + count > UNITS) {
              throw new ThrottledException("no units", null);
            }
          });
      needed.forEach((key, count) -> used.merge(key, count, Integer::sum));
      return super.relay(call);
    }
  }

  /** Lets a ticket in each time, and returns the codes that the table had no units for. */
  private List<String> turnedAway(int rate) {
    for (int order = 0; order * 500 < rate * SECONDS; order++) {
      gala.put(Gala.order(order + 1, Gala.adults(500)));
    }
    clock.moveTo(Instant.ofEpochSecond(clock.instant().getEpochSecond() + 1));
    List<String> away = new ArrayList<>();
    for (int scan = 0; scan < rate * SECONDS; scan++) {
      String code = "t" + ((scan / 500 + 1) * 10_000 + scan % 500);
      try {
        in(scan(crowded, Gala.EVERYONE, code, scan("phone", "key " + code, true, null)));
      } catch (UnavailableException e) {
        away.add(code);
      }
      if ((scan + 1) % rate == 0) {
        clock.pass(Duration.ofSeconds(1));
      }
    }
    return away;
  }

  @ParameterizedTest
  @CsvSource({"300, 0", "330, 0", "2000, 1670"})
  void list_takes330CheckinsASecond_andRefusesWhatIsMore(int rate, int awayASecond) {
    List<String> away = turnedAway(rate);

    assertEquals(awayASecond * SECONDS, away.size());
    // Whoever was told "in" is in, and nobody else.
    assertEquals((rate - awayASecond) * SECONDS, gala.count(Gala.EVERYONE));
  }

  /** What the phones decided by their copies comes in later, and who came in twice is shown. */
  @Test
  void whoWasTurnedAway_isUploadedLater_andADoubleAdmissionIsOpen() {
    List<String> away = turnedAway(400);
    assertTrue(away.size() > 2, away::toString);
    Instant then = clock.instant().minusSeconds(2);
    long before = gala.count(Gala.EVERYONE);
    clock.pass(Duration.ofMinutes(1));

    for (String code : away.subList(0, 100)) {
      in(scan(crowded, Gala.EVERYONE, code, told("phone", code, then)));
    }
    scan(
        crowded,
        Gala.EVERYONE,
        away.getFirst(),
        told("other", away.getFirst(), then.plusMillis(300)));

    assertEquals(before + 100, gala.count(Gala.EVERYONE));
    assertEquals(1, doors.open(Gala.EVERYONE).size());
  }

  private Scan told(String token, String code, Instant then) {
    return scan(token, token + " told " + code, false, then);
  }
}
