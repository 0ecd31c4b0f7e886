package io.doorlist.cli.connection;

import io.doorlist.cli.console.Failure;
import io.doorlist.table.NoAnswerException;
import io.doorlist.table.RefusedException;
import io.doorlist.table.TableException;
import io.doorlist.table.aws.DynamoEngine;
import java.time.Duration;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;

/**
 * Asks a table for an item that it does not have, once and without retries. A command then reports
 * at once a failure that no retry can fix, and says what it is.
 */
final class ConnectionCheck {
  /**
   * How long to wait for the answer: as long as for any other request, because a busy machine may
   * be slow.
   */
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private ConnectionCheck() {}

  /**
   * Asks the table once.
   *
   * @param place where the table is, in words for the end of a message, such as "in region
   *     eu-west-1"
   */
  static void ask(DynamoEngine engine, String table, String place) {
    ask(engine, table, place, PATIENCE);
  }

  static void ask(DynamoEngine engine, String table, String place, Duration patience) {
    try {
      engine.tryOut(patience);
    } catch (RefusedException e) {
      refused(e, table, place);
    } catch (NoAnswerException e) {
      throw e.getCause() instanceof ApiCallTimeoutException
          ? new Failure(
              "nothing answers " + place + " within " + patience.toSeconds() + " seconds", e)
          : new Failure(NoAnswer.of(e, place).toString(), e);
    } catch (TableException e) {
      // The table is busy. The command's own requests try again for up to two minutes
      // (PatientTable).
    }
  }

  private static void refused(RefusedException fault, String table, String place) {
    String code = fault.code();
    String reason =
        switch (code) {
          case RefusedException.NO_TABLE ->
              "there is no table '" + table + "' " + place + "; --table or --stack names another";
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
}
