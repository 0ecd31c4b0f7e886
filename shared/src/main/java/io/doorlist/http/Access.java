package io.doorlist.http;

import io.doorlist.domain.Slug;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.domain.token.Role;
import java.util.Optional;
import java.util.function.BiFunction;

/**
 * Decides which callers a route lets in. Account, event and role are checked here, before any
 * operation runs. A few operations look at the role again. One is an undo, because scanners may
 * undo only their own check-ins. A caller gets the same answer for what belongs to others and for
 * what does not exist, so trying reveals nothing.
 */
public final class Access {
  private enum Scope {
    NOTHING,
    ACCOUNT,
    EVENT
  }

  private final Scope scope;
  private final BiFunction<String, String, Optional<EventDefinition>> events;
  private final boolean hidden;
  private final Role least;

  private Access(
      Scope scope,
      BiFunction<String, String, Optional<EventDefinition>> events,
      boolean hidden,
      Role least) {
    this.scope = scope;
    this.events = events;
    this.hidden = hidden;
    this.least = least;
  }

  /** Lets every caller in, because the route shows only the caller's own access. */
  public static Access anyone() {
    return new Access(Scope.NOTHING, null, false, Role.SCANNER);
  }

  public static Access account() {
    return new Access(Scope.ACCOUNT, null, false, Role.SCANNER);
  }

  public static Access event(BiFunction<String, String, Optional<EventDefinition>> events) {
    return new Access(Scope.EVENT, events, false, Role.SCANNER);
  }

  /** Answers 404 instead of 403 to callers of another account. */
  public Access hidden() {
    return new Access(scope, events, true, least);
  }

  public Access deskOnly() {
    return new Access(scope, events, hidden, Role.DESK);
  }

  public Access fullOnly() {
    return new Access(scope, events, hidden, Role.FULL);
  }

  record Decision(EventDefinition event, Problem refusal) {}

  /**
   * Returns whether the caller may see the event in the path. Nothing is read, so the event may not
   * exist.
   */
  boolean grants(Call call) {
    return scope == Scope.EVENT && ofAccount(call) && ofRole(call) && opens(call);
  }

  Decision admit(Call call) {
    if (scope != Scope.NOTHING && !ofAccount(call)) {
      return new Decision(null, hidden ? Problem.NOT_FOUND : Problem.FORBIDDEN);
    }
    if (!ofRole(call)) {
      return new Decision(null, Problem.FORBIDDEN);
    }
    if (scope != Scope.EVENT) {
      return new Decision(null, null);
    }
    return (opens(call)
            ? events.apply(call.account(), call.event())
            : Optional.<EventDefinition>empty())
        .map(event -> new Decision(event, null))
        .orElseGet(() -> new Decision(null, Problem.FORBIDDEN));
  }

  private static boolean ofAccount(Call call) {
    return call.account().equals(call.pathParameter("account_slug"));
  }

  private boolean ofRole(Call call) {
    return call.caller().role().includes(least);
  }

  private static boolean opens(Call call) {
    return Slug.validForEvent(call.event()) && call.caller().opens(call.event());
  }
}
