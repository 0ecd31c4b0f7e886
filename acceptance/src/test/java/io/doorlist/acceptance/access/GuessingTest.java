package io.doorlist.acceptance.access;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.acceptance.client.Answer;
import io.doorlist.acceptance.client.Call;
import io.doorlist.acceptance.service.ContractTest;
import io.doorlist.acceptance.service.Event;
import io.doorlist.acceptance.service.Order;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A token that guesses QR codes is slowed down, and no other: ADR 0018. */
class GuessingTest extends ContractTest {
  /** 30 unknown codes are allowed per minute, and a test may begin at a minute's end. */
  private static final int ENOUGH = 2 * 30 + 1;

  @ParameterizedTest
  @ValueSource(strings = {"tickets", "orders"})
  void guessingToken_isSlowedDown_andGoesOnLettingIn_andOthersAreNot(String codes) {
    Event event = service.eventWithOneList(Order.of(1, "adult", "adult"));
    String token = service.tokens.create(service.studio, "--role", "scanner");
    Call ticket = Call.post(event.list(1) + "/" + codes + "/guess/checkins");
    Call guess = codes.equals("orders") ? ticket.form("adult=1") : ticket;

    Answer last = null;
    int guesses = 0;
    while ((last == null || last.status() == 404) && guesses++ < ENOUGH) {
      last = service.client.send(guess.by(token));
    }

    assertEquals("too_many_requests", last.code(), last::toString);
    assertTrue(guesses > 30, "slowed down after " + guesses);
    long seconds = Long.parseLong(last.header("Retry-After").orElseThrow());
    assertTrue(seconds >= 1 && seconds <= 60, "Retry-After: " + seconds);
    service.client.expect(201, event.checkIn(1, event.order(1).ticket(0)).by(token));
    service.client.expect(201, event.checkIn(1, event.order(1), "adult=1").by(token));
    service.client.refused(
        404, "not_found", guess.by(service.tokens.create(service.studio, "--role", "scanner")));
  }
}
