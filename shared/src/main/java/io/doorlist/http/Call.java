package io.doorlist.http;

import io.doorlist.domain.InvalidInputException;
import io.doorlist.domain.Mode;
import io.doorlist.domain.NotFoundException;
import io.doorlist.domain.WholeNumber;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.paging.PageRequest;
import java.time.Instant;
import java.util.List;

/**
 * A request as an operation receives it. Immutable.
 *
 * @param definition the event in the path, as read when the caller was let in; {@code null} on
 *     routes without an event, and if only a version is needed
 */
public record Call(
    Request request,
    Caller caller,
    EventDefinition definition,
    Form form,
    Instant arrived,
    Instant deadline) {
  Call by(Caller known) {
    return new Call(request, known, definition, form, arrived, deadline);
  }

  Call at(EventDefinition event) {
    return new Call(request, caller, event, form, arrived, deadline);
  }

  Call with(Form fields) {
    return new Call(request, caller, definition, fields, arrived, deadline);
  }

  public String account() {
    return caller.account();
  }

  public Mode mode() {
    return caller.mode();
  }

  public String event() {
    return pathParameter("event_slug");
  }

  public String pathParameter(String name) {
    return request.pathParameter(name);
  }

  public long id(String name) {
    return WholeNumber.readId(pathParameter(name)).orElseThrow(() -> new NotFoundException(name));
  }

  public int items() {
    for (String page : List.of("page", "walk")) {
      if (query().find(page).isPresent()) {
        throw new InvalidInputException(page, "must not be given to read on");
      }
    }
    return query().integer("items", PageRequest.DEFAULT_ITEMS, PageRequest.MAX_ITEMS);
  }

  /**
   * Returns the parameter {@code after}: the client reads on behind this id. It is 0 at the
   * beginning.
   */
  public long after() {
    return query().decimal(Links.AFTER, 0, 0, PageRequest.MAX_PAGE, "must be an id, or 0");
  }

  public String next(Long after) {
    return after == null ? null : Links.after(request, after);
  }

  public String language() {
    return ProblemTitles.language(request.headers());
  }

  public Query query() {
    return request.query();
  }
}
