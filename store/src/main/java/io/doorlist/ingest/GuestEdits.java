package io.doorlist.ingest;

import io.doorlist.domain.Mode;
import io.doorlist.domain.NotFoundException;
import io.doorlist.domain.QrCode;
import io.doorlist.domain.desk.GuestEdit;
import io.doorlist.domain.desk.GuestEditOutcome;
import io.doorlist.domain.desk.GuestEditOutcome.Reason;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.domain.order.GuestField;
import io.doorlist.domain.order.Order;
import io.doorlist.domain.order.Ticket;
import io.doorlist.domain.order.TicketState;
import io.doorlist.door.AddedGuest;
import io.doorlist.ingest.OrderPlan.Draft;
import io.doorlist.ingest.StoredOrder.Placement;
import io.doorlist.ingest.StoredOrder.TicketPlacement;
import io.doorlist.store.guest.GuestStore;
import io.doorlist.store.order.OrderFacts;
import io.doorlist.store.order.OrderStore;
import io.doorlist.table.Table;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Changes guests for staff. The order's item keeps each changed value beside the value that it
 * replaced. The order is then written like an imported one, so the change shows wherever the guest
 * is shown. A later import of the order is combined with the change. See ADR 0070. Thread-safe.
 */
public final class GuestEdits {
  private final Table table;
  private final SearchIndex index;
  private final GuestStore guests;

  public GuestEdits(Table table) {
    this.table = table;
    this.index = new SearchIndex(table, new OrderStore(table));
    this.guests = new GuestStore(table);
  }

  /**
   * Changes a guest. A change that is made already is not written again. Access pattern 62.
   *
   * @param by the organiser's name for the token, or {@code null}
   * @throws NotFoundException if the event has no such ticket in this mode
   */
  public GuestEditOutcome edit(
      EventDefinition definition,
      Mode mode,
      long ticket,
      GuestEdit edit,
      String by,
      Instant deadline) {
    Attempt attempt = new Attempt(definition, mode, ticket, edit, by, deadline);
    return OrderTable.until("a guest", attempt::tryOnce);
  }

  /** What an order is changed to, or why it is not changed. */
  private record Wish(Draft draft, Reason refusal) {
    static Wish of(StoredOrder stored, Order order, Placement placement) {
      return new Wish(new Draft(stored, order, placement), null);
    }

    static Wish refused(Reason reason) {
      return new Wish(null, reason);
    }
  }

  /** One request to change a guest. */
  private final class Attempt {
    private final EventDefinition definition;
    private final Mode mode;
    private final long id;
    private final GuestEdit edit;
    private final String by;
    private final Instant deadline;
    private final Instant now = table.clock().instant().truncatedTo(ChronoUnit.MILLIS);

    Attempt(
        EventDefinition definition,
        Mode mode,
        long id,
        GuestEdit edit,
        String by,
        Instant deadline) {
      this.definition = definition;
      this.mode = mode;
      this.id = id;
      this.edit = edit;
      this.by = by;
      this.deadline = deadline;
    }

    /** Reads, decides and writes. Returns nothing if the order has changed meanwhile. */
    Optional<GuestEditOutcome> tryOnce() {
      OrderTable orders = OrderTable.of(table, new HashSet<>(), false);
      OrderClaims claims = new OrderClaims(definition);
      long order =
          table.get(claims.ticket(id), deadline).orElseThrow(Attempt::absent).number(OrderFacts.ID);
      StoredOrder stored = orders.finished(definition, order);
      if (stored.order() == null || stored.order().mode() != mode) {
        throw absent();
      }
      // If the order lacks the ticket, the ticket has just moved to another order, so the caller
      // tries again.
      return stored.order().tickets().stream()
          .filter(each -> each.id() == id)
          .findFirst()
          .flatMap(ticket -> carryOut(orders, wish(stored, ticket)));
    }

    private static NotFoundException absent() {
      return new NotFoundException("guest");
    }

    private Wish wish(StoredOrder stored, Ticket ticket) {
      return switch (edit) {
        case GuestEdit.Correct correct -> corrected(stored, ticket, correct.values());
        case GuestEdit.MakeVoid wanted -> voided(stored, ticket, wanted.any());
        case GuestEdit.PrintBadge printed -> badged(stored, ticket, printed.at());
        case GuestEdit.ReplaceCode replace -> recoded(stored, ticket, replace.key());
      };
    }

    private Wish corrected(StoredOrder stored, Ticket ticket, Map<GuestField, String> values) {
      if (ticket.forgotten()) {
        return Wish.refused(Reason.FORGOTTEN);
      }
      Order order = stored.order();
      Ticket corrected = ticket;
      for (Map.Entry<GuestField, String> each : values.entrySet()) {
        if (each.getKey().isOfOrder()) {
          order = order.correctedCompany(each.getValue(), now, by);
        } else {
          corrected = corrected.corrected(each.getKey(), each.getValue(), now, by);
        }
      }
      return Wish.of(stored, with(order, corrected), stored.placement());
    }

    private Wish voided(StoredOrder stored, Ticket ticket, boolean any) {
      if (!any && !stored.order().isAdded()) {
        return Wish.refused(Reason.NOT_ADDED);
      }
      Ticket voided = ticket.corrected(GuestField.STATE, TicketState.VOID.word(), now, by);
      return Wish.of(stored, with(stored.order(), voided), stored.placement());
    }

    /** Notes a printed badge. If the device's clock is ahead, the badge counts as printed now. */
    private Wish badged(StoredOrder stored, Ticket ticket, Instant at) {
      Ticket badged = ticket.badged(at.isAfter(now) ? now : at, by);
      return Wish.of(stored, with(stored.order(), badged), stored.placement());
    }

    /** Gives the ticket the code that is derived from a key, unless it has or had that code. */
    private Wish recoded(StoredOrder stored, Ticket ticket, String key) {
      String code = new AddedGuest(key).replacement(id);
      String old = ticket.qrCodeIdentifier();
      Placement placement = stored.placement();
      TicketPlacement place = placement.of(id);
      if (code.equals(old) || place.formerCodes().contains(QrCode.digest(code))) {
        return Wish.of(stored, stored.order(), placement);
      }
      if (ticket.state() == TicketState.VOID) {
        return Wish.refused(Reason.VOID);
      }
      Map<Long, TicketPlacement> places = new TreeMap<>(placement.tickets());
      places.put(id, place.withCodeFrom(null).withCode(old, code));
      Ticket recoded = ticket.corrected(GuestField.CODE, code, now, by);
      return Wish.of(stored, with(stored.order(), recoded), placement.with(places));
    }

    private Order with(Order order, Ticket changed) {
      return order.with(
          order.qrCodeIdentifier(),
          order.tickets().stream().map(each -> each.id() == id ? changed : each).toList());
    }

    private Optional<GuestEditOutcome> carryOut(OrderTable orders, Wish wish) {
      if (wish.refusal() != null) {
        return Optional.of(new GuestEditOutcome.Refused(wish.refusal()));
      }
      Draft draft = wish.draft();
      if (draft.changes()) {
        List<OrderPlan> plans = OrderPlan.of(definition, List.of(draft));
        if (plans.getFirst().isTooLarge()) {
          return Optional.of(new GuestEditOutcome.Refused(Reason.TOO_LARGE));
        }
        index.announce(definition, plans);
        OrderTable.Reservations reservations = orders.prepare(plans);
        OrderTable.Result result = orders.write(definition, plans);
        orders.settle(reservations, result == OrderTable.Result.WRITTEN);
        if (result == OrderTable.Result.LOST) {
          return Optional.empty();
        }
      }
      return table.get(new OrderClaims(definition).order(draft.order().id()), deadline).stream()
          .flatMap(item -> guests.guests(definition, List.of(item), deadline).stream())
          .filter(guest -> guest.ticket().id() == id)
          .findFirst()
          .map(GuestEditOutcome.Done::new);
    }
  }
}
