package io.doorlist.exactness.live;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.exactness.history.Answer;
import io.doorlist.exactness.history.ApiClient;
import io.doorlist.exactness.history.Asked;
import io.doorlist.exactness.simulator.evening.SimulatedEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Real clients against the packaged functions over HTTP. */
@Tag("long")
class LiveTest {
  private static final int ATTEMPTS = Integer.getInteger("exactness.attempts", 5000);
  private static final int TICKETS = 1200;
  private static final int RIVALS = 25;

  private static LiveHost host;
  private static ApiClient client;

  @BeforeAll
  static void start() throws Exception {
    host = LiveHost.start(TICKETS);
    client = host.client();
  }

  @AfterAll
  static void stop() {
    client.close();
    host.close();
  }

  /** One test, because the history of a list can only be checked as a whole. */
  @Test
  @Timeout(value = 20, unit = TimeUnit.MINUTES)
  void history_keepsEveryRule_andEveryCallerGetsAFinalAnswer() throws Exception {
    LiveRun run = new LiveRun(host, client, ATTEMPTS);
    List<String> tokens = host.tokenIds();

    List<Asked> phones = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      phones.add(
          Asked.ticket(
              SimulatedEvent.MAIN, "t" + TICKETS, tokens.get(i % tokens.size()), "p" + i, ""));
    }
    List<Answer> rivals = run.atOnce(phones);

    List<Asked> guests = new ArrayList<>();
    for (int i = 1; i <= 500; i++) {
      guests.add(
          Asked.ticket(
              SimulatedEvent.MAIN,
              "t" + (TICKETS - 10 - i),
              tokens.get(i % tokens.size()),
              "g" + i,
              ""));
    }
    List<Answer> visitors = run.atOnce(guests);
    run.run(64, Duration.ofHours(1), LiveRun.wishes(tokens, TICKETS - 600, RIVALS, 1));

    System.out.println(run.text());
    assertEquals(List.of(), run.check());
    assertEquals(1, rivals.stream().filter(Answer::created).count());
    assertEquals(49, rivals.stream().filter(Answer::already).count());
    assertEquals(500, visitors.stream().filter(Answer::created).count());
    assertTrue(run.operations().size() >= ATTEMPTS);
  }
}
