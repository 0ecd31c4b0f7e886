package io.doorlist.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.doorlist.domain.Mode;
import io.doorlist.domain.checkin.Checkin;
import io.doorlist.domain.checkin.CheckinOutcome;
import io.doorlist.domain.checkin.Scan;
import io.doorlist.domain.checkin.Scan.IdempotencyKey;
import io.doorlist.domain.checkin.Scan.UploadedScan;
import io.doorlist.domain.checkin.UndoOutcome;
import io.doorlist.domain.checkin.UndoRequest;
import io.doorlist.domain.desk.GuestEdit;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.domain.order.GuestField;
import io.doorlist.domain.order.OrderState;
import io.doorlist.domain.order.Payment;
import io.doorlist.domain.order.PaymentState;
import io.doorlist.domain.token.Role;
import io.doorlist.door.Reentry;
import io.doorlist.ingest.GuestEdits;
import io.doorlist.ingest.Payments;
import io.doorlist.store.checkin.CheckinStore;
import io.doorlist.store.order.TakingsStore;
import io.doorlist.store.table.TableSchema;
import io.doorlist.testing.CountingEngine;
import io.doorlist.testing.Gala;
import io.doorlist.testing.Imports;
import io.doorlist.testing.ListTermsOf;
import io.doorlist.testing.OrderBuilder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Checks the costs that docs/table-design.md states under "Writes", by AWS's published rule. */
class WriteCostTest extends CostFixture {
  @Test
  void writes_costWhatIsDocumented() throws Exception {
    Gala gala = new Gala(stores);
    gala.put(Gala.order(1, "adult", "adult", "adult"));
    EventDefinition definition = gala.definition();
    CheckinList main = gala.list(Gala.MAIN);
    CheckinStore checkins = stores.checkins();
    String rows = TableSchema.checkins(Gala.ACCOUNT, Gala.EVENT, Gala.MAIN, Mode.LIVE);

    client.spent();
    Checkin first = in(checkins.checkInTicket(definition, main, "t10000", scan(null)));
    CountingEngine.Cost checkin = client.spent();
    Checkin second = in(checkins.checkInTicket(definition, main, "t10001", scan("key")));
    CountingEngine.Cost withKey = client.spent();
    assertCost(32, () -> undo(definition, main, second));
    assertCost(44, () -> stores.log().after(definition, main, Mode.LIVE, 0, 50));
    Checkin third = in(checkins.checkInTicket(definition, main, "t10002", scan(null)));
    client.spent();
    undo(definition, main, third);
    CountingEngine.Cost undo = client.spent();
    table.sequence().settleAll(rows, Instant.now().plusSeconds(10));
    client.spent();
    undo(definition, main, first);
    CountingEngine.Cost settledUndo = client.spent();

    assertEquals(5, checkin.writeUnits());
    assertEquals(3, checkin.reads() + checkin.writes());
    assertEquals(7, withKey.writeUnits());
    assertEquals(3, withKey.reads() + withKey.writes());
    assertEquals(8, undo.writeUnits());
    assertEquals(8, settledUndo.writeUnits());
    assertEquals(1, settledUndo.writes());
  }

  /** A part changes what is due, in the ticket's code; the rest puts the ticket on two lists. */
  @Test
  void money_costsWhatIsDocumented() throws Exception {
    Gala gala = new Gala(stores);
    gala.importer().putEvent(Gala.event().in("EUR"));
    gala.put(
        OrderBuilder.order(1, "adult")
            .in(OrderState.PENDING)
            .paid(PaymentState.UNPAID)
            .amount(2500)
            .build());
    EventDefinition definition = gala.definition();

    client.spent();
    pay(definition, "5a1d27f0-9c3e-4a86-8f57-2b7c0d1e9a34", 1000);
    CountingEngine.Cost part = client.spent();
    pay(definition, "7b2e38a1-0d4f-4b97-9068-3c8d1e2f0b45", 1500);
    CountingEngine.Cost rest = client.spent();
    assertCost(
        64, () -> new TakingsStore(stores.table()).read(Gala.ACCOUNT, Gala.EVENT, Mode.LIVE));

    assertEquals(12, part.writeUnits());
    assertEquals(24, rest.writeUnits());
    assertDocumented(63, part.readUnits());
    assertDocumented(63, rest.readUnits());
  }

  private void pay(EventDefinition definition, String key, long amount) {
    Payment payment = new Payment(key, 10_000, amount, "EUR", Instant.now(), "desk", "Desk 1");
    new Payments(stores.table())
        .take(definition, payment, Mode.LIVE, Instant.now().plusSeconds(60));
  }

  /**
   * A scan of which nothing came costs 1 write unit; otherwise its key 2 and each ticket an undo.
   */
  @Test
  void withdrawals_costWhatIsDocumented() throws Exception {
    Gala gala = new Gala(stores);
    gala.put(Gala.order(1, "adult", "adult"));
    gala.list(Imports.list(Gala.MAIN, "Main", ListTermsOf.passages(null, Reentry.AFTER_EXIT)));
    EventDefinition definition = gala.definition();
    CheckinList main = gala.list(Gala.MAIN);
    CheckinStore checkins = stores.checkins();
    in(checkins.checkInTicket(definition, main, "t10000", scan("in")));
    checkins.exit(definition, main, "t10000", scan("out"));
    in(checkins.checkInTicket(definition, main, "t10001", scan("second")));

    client.spent();
    stores.withdrawals().withdraw(definition, main, scan("never"));
    CountingEngine.Cost unused = client.spent();
    stores.withdrawals().withdraw(definition, main, scan("never"));
    CountingEngine.Cost again = client.spent();
    stores.withdrawals().withdraw(definition, main, scan("out"));
    CountingEngine.Cost exit = client.spent();
    stores.withdrawals().withdraw(definition, main, scan("second"));
    CountingEngine.Cost checkin = client.spent();

    assertEquals(1, unused.writeUnits());
    assertEquals(1, unused.reads() + unused.writes());
    assertEquals(1, again.writeUnits());
    assertEquals(2 + 9, exit.writeUnits());
    assertEquals(2 + 10, checkin.writeUnits());
    assertDocumented(58, checkin.readUnits());
  }

  /** Each passage after the first entry costs 5 write units, 7 with a key, also the twentieth. */
  @Test
  void passages_costWhatIsDocumented() throws Exception {
    Gala gala = new Gala(stores);
    gala.put(Gala.order(1, "adult"));
    gala.list(Imports.list(Gala.MAIN, "Main", ListTermsOf.passages(null, Reentry.AFTER_EXIT)));
    EventDefinition definition = gala.definition();
    CheckinList main = gala.list(Gala.MAIN);
    in(stores.checkins().checkInTicket(definition, main, "t10000", scan(null)));

    for (int round = 0; round < 10; round++) {
      String key = round % 2 == 0 ? null : "key" + round;
      long units = key == null ? 5 : 7;
      client.spent();
      CheckinOutcome out =
          stores
              .checkins()
              .exit(definition, main, "t10000", scan(key == null ? null : key + "out"));
      CountingEngine.Cost exit = client.spent();
      CheckinOutcome again = stores.checkins().checkInTicket(definition, main, "t10000", scan(key));
      CountingEngine.Cost reentry = client.spent();

      assertInstanceOf(CheckinOutcome.CheckedOut.class, out);
      assertInstanceOf(CheckinOutcome.Reentered.class, again);
      assertEquals(units, exit.writeUnits());
      assertEquals(3, exit.reads() + exit.writes());
      assertEquals(units, reentry.writeUnits());
      assertEquals(4, reentry.reads() + reentry.writes());
    }
  }

  /** Scans that come in together share a reservation and a row: 4.3 units a scan rather than 7. */
  @Test
  void upload_costsWhatIsDocumented() throws Exception {
    Gala gala = new Gala(stores);
    int scans = CheckinStore.MAX_TOGETHER;
    List<UploadedScan> uploaded = new ArrayList<>();
    for (int i = 1; i <= scans; i++) {
      gala.put(Gala.order(i, "adult"));
      Scan scan =
          new Scan(
              Mode.LIVE,
              "phone",
              false,
              true,
              Instant.now(),
              new IdempotencyKey("k" + i, "request " + i, false),
              Instant.now().plusSeconds(60));
      uploaded.add(new UploadedScan("t" + i + "0000", scan));
    }
    EventDefinition definition = gala.definition();
    CheckinList main = gala.list(Gala.MAIN);

    client.spent();
    assertEquals(scans, stores.checkins().checkInTickets(definition, main, uploaded).size());
    CountingEngine.Cost together = client.spent();

    assertDocumented(53, together.readUnits());
    assertEquals(1 + 2 * 4 + 4 * scans, together.writeUnits());
    assertEquals(3, together.reads() + together.writes());
  }

  /** A guest whom staff change is a changed order, here at two lists, and with no other ticket. */
  @Test
  void editOfAGuest_costsWhatIsDocumented() throws Exception {
    Gala gala = new Gala(stores);
    gala.put(Gala.order(1, "vip"));
    EventDefinition definition = gala.definition();
    List<GuestEdit> edits =
        List.of(
            new GuestEdit.Correct(Map.of(GuestField.NAME, "Ada Right")),
            new GuestEdit.ReplaceCode("0b6fd7a2-6d0e-4a3e-8a6d-5b0f7f6b2c14"),
            new GuestEdit.MakeVoid(true));

    List<Integer> written = new ArrayList<>();
    List<Double> read = new ArrayList<>();
    for (GuestEdit edit : edits) {
      client.spent();
      new GuestEdits(stores.table())
          .edit(definition, Mode.LIVE, 10_000, edit, "Desk", Instant.now().plusSeconds(60));
      CountingEngine.Cost cost = client.spent();
      written.add(cost.writeUnits());
      read.add(cost.readUnits());
    }

    assertDocumented(62, read.getFirst());
    assertEquals(List.of(7.0, 13.0, 21.0), read);
    assertEquals(List.of(9, 26, 50), written);
  }

  private void undo(EventDefinition definition, CheckinList list, Checkin checkin) {
    UndoRequest request =
        new UndoRequest(Mode.LIVE, "desk", "Desk", Role.DESK, Instant.now().plusSeconds(10));
    assertEquals(UndoOutcome.UNDONE, stores.undos().undo(definition, list, checkin.id(), request));
  }

  private static Scan scan(String key) {
    return Gala.scan("phone", key);
  }

  private static Checkin in(CheckinOutcome outcome) {
    return ((CheckinOutcome.CheckedIn) outcome).checkin();
  }
}
