package io.doorlist.local.dynamodb.engine;

import java.io.IOException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.dynamodb.services.exceptions.AWSExceptionFactory;
import software.amazon.dynamodb.services.exceptions.AmazonServiceExceptionType;
import software.amazon.dynamodb.services.exceptions.DynamoDBLocalServiceException;
import software.amazon.dynamodb.services.local.embedded.DDBExceptionMappingInvocationHandler;

/** Turns what fails in DynamoDB Local into what the SDK's client of its server would throw. */
public final class SdkExceptions {
  private SdkExceptions() {}

  /** Returns the SDK's exception for a failure: of a request, of the disk, or of the library. */
  public static SdkException of(Throwable failure) {
    return switch (failure) {
      case DynamoDBLocalServiceException refused -> mapped(refused);
      case SdkException known -> known;
      case IOException lost ->
          mapped(
              AWSExceptionFactory.buildAWSException(
                  AmazonServiceExceptionType.INTERNAL_SERVER_ERROR, "the database failed"));
      default ->
          mapped(
              AWSExceptionFactory.buildAWSException(AmazonServiceExceptionType.INTERNAL_FAILURE));
    };
  }

  private static SdkException mapped(DynamoDBLocalServiceException refused) {
    try {
      DDBExceptionMappingInvocationHandler.handleDynamoDBLocalServiceException(refused);
    } catch (SdkException e) {
      return e;
    } catch (Throwable e) {
      throw KnownVersion.isAnother(e);
    }
    throw KnownVersion.isAnother(refused);
  }
}
