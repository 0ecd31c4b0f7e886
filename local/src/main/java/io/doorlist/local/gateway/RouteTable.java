package io.doorlist.local.gateway;

import io.doorlist.local.template.Deployment.RouteSpec;
import io.doorlist.local.template.TemplateException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Finds the route of a request as API Gateway does. It goes segment by segment, prefers a literal
 * to a variable, and does not backtrack.
 */
final class RouteTable {
  private static final List<String> METHODS =
      List.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE");

  private final Resource root = new Resource();

  /**
   * A path, with its methods and the paths below it, which are found by literal segments or by one
   * variable.
   */
  private static final class Resource {
    private final Map<String, Resource> literals = new HashMap<>();
    private final Map<String, RouteSpec> methods = new HashMap<>();
    private String variableName;
    private Resource variable;
  }

  /**
   * A match.
   *
   * @param pathParameters decoded values by the names of the path's variables
   */
  record Match(RouteSpec route, Map<String, String> pathParameters) {}

  RouteTable(List<RouteSpec> routes) {
    for (RouteSpec route : routes) {
      Resource resource = root;
      if (!route.path().equals("/")) {
        for (String segment : route.path().substring(1).split("/")) {
          resource = child(resource, segment, route);
        }
      }
      resource.methods.put(route.method(), route);
    }
  }

  private static Resource child(Resource parent, String segment, RouteSpec route) {
    if (!segment.startsWith("{")) {
      return parent.literals.computeIfAbsent(segment, unused -> new Resource());
    }
    String name = segment.substring(1, segment.length() - 1);
    if (parent.variable == null) {
      parent.variable = new Resource();
      parent.variableName = name;
    }
    if (!parent.variableName.equals(name)) {
      throw new TemplateException(
          "%s calls %s what another path calls {%s}"
              .formatted(route.path(), segment, parent.variableName));
    }
    return parent.variable;
  }

  /** Returns the route of a request, if there is one, by its decoded segments. */
  Optional<Match> find(String method, List<String> segments) {
    Map<String, String> parameters = new LinkedHashMap<>();
    Resource resource = root;
    for (String segment : segments) {
      Resource literal = resource.literals.get(segment);
      if (literal == null && !segment.isEmpty() && resource.variable != null) {
        parameters.put(resource.variableName, segment);
        literal = resource.variable;
      }
      if (literal == null) {
        return Optional.empty();
      }
      resource = literal;
    }
    return Optional.ofNullable(resource.methods.getOrDefault(method, resource.methods.get("ANY")))
        .map(route -> new Match(route, parameters));
  }

  Optional<Match> findAny(List<String> segments) {
    return METHODS.stream().flatMap(method -> find(method, segments).stream()).findFirst();
  }
}
