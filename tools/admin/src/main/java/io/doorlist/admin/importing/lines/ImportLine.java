package io.doorlist.admin.importing.lines;

import io.doorlist.domain.event.Account;
import io.doorlist.domain.event.Event;
import io.doorlist.domain.event.ListTerms;
import io.doorlist.domain.order.Order;
import java.util.List;

/** One line of an import file, checked as far as possible without the table. */
public sealed interface ImportLine {
  /** An account. */
  record AccountLine(Account account) implements ImportLine {}

  /** An event with its ticket types. */
  record EventLine(Event event) implements ImportLine {}

  /**
   * A check-in list.
   *
   * @param ticketTypes slugs of the types that it admits, or {@code null} for all
   * @param terms further conditions
   */
  record CheckinListLine(
      String account, String event, long id, String name, List<String> ticketTypes, ListTerms terms)
      implements ImportLine {
    public CheckinListLine {
      ticketTypes = ticketTypes == null ? null : List.copyOf(ticketTypes);
    }
  }

  /** An order with its tickets. */
  record OrderLine(String account, String event, Order order) implements ImportLine {}
}
