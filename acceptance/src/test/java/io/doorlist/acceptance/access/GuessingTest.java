package io.doorlist.acceptance.access;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.acceptance.client.Answer;
import io.doorlist.acceptance.client.Call;
import io.doorlist.acceptance.client.Client;
import io.doorlist.acceptance.service.Event;
import io.doorlist.acceptance.service.Order;
import io.doorlist.acceptance.service.Service;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A token that guesses QR codes is slowed down, and no other: ADR 0018. */
@ExtendWith(Service.Provider.class)
public class GuessingTest {
  /** 30 unknown codes are allowed per minute, and a test may begin at a minute's end. */
  private static final int ENOUGH = 2 * 30 + 1;

  private final Service service;
  private final Event event;

  GuessingTest(Service service) {
    this.service = service;
    this.event = service.eventWithOneList(Order.of(1, "adult", "adult"), Order.of(2, "adult"));
  }

  @Test
  void guessingTicketsToken_isSlowedDown_andGoesOnLettingTicketsIn() {
    String token = service.tokens.create(service.studio, "--role", "scanner");

    List<Answer> answers =
        guess(service.client, Call.post(event.list(1) + "/tickets/guess/checkins").by(token));

    assertSlowedDown(answers);
    service.client.expect(201, event.checkIn(1, event.order(1).ticket(0)).by(token));
    service.client.expect(201, event.checkIn(1, event.order(1), "adult=1").by(token));
  }

  @Test
  void guessingOrdersToken_isSlowedDown_andOthersAreNot() {
    String token = service.tokens.create(service.studio);
    String other = service.tokens.create(service.studio);
    Call guess = Call.post(event.list(1) + "/orders/guess/checkins").form("adult=1");

    assertSlowedDown(guess(service.client, guess.by(token)));
    service.client.refused(404, "not_found", guess.by(other));
    service.client.expect(201, event.checkIn(1, event.order(2).ticket(0)).by(other));
  }

  private static void assertSlowedDown(List<Answer> answers) {
    Answer last = answers.getLast();
    assertEquals("too_many_requests", last.code(), last::toString);
    assertTrue(answers.size() > 30, "slowed down after " + answers.size());
    long seconds = Long.parseLong(last.header("Retry-After").orElseThrow());
    assertTrue(seconds >= 1 && seconds <= 60, "Retry-After: " + seconds);
  }

  /** Sends an unknown code until it is refused, or until it should have been. */
  public static List<Answer> guess(Client client, Call call) {
    List<Answer> answers = new ArrayList<>();
    do {
      answers.add(client.send(call));
    } while (answers.getLast().status() != 429 && answers.size() < ENOUGH);
    return answers;
  }
}
