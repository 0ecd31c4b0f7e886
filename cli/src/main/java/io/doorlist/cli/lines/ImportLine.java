package io.doorlist.cli.lines;

import io.doorlist.domain.event.Account;
import io.doorlist.domain.event.Event;
import io.doorlist.domain.order.Order;
import io.doorlist.ingest.ListDefinition;

/** A line of an import file. All that can be checked without the table has been checked. */
public sealed interface ImportLine {
  record AccountLine(Account account) implements ImportLine {}

  record EventLine(Event event) implements ImportLine {}

  record CheckinListLine(String account, String event, ListDefinition list) implements ImportLine {}

  record OrderLine(String account, String event, Order order) implements ImportLine {}
}
