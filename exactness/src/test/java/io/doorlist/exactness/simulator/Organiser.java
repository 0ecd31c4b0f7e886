package io.doorlist.exactness.simulator;

import io.doorlist.domain.ImportOutcome;
import io.doorlist.domain.Order;
import io.doorlist.domain.Ticket;
import io.doorlist.domain.TicketState;
import io.doorlist.domain.UnavailableException;
import io.doorlist.exactness.history.Answer;
import io.doorlist.exactness.history.Asked;
import io.doorlist.exactness.history.Roster.Fate;
import io.doorlist.ingest.ImportStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Imports while the doors are open: renames guests, makes tickets void, brings in late orders. What
 * it wants of an order is in {@link Run#order}, so that several organisers want the same.
 */
final class Organiser {
  private static final int MAX_TRIES = 6;

  private final int number;
  private final Run run;
  private final SplittableRandom random;

  Organiser(int number, Run run, SplittableRandom random) {
    this.number = number;
    this.run = run;
    this.random = random;
  }

  void work(int changes) {
    for (int i = 0; i < changes; i++) {
      run.scheduler().sleep(Duration.ofMillis(random.nextInt(60)));
      List<Order> all = new ArrayList<>(run.world().orders());
      all.addAll(run.world().late());
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
    List<Ticket> tickets = new ArrayList<>(order.tickets());
    int at = random.nextInt(Math.min(tickets.size(), 3));
    Ticket ticket = tickets.get(at);
    boolean mayGo = run.world().roster().byCode(ticket.qrCodeIdentifier()).fate() == Fate.CHANGING;
    boolean goes = mayGo && random.nextBoolean();
    TicketState state = goes ? TicketState.VOID : ticket.state();
    tickets.set(at, World.changed(ticket, "Guest " + random.nextInt(100), state));
    run.want(World.changed(order, run.scheduler().now(), tickets));
    long invoked = run.recorder().tick();
    if (put(id) && goes) {
      run.recorder()
          .ended(
              number, Asked.voiding(ticket.qrCodeIdentifier()), invoked, Answer.refused(200, ""));
    }
  }

  /** Imports an order as it is wanted now; returns whether that is certain to have happened. */
  private boolean put(long id) {
    for (int tries = 0; tries < MAX_TRIES; tries++) {
      Order wanted = run.order(id);
      Instance instance = run.freshInstance(random);
      ImportStore importer = ImportStore.of(instance.stores(), false);
      try {
        run.say("organiser " + number + " puts order " + id);
        ImportOutcome outcome = importer.putOrder(World.ACCOUNT, World.EVENT, wanted);
        run.say("organiser " + number + " put order " + id + ": " + outcome);
        if (outcome.kind() == ImportOutcome.Kind.REFUSED) {
          throw new IllegalStateException("refused: " + outcome);
        }
        if (outcome.kind() != ImportOutcome.Kind.BUSY) {
          if (random.nextInt(3) == 0) {
            importer.settle();
          }
          return true;
        }
      } catch (UnavailableException | Scheduler.Killed e) {
        run.say("organiser " + number + " fails");
      } catch (IllegalStateException e) {
        if (!(e.getCause() instanceof Scheduler.Killed)) {
          throw e;
        }
      }
      run.scheduler().sleep(Duration.ofMillis(1 + random.nextInt(2000)));
    }
    return false;
  }
}
