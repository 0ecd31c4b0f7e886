package io.doorlist.http;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * A function's routes. Each has a resource, which the gateway has already matched, and its query
 * parameters, written as in RFC 6570: {@code /{account_slug}/events{?page,items}}. Other parameters
 * are refused, and so is a body where none belongs. {@code HEAD} goes to the route of {@code GET}.
 */
public final class Router {
  private static final String QUERY = "{?";
  private static final Function<Call, List<String>> NO_VERSION = call -> List.of();

  private final Map<String, Map<String, Route>> resources = new HashMap<>();

  enum Body {
    NOTHING,
    FORM,
    /** JSON, which the operation reads, or no body. */
    OPTIONAL_JSON,
    /** JSON, which the operation reads. */
    JSON;

    int maxBytes() {
      return this == JSON ? 65_536 : 16_384;
    }
  }

  /**
   * What an HTTP method does at a resource.
   *
   * @param version returns the versions that {@link Response#version()} can have at present, at a
   *     lower cost than the answer. The list is empty if only the answer itself can tell. At this
   *     point only the token has been checked, and no definition was read. So the function must
   *     return a version only for a resource that exists and is visible.
   */
  record Route(
      Set<String> query,
      Access access,
      Body body,
      Function<Call, Response> operation,
      Function<Call, List<String>> version) {}

  Map<String, Route> methods(String resource) {
    return resources.getOrDefault(resource, Map.of());
  }

  static String allowed(Set<String> methods) {
    Set<String> allowed = new TreeSet<>(methods);
    allowed.add("OPTIONS");
    if (allowed.contains("GET")) {
      allowed.add("HEAD");
    }
    return String.join(", ", allowed);
  }

  public Router get(String route, Access access, Function<Call, Response> operation) {
    return get(route, access, operation, NO_VERSION);
  }

  /** Adds a {@code GET} whose version costs less than its answer. */
  public Router get(
      String route,
      Access access,
      Function<Call, Response> operation,
      Function<Call, List<String>> version) {
    return add("GET", route, access, Body.NOTHING, operation, version);
  }

  /** Adds an operation with an optional JSON body of at most 16 KB. */
  public Router post(String route, Access access, Function<Call, Response> operation) {
    return add("POST", route, access, Body.OPTIONAL_JSON, operation, NO_VERSION);
  }

  public Router delete(String route, Access access, Function<Call, Response> operation) {
    return add("DELETE", route, access, Body.NOTHING, operation, NO_VERSION);
  }

  /** Adds an operation whose body is a {@link Form}. */
  public Router postForm(String route, Access access, Function<Call, Response> operation) {
    return add("POST", route, access, Body.FORM, operation, NO_VERSION);
  }

  /** Adds an operation whose body is JSON of at most 64 KB. */
  public Router postJson(String route, Access access, Function<Call, Response> operation) {
    return add("POST", route, access, Body.JSON, operation, NO_VERSION);
  }

  /** Adds an operation that changes something that exists, by JSON of at most 64 KB. */
  public Router patchJson(String route, Access access, Function<Call, Response> operation) {
    return add("PATCH", route, access, Body.JSON, operation, NO_VERSION);
  }

  private Router add(
      String method,
      String route,
      Access access,
      Body body,
      Function<Call, Response> operation,
      Function<Call, List<String>> version) {
    int end = route.indexOf(QUERY);
    String resource = end < 0 ? route : route.substring(0, end);
    Set<String> query =
        end < 0
            ? Set.of()
            : Set.of(route.substring(end + QUERY.length(), route.length() - 1).split(","));
    resources
        .computeIfAbsent(resource, any -> new HashMap<>())
        .put(method, new Route(query, access, body, operation, version));
    return this;
  }
}
