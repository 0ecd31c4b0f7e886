package io.doorlist.http;

/**
 * One row of a function's table of routes.
 *
 * @param takesForm whether the body must be a form; otherwise it is not looked at
 */
record Route(
    String method, String resource, Access access, boolean takesForm, Operation operation) {}
