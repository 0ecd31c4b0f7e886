package io.doorlist.exactness.simulator.actor;

import io.doorlist.domain.Mode;
import io.doorlist.domain.checkin.CheckinOutcome.UnknownQrCode;
import io.doorlist.domain.checkin.Happening;
import io.doorlist.domain.checkin.Scan;
import io.doorlist.domain.checkin.TicketLook;
import io.doorlist.domain.desk.AddGuestOutcome;
import io.doorlist.domain.desk.AddGuestOutcome.Added;
import io.doorlist.domain.desk.Guest;
import io.doorlist.domain.desk.NewGuest;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.domain.order.Order;
import io.doorlist.domain.order.Ticket;
import io.doorlist.door.AddedGuest;
import io.doorlist.exactness.history.HistoryRule;
import io.doorlist.exactness.history.Violation;
import io.doorlist.exactness.simulator.check.LogCheck;
import io.doorlist.exactness.simulator.evening.SimulatedEvent;
import io.doorlist.testing.Stores;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** What desks asked for, what they heard, and whether the table has it: one key is one guest. */
public final class AddedRegister {
  private final EventDefinition definition;
  private final Map<String, Wish> wishes = new LinkedHashMap<>();
  private final Map<String, List<AddGuestOutcome>> answers = new LinkedHashMap<>();
  private final Map<String, Long> counts = new TreeMap<>();
  private final List<Violation> violations = new ArrayList<>();

  public AddedRegister(EventDefinition definition) {
    this.definition = definition;
    for (String what : List.of(ADDED, AGAIN, REFUSED, TOLD, UNANSWERED, WRONG)) {
      counts.put(what, 0L);
    }
  }

  private static final String ADDED = "guests added";
  private static final String AGAIN = "guests added again by the same key";
  private static final String REFUSED = "guests whom a list refuses";
  private static final String TOLD = "guests added later";
  private static final String UNANSWERED = "guests added without an answer";
  private static final String WRONG = "guests told whom a list refuses";

  /**
   * What a desk wants.
   *
   * @param list where the guest comes in, or {@code null}
   */
  public record Wish(NewGuest guest, CheckinList list, Instant scannedAt) {
    AddedGuest derived() {
      return new AddedGuest(guest.key());
    }

    List<Integer> numbers() {
      return IntStream.rangeClosed(1, 1 + guest.companions()).boxed().toList();
    }
  }

  public EventDefinition definition() {
    return definition;
  }

  void asked(Wish wish, boolean online) {
    wishes.put(wish.guest().key(), wish);
    if (!online) {
      counts.merge(TOLD, 1L, Long::sum);
    }
  }

  /** Records an answer that a desk got. */
  void answered(Wish wish, boolean online, AddGuestOutcome outcome) {
    List<AddGuestOutcome> before =
        answers.computeIfAbsent(wish.guest().key(), any -> new ArrayList<>());
    switch (outcome) {
      case Added added -> {
        boolean again = before.stream().anyMatch(Added.class::isInstance);
        counts.merge(again ? AGAIN : ADDED, 1L, Long::sum);
        counts.merge(WRONG, added.reason() == null || again ? 0L : 1L, Long::sum);
      }
      case AddGuestOutcome.Refused refused -> {
        counts.merge(REFUSED, 1L, Long::sum);
        if (!online) {
          broken("refused, though it was told: " + wish);
        }
      }
      default -> broken(outcome + " answers " + wish);
    }
    before.add(outcome);
  }

  private void broken(String how) {
    violations.add(new Violation(HistoryRule.ADDED_ONCE, how));
  }

  public Map<String, Long> counts() {
    return counts;
  }

  /** Compares the table with what was heard, once nothing changes any more. */
  public List<Violation> check(Stores truth, SplittableRandom random) {
    Map<Long, List<Happening>> byTicket = new TreeMap<>();
    for (CheckinList list : definition.lists()) {
      for (Happening row : LogCheck.log(truth, definition, list, random)) {
        if (row.ticketId() != null) {
          byTicket.computeIfAbsent(row.ticketId(), any -> new ArrayList<>()).add(row);
        }
      }
    }
    wishes.values().forEach(wish -> check(truth, wish, byTicket));
    return List.copyOf(violations);
  }

  private void check(Stores truth, Wish wish, Map<Long, List<Happening>> byTicket) {
    List<Added> heard =
        answers.getOrDefault(wish.guest().key(), List.of()).stream()
            .filter(Added.class::isInstance)
            .map(Added.class::cast)
            .toList();
    if (heard.stream().map(AddedRegister::said).distinct().count() > 1) {
      broken("different answers for " + wish + ": " + heard);
    }
    Optional<Order> order =
        truth.orders().find(SimulatedEvent.ACCOUNT, SimulatedEvent.EVENT, wish.derived().orderId());
    if (order.isEmpty() && !heard.isEmpty()) {
      broken("lost: " + wish);
    }
    if (order.isPresent() && heard.isEmpty()) {
      counts.merge(UNANSWERED, 1L, Long::sum);
    }
    for (int number : wish.numbers()) {
      checkTicket(truth, wish, number, order, byTicket);
    }
  }

  /** Returns what every answer to a key must say. */
  private static List<Object> said(Added added) {
    List<Long> tickets = added.guests().stream().map(Guest::ticket).map(Ticket::id).toList();
    List<Long> checkins = added.checkins().stream().map(each -> each.id()).toList();
    return List.of(tickets, checkins, String.valueOf(added.reason()));
  }

  private void checkTicket(
      Stores truth,
      Wish wish,
      int number,
      Optional<Order> order,
      Map<Long, List<Happening>> byTicket) {
    long id = wish.derived().ticketId(number);
    String code = wish.derived().ticketCode(number);
    boolean listed =
        order.stream()
            .flatMap(it -> it.tickets().stream())
            .anyMatch(it -> it.id() == id && it.qrCodeIdentifier().equals(code));
    CheckinList everyone = definition.list(SimulatedEvent.EVERYONE).orElseThrow();
    Scan scan = new Scan(Mode.LIVE, "judge", true, true, null, null, Instant.MAX);
    TicketLook look = truth.looks().look(definition, everyone, code, false, scan);
    boolean known =
        !(look instanceof TicketLook.Unseen unseen && unseen.outcome() instanceof UnknownQrCode);
    if (listed != order.isPresent() || known != order.isPresent()) {
      broken("a part of " + wish + " is there: order " + order.isPresent() + ", code " + known);
    }
    List<Happening> arrivals =
        Stream.ofNullable(wish.list())
            .flatMap(list -> byTicket.getOrDefault(id, List.of()).stream())
            .filter(row -> row.list().id() == wish.list().id())
            .filter(
                row -> row.type() == Happening.Type.CHECK_IN || row.type() == Happening.Type.WRONG)
            .toList();
    int expected = order.isPresent() && wish.list() != null ? 1 : 0;
    if (arrivals.size() != expected) {
      broken(arrivals.size() + " arrivals of ticket " + number + " of " + wish);
    }
  }
}
