package io.doorlist.store.checkin;

import io.doorlist.domain.checkin.CheckinOutcome;
import io.doorlist.domain.checkin.CheckinOutcome.Admitted;
import io.doorlist.domain.checkin.CheckinOutcome.NotAdmissible;
import io.doorlist.domain.checkin.CheckinOutcome.OrderCheckedIn;
import io.doorlist.domain.checkin.Happening.Type;
import io.doorlist.door.Reason;
import io.doorlist.store.checkin.LogAttempt.Movement;
import io.doorlist.store.checkin.LogAttempt.Outcome;
import io.doorlist.store.checkin.ticket.AreaPassages;
import io.doorlist.table.Item;
import io.doorlist.table.Key;
import io.doorlist.table.Table;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Lets tickets of an order in and out when the order's code is scanned.
 *
 * <p>Implementation notes. A group of any size is written in one transaction. Its tickets share
 * rows and, if there are many, the items with their marks. Only tickets that were moved here from
 * several orders can have marks in more items than a transaction takes. Such a group cannot come in
 * with one scan, and it leaves in parts ({@link LeavingGroup}). Thread-safe.
 *
 * @param maxWrites how many writes one transaction takes
 */
record OrderScans(Table table, TicketReader scanned, LogAnswers answers, int maxWrites) {
  /**
   * The tickets of an order that are chosen to come in, and how many of each type are free before
   * and after they come in. A ticket is free if it may come in.
   */
  private record OrderChoice(
      List<StoredTicket> chosen,
      SortedMap<String, Integer> free,
      SortedMap<String, Integer> remaining,
      boolean enough) {
    /** Chooses the first free tickets of each type, as many as wanted if there are enough. */
    static OrderChoice of(
        List<StoredTicket> tickets,
        SortedMap<String, Integer> wanted,
        Predicate<StoredTicket> free) {
      SortedMap<String, Integer> open = new TreeMap<>(wanted);
      SortedMap<String, Integer> freeTickets = new TreeMap<>();
      wanted.keySet().forEach(type -> freeTickets.put(type, 0));
      List<StoredTicket> chosen = new ArrayList<>();
      for (StoredTicket ticket : tickets) {
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
   * Lets in as many of each type as wanted, or nobody.
   *
   * @param replay the answer to an earlier request with this key, if there was one
   */
  CheckinOutcome enter(
      ScanRequest request,
      Item order,
      SortedMap<String, Integer> wanted,
      Optional<CheckinOutcome> replay) {
    return replay
        .map(answer -> noted(answer, () -> scanned.ofOrder(request, order)))
        .orElseGet(() -> letIn(request, order, wanted));
  }

  /**
   * Returns the answer with what staff must know about the tickets that are in.
   *
   * @param tickets reads the order's tickets; used only if somebody is in
   */
  private static CheckinOutcome noted(
      CheckinOutcome outcome, Supplier<List<StoredTicket>> tickets) {
    if (!(outcome instanceof OrderCheckedIn in)) {
      return outcome;
    }
    Map<Long, StoredTicket> byId = new HashMap<>();
    tickets.get().forEach(each -> byId.put(each.ticketId(), each));
    List<Admitted> noted = new ArrayList<>();
    for (Admitted each : in.tickets()) {
      StoredTicket ticket = byId.get(each.checkin().ticketId());
      noted.add(ticket == null ? each : ticket.noted(each));
    }
    return new OrderCheckedIn(noted, in.remaining());
  }

  private CheckinOutcome letIn(ScanRequest request, Item order, SortedMap<String, Integer> wanted) {
    Optional<CheckinOutcome> refusal = request.refusal(order, wanted.keySet(), table.clock());
    if (refusal.isPresent()) {
      return noted(
          answers.unlessOwn(request, refusal.get()), () -> scanned.ofOrder(request, order));
    }
    while (true) {
      List<StoredTicket> tickets = scanned.ofOrder(request, order);
      OrderChoice choice =
          OrderChoice.of(
              tickets, wanted, ticket -> request.refusal(ticket, table.clock()).isEmpty());
      if (!choice.enough()) {
        return noted(
            answers.unlessOwn(request, tooFew(request, tickets, wanted, choice)), () -> tickets);
      }
      int fitting = fitting(choice.chosen(), some -> entering(request, some));
      if (fitting < choice.chosen().size()) {
        return noted(
            answers.unlessOwn(request, tooMany(wanted, choice.chosen().subList(0, fitting))),
            () -> tickets);
      }
      Movement movement = entering(request, choice.chosen());
      Outcome made =
          new LogAttempt(
                  request,
                  movement,
                  null,
                  request.idempotencyKey(),
                  choice.remaining(),
                  request.now(table.clock()))
              .run(table);
      Optional<CheckinOutcome> outcome =
          answers.of(request, made, choice.chosen(), choice.remaining());
      if (outcome.isPresent()) {
        return noted(outcome.get(), () -> tickets);
      }
    }
  }

  private static Movement entering(ScanRequest request, List<StoredTicket> tickets) {
    return Movement.entering(tickets, request.list().id());
  }

  /**
   * Returns how many of these tickets, from the first on, fit into one transaction; one at least.
   */
  private int fitting(
      List<StoredTicket> tickets, Function<List<StoredTicket>, Movement> happening) {
    int fitting = tickets.size();
    while (fitting > 1 && happening.apply(tickets.subList(0, fitting)).writes() > maxWrites) {
      fitting--;
    }
    return fitting;
  }

  /**
   * Returns the answer that too many come at once. It says how many of each type can come together.
   */
  private static CheckinOutcome tooMany(
      SortedMap<String, Integer> wanted, List<StoredTicket> fitting) {
    SortedMap<String, Integer> atOnce = new TreeMap<>();
    wanted.keySet().forEach(type -> atOnce.put(type, 0));
    fitting.forEach(ticket -> atOnce.merge(ticket.ticketType(), 1, Integer::sum));
    return new CheckinOutcome.TooManyAtOnce(atOnce);
  }

  /**
   * Returns why tickets are not let in. If none of them is free, and the list's rules hold one
   * back, the rules are the reason. Otherwise there are not enough tickets.
   */
  private CheckinOutcome tooFew(
      ScanRequest request,
      List<StoredTicket> tickets,
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
   * Records an exit for everyone inside. If nobody is inside, it records an exit for the first
   * ticket, so that the scan is kept. With counts, that many of each type leave, first those who
   * are inside. Returns nothing if the order has no tickets any more.
   *
   * @param counts how many leave, by slug of the ticket type; empty if nobody has counted
   * @param used the item of the key, if an earlier request had it
   */
  Optional<CheckinOutcome> leave(
      ScanRequest request,
      Item order,
      SortedMap<String, Integer> counts,
      Optional<Key> key,
      Optional<Item> used) {
    if (used.isPresent()) {
      return Optional.of(repeated(request, key, used.get()));
    }
    while (true) {
      List<StoredTicket> tickets = scanned.allOfOrder(request, order);
      if (tickets.isEmpty()) {
        return Optional.empty();
      }
      Instant now = request.now(table.clock());
      List<StoredTicket> inside =
          tickets.stream().filter(ticket -> isInside(request, ticket, now)).toList();
      List<StoredTicket> leaving = leaving(tickets, inside, counts);
      if (leaving.isEmpty()) {
        return Optional.of(answers.unlessOwn(request, tooFew(tickets, counts)));
      }
      List<List<StoredTicket>> parts = parts(leaving);
      LeavingGroup group = parts.size() == 1 ? null : group(request, parts, now);
      Outcome made = letOut(request, key, parts.getFirst(), group, now);
      Optional<CheckinOutcome> outcome =
          made instanceof Outcome.KeyUsed its
              ? Optional.of(repeated(request, key, its.item()))
              : made instanceof Outcome.Done done && group != null
                  ? Optional.of(finish(request, key, group.with(done.range())))
                  : answers.of(request, made, leaving, new TreeMap<>());
      if (outcome.isPresent()) {
        return outcome;
      }
    }
  }

  /** Returns which tickets leave; none if the order has fewer tickets than were counted. */
  private static List<StoredTicket> leaving(
      List<StoredTicket> tickets, List<StoredTicket> inside, SortedMap<String, Integer> counts) {
    if (counts.isEmpty()) {
      return inside.isEmpty() ? tickets.subList(0, 1) : inside;
    }
    Set<StoredTicket> first = new LinkedHashSet<>(inside);
    first.addAll(tickets);
    SortedMap<String, Integer> open = new TreeMap<>(counts);
    List<StoredTicket> leaving = new ArrayList<>();
    for (StoredTicket ticket : first) {
      if (open.getOrDefault(ticket.ticketType(), 0) > 0) {
        open.merge(ticket.ticketType(), -1, Integer::sum);
        leaving.add(ticket);
      }
    }
    return open.values().stream().allMatch(missing -> missing == 0) ? leaving : List.of();
  }

  private static CheckinOutcome tooFew(
      List<StoredTicket> tickets, SortedMap<String, Integer> counts) {
    SortedMap<String, Integer> has = new TreeMap<>(counts);
    has.replaceAll(
        (type, any) ->
            (int) tickets.stream().filter(each -> each.ticketType().equals(type)).count());
    return new CheckinOutcome.NotEnoughTickets(has);
  }

  /**
   * Answers a repeated request, and writes the parts of a group that the first request did not
   * write.
   */
  private CheckinOutcome repeated(ScanRequest request, Optional<Key> key, Item used) {
    if (LogAnswers.isOfOther(request, UsedKey.request(used))) {
      return new CheckinOutcome.KeyReused();
    }
    if (UsedKey.isWithdrawn(used)) {
      return new CheckinOutcome.Withdrawn();
    }
    return LeavingGroup.isIn(used)
        ? finish(request, key, LeavingGroup.of(used))
        : answers.left(request, List.of(UsedKey.of(used).rows()));
  }

  /** Writes the parts of a group that are not written yet. */
  private CheckinOutcome finish(ScanRequest request, Optional<Key> key, LeavingGroup begun) {
    LeavingGroup group = begun;
    while (!group.isWritten()) {
      List<StoredTicket> tickets = scanned.ofTickets(request, group.next().tickets());
      Outcome made = letOut(request, key, tickets, group, request.now(table.clock()));
      if (made instanceof Outcome.KeyBusy) {
        return new CheckinOutcome.KeyInUse();
      }
      if (made instanceof Outcome.KeyUsed its && UsedKey.isWithdrawn(its.item())) {
        return new CheckinOutcome.Withdrawn();
      }
      if (made instanceof Outcome.KeyUsed its) {
        group = LeavingGroup.of(its.item());
      } else if (made instanceof Outcome.Done done) {
        group = group.with(done.range());
      }
      // If nothing was written, a ticket has changed, so the marks are read again.
    }
    return answers.left(request, group.written());
  }

  private Outcome letOut(
      ScanRequest request,
      Optional<Key> key,
      List<StoredTicket> tickets,
      LeavingGroup group,
      Instant now) {
    return new LogAttempt(
            List.of(request),
            Movement.of(Type.EXIT, tickets),
            null,
            key.stream().toList(),
            new TreeMap<>(),
            group,
            now)
        .run(table);
  }

  /** Divides a group into parts, each of which fits into a transaction. */
  private List<List<StoredTicket>> parts(List<StoredTicket> leaving) {
    List<List<StoredTicket>> parts = new ArrayList<>();
    for (int from = 0; from < leaving.size(); from += parts.getLast().size()) {
      List<StoredTicket> rest = leaving.subList(from, leaving.size());
      parts.add(rest.subList(0, fitting(rest, some -> Movement.of(Type.EXIT, some))));
    }
    return parts;
  }

  private static LeavingGroup group(
      ScanRequest request, List<List<StoredTicket>> parts, Instant now) {
    boolean ofNow = request.scan().isOf(now);
    Instant at = request.scan().doorTime(now);
    List<LeavingGroup.Part> all = new ArrayList<>();
    for (List<StoredTicket> part : parts) {
      List<Long> known = new ArrayList<>();
      for (StoredTicket ticket : part) {
        AreaPassages passages = request.passages(ticket, now);
        Instant own = passages.doorTime(request.scan(), now);
        at = own.isAfter(at) ? own : at;
        known.add(passages.known());
      }
      all.add(
          new LeavingGroup.Part(
              part.stream().map(StoredTicket::ticketId).toList(), ofNow ? known : List.of()));
    }
    return new LeavingGroup(request.digest(), at, all, List.of());
  }

  private static boolean isInside(ScanRequest request, StoredTicket ticket, Instant now) {
    AreaPassages passages = request.passages(ticket, now);
    return passages.before(request.passage(passages, true, now)).inside();
  }
}
