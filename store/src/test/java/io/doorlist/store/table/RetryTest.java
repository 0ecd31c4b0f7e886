package io.doorlist.store.table;

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
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

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

  private static SdkException cancelled(String... reasons) {
    return TransactionCanceledException.builder()
        .statusCode(400)
        .cancellationReasons(
            Stream.of(reasons)
                .map(code -> CancellationReason.builder().code(code).build())
                .toList())
        .build();
  }

  private static SdkException fault(int status, String code) {
    return (SdkException)
        DynamoDbException.builder()
            .statusCode(status)
            .awsErrorDetails(AwsErrorDetails.builder().errorCode(code).build())
            .build();
  }

  static List<SdkException> passing() {
    return List.of(
        cancelled("None", "TransactionConflict"),
        cancelled("ThrottlingError", "None"),
        cancelled("ProvisionedThroughputExceeded"),
        fault(400, "TransactionConflictException"),
        fault(400, "TransactionInProgressException"),
        fault(400, "ProvisionedThroughputExceededException"),
        fault(400, "ThrottlingException"),
        fault(500, "InternalServerError"),
        fault(503, "ServiceUnavailable"),
        fault(502, null),
        fault(429, null),
        SdkClientException.create("timed out"));
  }

  @ParameterizedTest
  @MethodSource("passing")
  void call_triesAgain_afterAFaultThatPasses(SdkException fault) {
    List<SdkException> faults = new ArrayList<>(List.of(fault, fault, fault));

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

  static List<SdkException> answers() {
    return List.of(
        cancelled("ConditionalCheckFailed", "None"),
        cancelled("TransactionConflict", "ConditionalCheckFailed"),
        cancelled("ValidationError"),
        (SdkException) ConditionalCheckFailedException.builder().statusCode(400).build(),
        fault(400, "ValidationException"),
        fault(400, "AccessDeniedException"));
  }

  private static Supplier<String> failing(SdkException fault) {
    return () -> {
      throw fault;
    };
  }

  @ParameterizedTest
  @MethodSource("answers")
  void call_doesNotTryAgain_whenThatCannotHelp(SdkException answer) {
    SdkException thrown =
        assertThrows(SdkException.class, () -> retry.call(now.plusSeconds(5), failing(answer)));

    assertSame(answer, thrown);
    assertEquals(List.of(), pauses);
  }

  @Test
  void call_givesUpBeforeTheDeadline_withWhatItMetLast() {
    Instant deadline = now.plusSeconds(3);
    SdkException conflict = cancelled("TransactionConflict");

    UnavailableException thrown =
        assertThrows(UnavailableException.class, () -> retry.call(deadline, failing(conflict)));

    assertSame(conflict, thrown.getCause());
    assertTrue(now.isBefore(deadline));
    assertTrue(pauses.size() > 5, pauses.size() + " tries");
    pauses.forEach(pause -> assertTrue(pause.compareTo(Duration.ofMillis(640)) <= 0));
  }

  /** A database that fails for good looked like a busy table for two minutes. */
  @Test
  void call_givesUpWithinSeconds_whenTheStoreOnlyFails() {
    Instant begun = now;
    SdkException fault = fault(500, "InternalFailure");

    UnavailableException thrown =
        assertThrows(
            UnavailableException.class, () -> retry.call(now.plusSeconds(120), failing(fault)));

    assertSame(fault, thrown.getCause());
    assertTrue(now.isBefore(begun.plusSeconds(11)), "until " + now);
    assertTrue(now.isAfter(begun.plusSeconds(8)), "until " + now);
  }

  @Test
  void call_goesOn_whenTheStoreFailsNowAndThen() {
    Instant end = now.plusSeconds(60);
    List<SdkException> faults =
        List.of(fault(500, "InternalServerError"), fault(400, "ThrottlingException"));

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
            throw AbortedException.create("Thread was interrupted");
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
