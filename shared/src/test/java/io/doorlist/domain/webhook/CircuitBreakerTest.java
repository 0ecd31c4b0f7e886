package io.doorlist.domain.webhook;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CircuitBreakerTest {
  private static final Instant OPENED = Instant.parse("2026-11-21T20:00:00Z");
  private static final CircuitBreaker OPEN = CircuitBreaker.CLOSED.opened(OPENED);
  private static final Duration LONG = Duration.ofSeconds(15);

  private static Instant at(long seconds) {
    return OPENED.plusSeconds(seconds);
  }

  private static CircuitBreaker passed(CircuitBreaker breaker, Instant now) {
    return breaker.passed(true, now).orElseThrow();
  }

  @Test
  void timeout_opensIt_once() {
    assertFalse(CircuitBreaker.CLOSED.isOpen());
    assertTrue(OPEN.isOpen());
    assertSame(OPEN, OPEN.opened(at(3)));
  }

  @Test
  void probe_isOne_afterAPause_firstAttemptsFirst() {
    assertEquals(Optional.empty(), OPEN.passed(true, at(0)));
    assertEquals(Optional.empty(), OPEN.passed(false, at(1)));
    assertTrue(OPEN.passed(false, at(2)).isPresent());

    CircuitBreaker probing = passed(OPEN, at(5));

    assertEquals(Optional.empty(), probing.passed(true, at(64)));
    assertTrue(probing.passed(true, at(65)).isPresent(), "who let it pass has died");
  }

  @Test
  void pause_isHalfAsLongAsItLasts_upToSevenAndAHalfMinutes() {
    CircuitBreaker again = passed(OPEN, at(5)).ended(LONG, false, at(20));
    assertEquals(at(30), again.heldUntil());
    assertEquals(Optional.empty(), again.passed(true, at(29)));
    Instant end = at(20);
    while (end.isBefore(at(3600))) {
      CircuitBreaker probing = passed(again, again.heldUntil());
      end = again.heldUntil().plus(LONG);
      again = probing.ended(LONG, false, end);
    }
    assertEquals(end.plusSeconds(450), again.heldUntil());
  }

  @Test
  void answers_letAFewPass_howeverLongTheyTake() {
    CircuitBreaker answering = passed(OPEN, at(5)).ended(LONG, true, at(20));

    for (int i = 0; i < CircuitBreaker.SHARE; i++) {
      answering = passed(answering, at(20));
    }

    assertEquals(Optional.empty(), answering.passed(true, at(21)));
    CircuitBreaker ended = answering.ended(LONG, true, at(34));
    assertEquals(CircuitBreaker.SHARE, passed(ended, at(34)).passing().size());
    assertEquals(Optional.empty(), answering.ended(LONG, false, at(35)).passed(true, at(36)));
  }

  /** Whether the answer is a good one does not matter: it holds up nobody. */
  @Test
  void quickEnd_closesIt() {
    CircuitBreaker probing = passed(OPEN, at(5));
    assertEquals(CircuitBreaker.CLOSED, probing.ended(Duration.ofMillis(900), true, at(6)));
    assertEquals(CircuitBreaker.CLOSED, probing.ended(Duration.ofMillis(1), false, at(6)));
    assertTrue(probing.ended(Duration.ofMillis(1_500), true, at(7)).isOpen());
  }

  @Test
  void messages_waitHalfAsLongAsItLasts_andNotAllAsLong() {
    assertEquals(at(1), OPEN.waitsUntil(0, at(0)));
    assertEquals(at(2), OPEN.waitsUntil(1, at(0)));
    CircuitBreaker again = passed(OPEN, at(5)).ended(LONG, false, at(20));
    assertEquals(at(35), again.waitsUntil(0.5, at(20)));
    assertEquals(at(3600 + 450), again.waitsUntil(0, at(3600)));
    assertEquals(at(3600 + 900), again.waitsUntil(1, at(3600)));
  }

  /** What was slow yesterday is not known to be slow for a day. */
  @Test
  void receiverThatNobodyTriedForLong_isTriedAsIfItWereSlowSinceNow() {
    Instant tomorrow = OPENED.plus(Duration.ofDays(1));

    CircuitBreaker probing = passed(OPEN, tomorrow);

    assertEquals(tomorrow, probing.openSince());
    assertEquals(tomorrow.plusSeconds(1), probing.waitsUntil(0, tomorrow));
  }
}
