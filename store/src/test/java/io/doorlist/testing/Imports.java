package io.doorlist.testing;

import io.doorlist.domain.event.Area;
import io.doorlist.domain.event.Event;
import io.doorlist.domain.event.ListTerms;
import io.doorlist.domain.order.Order;
import io.doorlist.ingest.ImportOutcome;
import io.doorlist.ingest.ImportStore;
import io.doorlist.ingest.ListDefinition;
import java.time.ZoneId;
import java.util.List;

/** What tests import, and where. */
public final class Imports {
  private Imports() {}

  /** Returns the import into a table that nobody watches. */
  public static ImportStore into(Stores stores) {
    return new ImportStore(stores.forCommand(), false, () -> {});
  }

  public static ImportOutcome put(ImportStore importer, String account, String event, Order order) {
    return importer.putOrders(account, event, List.of(order)).getFirst();
  }

  public static void areas(ImportStore importer, Event event, ZoneId zone, Area... areas) {
    importer.putEvent(
        new Event(
            event.account(),
            event.id(),
            event.slug(),
            event.title(),
            event.ticketTypes(),
            zone,
            List.of(areas)));
  }

  /** Returns a list that admits these types; all, if none is given. */
  public static ListDefinition list(long id, String name, String... types) {
    return list(id, name, ListTerms.NONE, types);
  }

  /** Returns a list that admits these types, or all, on further conditions. */
  public static ListDefinition list(long id, String name, ListTerms terms, String... types) {
    return new ListDefinition(id, name, types.length == 0 ? null : List.of(types), terms);
  }
}
