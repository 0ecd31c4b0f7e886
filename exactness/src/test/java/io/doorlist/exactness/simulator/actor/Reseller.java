package io.doorlist.exactness.simulator.actor;

import io.doorlist.domain.order.Order;
import io.doorlist.domain.order.Ticket;
import io.doorlist.domain.order.TicketState;
import io.doorlist.exactness.simulator.evening.Run;
import io.doorlist.testing.TicketBuilder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Imports while phones keep copies: tickets become void and valid again, change their type, which
 * moves them between lists or changes them in place, and late orders are added.
 */
public record Reseller(int number, Run run, SplittableRandom random) {
  private static final List<String> TYPES = List.of("adult", "child", "vip");

  public void work(int changes) {
    List<Order> all = new ArrayList<>(run.world.orders());
    all.addAll(run.world.late());
    for (int i = 0; i < changes; i++) {
      run.scheduler.sleep(Duration.ofMillis(random.nextInt(2 * run.paceMillis)));
      Order order = run.order(all.get(random.nextInt(all.size())).id());
      run.want(order, changed(order));
      run.imported("reseller " + number, order.id(), 3, 500, random);
    }
  }

  private List<Ticket> changed(Order order) {
    List<Ticket> tickets = new ArrayList<>(order.tickets());
    int times = 1 + random.nextInt(3);
    for (int i = 0; i < times; i++) {
      int at = random.nextInt(tickets.size());
      tickets.set(at, changed(tickets.get(at)));
    }
    return tickets;
  }

  private Ticket changed(Ticket ticket) {
    boolean mode = random.nextInt(3) > 0;
    String type = mode ? TYPES.get(random.nextInt(TYPES.size())) : ticket.ticketType();
    TicketState state =
        random.nextInt(3) > 0 ? ticket.state() : TicketState.values()[random.nextInt(2)];
    return TicketBuilder.like(ticket, type).in(state).build();
  }
}
