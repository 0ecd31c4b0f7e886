package io.doorlist.http;

import java.util.Locale;

/**
 * The kinds of problem, one for each code. The gateway itself answers some of them, so
 * template.yaml has the same texts. A test compares them.
 */
public enum ProblemType {
  INVALID_PARAMETER(400, "Invalid parameter", "The request could not be read."),
  UNAUTHORIZED(401, "Unauthorized", "Send a valid API token: Authorization: Bearer <token>."),
  FORBIDDEN(403, "Forbidden", "The token or its role has no access to this."),
  UNDO_NOT_ALLOWED(
      403,
      "Undo not allowed",
      "This token may undo its own check-ins of the last ten minutes only."),
  DESK_NOT_ALLOWED(403, "Not allowed at a desk", "The event does not let a desk do this."),
  NOT_FOUND(404, "Not found", "There is nothing here, or the token has no access to it."),
  METHOD_NOT_ALLOWED(405, "Method not allowed", "This path has no such method: see Allow."),
  HAS_PASSAGES(
      409, "Has passages", "The ticket has other entries or exits here: undo those first."),
  ALREADY_CHECKED_IN(409, "Already checked in", "The ticket is already checked in on this list."),
  NOT_ENOUGH_TICKETS(
      409, "Not enough tickets", "Fewer tickets are left than requested. Nothing was checked in."),
  TOO_MANY_AT_ONCE(
      409,
      "Too many at once",
      "So many of this order cannot be let in at once. Nothing was checked in."),
  IDEMPOTENCY_KEY_IN_USE(
      409, "Idempotency key in use", "The first request with this key has not finished yet."),
  WITHDRAWN(409, "Withdrawn", "The scan was withdrawn: it does not count."),
  BODY_TOO_LARGE(413, "Body too large", "The body may have 16 KB at most."),
  UNSUPPORTED_MEDIA_TYPE(
      415, "Unsupported media type", "This operation does not accept a body of that media type."),
  NOT_ADMISSIBLE(422, "Not admissible", "The ticket cannot be checked in."),
  GUEST_NOT_CHANGED(422, "Guest not changed", "The guest stays as it is, for the reason given."),
  IDEMPOTENCY_KEY_REUSED(422, "Idempotency key reused", "This key was used for another request."),
  TOO_MANY_REQUESTS(
      429, "Too many requests", "Too many requests: try again after the seconds in Retry-After."),
  INTERNAL_ERROR(500, "Internal error", "Something went wrong on our side."),
  UNAVAILABLE(
      503, "Unavailable", "The service is busy: try again after the seconds in Retry-After.");

  private final int status;
  private final String title;
  private final String detail;

  ProblemType(int status, String title, String detail) {
    this.status = status;
    this.title = title;
    this.detail = detail;
  }

  int status() {
    return status;
  }

  String title() {
    return title;
  }

  String detail() {
    return detail;
  }

  String code() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Returns the URI that identifies the kind (RFC 9457). It is only a name and cannot be opened.
   */
  String uri() {
    return "urn:doorlist:problem:" + code();
  }
}
