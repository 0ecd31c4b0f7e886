package io.doorlist.table.aws;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.doorlist.table.ConflictException;
import io.doorlist.table.NoAnswerException;
import io.doorlist.table.RefusedException;
import io.doorlist.table.TableException;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

class FailuresTest {
  private static SdkException cancelled(String... reasons) {
    return TransactionCanceledException.builder()
        .statusCode(400)
        .awsErrorDetails(
            AwsErrorDetails.builder().errorCode("TransactionCanceledException").build())
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

  @ParameterizedTest
  @CsvSource({
    "400, TransactionConflictException, Conflict",
    "400, TransactionInProgressException, Conflict",
    "400, ProvisionedThroughputExceededException, Throttled",
    "400, ThrottlingException, Throttled",
    "429, , Throttled",
    "500, InternalServerError, Fault",
    "503, ServiceUnavailable, Fault",
    "502, , Fault",
    "400, ValidationException, Refused",
    "400, AccessDeniedException, Refused"
  })
  void answers_meanWhatRetriesTellApart(int status, String code, String kind) {
    SdkException given = fault(status, code);

    TableException meant = Failures.of(given);

    assertEquals(kind + "Exception", meant.getClass().getSimpleName());
    assertSame(given, meant.getCause());
  }

  @ParameterizedTest
  @CsvSource({
    "None TransactionConflict, Conflict",
    "ThrottlingError None, Throttled",
    "TransactionConflict ThrottlingError, Throttled",
    "ProvisionedThroughputExceeded, Throttled",
    "TransactionConflict ValidationError, Refused",
    "ItemCollectionSizeLimitExceeded, Refused",
    "'', Refused"
  })
  void cancelledTransactions_meanWhatRetriesTellApart(String reasons, String kind) {
    TableException meant = Failures.of(cancelled(reasons.split(" ")));

    assertEquals(kind + "Exception", meant.getClass().getSimpleName());
  }

  @Test
  void conflict_saysWhichWritesAreInTheWay() {
    ConflictException meant =
        (ConflictException)
            Failures.of(cancelled("TransactionConflict", "None", "TransactionConflict"));

    assertEquals(Set.of(0, 2), meant.writes());
  }

  @Test
  void refusal_saysWhy() {
    assertEquals(
        "AccessDeniedException",
        ((RefusedException) Failures.of(fault(400, "AccessDeniedException"))).code());
    assertEquals(
        RefusedException.INVALID,
        ((RefusedException) Failures.of(cancelled("ValidationError"))).code());
  }

  /** An operator reads it: what the client library adds about itself is left out. */
  @Test
  void message_isWhatDynamoDbSays_withTheRequest() {
    SdkException given =
        (SdkException)
            DynamoDbException.builder()
                .statusCode(500)
                .requestId("K7QX")
                .numAttempts(1)
                .awsErrorDetails(
                    AwsErrorDetails.builder()
                        .errorCode("InternalServerError")
                        .errorMessage("Internal failure")
                        .serviceName("DynamoDb")
                        .build())
                .build();

    assertEquals("Internal failure (request K7QX)", Failures.of(given).getMessage());
    assertEquals("status 502", Failures.of(fault(502, null)).getMessage());
  }

  @Test
  void noAnswer_isNoRefusal() {
    SdkException lost = SdkClientException.create("timed out");

    assertSame(NoAnswerException.class, Failures.of(lost).getClass());
  }
}
