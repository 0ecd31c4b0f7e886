package io.doorlist.http;

import io.doorlist.domain.DomainException;
import io.doorlist.domain.InvalidInputException;
import io.doorlist.domain.NotFoundException;
import io.doorlist.domain.UnavailableException;
import io.doorlist.json.JsonValue;
import java.util.List;

/** Maps an exception to the client's answer: the only place that knows both. */
public final class ErrorMapper {
  private ErrorMapper() {}

  /** Returns the problem that an exception is to the client. */
  public static Problem problem(DomainException exception) {
    return switch (exception) {
      case InvalidInputException invalid -> invalid(invalid);
      case NotFoundException notFound -> Problem.NOT_FOUND;
      case UnavailableException unavailable -> Problem.UNAVAILABLE;
    };
  }

  private static Problem invalid(InvalidInputException exception) {
    JsonValue error =
        JsonValue.object(
            members ->
                members.put("parameter", exception.parameter()).put("detail", exception.detail()));
    return Problem.of(ProblemType.INVALID_PARAMETER)
        .with("errors", JsonValue.array(List.of(error)));
  }
}
