package io.doorlist.http;

/**
 * One row of a function's table of routes.
 *
 * @param takesForm whether the body must be a form, or JSON that says the same; otherwise it is not
 *     read
 * @param version what a poll is answered by as long as nothing has changed
 */
record Route(
    String method,
    String resource,
    Access access,
    boolean takesForm,
    Operation operation,
    Version version) {}
