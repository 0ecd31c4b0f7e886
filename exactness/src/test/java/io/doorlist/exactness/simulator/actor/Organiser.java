package io.doorlist.exactness.simulator.actor;

import io.doorlist.domain.order.Order;
import io.doorlist.domain.order.Ticket;
import io.doorlist.domain.order.TicketTerms;
import io.doorlist.exactness.history.Answer;
import io.doorlist.exactness.history.Asked;
import io.doorlist.exactness.history.Roster.Fate;
import io.doorlist.exactness.simulator.evening.Run;
import io.doorlist.exactness.simulator.evening.SimulatedEvent;
import io.doorlist.testing.TicketBuilder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/**
 * Imports while the doors are open: renames guests, makes tickets void, blocks them, leaves them
 * out, gives them other codes, moves them to other orders, and imports late orders. The target of
 * an order is in {@link Run#order}, so that several organisers have the same one.
 */
public record Organiser(int number, Run run, SplittableRandom random) {
  private static final int MAX_TRIES = 6;
  private static final TicketTerms BLOCKED = new TicketTerms(null, null, "admin", null, null);

  public void work(int changes) {
    for (int i = 0; i < changes; i++) {
      run.scheduler.sleep(Duration.ofMillis(random.nextInt(60)));
      List<Order> all = new ArrayList<>(run.world.orders());
      all.addAll(run.world.late());
      if (random.nextBoolean()) {
        all.removeIf(order -> !run.world.changes(order));
      }
      boolean big = all.size() > 10 && random.nextBoolean();
      long id = (big ? all.getLast() : all.get(random.nextInt(all.size()))).id();
      if (random.nextInt(4) == 0) {
        put(id);
      } else {
        change(id);
      }
    }
  }

  private void change(long id) {
    Order order = run.order(id);
    Ticket ticket = order.tickets().get(random.nextInt(Math.min(order.tickets().size(), 3)));
    boolean moves = run.world.moves(ticket);
    boolean leaves = moves && order.tickets().size() > 1;
    switch (random.nextInt(run.world.fate(ticket) == Fate.CHANGING ? 7 : 1)) {
      case 1 -> leaveOut(order, ticket, ticket.voided());
      case 2 -> leaveOut(order, ticket, ticket.with(BLOCKED));
      case 3 -> leaveOut(order, ticket, leaves ? null : ticket.voided());
      case 4, 5 -> {
        if (moves) {
          recode(order, ticket);
        }
      }
      case 6 -> {
        if (leaves) {
          move(order, ticket);
        }
      }
      default -> {
        want(
            order, ticket, TicketBuilder.like(ticket).name("Guest " + random.nextInt(100)).build());
        put(id);
      }
    }
  }

  /** Plans to change a ticket of an order, or to remove it if that is {@code null}. */
  private void want(Order order, Ticket ticket, Ticket instead) {
    List<Ticket> tickets = new ArrayList<>(order.tickets());
    int at = tickets.indexOf(ticket);
    if (instead == null) {
      tickets.remove(at);
    } else {
      tickets.set(at, instead);
    }
    run.want(order, tickets);
  }

  /**
   * If an order no longer contains a ticket, the ticket is certain to be out only if the service
   * knew it in that order. While the ticket is still to come from another order, that is not
   * certain.
   */
  private void leaveOut(Order order, Ticket ticket, Ticket instead) {
    boolean known = instead != null || !run.moving.contains(ticket.id());
    want(order, ticket, instead);
    if (put(order.id()) && known) {
      holds(Asked.leaveOut("t" + ticket.id()));
    }
  }

  private void recode(Order order, Ticket ticket) {
    String code = SimulatedEvent.otherCode(ticket);
    if (ticket.qrCodeIdentifier().equals(code)) {
      return;
    }
    want(order, ticket, ticket.withQrCodeIdentifier(code));
    if (put(order.id())) {
      holds(Asked.revoke(ticket.qrCodeIdentifier()));
    }
  }

  /** Moves a ticket to another order; which of the two is imported first is random. */
  private void move(Order order, Ticket ticket) {
    List<Order> others =
        Stream.concat(run.world.orders().stream(), run.world.late().stream())
            .filter(other -> other.id() != order.id())
            .filter(other -> run.world.changes(other))
            .filter(other -> !run.left.contains(ticket.id() + " " + other.id()))
            .toList();
    if (others.isEmpty()) {
      return;
    }
    run.left.add(ticket.id() + " " + order.id());
    Order target = run.order(others.get(random.nextInt(others.size())).id());
    run.moving.add(ticket.id());
    want(order, ticket, null);
    List<Ticket> tickets = new ArrayList<>(target.tickets());
    tickets.add(ticket);
    run.want(target, tickets);
    boolean first = random.nextBoolean();
    boolean one = put(first ? order.id() : target.id());
    boolean other = put(first ? target.id() : order.id());
    if (one && other) {
      run.moving.remove(ticket.id());
      holds(Asked.move("t" + ticket.id(), order.qrCodeIdentifier()));
    }
  }

  private void holds(Asked change) {
    run.recorder.ended(number, change, run.recorder.now(), Answer.refused(200, ""));
  }

  private boolean put(long id) {
    return run.imported("organiser " + number, id, MAX_TRIES, 2000, random);
  }
}
