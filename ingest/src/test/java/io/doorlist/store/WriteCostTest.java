package io.doorlist.store;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.doorlist.domain.Checkin;
import io.doorlist.domain.CheckinCommand;
import io.doorlist.domain.CheckinList;
import io.doorlist.domain.CheckinOutcome;
import io.doorlist.domain.EventDefinition;
import io.doorlist.domain.Mode;
import io.doorlist.domain.Role;
import io.doorlist.domain.UndoCommand;
import io.doorlist.domain.UndoOutcome;
import io.doorlist.store.checkin.CheckinStore;
import io.doorlist.store.table.TableSchema;
import io.doorlist.testing.CountingClient;
import io.doorlist.testing.Gala;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** Checks the costs that docs/table-design.md states under "Writes", by AWS's published rule. */
class WriteCostTest extends CostFixture {
  /** Checks the costs that docs/table-design.md states under "Writes", by AWS's published rule. */
  @Test
  void writes_costWhatIsDocumented() throws Exception {
    Gala gala = new Gala(stores);
    gala.put(Gala.order(1, "adult", "adult", "adult"));
    EventDefinition definition = gala.definition();
    CheckinList main = gala.list(Gala.MAIN);
    CheckinStore checkins = stores.checkins();
    String rows = TableSchema.checkins(Gala.ACCOUNT, Gala.EVENT, Gala.MAIN, Mode.LIVE);

    client.take();
    Checkin first = in(checkins.checkInTicket(definition, main, "t10000", command(null)));
    CountingClient.Cost checkin = client.take();
    Checkin second = in(checkins.checkInTicket(definition, main, "t10001", command("key")));
    CountingClient.Cost withKey = client.take();
    assertCost(32, () -> undo(definition, main, second));
    assertCost(33, () -> stores.undos().list(Gala.ACCOUNT, Gala.EVENT, main, Mode.LIVE, Gala.ALL));
    Checkin third = in(checkins.checkInTicket(definition, main, "t10002", command(null)));
    client.take();
    undo(definition, main, third);
    CountingClient.Cost undo = client.take();
    table.sequence().settleAll(rows, Instant.now().plusSeconds(10));
    client.take();
    undo(definition, main, first);
    CountingClient.Cost settledUndo = client.take();

    assertEquals(5, checkin.writeUnits());
    assertEquals(3, checkin.reads() + checkin.writes());
    assertEquals(7, withKey.writeUnits());
    assertEquals(3, withKey.reads() + withKey.writes());
    assertEquals(10, undo.writeUnits());
    assertEquals(10, settledUndo.writeUnits());
    assertEquals(1, settledUndo.writes());
  }

  private void undo(EventDefinition definition, CheckinList list, Checkin checkin) {
    UndoCommand command =
        new UndoCommand(Mode.LIVE, "desk", "Desk", Role.DESK, Instant.now().plusSeconds(10));
    assertEquals(UndoOutcome.UNDONE, stores.undos().undo(definition, list, checkin.id(), command));
  }

  private static CheckinCommand command(String key) {
    return Gala.command("phone", key);
  }

  private static Checkin in(CheckinOutcome outcome) {
    return ((CheckinOutcome.CheckedIn) outcome).checkin();
  }
}
