package io.doorlist.cli.console;

import io.doorlist.domain.DomainException;
import io.doorlist.domain.UnavailableException;
import io.doorlist.ingest.RunAbortedException;
import io.doorlist.local.failure.LocalHostException;
import io.doorlist.local.template.TemplateException;
import io.doorlist.store.table.TableFormat;
import io.doorlist.table.FaultException;
import io.doorlist.table.NoAnswerException;
import io.doorlist.table.RefusedException;
import io.doorlist.table.TableException;
import io.doorlist.table.sqlite.FolderException;
import java.net.ConnectException;
import java.net.UnknownHostException;

/** Reports in one line why a command failed. */
public final class FailureReporter {
  /** The name of a system property. If it is set to anything, stack traces are printed too. */
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
      case RunAbortedException known -> message;
      case LocalHostException known -> message;
      case FolderException known -> message;
      case TemplateException broken -> "the template is broken: " + message;
      case RefusedException refused -> refused(refused);
      case TableException failed -> "the table refused: " + message;
      default ->
          "unexpected %s; -D%s shows more".formatted(fault.getClass().getSimpleName(), TRACE);
    };
  }

  private static String refused(RefusedException fault) {
    return fault.code().equals(RefusedException.NO_TABLE)
        ? "the table is gone; what was done so far stays done"
        : "the table refused: " + fault.getMessage();
  }

  /**
   * Returns why the table did not answer: its host does not exist, its host fails, or it is busy.
   */
  private static String unavailable(UnavailableException fault) {
    for (Throwable cause = fault; cause != null; cause = cause.getCause()) {
      if (cause instanceof ConnectException || cause instanceof UnknownHostException) {
        return "the table's host no longer answers";
      }
    }
    return switch (fault.getCause()) {
      case FaultException last -> "the table's host fails: " + last.getMessage();
      case NoAnswerException last -> last.ended() ? last.getMessage() : fault.getMessage();
      case null -> fault.getMessage();
      default -> fault.getMessage();
    };
  }
}
