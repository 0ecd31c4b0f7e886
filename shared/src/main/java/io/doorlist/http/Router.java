package io.doorlist.http;

import io.doorlist.http.Route.Body;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * A function's routes. The gateway has already matched the path to a resource, which the router
 * looks up. {@code HEAD} goes to the route of {@code GET}. Immutable once built.
 */
public final class Router {
  private final Map<String, Map<String, Route>> resources;

  private Router(Map<String, Map<String, Route>> resources) {
    this.resources = resources;
  }

  public static Builder routes() {
    return new Builder();
  }

  /** The result of looking a request up. */
  sealed interface Match {
    /** The route to take. */
    record Found(Route route) implements Match {}

    /** The resource exists, but not with this method. */
    record OtherMethod(String allowed) implements Match {}

    /** The resource does not exist here. */
    record Unknown() implements Match {}
  }

  Match match(Request request) {
    Map<String, Route> methods = resources.get(request.resource());
    if (methods == null) {
      return new Match.Unknown();
    }
    Route route = methods.get(request.method().equals("HEAD") ? "GET" : request.method());
    return route == null ? new Match.OtherMethod(allowed(methods)) : new Match.Found(route);
  }

  private static String allowed(Map<String, Route> methods) {
    SortedSet<String> allowed = new TreeSet<>(methods.keySet());
    allowed.add("OPTIONS");
    if (allowed.contains("GET")) {
      allowed.add("HEAD");
    }
    return String.join(", ", allowed);
  }

  /** Collects routes. */
  public static final class Builder {
    private final Map<String, Map<String, Route>> resources = new LinkedHashMap<>();

    private Builder() {}

    /** Adds a retrieval. */
    public Builder get(String resource, Access access, Operation operation) {
      return get(resource, access, operation, call -> List.of());
    }

    /** Adds a retrieval whose version costs less than its answer. */
    public Builder get(String resource, Access access, Operation operation, Version version) {
      return add(new Route("GET", resource, access, Body.NOTHING, operation, version));
    }

    /** Adds an operation that needs no body and ignores one. */
    public Builder post(String resource, Access access, Operation operation) {
      return add(new Route("POST", resource, access, Body.NOTHING, operation, call -> List.of()));
    }

    /** Adds a deletion; it ignores a body. */
    public Builder delete(String resource, Access access, Operation operation) {
      return add(new Route("DELETE", resource, access, Body.NOTHING, operation, call -> List.of()));
    }

    /** Adds an operation whose body is a {@link Form}. */
    public Builder postForm(String resource, Access access, Operation operation) {
      return add(new Route("POST", resource, access, Body.FORM, operation, call -> List.of()));
    }

    /** Adds an operation whose body is JSON of 64 KB at most. */
    public Builder postJson(String resource, Access access, Operation operation) {
      return add(new Route("POST", resource, access, Body.JSON, operation, call -> List.of()));
    }

    public Router build() {
      return new Router(Collections.unmodifiableMap(new LinkedHashMap<>(resources)));
    }

    private Builder add(Route route) {
      resources
          .computeIfAbsent(route.resource(), resource -> new LinkedHashMap<>())
          .put(route.method(), route);
      return this;
    }
  }
}
