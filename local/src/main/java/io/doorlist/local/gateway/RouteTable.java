package io.doorlist.local.gateway;

import io.doorlist.local.template.Deployment.RouteSpec;
import io.doorlist.local.template.TemplateException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Finds the route of a request as API Gateway does: segment by segment, a literal before a
 * variable, without backtracking. Only a greedy variable, which takes the rest of the path, also
 * takes what a literal next to it does not match.
 */
final class RouteTable {
  private static final List<String> METHODS =
      List.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE");

  private final Resource root = new Resource();

  /** One path, the variable at its end, if any, and its methods. */
  private static final class Resource {
    private final Map<String, Resource> literals = new HashMap<>();
    private final Map<String, RouteSpec> methods = new HashMap<>();
    private String variableName;
    private Resource variable;
    private boolean greedy;
  }

  /**
   * A match.
   *
   * @param pathParameters decoded, by the names of the path's variables
   */
  record Match(RouteSpec route, Map<String, String> pathParameters) {}

  /**
   * Creates a table of routes.
   *
   * @throws TemplateException if two routes are the same, or two paths name the same variable
   *     differently, which API Gateway refuses
   */
  RouteTable(List<RouteSpec> routes) {
    routes.forEach(this::add);
  }

  private void add(RouteSpec route) {
    Resource resource = root;
    if (!route.path().equals("/")) {
      for (String segment : route.path().substring(1).split("/")) {
        if (resource.greedy) {
          throw new TemplateException(route.path() + " continues after a greedy variable");
        }
        resource = child(resource, segment, route);
      }
    }
    if (resource.methods.putIfAbsent(route.method(), route) != null) {
      throw new TemplateException(
          "two events of type Api give %s %s".formatted(route.method(), route.path()));
    }
  }

  private static Resource child(Resource parent, String segment, RouteSpec route) {
    if (!segment.startsWith("{") || !segment.endsWith("}")) {
      return parent.literals.computeIfAbsent(segment, unused -> new Resource());
    }
    boolean greedy = segment.endsWith("+}");
    String name = segment.substring(1, segment.length() - (greedy ? 2 : 1));
    if (parent.variable == null) {
      parent.variable = new Resource();
      parent.variable.greedy = greedy;
      parent.variableName = name;
    }
    if (!parent.variableName.equals(name) || parent.variable.greedy != greedy) {
      throw new TemplateException(
          "%s calls %s what another path calls {%s%s}"
              .formatted(
                  route.path(), segment, parent.variableName, parent.variable.greedy ? "+" : ""));
    }
    return parent.variable;
  }

  /**
   * Returns the route of a request, if there is one.
   *
   * @param segments of the path, decoded
   */
  Optional<Match> find(String method, List<String> segments) {
    LinkedHashMap<String, String> parameters = new LinkedHashMap<>();
    Match greedy = null;
    Resource resource = root;
    for (int i = 0; i < segments.size() && resource != null; i++) {
      String segment = segments.get(i);
      Resource variable = segment.isEmpty() ? null : resource.variable;
      if (variable != null && variable.greedy) {
        LinkedHashMap<String, String> all = new LinkedHashMap<>(parameters);
        all.put(resource.variableName, String.join("/", segments.subList(i, segments.size())));
        greedy = match(variable, method, all);
        variable = null;
      }
      Resource literal = resource.literals.get(segment);
      if (literal == null && variable != null) {
        parameters.put(resource.variableName, segment);
      }
      resource = literal == null ? variable : literal;
    }
    boolean known = resource != null && !resource.methods.isEmpty();
    return Optional.ofNullable(known ? match(resource, method, parameters) : greedy);
  }

  /** Returns a route of a path, whatever its method. */
  Optional<Match> findAny(List<String> segments) {
    return METHODS.stream().flatMap(method -> find(method, segments).stream()).findFirst();
  }

  private static Match match(Resource resource, String method, Map<String, String> parameters) {
    RouteSpec route = resource.methods.getOrDefault(method, resource.methods.get("ANY"));
    return route == null ? null : new Match(route, parameters);
  }
}
