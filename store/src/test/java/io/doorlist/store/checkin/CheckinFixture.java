package io.doorlist.store.checkin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.doorlist.domain.Mode;
import io.doorlist.domain.checkin.Checkin;
import io.doorlist.domain.checkin.CheckinOutcome;
import io.doorlist.domain.checkin.Scan;
import io.doorlist.domain.checkin.Scan.IdempotencyKey;
import io.doorlist.domain.checkin.UndoOutcome;
import io.doorlist.domain.checkin.UndoRequest;
import io.doorlist.domain.token.Role;
import io.doorlist.paging.Page;
import io.doorlist.testing.CountingEngine;
import io.doorlist.testing.Doors;
import io.doorlist.testing.Gala;
import io.doorlist.testing.MovableClock;
import io.doorlist.testing.Stores;
import io.doorlist.testing.TestTable;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A table with the gala, and ways to check in at its doors. */
public abstract class CheckinFixture {
  protected final TestTable table = new TestTable();
  protected final MovableClock clock =
      new MovableClock(Instant.now().truncatedTo(ChronoUnit.MILLIS));
  protected final CountingEngine client = new CountingEngine(table.engine());
  protected final Stores stores = table.stores(client, clock);
  protected final Gala gala = new Gala(stores);
  protected final Doors doors = new Doors(stores);
  protected final CheckinStore checkins = stores.checkins();

  protected CheckinOutcome scan(long list, String code, Scan scan) {
    return scan(checkins, list, code, scan);
  }

  protected CheckinOutcome scan(CheckinStore store, long list, String code, Scan scan) {
    return store.checkInTicket(gala.definition(), gala.list(list), code, scan);
  }

  protected CheckinOutcome scan(long list, String code) {
    return scan(list, code, Gala.scan("phone", null));
  }

  protected CheckinOutcome group(String code, Map<String, Integer> wanted, Scan scan) {
    return doors.enterOrder(Gala.EVERYONE, code, wanted, scan);
  }

  protected CheckinOutcome group(
      CheckinStore store, String code, Map<String, Integer> wanted, Scan scan) {
    return store.checkInOrder(
        gala.definition(), gala.list(Gala.EVERYONE), code, new TreeMap<>(wanted), false, scan);
  }

  protected List<Checkin> in(long list) {
    Page<Checkin> page = doors.checkins(list, Gala.ALL);
    assertEquals(page.count(), gala.count(list));
    assertEquals(Math.min(page.count(), Gala.ALL.items()), page.items().size());
    return page.items();
  }

  protected UndoOutcome undo(long list, long id, UndoRequest request) {
    return doors.undo(list, id, request);
  }

  protected UndoRequest desk() {
    return new UndoRequest(Mode.LIVE, "desk", "Desk", Role.DESK, clock.instant().plusSeconds(10));
  }

  protected Scan scan(String token, String key, boolean online, Instant scannedAt) {
    return new Scan(
        Mode.LIVE,
        token,
        token + "'s name",
        online,
        true,
        scannedAt,
        key == null ? null : new IdempotencyKey(key, "request of " + key, false),
        clock.instant().plusSeconds(10));
  }

  protected static Checkin in(CheckinOutcome outcome) {
    return assertInstanceOf(CheckinOutcome.CheckedIn.class, outcome).checkin();
  }
}
