package io.doorlist.http;

import io.doorlist.domain.InvalidInputException;
import io.doorlist.domain.Slug;
import java.util.List;
import java.util.Set;

/**
 * One row of a function's table of routes.
 *
 * @param query the names of the query parameters that it takes
 * @param body what it must be
 * @param version by which a poll is answered while nothing has changed
 */
record Route(
    String method,
    String resource,
    Set<String> query,
    Access access,
    Body body,
    Operation operation,
    Version version) {
  private static final int BODY_BYTES = 16_384;
  private static final int BATCH_BYTES = 65_536;
  private static final String UNKNOWN = "is not a query parameter of this operation";

  /** What a body must be. */
  enum Body {
    /** There must be none. */
    NOTHING,
    /** A {@link Form}. */
    FORM,
    /** JSON, which the operation reads, or none. */
    OPTIONAL_JSON,
    /** JSON of 64 KB at most, which the operation reads. */
    JSON
  }

  /** Returns what is wrong with the names of these parameters: nothing is silently ignored. */
  List<InvalidInputException> unknown(Query asked) {
    return asked.names().stream()
        .filter(name -> !query.contains(name))
        .map(name -> new InvalidInputException(Slug.valid(name) ? name : "query", UNKNOWN))
        .toList();
  }

  /** Returns how long a body may be, decoded. */
  int maxBodyBytes() {
    return body == Body.JSON ? BATCH_BYTES : BODY_BYTES;
  }
}
