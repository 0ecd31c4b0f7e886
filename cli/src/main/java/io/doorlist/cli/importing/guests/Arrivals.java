package io.doorlist.cli.importing.guests;

import io.doorlist.domain.Mode;
import io.doorlist.domain.checkin.Happening;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.domain.order.Ticket;
import io.doorlist.store.checkin.history.TicketHistoryStore;
import io.doorlist.store.table.PatientTable;
import io.doorlist.table.Table;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Says which guests have come in. If a row of a list has fewer people than before, the tickets of
 * guests who have come in stay.
 */
@FunctionalInterface
interface Arrivals {
  /** Nobody has come in. */
  Arrivals NONE = tickets -> Set.of();

  /** Returns the ids of the tickets whose guests have come in. */
  Set<Long> among(Collection<Ticket> tickets);

  /** Returns an instance that reads the logs of an event. */
  static Arrivals of(Table table, EventDefinition event) {
    return tickets -> {
      List<String> codes = tickets.stream().map(Ticket::qrCodeIdentifier).toList();
      Map<Long, List<Happening>> happened =
          new TicketHistoryStore(table)
              .ofCodes(
                  event, Mode.LIVE, codes, table.clock().instant().plus(PatientTable.PATIENCE));
      return happened.entrySet().stream()
          .filter(each -> each.getValue().stream().anyMatch(Arrivals::isIn))
          .map(Map.Entry::getKey)
          .collect(Collectors.toSet());
    };
  }

  private static boolean isIn(Happening happening) {
    return !happening.undone()
        && switch (happening.type()) {
          case CHECK_IN, ENTRY -> true;
          default -> false;
        };
  }
}
