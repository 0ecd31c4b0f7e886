package io.doorlist.domain.webhook;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * A circuit breaker for one receiver of webhooks, so that a slow receiver delays nobody else. It
 * opens when an attempt times out, and closes when one is answered quickly. While it is open,
 * messages wait, and waiting uses up no attempt. It lets one attempt pass at a time, or a few once
 * the receiver answers again, however slowly.
 *
 * <p>Implementation notes (ADR 0012). The longer the receiver has been slow, the longer a message
 * waits. So a long outage costs no more than a short one, and after a short outage messages follow
 * soon. If a sender dies, its attempts count as running for a minute.
 *
 * @param openSince when the receiver became slow, or {@code null} if it is not slow
 * @param changedAt when this was last written
 * @param heldUntil no attempt passes until this time, because the last one had no answer; {@code
 *     null} if it had one
 * @param passing for each attempt that is running: until when it counts as running
 */
public record CircuitBreaker(
    Instant openSince, Instant changedAt, Instant heldUntil, List<Instant> passing) {
  public static final CircuitBreaker CLOSED = new CircuitBreaker(null, null, null, List.of());

  /** How many attempts pass at the same time once the receiver answers again, however slowly. */
  public static final int SHARE = 5;

  /**
   * An answer within this time closes the breaker. This is half the time that an ordinary attempt
   * may take, so the breaker does not open again at once.
   */
  private static final Duration QUICK = Duration.ofSeconds(1);

  /** A receiver that was late once is tried again soon. */
  private static final Duration SHORTEST_WAIT = Duration.ofSeconds(1);

  /** Twice this is the longest delay of a message. */
  private static final Duration LONGEST_WAIT = Duration.ofMinutes(7).plusSeconds(30);

  /** How long an attempt can take, including its way through the queue. */
  private static final Duration PASSAGE = Duration.ofMinutes(1);

  public CircuitBreaker {
    passing = List.copyOf(passing);
  }

  public boolean isOpen() {
    return openSince != null;
  }

  /** Returns the breaker after an attempt timed out. */
  public CircuitBreaker opened(Instant now) {
    return isOpen() ? this : new CircuitBreaker(now, now, now.plus(SHORTEST_WAIT), List.of());
  }

  /**
   * Returns the breaker after it let another attempt pass. It is empty if none may pass now. A
   * message's first attempt may pass earlier than its later ones, which wait long anyway.
   */
  public Optional<CircuitBreaker> passed(boolean first, Instant now) {
    List<Instant> more = new ArrayList<>(passing);
    more.removeIf(end -> !now.isBefore(end));
    boolean held =
        heldUntil != null && now.isBefore(first ? heldUntil : heldUntil.plus(pause(now)));
    if (held || more.size() >= (heldUntil == null ? SHARE : 1)) {
      return Optional.empty();
    }
    more.add(now.plus(PASSAGE));
    // After a long time without an attempt, the receiver counts as slow only from now on.
    boolean idle = now.isAfter(changedAt.plus(LONGEST_WAIT.multipliedBy(3)));
    return Optional.of(new CircuitBreaker(idle ? now : openSince, now, heldUntil, more));
  }

  /**
   * Returns the breaker after an attempt that it let pass has ended.
   *
   * @param took how long the attempt took
   * @param answered whether there was an answer, even a bad one
   */
  public CircuitBreaker ended(Duration took, boolean answered, Instant now) {
    if (took.compareTo(QUICK) <= 0) {
      return CLOSED;
    }
    CircuitBreaker open = opened(now);
    List<Instant> less = open.passing.stream().sorted().skip(1).toList();
    return new CircuitBreaker(
        open.openSince, now, answered ? null : now.plus(open.pause(now)), less);
  }

  /**
   * Returns until when a message waits. A number from 0 to 1, different for each message, spreads
   * these times.
   */
  public Instant waitsUntil(double part, Instant now) {
    Duration wait = pause(now);
    if (heldUntil != null) {
      wait = Collections.max(List.of(wait, Duration.between(now, heldUntil)));
    }
    return now.plusMillis((long) (wait.toMillis() * (1 + part)));
  }

  private Duration pause(Instant now) {
    Duration half = Duration.between(openSince, now).dividedBy(2);
    return Collections.max(List.of(SHORTEST_WAIT, Collections.min(List.of(LONGEST_WAIT, half))));
  }
}
