package io.doorlist.http;

import io.doorlist.domain.EventDefinition;
import io.doorlist.domain.Role;
import io.doorlist.domain.Slug;
import java.util.Optional;

/**
 * Whom a route lets in: the one place where account, event and role are checked, before any
 * operation runs. What is not the caller's and what does not exist get the same answer, so that
 * nothing can be found out by trying.
 */
public final class Access {
  private final EventLookup events;
  private final boolean hidden;
  private final boolean fullOnly;

  /** {@code events} is {@code null} for routes of an account. */
  private Access(EventLookup events, boolean hidden, boolean fullOnly) {
    this.events = events;
    this.hidden = hidden;
    this.fullOnly = fullOnly;
  }

  /** Lets in callers that the {@code account_slug} in the path belongs to. */
  public static Access account() {
    return new Access(null, false, false);
  }

  /**
   * Lets in callers that the account in the path belongs to and that open its {@code event_slug},
   * if it exists.
   */
  public static Access event(EventLookup events) {
    return new Access(events, false, false);
  }

  /** Answers 404 instead of 403 to callers of another account. */
  public Access hidden() {
    return new Access(events, true, fullOnly);
  }

  /** Lets in callers with the role {@code full} only. */
  public Access fullOnly() {
    return new Access(events, hidden, true);
  }

  /** What became of a check. */
  sealed interface Admission {
    /** The caller may; the event is empty on routes of an account. */
    record Admitted(Optional<EventDefinition> event) implements Admission {}

    /** The caller may not. */
    record Refused(Problem problem) implements Admission {}
  }

  /**
   * Tells whether the caller may see the event in the path if there is one; nothing is read. Enough
   * for whoever then finds something that only an event has.
   */
  boolean grants(Request request, Caller caller) {
    String slug = request.pathParameter("event_slug");
    return events != null
        && caller.account().equals(request.pathParameter("account_slug"))
        && (!fullOnly || caller.role() == Role.FULL)
        && Slug.validForEvent(slug)
        && caller.opens(slug);
  }

  Admission admit(Request request, Caller caller) {
    if (!caller.account().equals(request.pathParameter("account_slug"))) {
      return new Admission.Refused(hidden ? Problem.NOT_FOUND : Problem.FORBIDDEN);
    }
    if (fullOnly && caller.role() != Role.FULL) {
      return new Admission.Refused(Problem.FORBIDDEN);
    }
    if (events == null) {
      return new Admission.Admitted(Optional.empty());
    }
    String slug = request.pathParameter("event_slug");
    Optional<EventDefinition> event =
        Slug.validForEvent(slug) && caller.opens(slug)
            ? events.find(caller.account(), slug)
            : Optional.empty();
    return event.isPresent()
        ? new Admission.Admitted(event)
        : new Admission.Refused(Problem.FORBIDDEN);
  }
}
