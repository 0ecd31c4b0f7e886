package io.doorlist.local.gateway;

import io.doorlist.local.template.Deployment.RouteSpec;
import io.doorlist.local.template.TemplateException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Finds the route of a request as API Gateway does: segment by segment, where a literal beats a
 * variable and a choice once made is not taken back.
 */
final class RouteTable {
  private final Resource root = new Resource();

  /** One path, its variable if it ends in one, and what answers there. */
  private static final class Resource {
    private final Map<String, Resource> literals = new HashMap<>();
    private final Map<String, RouteSpec> methods = new HashMap<>();
    private String variableName;
    private Resource variable;
  }

  /**
   * What was found.
   *
   * @param pathParameters decoded, by the names of the path's variables
   */
  record Match(RouteSpec route, Map<String, String> pathParameters) {}

  /**
   * Makes a table of routes.
   *
   * @throws TemplateException if two routes are the same, or two paths name a variable at one place
   *     differently, which API Gateway refuses
   */
  RouteTable(List<RouteSpec> routes) {
    routes.forEach(this::add);
  }

  private void add(RouteSpec route) {
    Resource resource = root;
    if (!route.path().equals("/")) {
      for (String segment : route.path().substring(1).split("/")) {
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
    String name = segment.substring(1, segment.length() - 1);
    if (parent.variable == null) {
      parent.variable = new Resource();
      parent.variableName = name;
    }
    if (!parent.variableName.equals(name)) {
      throw new TemplateException(
          "%s calls {%s} what another path calls {%s}"
              .formatted(route.path(), name, parent.variableName));
    }
    return parent.variable;
  }

  /**
   * Returns the route of a request, if there is one.
   *
   * @param segments of the path, decoded
   */
  Optional<Match> find(String method, List<String> segments) {
    var parameters = new LinkedHashMap<String, String>();
    Resource resource = root;
    for (String segment : segments) {
      Resource literal = resource.literals.get(segment);
      if (literal != null) {
        resource = literal;
      } else if (resource.variable != null && !segment.isEmpty()) {
        parameters.put(resource.variableName, segment);
        resource = resource.variable;
      } else {
        return Optional.empty();
      }
    }
    RouteSpec route = resource.methods.getOrDefault(method, resource.methods.get("ANY"));
    return Optional.ofNullable(route).map(found -> new Match(found, parameters));
  }
}
