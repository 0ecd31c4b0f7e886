package io.doorlist.http;

import io.doorlist.http.Route.Body;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
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

  /**
   * Collects routes, each a resource and the query parameters that it takes, as in RFC 6570: {@code
   * /{account_slug}/events{?page,items}}. Others are refused, and so is a body where none belongs.
   */
  public static final class Builder {
    private static final String QUERY = "{?";
    private static final Version NO_VERSION = call -> List.of();

    private final Map<String, Map<String, Route>> resources = new LinkedHashMap<>();

    private Builder() {}

    /** Adds a retrieval. */
    public Builder get(String route, Access access, Operation operation) {
      return get(route, access, operation, NO_VERSION);
    }

    /** Adds a retrieval whose version costs less than its answer. */
    public Builder get(String route, Access access, Operation operation, Version version) {
      return add("GET", route, access, Body.NOTHING, operation, version);
    }

    /** Adds an operation that takes JSON of 16 KB at most, and needs no body. */
    public Builder post(String route, Access access, Operation operation) {
      return add("POST", route, access, Body.OPTIONAL_JSON, operation, NO_VERSION);
    }

    /** Adds a deletion. */
    public Builder delete(String route, Access access, Operation operation) {
      return add("DELETE", route, access, Body.NOTHING, operation, NO_VERSION);
    }

    /** Adds an operation whose body is a {@link Form}. */
    public Builder postForm(String route, Access access, Operation operation) {
      return add("POST", route, access, Body.FORM, operation, NO_VERSION);
    }

    /** Adds an operation whose body is JSON of 64 KB at most. */
    public Builder postJson(String route, Access access, Operation operation) {
      return add("POST", route, access, Body.JSON, operation, NO_VERSION);
    }

    public Router build() {
      return new Router(Collections.unmodifiableMap(new LinkedHashMap<>(resources)));
    }

    private Builder add(
        String method,
        String route,
        Access access,
        Body body,
        Operation operation,
        Version version) {
      int end = route.indexOf(QUERY);
      String resource = end < 0 ? route : route.substring(0, end);
      Set<String> query =
          end < 0
              ? Set.of()
              : Set.of(route.substring(end + QUERY.length(), route.length() - 1).split(","));
      resources
          .computeIfAbsent(resource, any -> new LinkedHashMap<>())
          .put(method, new Route(method, resource, query, access, body, operation, version));
      return this;
    }
  }
}
