package io.doorlist.http;

import io.doorlist.domain.DomainException;
import io.doorlist.domain.InvalidInputException;
import io.doorlist.domain.NotFoundException;
import io.doorlist.domain.UnavailableException;
import io.doorlist.json.JsonValue;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Says what the client is told of an exception: the one place that knows both. */
final class ErrorMapper {
  private ErrorMapper() {}

  static Problem problem(DomainException exception) {
    return switch (exception) {
      case InvalidInputException invalid -> invalid(invalid);
      case NotFoundException notFound -> Problem.NOT_FOUND;
      case UnavailableException unavailable -> Problem.UNAVAILABLE;
    };
  }

  private static Problem invalid(InvalidInputException exception) {
    Map<String, JsonValue> error = new LinkedHashMap<>();
    error.put("parameter", JsonValue.of(exception.parameter()));
    error.put("detail", JsonValue.of(exception.detail()));
    return Problem.of(ProblemType.INVALID_PARAMETER)
        .with("errors", JsonValue.array(List.of(JsonValue.object(error))));
  }
}
