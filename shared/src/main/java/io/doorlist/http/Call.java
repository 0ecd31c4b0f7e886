package io.doorlist.http;

import io.doorlist.domain.Ids;
import io.doorlist.domain.InvalidInputException;
import io.doorlist.domain.Mode;
import io.doorlist.domain.NotFoundException;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.paging.PageRequest;
import java.time.Instant;
import java.util.List;

/**
 * A request as an operation gets it. Immutable.
 *
 * @param request as it was sent
 * @param caller who has been let in
 * @param definition of the event in the path, as read when the caller was let in; {@code null} on
 *     routes of an account, and if only a version is needed
 * @param form the fields of the body; none if the route takes no form
 * @param arrived when the request arrived, by the handler's clock
 * @param deadline the time by which the answer must be ready, by the handler's clock
 */
public record Call(
    Request request,
    Caller caller,
    EventDefinition definition,
    Form form,
    Instant arrived,
    Instant deadline) {
  /** Returns the slug of the caller's account. */
  public String account() {
    return caller.account();
  }

  /** Returns the caller's mode. */
  public Mode mode() {
    return caller.mode();
  }

  /**
   * Returns the event in the path.
   *
   * @throws IllegalStateException if there is none
   */
  @Override
  public EventDefinition definition() {
    if (definition == null) {
      throw new IllegalStateException("this route names no event");
    }
    return definition;
  }

  /**
   * Returns the slug of the event in the path, which the caller may see.
   *
   * @throws IllegalStateException on a route of an account
   */
  public String event() {
    String slug = request.pathParameter("event_slug");
    if (slug.isEmpty()) {
      throw new IllegalStateException("this route names no event");
    }
    return slug;
  }

  /** Returns a path parameter, decoded. */
  public String pathParameter(String name) {
    return request.pathParameter(name);
  }

  /**
   * Returns a path parameter that is a number.
   *
   * @throws NotFoundException if it is not an id, so there is nothing
   */
  public long id(String name) {
    return Ids.read(request.pathParameter(name)).orElseThrow(() -> new NotFoundException(name));
  }

  /**
   * Returns how many items a client that reads on wants at most.
   *
   * @throws InvalidInputException if that is out of range, or if it asks for a page too
   */
  public int items() {
    for (String page : List.of("page", "walk")) {
      if (query().find(page).isPresent()) {
        throw new InvalidInputException(page, "must not be given to read on");
      }
    }
    return query().integer("items", PageRequest.DEFAULT_ITEMS, PageRequest.MAX_ITEMS);
  }

  /**
   * Returns the id {@code after} which the client reads on; 0, or none, is the beginning.
   *
   * @throws InvalidInputException if it is not an id
   */
  public long after() {
    return query().cursor(Links.AFTER);
  }

  /** Returns a link to what follows an id; {@code null} for {@code null}. */
  public String next(Long after) {
    return after == null ? null : Links.after(request, after);
  }

  /** Returns the request's id, as its answer says it. */
  public String requestId() {
    return request.id();
  }

  /** Returns the language of the pages that suits the client best. */
  public String language() {
    return Titles.language(request.headers());
  }

  public Query query() {
    return request.query();
  }
}
