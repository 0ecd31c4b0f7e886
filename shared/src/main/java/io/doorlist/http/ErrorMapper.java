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
      case InvalidInputException invalid -> invalid(List.of(invalid));
      case NotFoundException notFound -> Problem.NOT_FOUND;
      case UnavailableException unavailable -> Problem.UNAVAILABLE;
    };
  }

  /** Returns the problem that several things are to the client that sent them. */
  static Problem invalid(List<InvalidInputException> wrong) {
    List<JsonValue> errors =
        wrong.stream()
            .map(
                each ->
                    JsonValue.object(
                        members ->
                            members
                                .put("parameter", each.parameter())
                                .put("detail", each.detail())))
            .toList();
    return Problem.of(ProblemType.INVALID_PARAMETER).with("errors", JsonValue.array(errors));
  }
}
