package io.doorlist.ingest;

import io.doorlist.domain.Mode;
import io.doorlist.domain.checkin.AdmittedOrder;
import io.doorlist.domain.checkin.AdmittedTicket;
import io.doorlist.store.Stores;
import io.doorlist.testing.Gala;
import io.doorlist.testing.TestTable;
import java.time.Clock;
import java.util.List;

/** A table with the gala, into which orders are imported. */
abstract class ImportFixture {
  final TestTable table = new TestTable();
  final Stores stores = table.stores(Clock.systemUTC());
  final Gala gala = new Gala(stores);

  List<Long> tickets(long list) {
    return stores
        .orders()
        .listAdmittedTickets(Gala.ACCOUNT, Gala.EVENT, gala.list(list), Mode.LIVE, Gala.ALL)
        .items()
        .stream()
        .map(AdmittedTicket::id)
        .toList();
  }

  List<AdmittedOrder> orders(long list) {
    return stores
        .orders()
        .listAdmittedOrders(Gala.ACCOUNT, Gala.EVENT, gala.list(list), Mode.LIVE, Gala.ALL)
        .items();
  }

  long count(long list) {
    return stores
        .orders()
        .listAdmittedTickets(Gala.ACCOUNT, Gala.EVENT, gala.list(list), Mode.LIVE, Gala.ALL)
        .count();
  }
}
