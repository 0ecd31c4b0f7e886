package io.doorlist.ingest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.doorlist.domain.Mode;
import io.doorlist.domain.checkin.AdmittedOrder;
import io.doorlist.domain.checkin.AdmittedTicket;
import io.doorlist.domain.checkin.CheckinOutcome;
import io.doorlist.domain.checkin.CheckinOutcome.NotAdmissible;
import io.doorlist.domain.order.Order;
import io.doorlist.domain.order.Ticket;
import io.doorlist.door.Reason;
import io.doorlist.paging.Page;
import io.doorlist.table.Engine;
import io.doorlist.testing.Doors;
import io.doorlist.testing.Gala;
import io.doorlist.testing.Imports;
import io.doorlist.testing.Stores;
import io.doorlist.testing.TestTable;
import java.time.Clock;
import java.util.List;
import java.util.Map;

/** A table with the gala, into which orders are imported. */
abstract class ImportFixture {
  /** Orders of so many tickets are written in portions, and their tickets share doors. */
  static final int LARGE = 70;

  final TestTable table = new TestTable();
  final Stores stores = stores(table.engine());
  final Gala gala = new Gala(stores);
  final Doors doors = new Doors(stores);

  /** Returns the stores of the table as a client sees them. */
  Stores stores(Engine client) {
    return table.stores(client, Clock.systemUTC());
  }

  ImportOutcome put(Engine client, Order order) {
    return Imports.put(Imports.into(stores(client)), Gala.ACCOUNT, Gala.EVENT, order);
  }

  static Order order(long id, int tickets) {
    return Gala.order(id, Gala.adults(tickets));
  }

  /** Returns the order as it is seconds later, when a ticket has another code. */
  static Order recoded(Order order, long ticket, String code, int seconds) {
    return later(
        order,
        seconds,
        order.tickets().stream()
            .map(each -> each.id() == ticket ? each.withQrCodeIdentifier(code) : each)
            .toList());
  }

  /** Returns the order as it is seconds later, with these tickets. */
  static Order later(Order order, int seconds, List<Ticket> tickets) {
    return order.cancelled(false, tickets, order.updatedAt().plusSeconds(seconds));
  }

  Order find(long id) {
    return stores.orders().find(Gala.ACCOUNT, Gala.EVENT, id).orElseThrow();
  }

  /** Returns the ids of the tickets that a list admits, in its order. */
  List<Long> tickets(long list) {
    return admitted(list).items().stream().map(AdmittedTicket::id).toList();
  }

  long count(long list) {
    return admitted(list).count();
  }

  private Page<AdmittedTicket> admitted(long list) {
    return stores
        .orders()
        .listAdmittedTickets(Gala.ACCOUNT, Gala.EVENT, gala.list(list), Mode.LIVE, Gala.ALL);
  }

  List<AdmittedOrder> orders(long list) {
    return stores
        .orders()
        .listAdmittedOrders(Gala.ACCOUNT, Gala.EVENT, gala.list(list), Mode.LIVE, Gala.ALL)
        .items();
  }

  CheckinOutcome checkIn(String code) {
    return checkIn(stores, Gala.EVERYONE, code);
  }

  CheckinOutcome checkIn(Stores by, long list, String code) {
    return new Doors(by).enter(list, code, Gala.scan("phone", null));
  }

  CheckinOutcome checkInOrder(Stores by, String code, int adults) {
    return new Doors(by)
        .enterOrder(Gala.EVERYONE, code, Map.of("adult", adults), Gala.scan("phone", null));
  }

  static void assertRefused(Reason reason, CheckinOutcome outcome) {
    assertEquals(reason, assertInstanceOf(NotAdmissible.class, outcome).reason());
  }
}
