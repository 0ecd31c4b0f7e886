package io.doorlist.exactness.simulator.actor;

import io.doorlist.domain.Mode;
import io.doorlist.domain.desk.GuestEditOutcome;
import io.doorlist.domain.desk.PaymentOutcome;
import io.doorlist.domain.desk.Takings;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.domain.order.Order;
import io.doorlist.domain.order.Payment;
import io.doorlist.domain.order.Ticket;
import io.doorlist.domain.order.TicketState;
import io.doorlist.exactness.history.HistoryRule;
import io.doorlist.exactness.history.Roster.Fate;
import io.doorlist.exactness.history.Violation;
import io.doorlist.exactness.simulator.evening.Run;
import io.doorlist.exactness.simulator.evening.SimulatedEvent;
import io.doorlist.ingest.ImportOutcome;
import io.doorlist.ingest.ImportStore;
import io.doorlist.store.order.TakingsStore;
import io.doorlist.testing.Imports;
import io.doorlist.testing.Stores;
import io.doorlist.testing.TicketBuilder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * What desks changed of guests, what they heard, and whether the table has it. One key is one
 * payment. A correction stays while the shop says what it replaced, and no longer.
 */
public final class ChangeRegister {
  private static final String CORRECTED = "guests corrected";
  private static final String PAID = "payments taken";
  private static final String AGAIN = "payments taken again by the same key";
  private static final String TOO_MUCH = "payments that give back too much";
  private static final String UNANSWERED = "payments taken without an answer";
  private static final String VOIDED = "guests made void";
  private static final String KEPT = "corrections kept over an unchanged order";
  private static final String GAVE_WAY = "corrections that gave way to a changed order";
  private static final String BY_SHOP = "+49 shop";

  /** A ticket's id is its order's times this, and its place. */
  private static final long TICKETS = 10_000;

  private final Run run;
  private final EventDefinition definition;

  /** The telephone numbers that a ticket may have by what was heard; an empty one is none. */
  private final Map<Long, Set<String>> phones = new TreeMap<>();

  private final Map<String, Payment> asked = new HashMap<>();
  private final Set<String> taken = new HashSet<>();
  private final Set<Long> voiding = new TreeSet<>();

  /** The tickets that are void for good, with their orders. */
  private final Map<Long, Long> voided = new TreeMap<>();

  private final Map<String, Long> counts = new TreeMap<>();
  private final List<Violation> violations = new ArrayList<>();

  public ChangeRegister(Run run, EventDefinition definition) {
    this.run = run;
    this.definition = definition;
    Stream.of(CORRECTED, PAID, AGAIN, TOO_MUCH, UNANSWERED, VOIDED, KEPT, GAVE_WAY)
        .forEach(what -> counts.put(what, 0L));
  }

  EventDefinition definition() {
    return definition;
  }

  /** Returns the tickets that stay valid, and in their orders. */
  public List<Long> tickets() {
    return run.world.orders().stream()
        .flatMap(order -> order.tickets().stream())
        .filter(ticket -> run.world.fate(ticket) == Fate.VALID)
        .map(Ticket::id)
        .toList();
  }

  public Map<String, Long> counts() {
    return counts;
  }

  private void count(String what) {
    counts.merge(what, 1L, Long::sum);
  }

  /** Notes that a correction is sent, which may hold from now on. */
  void corrects(long ticket, String phone) {
    phones.computeIfAbsent(ticket, any -> new HashSet<>(Set.of(""))).add(phone);
  }

  void corrected(long ticket, String phone, GuestEditOutcome outcome) {
    if (!(outcome instanceof GuestEditOutcome.Done done)) {
      broken(HistoryRule.CORRECTION_HOLDS, outcome + " answers " + phone);
      return;
    }
    if (!phone.equals(done.guest().ticket().phoneNumber())) {
      broken(HistoryRule.CORRECTION_HOLDS, "corrected to " + phone + ": " + done);
    }
    phones.put(ticket, new HashSet<>(Set.of(phone)));
    count(CORRECTED);
  }

  void makesVoid(long ticket) {
    voiding.add(ticket);
  }

  void madeVoid(long ticket, GuestEditOutcome outcome) {
    if (outcome instanceof GuestEditOutcome.Done done) {
      voided.put(ticket, done.guest().order().id());
      count(VOIDED);
    } else {
      broken(HistoryRule.CORRECTION_HOLDS, outcome + " answers who makes void " + ticket);
    }
  }

  /** Returns whether a desk has tried to make a ticket void. */
  boolean maybeVoid(long ticket) {
    return voiding.contains(ticket);
  }

  void pays(Payment payment) {
    asked.put(payment.key(), payment);
  }

  void paid(Payment payment, PaymentOutcome outcome) {
    switch (outcome) {
      case PaymentOutcome.Taken done -> {
        count(taken.add(payment.key()) ? PAID : AGAIN);
        if (done.order().desk().payment(payment.key()).filter(it -> same(it, payment)).isEmpty()) {
          broken(HistoryRule.PAID_ONCE, done + " answers " + payment);
        }
      }
      case PaymentOutcome.TooMuchBack back -> {
        count(TOO_MUCH);
        if (taken.contains(payment.key())) {
          broken(HistoryRule.PAID_ONCE, back + " answers what was taken: " + payment);
        }
      }
      default -> broken(HistoryRule.PAID_ONCE, outcome + " answers " + payment);
    }
  }

  private static boolean same(Payment one, Payment other) {
    return one.ticket() == other.ticket() && one.amount() == other.amount();
  }

  private void broken(HistoryRule rule, String how) {
    violations.add(new Violation(rule, how));
  }

  /**
   * Compares the table with what was heard, once nothing changes any more. Then the shop has each
   * corrected order twice more: unchanged, and with another value.
   */
  public List<Violation> check(Stores truth) {
    checkPayments(truth);
    voided.forEach(
        (ticket, order) -> {
          if (ticket(order(truth, order), ticket).state() != TicketState.VOID) {
            broken(HistoryRule.CORRECTION_HOLDS, "void no more: " + ticket);
          }
        });
    phones.forEach((ticket, possible) -> checkCorrection(truth, ticket, possible));
    return List.copyOf(violations);
  }

  private static Order order(Stores truth, long id) {
    return truth.orders().find(SimulatedEvent.ACCOUNT, SimulatedEvent.EVENT, id).orElseThrow();
  }

  private static Ticket ticket(Order order, long id) {
    return order.tickets().stream().filter(each -> each.id() == id).findFirst().orElseThrow();
  }

  private void checkPayments(Stores truth) {
    List<Payment> stored = new ArrayList<>();
    for (Order each : run.world.orders()) {
      Order order = order(truth, each.id());
      stored.addAll(order.desk().payments());
      if (order.desk().collected() < 0) {
        broken(HistoryRule.PAID_ONCE, "more given back than taken: " + order.desk());
      }
    }
    Set<String> keys = new HashSet<>();
    for (Payment payment : stored) {
      Payment wanted = asked.get(payment.key());
      if (!keys.add(payment.key()) || wanted == null || !same(wanted, payment)) {
        broken(HistoryRule.PAID_ONCE, "twice, or never asked for: " + payment);
      }
      counts.merge(UNANSWERED, taken.contains(payment.key()) ? 0L : 1L, Long::sum);
    }
    for (String key : taken) {
      if (!keys.contains(key)) {
        broken(HistoryRule.PAID_ONCE, "lost: " + asked.get(key));
      }
    }
    List<Takings> said =
        new TakingsStore(truth.table())
            .read(SimulatedEvent.ACCOUNT, SimulatedEvent.EVENT, Mode.LIVE);
    if (!said.equals(Takings.of(stored))) {
      broken(HistoryRule.PAID_ONCE, said + " add up " + stored);
    }
  }

  private void checkCorrection(Stores truth, long ticket, Set<String> possible) {
    long id = ticket / TICKETS;
    String before = phone(truth, id, ticket);
    if (!possible.contains(before)) {
      broken(HistoryRule.CORRECTION_HOLDS, ticket + " has " + before + ", not one of " + possible);
    }
    run.want(run.order(id), run.order(id).tickets());
    if (put(truth, id)) {
      count(KEPT);
      if (!phone(truth, id, ticket).equals(before)) {
        broken(HistoryRule.CORRECTION_HOLDS, "gone by an unchanged order: " + before);
      }
    }
    List<Ticket> changed =
        run.order(id).tickets().stream()
            .map(
                each ->
                    each.id() == ticket ? TicketBuilder.like(each).phone(BY_SHOP).build() : each)
            .toList();
    run.want(run.order(id), changed);
    if (put(truth, id)) {
      count(GAVE_WAY);
      if (!phone(truth, id, ticket).equals(BY_SHOP)) {
        broken(HistoryRule.CORRECTION_HOLDS, "the shop's is not: " + phone(truth, id, ticket));
      }
    }
  }

  private static String phone(Stores truth, long order, long ticket) {
    String phone = ticket(order(truth, order), ticket).phoneNumber();
    return phone == null ? "" : phone;
  }

  /** Imports an order; returns whether nobody's open write was in the way. */
  private boolean put(Stores truth, long id) {
    ImportStore importer = Imports.into(truth);
    ImportOutcome outcome =
        Imports.put(importer, SimulatedEvent.ACCOUNT, SimulatedEvent.EVENT, run.order(id));
    if (outcome.kind() == ImportOutcome.Kind.REFUSED) {
      throw new IllegalStateException("refused: " + outcome);
    }
    return outcome.kind() != ImportOutcome.Kind.BUSY;
  }
}
