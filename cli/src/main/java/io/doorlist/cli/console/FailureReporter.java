package io.doorlist.cli.console;

import io.doorlist.domain.DomainException;
import io.doorlist.domain.UnavailableException;
import io.doorlist.local.failure.LocalHostException;
import io.doorlist.local.template.TemplateException;
import io.doorlist.store.table.TableFormat;
import java.net.ConnectException;
import java.net.UnknownHostException;
import picocli.CommandLine;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;

/** Reports in one line why a command failed. */
public final class FailureReporter implements CommandLine.IExecutionExceptionHandler {
  /** If this system property has any value, stack traces are printed too. */
  private static final String TRACE = "doorlist.trace";

  private final Console console;

  public FailureReporter(Console console) {
    this.console = console;
  }

  @Override
  public int handleExecutionException(
      Exception fault, CommandLine line, CommandLine.ParseResult parsed) {
    console.message("doorlist: " + reason(fault));
    if (System.getProperty(TRACE) != null) {
      fault.printStackTrace(console.err());
    }
    return 1;
  }

  /** Reports in one line what is wrong. */
  public static String reason(Exception fault) {
    if (fault instanceof UnavailableException && dead(fault)) {
      return "the table's host no longer answers";
    }
    if (fault instanceof UnavailableException
        && fault.getCause() instanceof DynamoDbException last
        && last.statusCode() >= 500) {
      return "the table's host fails: " + last.getMessage();
    }
    if (fault instanceof Failure
        || fault instanceof DomainException
        || fault instanceof TableFormat.OtherFormatException
        || fault instanceof LocalHostException) {
      return fault.getMessage();
    }
    if (fault instanceof TemplateException) {
      return "the template is broken: " + fault.getMessage();
    }
    if (fault instanceof ResourceNotFoundException) {
      return "the table is gone; what was done so far stays done";
    }
    if (fault instanceof SdkException) {
      return "the table refused: " + fault.getMessage();
    }
    return "unexpected " + fault.getClass().getSimpleName() + "; -D" + TRACE + " shows more";
  }

  /** Returns whether the last attempt found nothing listening, rather than a busy table. */
  private static boolean dead(Throwable fault) {
    for (Throwable cause = fault; cause != null; cause = cause.getCause()) {
      if (cause instanceof ConnectException || cause instanceof UnknownHostException) {
        return true;
      }
    }
    return false;
  }
}
