package io.doorlist.cli.console;

import io.doorlist.domain.DomainException;
import io.doorlist.domain.UnavailableException;
import io.doorlist.ingest.StoppedException;
import io.doorlist.local.failure.LocalHostException;
import io.doorlist.local.template.TemplateException;
import io.doorlist.store.table.TableFormat;
import java.net.ConnectException;
import java.net.UnknownHostException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;

/** Reports in one line why a command failed. */
public final class FailureReporter {
  /** If this system property has any value, stack traces are printed too. */
  private static final String TRACE = "doorlist.trace";

  private FailureReporter() {}

  /** Reports a fault, and returns the exit status. */
  public static int report(Console console, Exception fault) {
    console.message("doorlist: " + reason(fault));
    if (System.getProperty(TRACE) != null) {
      fault.printStackTrace(console.err());
    }
    return 1;
  }

  public static String reason(Exception fault) {
    String message = fault.getMessage();
    return switch (fault) {
      case UnavailableException late -> unavailable(late);
      case Failure known -> message;
      case DomainException known -> message;
      case TableFormat.OtherFormatException known -> message;
      case StoppedException known -> message;
      case LocalHostException known -> message;
      case TemplateException broken -> "the template is broken: " + message;
      case ResourceNotFoundException gone -> "the table is gone; what was done so far stays done";
      case SdkException refused -> "the table refused: " + message;
      default ->
          "unexpected %s; -D%s shows more".formatted(fault.getClass().getSimpleName(), TRACE);
    };
  }

  /** Tells a host where nothing listens, or that fails, from a busy table. */
  private static String unavailable(UnavailableException fault) {
    for (Throwable cause = fault; cause != null; cause = cause.getCause()) {
      if (cause instanceof ConnectException || cause instanceof UnknownHostException) {
        return "the table's host no longer answers";
      }
    }
    return fault.getCause() instanceof DynamoDbException last && last.statusCode() >= 500
        ? "the table's host fails: " + last.getMessage()
        : fault.getMessage();
  }
}
