package io.doorlist.store.checkin;

import io.doorlist.domain.checkin.CheckinOutcome;
import io.doorlist.domain.checkin.CheckinOutcome.Admitted;
import io.doorlist.domain.checkin.CheckinOutcome.CheckedOut;
import io.doorlist.domain.checkin.CheckinOutcome.NotAdmissible;
import io.doorlist.domain.checkin.CheckinOutcome.OrderCheckedIn;
import io.doorlist.domain.checkin.CheckinOutcome.OrderCheckedOut;
import io.doorlist.domain.checkin.Happening.Type;
import io.doorlist.door.Reason;
import io.doorlist.store.checkin.ticket.Comings;
import io.doorlist.table.Item;
import io.doorlist.table.Key;
import io.doorlist.table.Table;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * Lets tickets of an order in and out by the order's code.
 *
 * <p>Implementation notes. First entries are one transaction, of however many. Later entries and
 * exits have a row each, so a large group needs several: each is a part with a key of its own, and
 * a repeated request goes on after the parts that are written. Thread-safe.
 */
record Groups(Table table, ScannedTickets scanned, LogAnswers answers) {
  /**
   * The first free tickets of each type of an order, or fewer than wanted, and how many of each
   * type are free before and after.
   */
  private record OrderChoice(
      List<ScannedTicket> chosen,
      SortedMap<String, Integer> free,
      SortedMap<String, Integer> remaining,
      boolean enough) {
    /** Chooses among the order's tickets that the list admits. */
    static OrderChoice of(
        List<ScannedTicket> tickets,
        SortedMap<String, Integer> wanted,
        Predicate<ScannedTicket> free) {
      SortedMap<String, Integer> open = new TreeMap<>(wanted);
      SortedMap<String, Integer> freeTickets = new TreeMap<>();
      wanted.keySet().forEach(type -> freeTickets.put(type, 0));
      List<ScannedTicket> chosen = new ArrayList<>();
      for (ScannedTicket ticket : tickets) {
        String type = ticket.ticketType();
        boolean isFree = free.test(ticket);
        freeTickets.merge(type, isFree ? 1 : 0, Integer::sum);
        if (isFree && open.getOrDefault(type, 0) > 0) {
          open.merge(type, -1, Integer::sum);
          chosen.add(ticket);
        }
      }
      SortedMap<String, Integer> remaining = new TreeMap<>(freeTickets);
      chosen.forEach(ticket -> remaining.merge(ticket.ticketType(), -1, Integer::sum));
      boolean enough = open.values().stream().allMatch(missing -> missing == 0);
      return new OrderChoice(chosen, freeTickets, remaining, enough);
    }
  }

  /**
   * Lets in as many of each type as wanted, or none.
   *
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
      noted.add(ticket == null ? each : each.of(ticket.unpaid().orElse(null)));
    }
    return new OrderCheckedIn(noted, in.remaining());
  }

  /** Lets in those who come for the first time or, if there are none, those who come back. */
  private CheckinOutcome letIn(
      CheckinRequest request, Item order, SortedMap<String, Integer> wanted) {
    Optional<CheckinOutcome> refusal = request.refusal(order, wanted.keySet(), table.clock());
    if (refusal.isPresent()) {
      return answers.unlessOwn(request, refusal.get());
    }
    while (true) {
      List<ScannedTicket> tickets = scanned.ofOrder(request, order);
      OrderChoice choice =
          OrderChoice.of(
              tickets, wanted, ticket -> request.refusal(ticket, table.clock()).isEmpty());
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
    long list = request.list().id();
    List<ScannedTicket> first =
        choice.chosen().stream().filter(ticket -> ticket.mark(list).isEmpty()).toList();
    return first.isEmpty()
        ? run(request, Type.ENTRY, choice.chosen(), request.idempotencyKey(), choice.remaining())
        : run(request, Type.CHECK_IN, first, request.idempotencyKey(), choice.remaining());
  }

  /** Writes what happens to tickets, or to as many as have rows of their own at once. */
  private Optional<CheckinOutcome> run(
      CheckinRequest request,
      Type type,
      List<ScannedTicket> all,
      Optional<Key> key,
      SortedMap<String, Integer> remaining) {
    List<ScannedTicket> tickets =
        type == Type.CHECK_IN ? all : all.stream().limit(LogAttempt.MAX).toList();
    LogAttempt attempt =
        new LogAttempt(request, tickets, type, null, key, remaining, request.now(table.clock()));
    return answers.of(request, attempt.run(table), tickets, remaining);
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
            .flatMap(ticket -> request.refusal(ticket, table.clock()).stream())
            .filter(refusal -> refusal instanceof NotAdmissible no && no.reason() == Reason.RULES)
            .findFirst()
            .orElse(few);
  }

  /**
   * Records that all tickets that are inside leave or, if none is, the first one: a code that was
   * scanned at an exit is on record. Empty if the order has no tickets any more.
   */
  Optional<CheckinOutcome> leave(CheckinRequest request, Item order, Optional<Key> key) {
    List<CheckedOut> out = new ArrayList<>();
    CheckinRequest part = request;
    Optional<Key> its = key;
    for (int next = 1; ; next++) {
      Optional<CheckinOutcome> outcome = letOut(part, order, its, out.isEmpty());
      if (outcome.isPresent() && !(outcome.get() instanceof OrderCheckedOut)) {
        return outcome;
      }
      int before = out.size();
      outcome.ifPresent(left -> out.addAll(((OrderCheckedOut) left).tickets()));
      if (out.size() - before < LogAttempt.MAX) {
        return out.isEmpty() ? Optional.empty() : Optional.of(new OrderCheckedOut(out));
      }
      part = request.part(next);
      its = part.idempotencyKey();
    }
  }

  /** Lets out a part of them; empty if there is nobody, except for the first part. */
  private Optional<CheckinOutcome> letOut(
      CheckinRequest request, Item order, Optional<Key> key, boolean first) {
    while (true) {
      List<ScannedTicket> tickets = scanned.allOfOrder(request, order);
      Optional<Item> used = key.flatMap(its -> table.get(its, request.command().deadline()));
      if (used.isPresent()) {
        return Optional.of(answers.repeated(request, used.get(), tickets));
      }
      List<ScannedTicket> inside =
          tickets.stream().filter(ticket -> isInside(request, ticket)).toList();
      List<ScannedTicket> leaving =
          inside.isEmpty() && first ? tickets.stream().limit(1).toList() : inside;
      if (leaving.isEmpty()) {
        return Optional.empty();
      }
      Optional<CheckinOutcome> outcome = run(request, Type.EXIT, leaving, key, new TreeMap<>());
      if (outcome.isPresent()) {
        return outcome;
      }
    }
  }

  private boolean isInside(CheckinRequest request, ScannedTicket ticket) {
    Instant now = request.now(table.clock());
    Comings comings = request.comings(ticket, now);
    return comings.before(request.passage(comings, true, now)).inside();
  }
}
