package io.doorlist.http;

import io.doorlist.domain.Slug;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.domain.token.Role;
import java.util.Optional;

/**
 * Decides whom a route lets in: the only place where account and event are checked, and the role
 * that the route asks for, before any operation runs. An undo looks at the role again, as scanners
 * may undo their own check-ins only. What is not the caller's and what does not exist get the same
 * answer, so that nothing can be found out by trying.
 */
public final class Access {
  /** Which parts of the path must belong to the caller. */
  private enum Scope {
    NOTHING,
    ACCOUNT,
    EVENT
  }

  private final Scope scope;
  private final EventLookup events;
  private final boolean hidden;
  private final Role least;

  /** {@code events} is {@code null} except for routes of an event. */
  private Access(Scope scope, EventLookup events, boolean hidden, Role least) {
    this.scope = scope;
    this.events = events;
    this.hidden = hidden;
    this.least = least;
  }

  /** Lets every caller in: the route shows only the caller's own access. */
  public static Access anyone() {
    return new Access(Scope.NOTHING, null, false, Role.SCANNER);
  }

  /** Lets in callers of the {@code account_slug} in the path. */
  public static Access account() {
    return new Access(Scope.ACCOUNT, null, false, Role.SCANNER);
  }

  /**
   * Lets in callers of the account in the path whose token gives access to its {@code event_slug},
   * if it exists.
   */
  public static Access event(EventLookup events) {
    return new Access(Scope.EVENT, events, false, Role.SCANNER);
  }

  /** Answers 404 instead of 403 to callers of another account. */
  public Access hidden() {
    return new Access(scope, events, true, least);
  }

  /** Lets in callers with the role {@code desk} or {@code full} only. */
  public Access deskOnly() {
    return new Access(scope, events, hidden, Role.DESK);
  }

  /** Lets in callers with the role {@code full} only. */
  public Access fullOnly() {
    return new Access(scope, events, hidden, Role.FULL);
  }

  /** The outcome of a check. */
  sealed interface Decision {
    /**
     * The caller may.
     *
     * @param event {@code null} on routes without one
     */
    record Granted(EventDefinition event) implements Decision {}

    /** The caller may not. */
    record Refused(Problem problem) implements Decision {}
  }

  /**
   * Returns whether the caller may see the event in the path, if there is one; nothing is read.
   * Enough for operations that then look up something within an event.
   */
  boolean grants(Request request, Caller caller) {
    String slug = request.pathParameter("event_slug");
    return scope == Scope.EVENT
        && caller.account().equals(request.pathParameter("account_slug"))
        && caller.role().includes(least)
        && Slug.validForEvent(slug)
        && caller.opens(slug);
  }

  Decision admit(Request request, Caller caller) {
    if (scope != Scope.NOTHING && !caller.account().equals(request.pathParameter("account_slug"))) {
      return new Decision.Refused(hidden ? Problem.NOT_FOUND : Problem.FORBIDDEN);
    }
    if (!caller.role().includes(least)) {
      return new Decision.Refused(Problem.FORBIDDEN);
    }
    if (scope != Scope.EVENT) {
      return new Decision.Granted(null);
    }
    String slug = request.pathParameter("event_slug");
    Optional<EventDefinition> event =
        Slug.validForEvent(slug) && caller.opens(slug)
            ? events.find(caller.account(), slug)
            : Optional.empty();
    return event
        .<Decision>map(Decision.Granted::new)
        .orElseGet(() -> new Decision.Refused(Problem.FORBIDDEN));
  }
}
