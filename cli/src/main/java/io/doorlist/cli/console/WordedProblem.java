package io.doorlist.cli.console;

import io.doorlist.domain.InvalidInputException;
import io.doorlist.domain.NotFoundException;
import io.doorlist.domain.UnavailableException;
import io.doorlist.table.TableException;

/**
 * What went wrong, in a form that a page can show in its own language.
 *
 * @param about what the page names in its sentence, such as a file, or {@code null}
 * @param text what the command line says
 */
public record WordedProblem(FailureType type, String about, String text) {
  /** Returns a problem whose English text the page quotes in its sentence. */
  public static WordedProblem quoted(FailureType type, String text) {
    return new WordedProblem(type, text, text);
  }

  public static WordedProblem of(Exception fault) {
    String text = FailureReporter.reason(fault);
    return switch (fault) {
      case Failure known ->
          known.type() == null
              ? quoted(FailureType.OTHER, text)
              : new WordedProblem(known.type(), known.about(), text);
      case NotFoundException gone -> new WordedProblem(FailureType.GONE, null, text);
      case InvalidInputException wrong -> quoted(FailureType.NOT_ACCEPTED, text);
      case UnavailableException late -> new WordedProblem(FailureType.DATA_AWAY, null, text);
      case TableException failed -> new WordedProblem(FailureType.DATA_AWAY, null, text);
      default -> quoted(FailureType.OTHER, text);
    };
  }
}
