package io.doorlist.exactness.simulator.actor;

import io.doorlist.domain.Mode;
import io.doorlist.domain.UnavailableException;
import io.doorlist.domain.desk.GuestEdit;
import io.doorlist.domain.desk.GuestEditOutcome;
import io.doorlist.domain.desk.PaymentOutcome;
import io.doorlist.domain.order.GuestField;
import io.doorlist.domain.order.Payment;
import io.doorlist.exactness.simulator.evening.Run;
import io.doorlist.exactness.simulator.schedule.Scheduler;
import io.doorlist.ingest.GuestEdits;
import io.doorlist.ingest.Payments;
import io.doorlist.table.Table;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.function.Function;

/**
 * A desk that corrects guests, takes money of them, and makes void whom it added: it repeats what
 * has no answer. Nobody else corrects its guests. Two of its tabs may send one payment. At some
 * point it gives up.
 */
public record GuestChanger(int number, Run run, ChangeRegister register, SplittableRandom random) {
  private static final int MAX_TRIES = 5;
  private static final int PAYING = 4;
  private static final Duration PATIENCE = Duration.ofSeconds(8);
  private static final List<Long> AMOUNTS = List.of(2500L, 1000L, -500L);
  private static final List<Duration> LATER =
      List.of(Duration.ofSeconds(20), Duration.ofMinutes(11), Duration.ofHours(25));

  /**
   * Changes some of the guests.
   *
   * @param tickets whom this desk corrects; it takes money of anybody
   */
  public void work(int changes, List<Long> tickets) {
    for (int i = 0; i < changes; i++) {
      run.scheduler.sleep(Duration.ofMillis(random.nextInt(run.paceMillis)));
      if (random.nextBoolean()) {
        correct(tickets.get(random.nextInt(tickets.size())), "+49 " + number + " " + i);
      } else {
        // Few, so that desks and the shop change one order at the same time.
        List<Long> some = register.tickets().subList(0, PAYING);
        pay(some.get(random.nextInt(PAYING)), AMOUNTS.get(random.nextInt(AMOUNTS.size())));
      }
    }
  }

  private void correct(long ticket, String phone) {
    GuestEdit edit = new GuestEdit.Correct(Map.of(GuestField.PHONE, phone));
    int patience = 1 + random.nextInt(MAX_TRIES);
    for (int tries = 0; tries < patience; tries++) {
      register.corrects(ticket, phone);
      Optional<GuestEditOutcome> outcome = edit(ticket, edit, random);
      if (outcome.isPresent()) {
        register.corrected(ticket, phone, outcome.get());
        return;
      }
      run.scheduler.sleep(Duration.ofMillis(1 + random.nextInt(3000)));
    }
  }

  /** Makes a guest's ticket void whom a desk added. */
  void makeVoid(long ticket, SplittableRandom own) {
    for (int tries = 0; tries < MAX_TRIES; tries++) {
      register.makesVoid(ticket);
      Optional<GuestEditOutcome> outcome = edit(ticket, new GuestEdit.MakeVoid(false), own);
      if (outcome.isPresent()) {
        register.madeVoid(ticket, outcome.get());
        return;
      }
      run.scheduler.sleep(Duration.ofMillis(1 + own.nextInt(3000)));
    }
  }

  private void pay(long ticket, long amount) {
    String key = new UUID(random.nextLong(), random.nextLong()).toString();
    if (random.nextInt(3) == 0) {
      SplittableRandom twin = random.split();
      run.scheduler.start(
          Duration.ofMillis(random.nextInt(8)), () -> insist(key, ticket, amount, twin));
    }
    insist(key, ticket, amount, random);
    if (random.nextInt(5) == 0) {
      SplittableRandom own = random.split();
      run.scheduler.start(
          LATER.get(random.nextInt(LATER.size())), () -> insist(key, ticket, amount, own));
    }
  }

  private void insist(String key, long ticket, long amount, SplittableRandom own) {
    int patience = 1 + own.nextInt(MAX_TRIES);
    for (int tries = 0; tries < patience; tries++) {
      Instant now = run.scheduler.now().truncatedTo(ChronoUnit.MILLIS);
      Payment payment = new Payment(key, ticket, amount, "EUR", now, "token-" + number, name());
      register.pays(payment);
      Optional<PaymentOutcome> outcome =
          heard(
              own,
              "takes " + payment,
              table ->
                  new Payments(table)
                      .take(register.definition(), payment, Mode.LIVE, now.plus(PATIENCE)));
      if (outcome.isPresent()) {
        register.paid(payment, outcome.get());
        return;
      }
      run.scheduler.sleep(Duration.ofMillis(1 + own.nextInt(3000)));
    }
  }

  private Optional<GuestEditOutcome> edit(long ticket, GuestEdit edit, SplittableRandom own) {
    Instant deadline = run.scheduler.now().plus(PATIENCE);
    return heard(
        own,
        "changes " + ticket + ": " + edit,
        table ->
            new GuestEdits(table)
                .edit(register.definition(), Mode.LIVE, ticket, edit, name(), deadline));
  }

  private String name() {
    return "Desk " + number;
  }

  /** Sends one request; empty if its answer is lost. */
  private <T> Optional<T> heard(SplittableRandom own, String what, Function<Table, T> ask) {
    run.say("desk " + number + " " + what);
    try {
      T outcome = ask.apply(run.instance(own).stores().table());
      if (own.nextInt(8) == 0) {
        return Optional.empty();
      }
      run.say("desk " + number + " hears " + outcome);
      return Optional.of(outcome);
    } catch (UnavailableException | Scheduler.Killed e) {
      run.say("desk " + number + " hears nothing");
      return Optional.empty();
    }
  }
}
