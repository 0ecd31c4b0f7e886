package io.doorlist.store.checkin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.doorlist.domain.checkin.Checkin;
import io.doorlist.domain.checkin.CheckinOutcome;
import io.doorlist.domain.checkin.CheckinOutcome.AlreadyCheckedIn;
import io.doorlist.domain.checkin.CheckinOutcome.CheckedIn;
import io.doorlist.domain.checkin.CheckinOutcome.NotEnoughTickets;
import io.doorlist.domain.checkin.CheckinOutcome.OrderCheckedIn;
import io.doorlist.testing.Effort;
import io.doorlist.testing.Gala;
import io.doorlist.testing.Race;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Many phones scan at the same time: no ticket is let in twice, and none is left out. */
class CheckinRaceTest extends CheckinFixture {
  @Test
  void fiftyRivals_letOneTicketInOnce() throws Exception {
    gala.put(Gala.order(1, "adult"));

    List<CheckinOutcome> outcomes =
        Race.run(
            50,
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
        Race.run(16, 16, i -> group("o1", Map.of("adult", 3), Gala.command("phone " + i, "k" + i)));

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
  void manyTicketsAtOnce_areAllIn() throws Exception {
    int tickets = Effort.of(100, 500);
    for (int order = 1; order <= tickets / 10; order++) {
      gala.put(Gala.order(order, Gala.adults(10)));
    }

    List<CheckinOutcome> outcomes =
        Race.run(50, tickets, i -> scan(Gala.MAIN, "t" + ((i / 10 + 1) * 10_000 + i % 10)));

    assertEquals(tickets, outcomes.stream().filter(CheckedIn.class::isInstance).count());
    assertEquals(tickets, gala.count(Gala.MAIN));
  }
}
