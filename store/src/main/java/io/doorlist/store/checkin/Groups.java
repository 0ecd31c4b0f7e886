package io.doorlist.store.checkin;

import io.doorlist.domain.checkin.CheckinOutcome;
import io.doorlist.domain.checkin.CheckinOutcome.Admitted;
import io.doorlist.domain.checkin.CheckinOutcome.CheckedOut;
import io.doorlist.domain.checkin.CheckinOutcome.NotAdmissible;
import io.doorlist.domain.checkin.CheckinOutcome.OrderCheckedIn;
import io.doorlist.domain.checkin.CheckinOutcome.OrderCheckedOut;
import io.doorlist.domain.checkin.Happening.Type;
import io.doorlist.door.Reason;
import io.doorlist.store.checkin.log.LogAnswers;
import io.doorlist.store.checkin.log.LogAttempt;
import io.doorlist.store.checkin.request.CheckinRequest;
import io.doorlist.store.checkin.request.Lanes;
import io.doorlist.store.checkin.request.ScannedTicket;
import io.doorlist.store.checkin.request.ScannedTickets;
import io.doorlist.store.checkin.ticket.CodeItems;
import io.doorlist.store.checkin.ticket.Comings;
import io.doorlist.store.order.OrderItems;
import io.doorlist.store.table.Dynamo;
import io.doorlist.store.table.Item;
import io.doorlist.store.table.TableSchema;
import io.doorlist.store.table.TableSchema.Key;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Lets tickets of an order in and out by the order's code.
 *
 * <p>Implementation notes. First entries are one transaction, of however many. Later entries and
 * exits have a row each, so a large group needs several: each is a part with a key of its own, and
 * a repeated request goes on after the parts that are written. Thread-safe.
 */
record Groups(Dynamo dynamo, Lanes lanes, ScannedTickets scanned, LogAnswers answers) {
  /** Returns what the code of a ticket's order stands for; empty if it is no such code. */
  Optional<Item> party(CheckinRequest request, Item ticket) {
    if (!request.standsFor(ticket, CodeItems.TICKET) || ticket.flag(CodeItems.REVOKED)) {
      return Optional.empty();
    }
    Key order = TableSchema.order(request.account(), request.event(), CodeItems.orderOf(ticket));
    return dynamo
        .get(order, request.command().deadline())
        .map(OrderItems::order)
        .map(CodeItems::orderCodeWithTickets);
  }

  /**
   * Lets in as many of each type as wanted, or none.
   *
   * @param order the item of the code
   * @param replay the answer that an earlier request with this key had
   */
  CheckinOutcome enter(
      CheckinRequest request,
      Item order,
      SortedMap<String, Integer> wanted,
      Optional<CheckinOutcome> replay) {
    int all = wanted.values().stream().mapToInt(Integer::intValue).sum();
    SortedMap<String, Integer> open = new TreeMap<>(wanted);
    SortedMap<String, Integer> remaining = open;
    List<Admitted> in = new ArrayList<>();
    CheckinOutcome outcome = replay.orElseGet(() -> letIn(request, order, open));
    for (int part = 1; outcome instanceof OrderCheckedIn some; part++) {
      in.addAll(some.tickets());
      remaining = some.remaining();
      if (in.size() >= all) {
        return noted(request, order, new OrderCheckedIn(in, remaining));
      }
      for (Admitted each : some.tickets()) {
        if (each.type() != null) {
          open.computeIfPresent(each.type().slug(), (type, left) -> left - 1);
        }
      }
      CheckinRequest next = request.part(part);
      outcome = answers.before(next).orElseGet(() -> letIn(next, order, open));
    }
    // Somebody else has let in some of those who come back: the others are in.
    return in.isEmpty() ? outcome : noted(request, order, new OrderCheckedIn(in, remaining));
  }

  /** Returns the answer with what the staff must know of tickets that are not paid. */
  private OrderCheckedIn noted(CheckinRequest request, Item order, OrderCheckedIn in) {
    if (!request.list().terms().includePending()) {
      return in;
    }
    Map<Long, ScannedTicket> tickets = new HashMap<>();
    scanned.ofOrder(request, order).forEach(each -> tickets.put(each.ticketId(), each));
    List<Admitted> noted = new ArrayList<>();
    for (Admitted each : in.tickets()) {
      ScannedTicket ticket = tickets.get(each.checkin().ticketId());
      noted.add(
          ticket == null
              ? each
              : ticket.unpaid(request.command().language()).map(each::noted).orElse(each));
    }
    return new OrderCheckedIn(noted, in.remaining());
  }

  /** Lets in those who come for the first time or, if there are none, those who come back. */
  private CheckinOutcome letIn(
      CheckinRequest request, Item order, SortedMap<String, Integer> wanted) {
    Optional<CheckinOutcome> refusal = request.refusal(order, wanted.keySet(), dynamo.clock());
    if (refusal.isPresent()) {
      return answers.unlessOwn(request, refusal.get());
    }
    while (true) {
      List<ScannedTicket> tickets = scanned.ofOrder(request, order);
      OrderChoice choice =
          OrderChoice.of(
              tickets, wanted, ticket -> request.refusal(ticket, dynamo.clock()).isEmpty());
      if (!choice.enough()) {
        return answers.unlessOwn(request, tooFew(request, tickets, wanted, choice));
      }
      Optional<CheckinOutcome> outcome = letIn(request, choice);
      if (outcome.isPresent()) {
        return outcome.get();
      }
    }
  }

  private Optional<CheckinOutcome> letIn(CheckinRequest request, OrderChoice choice) {
    Lanes.Lane lane = lanes.of(request.command());
    long list = request.list().id();
    List<ScannedTicket> first =
        choice.chosen().stream().filter(ticket -> ticket.mark(list).isEmpty()).toList();
    if (!first.isEmpty()) {
      CheckinAttempt attempt =
          CheckinAttempt.plan(
              List.of(request), first, choice.remaining(), lane.sequence(), dynamo.clock());
      return answers.of(
          request,
          attempt.run(lane),
          List.of(),
          made -> new OrderCheckedIn(made, choice.remaining()));
    }
    List<ScannedTicket> again = choice.chosen().stream().limit(LogAttempt.MAX).toList();
    Key key = request.idempotencyKey().orElse(null);
    return passages(request, Type.ENTRY, again, key, choice.remaining());
  }

  private Optional<CheckinOutcome> passages(
      CheckinRequest request,
      Type type,
      List<ScannedTicket> tickets,
      Key key,
      SortedMap<String, Integer> remaining) {
    LogAttempt attempt =
        new LogAttempt(request, tickets, type, null, key, remaining, request.now(dynamo.clock()));
    return answers.of(
        request,
        attempt.run(lanes.of(request.command())),
        tickets,
        rows -> answers.ofOrder(request, rows, tickets, remaining));
  }

  /**
   * Returns why tickets are not let in: by the rules of the list, if they hold one back and none is
   * free; else there are not enough.
   */
  private CheckinOutcome tooFew(
      CheckinRequest request,
      List<ScannedTicket> tickets,
      SortedMap<String, Integer> wanted,
      OrderChoice choice) {
    CheckinOutcome few = new CheckinOutcome.NotEnoughTickets(choice.free());
    return wanted.keySet().stream().anyMatch(type -> choice.free().get(type) > 0)
        ? few
        : tickets.stream()
            .filter(ticket -> wanted.containsKey(ticket.ticketType()))
            .flatMap(ticket -> request.refusal(ticket, dynamo.clock()).stream())
            .filter(refusal -> refusal instanceof NotAdmissible no && no.reason() == Reason.RULES)
            .findFirst()
            .orElse(few);
  }

  /**
   * Records that all tickets that are inside leave or, if none is, the first one: a code that was
   * scanned at an exit is on record.
   *
   * @param order the item of the code
   * @param key that shows a repeated request, or {@code null}
   * @return empty if the order has no tickets any more
   */
  Optional<CheckinOutcome> leave(CheckinRequest request, Item order, Key key) {
    List<CheckedOut> out = new ArrayList<>();
    CheckinRequest part = request;
    Key its = key;
    for (int next = 1; ; next++) {
      Optional<CheckinOutcome> outcome = letOut(part, order, its, out.isEmpty());
      if (outcome.isPresent() && !(outcome.get() instanceof OrderCheckedOut)) {
        return outcome;
      }
      List<CheckedOut> some =
          outcome.map(left -> ((OrderCheckedOut) left).tickets()).orElse(List.of());
      out.addAll(some);
      if (some.size() < LogAttempt.MAX) {
        return out.isEmpty() ? Optional.empty() : Optional.of(new OrderCheckedOut(out));
      }
      part = request.part(next);
      its = part.idempotencyKey().orElse(null);
    }
  }

  /**
   * Lets out a part of them.
   *
   * @param first whether it is the first one, which has somebody in any case
   * @return empty if there is nobody
   */
  private Optional<CheckinOutcome> letOut(
      CheckinRequest request, Item order, Key key, boolean first) {
    while (true) {
      List<ScannedTicket> tickets = scanned.allOfOrder(request, order);
      Optional<Item> used =
          Optional.ofNullable(key).flatMap(its -> dynamo.get(its, request.command().deadline()));
      if (used.isPresent()) {
        return Optional.of(answers.repeated(request, used.get(), tickets));
      }
      List<ScannedTicket> inside =
          tickets.stream().filter(ticket -> isInside(request, ticket)).toList();
      List<ScannedTicket> all =
          inside.isEmpty() && first ? tickets.stream().limit(1).toList() : inside;
      if (all.isEmpty()) {
        return Optional.empty();
      }
      List<ScannedTicket> leaving = all.stream().limit(LogAttempt.MAX).toList();
      Optional<CheckinOutcome> outcome =
          passages(request, Type.EXIT, leaving, key, new TreeMap<>());
      if (outcome.isPresent()) {
        return outcome;
      }
    }
  }

  /** Returns whether a ticket is inside just before it leaves now. */
  private boolean isInside(CheckinRequest request, ScannedTicket ticket) {
    Comings comings = request.comings(ticket, dynamo.clock());
    return comings.before(request.passage(comings, true, dynamo.clock())).inside();
  }
}
