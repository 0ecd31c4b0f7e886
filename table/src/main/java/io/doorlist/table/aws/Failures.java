package io.doorlist.table.aws;

import io.doorlist.table.ConflictException;
import io.doorlist.table.FaultException;
import io.doorlist.table.NoAnswerException;
import io.doorlist.table.RefusedException;
import io.doorlist.table.TableException;
import io.doorlist.table.ThrottledException;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/** Turns the SDK's exceptions into a {@link TableException}. */
final class Failures {
  private static final Set<String> THROTTLED =
      Set.of(
          "ProvisionedThroughputExceededException",
          "ThrottlingException",
          "RequestLimitExceeded",
          "LimitExceededException");
  private static final Set<String> CONFLICT =
      Set.of("TransactionConflictException", "TransactionInProgressException");
  private static final Set<String> THROTTLED_REASONS =
      Set.of("ProvisionedThroughputExceeded", "ThrottlingError");
  private static final String CONFLICT_REASON = "TransactionConflict";
  private static final Set<String> CONFLICT_REASONS = Set.of(CONFLICT_REASON, "None");

  /** With this status a proxy throttles. DynamoDB itself uses error codes. */
  private static final int TOO_MANY_REQUESTS = 429;

  private Failures() {}

  static TableException of(SdkException e) {
    return switch (e) {
      case TransactionCanceledException cancelled -> cancelled(cancelled);
      case DynamoDbException fault -> answered(fault);
      case SdkClientException lost -> new NoAnswerException(lost.getMessage(), lost);
      default -> new RefusedException("", e.getMessage(), e);
    };
  }

  private static TableException answered(DynamoDbException e) {
    String code = code(e);
    if (THROTTLED.contains(code) || e.statusCode() == TOO_MANY_REQUESTS) {
      return new ThrottledException(said(e), e);
    }
    if (e.statusCode() >= 500) {
      return new FaultException(said(e), e);
    }
    return CONFLICT.contains(code)
        ? new ConflictException(Set.of(), said(e), e)
        : new RefusedException(code, said(e), e);
  }

  /**
   * Returns the failure of a cancelled transaction. If one reason is permanent, the transaction can
   * never succeed, even if the others are conflicts.
   */
  private static TableException cancelled(TransactionCanceledException e) {
    List<String> reasons = e.cancellationReasons().stream().map(CancellationReason::code).toList();
    boolean passes =
        !reasons.isEmpty()
            && reasons.stream()
                .allMatch(each -> CONFLICT_REASONS.contains(each) || isThrottled(each));
    if (!passes) {
      boolean invalid = reasons.contains("ValidationError");
      return new RefusedException(invalid ? RefusedException.INVALID : code(e), said(e), e);
    }
    if (reasons.stream().anyMatch(Failures::isThrottled)) {
      return new ThrottledException(said(e), e);
    }
    Set<Integer> writes =
        IntStream.range(0, reasons.size())
            .filter(each -> CONFLICT_REASON.equals(reasons.get(each)))
            .boxed()
            .collect(Collectors.toSet());
    return new ConflictException(writes, said(e), e);
  }

  private static boolean isThrottled(String reason) {
    return THROTTLED_REASONS.contains(reason);
  }

  /**
   * Returns DynamoDB's message with the id of the request, which AWS support asks for. What the SDK
   * adds about itself is left out.
   */
  private static String said(DynamoDbException fault) {
    AwsErrorDetails details = fault.awsErrorDetails();
    String said = details == null ? null : details.errorMessage();
    return (said == null || said.isBlank() ? "status " + fault.statusCode() : said)
        + (fault.requestId() == null ? "" : " (request " + fault.requestId() + ")");
  }

  /**
   * Returns the error code, or an empty text if something on the way to DynamoDB answered, for
   * example with a page of HTML.
   */
  private static String code(DynamoDbException fault) {
    AwsErrorDetails details = fault.awsErrorDetails();
    return details == null || details.errorCode() == null ? "" : details.errorCode();
  }
}
