package io.doorlist.exactness.simulator.actor;

import io.doorlist.domain.Mode;
import io.doorlist.domain.UnavailableException;
import io.doorlist.domain.checkin.CheckinOutcome;
import io.doorlist.domain.checkin.Scan;
import io.doorlist.domain.desk.AddGuestOutcome;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.exactness.history.HistoryRule;
import io.doorlist.exactness.history.Violation;
import io.doorlist.exactness.simulator.actor.AddedRegister.Wish;
import io.doorlist.exactness.simulator.evening.Run;
import io.doorlist.exactness.simulator.evening.SimulatedEvent;
import io.doorlist.exactness.simulator.schedule.Scheduler;
import io.doorlist.ingest.AddedGuests;
import io.doorlist.testing.Stores;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * A desk that adds guests: it asks, repeats what has no answer, and tells later of whom it has let
 * in meanwhile. Another one may have the same request, as two tabs of a laptop do.
 */
public record GuestAdder(
    int number, Run run, AddedRegister register, GuestChanger changer, SplittableRandom random) {
  private static final int MAX_TRIES = 5;
  private static final List<Duration> LATER =
      List.of(Duration.ofSeconds(20), Duration.ofMinutes(11), Duration.ofHours(25));

  public void work(List<Wish> wishes) {
    for (Wish wish : wishes) {
      run.scheduler.sleep(Duration.ofMillis(random.nextInt(run.paceMillis)));
      if (random.nextInt(3) == 0) {
        SplittableRandom twin = random.split();
        run.scheduler.start(
            Duration.ofMillis(random.nextInt(8)), () -> insist(wish, twin.nextBoolean(), twin));
      }
      insist(wish, random.nextInt(4) > 0, random);
      if (random.nextInt(5) == 0) {
        SplittableRandom own = random.split();
        run.scheduler.start(
            LATER.get(random.nextInt(LATER.size())), () -> insist(wish, false, own));
      }
    }
  }

  private void insist(Wish wish, boolean asks, SplittableRandom own) {
    boolean online = asks;
    for (int tries = 0; tries < MAX_TRIES; tries++) {
      Optional<AddGuestOutcome> outcome = add(wish, online, own);
      if (outcome.isPresent()) {
        if (outcome.get() instanceof AddGuestOutcome.Added) {
          pass(wish, own);
          if (own.nextInt(4) == 0) {
            changer.makeVoid(wish.derived().ticketId(1 + own.nextInt(wish.numbers().size())), own);
          }
        }
        return;
      }
      // The guest has heard that they are added: from now on it is told.
      online = false;
      run.scheduler.sleep(Duration.ofMillis(1 + own.nextInt(3000)));
    }
  }

  /** Sends one request; empty if its answer is lost. */
  private Optional<AddGuestOutcome> add(Wish wish, boolean online, SplittableRandom own) {
    Stores stores = run.instance(own).stores();
    register.asked(wish, online);
    run.say("desk " + number + " adds " + wish);
    try {
      AddGuestOutcome outcome =
          new AddedGuests(stores.table())
              .add(register.definition(), wish.guest(), wish.list(), scan(wish, online));
      if (own.nextInt(8) == 0) {
        return Optional.empty();
      }
      run.say("desk " + number + " hears " + outcome);
      register.answered(wish, online, outcome);
      return Optional.of(outcome);
    } catch (UnavailableException | Scheduler.Killed e) {
      run.say("desk " + number + " hears nothing");
      return Optional.empty();
    }
  }

  private Scan scan(Wish wish, boolean online) {
    return new Scan(
        Mode.LIVE,
        "token-" + number,
        "Desk " + number,
        online,
        false,
        wish.scannedAt(),
        null,
        run.scheduler.now().plusSeconds(8));
  }

  /** Sends what the desk queued of the guest: a ticket comes in at another list. */
  private void pass(Wish wish, SplittableRandom own) {
    CheckinList other = register.definition().list(SimulatedEvent.EVERYONE).orElseThrow();
    if (own.nextBoolean() || other.equals(wish.list())) {
      return;
    }
    int ticket = 1 + own.nextInt(wish.numbers().size());
    String code = wish.derived().ticketCode(ticket);
    Scan scan =
        new Scan(
            Mode.LIVE,
            "token-" + number,
            false,
            true,
            run.scheduler.now(),
            null,
            run.scheduler.now().plusSeconds(8));
    try {
      CheckinOutcome outcome =
          run.instance(own)
              .stores()
              .checkins()
              .checkInTicket(register.definition(), other, code, scan);
      run.say("desk " + number + " lets in " + code + ": " + outcome);
      boolean maybeVoid = changer.register().maybeVoid(wish.derived().ticketId(ticket));
      if (outcome instanceof CheckinOutcome.UnknownQrCode
          || outcome instanceof CheckinOutcome.NotAdmissible && !maybeVoid) {
        run.untrueOf(new Violation(HistoryRule.ADDED_ONCE, outcome + " for a ticket of " + wish));
      }
    } catch (UnavailableException | Scheduler.Killed e) {
      run.say("desk " + number + " hears nothing of " + code);
    }
  }
}
