package io.doorlist.exactness.fake;

import java.util.List;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.IdempotentParameterMismatchException;
import software.amazon.awssdk.services.dynamodb.model.InternalServerErrorException;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputExceededException;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.TransactionConflictException;
import software.amazon.awssdk.services.dynamodb.model.TransactionInProgressException;

/** The exceptions that DynamoDB answers with, as the SDK makes them. */
public final class DynamoExceptions {
  private static final int BAD_REQUEST = 400;

  private DynamoExceptions() {}

  private static AwsErrorDetails details(String code) {
    return AwsErrorDetails.builder().errorCode(code).errorMessage(code).build();
  }

  /** A request that DynamoDB does not understand. */
  public static DynamoDbException validation(String message) {
    return (DynamoDbException)
        DynamoDbException.builder()
            .message(message)
            .statusCode(BAD_REQUEST)
            .awsErrorDetails(details("ValidationException"))
            .build();
  }

  /** A condition of a single write failed. */
  public static ConditionalCheckFailedException conditionFailed(
      java.util.Map<String, AttributeValue> item) {
    return ConditionalCheckFailedException.builder()
        .message("The conditional request failed")
        .item(item)
        .statusCode(BAD_REQUEST)
        .awsErrorDetails(details("ConditionalCheckFailedException"))
        .build();
  }

  /** A transaction did not happen, for these reasons in the order of its actions. */
  public static TransactionCanceledException cancelled(List<CancellationReason> reasons) {
    return TransactionCanceledException.builder()
        .message("Transaction cancelled")
        .cancellationReasons(reasons)
        .statusCode(BAD_REQUEST)
        .awsErrorDetails(details("TransactionCanceledException"))
        .build();
  }

  /** The token was used for another transaction. */
  public static IdempotentParameterMismatchException mismatch() {
    return IdempotentParameterMismatchException.builder()
        .message("the token was used with other parameters")
        .statusCode(BAD_REQUEST)
        .awsErrorDetails(details("IdempotentParameterMismatchException"))
        .build();
  }

  /** A single write conflicted with a transaction on its item. */
  public static TransactionConflictException conflict() {
    return TransactionConflictException.builder()
        .message("Transaction is ongoing for the item")
        .statusCode(BAD_REQUEST)
        .awsErrorDetails(details("TransactionConflictException"))
        .build();
  }

  /** The same transaction is still in progress. */
  public static TransactionInProgressException inProgress() {
    return TransactionInProgressException.builder()
        .message("The transaction with the given request token is already in progress.")
        .statusCode(BAD_REQUEST)
        .awsErrorDetails(details("TransactionInProgressException"))
        .build();
  }

  /** The table throttles. */
  public static ProvisionedThroughputExceededException throttled() {
    return ProvisionedThroughputExceededException.builder()
        .message("Throughput exceeds the current capacity")
        .statusCode(BAD_REQUEST)
        .awsErrorDetails(details("ProvisionedThroughputExceededException"))
        .build();
  }

  /** DynamoDB's own fault. */
  public static InternalServerErrorException internal() {
    return InternalServerErrorException.builder()
        .message("Internal server error")
        .statusCode(500)
        .awsErrorDetails(details("InternalServerError"))
        .build();
  }
}
