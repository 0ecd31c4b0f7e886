package io.doorlist.exactness.fake;

import java.util.List;
import java.util.Map;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
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
  private DynamoExceptions() {}

  /** Completes an exception for a request that was refused. */
  private static <B extends AwsServiceException.Builder> B refused(B builder, String code) {
    builder.message(code).statusCode(400).awsErrorDetails(details(code));
    return builder;
  }

  private static AwsErrorDetails details(String code) {
    return AwsErrorDetails.builder().errorCode(code).errorMessage(code).build();
  }

  public static DynamoDbException validation(String message) {
    return (DynamoDbException)
        refused(DynamoDbException.builder(), "ValidationException").message(message).build();
  }

  public static ConditionalCheckFailedException conditionFailed(Map<String, AttributeValue> item) {
    ConditionalCheckFailedException.Builder builder = ConditionalCheckFailedException.builder();
    return refused(builder.item(item), "ConditionalCheckFailedException").build();
  }

  /** A transaction did not happen, for these reasons in the order of its actions. */
  public static TransactionCanceledException cancelled(List<CancellationReason> reasons) {
    TransactionCanceledException.Builder builder = TransactionCanceledException.builder();
    return refused(builder.cancellationReasons(reasons), "TransactionCanceledException").build();
  }

  /** The token was used for another transaction. */
  public static IdempotentParameterMismatchException mismatch() {
    return refused(
            IdempotentParameterMismatchException.builder(), "IdempotentParameterMismatchException")
        .build();
  }

  /** A single write conflicted with a transaction on its item. */
  public static TransactionConflictException conflict() {
    return refused(TransactionConflictException.builder(), "TransactionConflictException").build();
  }

  /** The same transaction is still in progress. */
  public static TransactionInProgressException inProgress() {
    return refused(TransactionInProgressException.builder(), "TransactionInProgressException")
        .build();
  }

  public static ProvisionedThroughputExceededException throttled() {
    return refused(
            ProvisionedThroughputExceededException.builder(),
            "ProvisionedThroughputExceededException")
        .build();
  }

  public static InternalServerErrorException internal() {
    return refused(InternalServerErrorException.builder(), "InternalServerError")
        .statusCode(500)
        .build();
  }
}
