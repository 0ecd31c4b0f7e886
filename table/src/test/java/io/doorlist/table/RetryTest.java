package io.doorlist.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import io.doorlist.domain.UnavailableException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RetryTest {
  private Instant now = Instant.parse("2026-06-01T18:00:00Z");
  private final Clock clock = ((InstantSource) () -> now).withZone(ZoneOffset.UTC);
  private final List<Duration> pauses = new ArrayList<>();
  private final Retry retry =
      new Retry(
          new Time(
              clock,
              new Random(5),
              length -> {
                pauses.add(length);
                now = now.plus(length);
              }),
          Pace.FREE);

  private static final TableException CONFLICT = new ConflictException(Set.of(1), "conflict", null);
  private static final TableException THROTTLED = new ThrottledException("throttled", null);
  private static final TableException FAULT = new FaultException("fault", null);

  static List<TableException> passing() {
    return List.of(CONFLICT, THROTTLED, FAULT, new NoAnswerException("timed out", null));
  }

  @ParameterizedTest
  @MethodSource("passing")
  void call_triesAgain_afterAFaultThatPasses(TableException fault) {
    List<TableException> faults = new ArrayList<>(List.of(fault, fault, fault));

    String answer =
        retry.call(
            now.plusSeconds(5),
            () -> {
              if (!faults.isEmpty()) {
                throw faults.removeLast();
              }
              return "answer";
            });

    assertEquals("answer", answer);
    assertEquals(3, pauses.size());
  }

  private static Supplier<String> failing(TableException fault) {
    return () -> {
      throw fault;
    };
  }

  @Test
  void call_doesNotTryAgain_whenThatCannotHelp() {
    TableException refusal = RefusedException.invalid("no");

    TableException thrown =
        assertThrows(TableException.class, () -> retry.call(now.plusSeconds(5), failing(refusal)));

    assertSame(refusal, thrown);
    assertEquals(List.of(), pauses);
  }

  @Test
  void call_givesUpBeforeTheDeadline_withWhatItMetLast() {
    Instant deadline = now.plusSeconds(3);

    UnavailableException thrown =
        assertThrows(UnavailableException.class, () -> retry.call(deadline, failing(CONFLICT)));

    assertSame(CONFLICT, thrown.getCause());
    assertTrue(now.isBefore(deadline));
    assertTrue(pauses.size() > 5, pauses.size() + " tries");
    pauses.forEach(pause -> assertTrue(pause.compareTo(Duration.ofMillis(640)) <= 0));
  }

  /** A database that fails for good looked like a busy table for two minutes. */
  @Test
  void call_givesUpWithinSeconds_whenTheStoreOnlyFails() {
    Instant begun = now;

    UnavailableException thrown =
        assertThrows(
            UnavailableException.class, () -> retry.call(now.plusSeconds(120), failing(FAULT)));

    assertSame(FAULT, thrown.getCause());
    assertTrue(now.isBefore(begun.plusSeconds(11)), "until " + now);
    assertTrue(now.isAfter(begun.plusSeconds(8)), "until " + now);
  }

  /** A command waited two minutes for an {@code up} that had ended. */
  @Test
  void call_givesUpAtOnce_whenTheHostHasEnded() {
    TableException ended = NoAnswerException.ended("the host has ended", null);

    UnavailableException thrown =
        assertThrows(
            UnavailableException.class, () -> retry.call(now.plusSeconds(120), failing(ended)));

    assertSame(ended, thrown.getCause());
    assertEquals(List.of(), pauses);
  }

  @Test
  void call_goesOn_whenTheStoreFailsNowAndThen() {
    Instant end = now.plusSeconds(60);
    List<TableException> faults = List.of(FAULT, THROTTLED);

    String answer =
        retry.call(
            now.plusSeconds(120),
            () -> {
              if (now.isBefore(end)) {
                throw faults.get(pauses.size() % 2);
              }
              return "answer";
            });

    assertEquals("answer", answer);
  }

  @Test
  void call_pausesAndBeginsAfresh_whenItsThreadWasLeftInterrupted() {
    List<Boolean> interrupted = new ArrayList<>();

    retry.call(
        now.plusSeconds(5),
        () -> {
          interrupted.add(Thread.currentThread().isInterrupted());
          if (interrupted.size() < 3) {
            Thread.currentThread().interrupt();
            throw new NoAnswerException("Thread was interrupted", null);
          }
          return "answer";
        });

    assertEquals(List.of(false, false, false), interrupted);
  }

  /** Earlier calls may have used up the time: issue 3, found by an outage of the table. */
  @Test
  void call_doesNotBegin_afterTheDeadline() {
    assertThrows(
        UnavailableException.class, () -> retry.call(now.minusMillis(1), () -> fail("called")));
  }
}
