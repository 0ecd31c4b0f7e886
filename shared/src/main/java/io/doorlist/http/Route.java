package io.doorlist.http;

/**
 * One row of a function's table of routes.
 *
 * @param body what it must be
 * @param version by which a poll is answered while nothing has changed
 */
record Route(
    String method,
    String resource,
    Access access,
    Body body,
    Operation operation,
    Version version) {
  private static final int BODY_BYTES = 16_384;
  private static final int BATCH_BYTES = 65_536;

  /** What a body must be. */
  enum Body {
    /** Anything: the body is not read. */
    NOTHING,
    /** A {@link Form}. */
    FORM,
    /** JSON, which the operation reads. */
    JSON
  }

  /** Returns how long a body may be, decoded. */
  int maxBodyBytes() {
    return body == Body.JSON ? BATCH_BYTES : BODY_BYTES;
  }
}
