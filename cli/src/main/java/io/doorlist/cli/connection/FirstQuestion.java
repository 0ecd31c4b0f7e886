package io.doorlist.cli.connection;

import io.doorlist.cli.console.Failure;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Map;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;

/**
 * Asks a table for an item that it does not have, once and without retries, so that failures which
 * no retry can fix are reported at once and by name.
 */
final class FirstQuestion {
  /** As long as for any other answer: a machine that is busy may take its time. */
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private static final Map<String, AttributeValue> NO_ITEM =
      Map.of("pk", AttributeValue.fromS("#none"), "sk", AttributeValue.fromS("NONE"));

  private FirstQuestion() {}

  /** Asks; {@code place} is where the table is, as the end of a message. */
  static void ask(DynamoDbClient client, String table, String place) {
    ask(client, table, place, PATIENCE);
  }

  static void ask(DynamoDbClient client, String table, String place, Duration patience) {
    try {
      client.getItem(
          get ->
              get.tableName(table)
                  .key(NO_ITEM)
                  .overrideConfiguration(limits -> limits.apiCallTimeout(patience)));
    } catch (ResourceNotFoundException e) {
      throw new Failure(
          "there is no table '" + table + "' " + place + "; --table or --stack names another", e);
    } catch (DynamoDbException e) {
      refused(e, table, place);
    } catch (ApiCallTimeoutException e) {
      throw new Failure(
          "nothing answers " + place + " within " + patience.toSeconds() + " seconds", e);
    } catch (SdkClientException e) {
      throw new Failure(unanswered(e, place), e);
    }
  }

  private static void refused(DynamoDbException fault, String table, String place) {
    String code = fault.awsErrorDetails() == null ? "" : fault.awsErrorDetails().errorCode();
    String reason =
        switch (code) {
          case "AccessDeniedException" ->
              "these AWS credentials may not read table '" + table + "' " + place;
          case "ExpiredTokenException", "ExpiredToken" ->
              "the AWS session has expired; sign in again";
          case "UnrecognizedClientException",
              "InvalidSignatureException",
              "IncompleteSignatureException",
              "MissingAuthenticationTokenException" ->
              "AWS does not accept these credentials (" + code + ")";
          default -> null;
        };
    if (reason != null) {
      throw new Failure(reason, fault);
    }
  }

  /** Reports what is wrong if there was no answer. */
  static String unanswered(SdkClientException fault, String place) {
    for (Throwable cause = fault; cause != null; cause = cause.getCause()) {
      if (cause instanceof UnknownHostException) {
        return "the host "
            + cause.getMessage().split(":")[0]
            + " is not known; check the region and this machine's network";
      }
    }
    String message = String.valueOf(fault.getMessage());
    if (message.startsWith("Unable to load region")) {
      return "no region is named; --region or AWS_REGION names one";
    }
    return message.startsWith("Unable to load credentials")
        ? "there are no AWS credentials; set AWS_PROFILE or run `aws sso login`"
        : "nothing answers " + place + ": " + message + "; --endpoint or --stack names another";
  }
}
