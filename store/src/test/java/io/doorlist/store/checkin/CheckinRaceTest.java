package io.doorlist.store.checkin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.doorlist.domain.checkin.Checkin;
import io.doorlist.domain.checkin.CheckinOutcome;
import io.doorlist.domain.checkin.CheckinOutcome.AlreadyCheckedIn;
import io.doorlist.domain.checkin.CheckinOutcome.CheckedIn;
import io.doorlist.domain.checkin.CheckinOutcome.NotEnoughTickets;
import io.doorlist.domain.checkin.CheckinOutcome.OrderCheckedIn;
import io.doorlist.testing.Gala;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Many phones scan at the same time: no ticket is let in twice, and none is left out. */
class CheckinRaceTest extends CheckinFixture {
  @Test
  void fiftyRivals_letOneTicketInOnce() throws Exception {
    gala.put(Gala.order(1, "adult"));

    List<CheckinOutcome> outcomes =
        race(
            50,
            i -> scan(Gala.MAIN, "t10000", Gala.command("phone " + i, i % 2 == 0 ? "k" : null)));

    List<Checkin> winners =
        outcomes.stream()
            .flatMap(
                outcome ->
                    outcome instanceof CheckedIn won ? Stream.of(won.checkin()) : Stream.of())
            .distinct()
            .toList();
    assertEquals(1, winners.size());
    assertEquals(winners, in(Gala.MAIN));
    outcomes.forEach(
        outcome -> {
          if (outcome instanceof AlreadyCheckedIn already) {
            assertEquals(winners.getFirst(), already.first());
          } else {
            assertInstanceOf(CheckedIn.class, outcome);
          }
        });
  }

  @Test
  void severalPhonesOnOneGroupOrder_letInNoMoreThanWereSold() throws Exception {
    gala.put(Gala.order(1, Gala.adults(20)));

    List<CheckinOutcome> outcomes =
        race(16, i -> group("o1", Map.of("adult", 3), Gala.command("phone " + i, "k" + i)));

    List<Long> tickets =
        outcomes.stream()
            .flatMap(
                outcome ->
                    outcome instanceof OrderCheckedIn won
                        ? won.checkins().stream()
                        : Stream.<Checkin>of())
            .map(Checkin::ticketId)
            .toList();
    assertEquals(18, tickets.size());
    assertEquals(18, tickets.stream().distinct().count());
    assertEquals(18, gala.count(Gala.EVERYONE));
    assertEquals(10, outcomes.stream().filter(NotEnoughTickets.class::isInstance).count());
  }

  @Test
  void fiveHundredTicketsAtOnce_areAllIn() throws Exception {
    for (int order = 1; order <= 50; order++) {
      gala.put(Gala.order(order, Gala.adults(10)));
    }

    List<CheckinOutcome> outcomes =
        race(500, i -> scan(Gala.MAIN, "t" + ((i / 10 + 1) * 10_000 + i % 10)));

    assertEquals(500, outcomes.stream().filter(CheckedIn.class::isInstance).count());
    assertEquals(500, gala.count(Gala.MAIN));
  }

  private interface Attempt {
    CheckinOutcome run(int number) throws Exception;
  }

  private static List<CheckinOutcome> race(int rivals, Attempt attempt) throws Exception {
    CountDownLatch start = new CountDownLatch(1);
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<CheckinOutcome>> running = new ArrayList<>();
      for (int i = 0; i < rivals; i++) {
        int number = i;
        running.add(
            threads.submit(
                () -> {
                  start.await();
                  return attempt.run(number);
                }));
      }
      start.countDown();
      List<CheckinOutcome> outcomes = new ArrayList<>();
      for (Future<CheckinOutcome> result : running) {
        outcomes.add(result.get());
      }
      return outcomes;
    }
  }
}
