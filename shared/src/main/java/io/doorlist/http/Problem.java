package io.doorlist.http;

import io.doorlist.domain.DomainException;
import io.doorlist.domain.InvalidInputException;
import io.doorlist.domain.NotFoundException;
import io.doorlist.domain.UnavailableException;
import io.doorlist.json.JsonValue;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Problem details (RFC 9457): why a request was not served. They contain no class name and no value
 * that was sent.
 *
 * @param extra further members that this kind of problem has, in order
 */
public record Problem(ProblemType type, String detail, Map<String, JsonValue> extra) {
  static final Problem UNAUTHORIZED = of(ProblemType.UNAUTHORIZED);
  static final Problem FORBIDDEN = of(ProblemType.FORBIDDEN);

  /** Nothing exists there, or nothing that the caller may see. */
  public static final Problem NOT_FOUND = of(ProblemType.NOT_FOUND);

  static final Problem METHOD_NOT_ALLOWED = of(ProblemType.METHOD_NOT_ALLOWED);
  static final Problem BODY_TOO_LARGE = of(ProblemType.BODY_TOO_LARGE);
  static final Problem BATCH_TOO_LARGE =
      new Problem(ProblemType.BODY_TOO_LARGE, "The body may have 64 KB at most.", Map.of());
  static final Problem UNSUPPORTED_MEDIA_TYPE = of(ProblemType.UNSUPPORTED_MEDIA_TYPE);
  static final Problem INTERNAL_ERROR = of(ProblemType.INTERNAL_ERROR);
  static final Problem UNAVAILABLE = of(ProblemType.UNAVAILABLE);

  public Problem {
    extra = Collections.unmodifiableMap(new LinkedHashMap<>(extra));
  }

  public static Problem of(ProblemType type) {
    return new Problem(type, type.detail(), Map.of());
  }

  public static Problem of(DomainException exception) {
    return switch (exception) {
      case InvalidInputException invalid -> invalid(List.of(invalid));
      case NotFoundException notFound -> NOT_FOUND;
      case UnavailableException unavailable -> UNAVAILABLE;
    };
  }

  static Problem invalid(List<InvalidInputException> wrong) {
    return of(ProblemType.INVALID_PARAMETER)
        .with(
            "errors",
            JsonValue.array(
                wrong,
                (error, each) ->
                    error.put("parameter", each.parameter()).put("detail", each.detail())));
  }

  public Problem with(String name, JsonValue value) {
    Map<String, JsonValue> more = new LinkedHashMap<>(extra);
    more.put(name, value);
    return new Problem(type, detail, more);
  }

  public Problem with(Map<String, JsonValue> members) {
    Map<String, JsonValue> more = new LinkedHashMap<>(extra);
    more.putAll(members);
    return new Problem(type, detail, more);
  }

  /**
   * Returns the body of the answer. Details are in English, as they are for people who write
   * clients.
   */
  public JsonValue json(String requestId, String language) {
    return JsonValue.object(
        problem -> {
          problem
              .put("type", type.uri())
              .put("title", ProblemTitles.of(type, language))
              .put("status", type.status())
              .put("detail", detail)
              .put("code", type.code())
              .put("request_id", requestId);
          extra.forEach(problem::put);
        });
  }
}
