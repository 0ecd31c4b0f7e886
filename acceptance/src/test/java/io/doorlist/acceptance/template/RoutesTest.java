package io.doorlist.acceptance.template;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.doorlist.acceptance.client.Description;
import io.doorlist.acceptance.client.Json;
import io.doorlist.acceptance.client.YamlFile;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** template.yaml and openapi.yaml have the same routes, including the thirteen of version 0.1.0. */
class RoutesTest {
  /** The routes that must never change; names of parameters do not matter here. */
  private static final Set<String> CONTRACT =
      Set.of(
          "GET /{}/{}/checkin_lists",
          "GET /{}/{}/checkin_lists/{}",
          "GET /{}/{}/checkin_lists/{}/checkins",
          "GET /{}/{}/checkin_lists/{}/orders",
          "GET /{}/{}/checkin_lists/{}/tickets",
          "POST /{}/{}/checkin_lists/{}/orders/{}/checkins",
          "POST /{}/{}/checkin_lists/{}/tickets/{}/checkins",
          "GET /{}/{}/orders",
          "GET /{}/{}/orders/{}",
          "GET /{}/webhooks/events",
          "GET /{}/webhooks/events/{}",
          "GET /{}/events",
          "GET /{}/events/{}");

  /** A route of template.yaml. */
  private record Route(String event, String method, String path, boolean open) {
    boolean isOperation() {
      return !method.equals("HEAD");
    }

    String nameless() {
      return method + " " + path.replaceAll("\\{[^}]*}", "{}");
    }
  }

  /** No account has this name: the pages are under it. */
  private static final String PAGES = "/-/";

  private final Set<Route> template = readTemplate(path -> !path.startsWith(PAGES));
  private final Description description = Description.read();

  @Test
  void openapi_hasTheOperationsOfTheContract() {
    Set<String> described =
        description.operations().stream()
            .map(operation -> new Route("", operation.method(), operation.path(), false).nameless())
            .collect(Collectors.toSet());

    Set<String> missing = new TreeSet<>(CONTRACT);
    missing.removeAll(described);

    assertEquals(Set.of(), missing);
    assertEquals(described.size(), description.operations().size());
  }

  /** And the template asks for the token everywhere, and routes HEAD where GET is. */
  @Test
  void openapiAndTemplate_haveTheSameNamesAndPaths() {
    Map<String, String> described = new TreeMap<>();
    description
        .operations()
        .forEach(each -> described.put(each.id(), each.method() + " " + each.path()));

    Map<String, String> routed = new TreeMap<>();
    for (Route route : template) {
      if (route.isOperation()) {
        String name = route.event().substring(0, 1).toLowerCase(Locale.ROOT);
        routed.put(name + route.event().substring(1), route.method() + " " + route.path());
      }
    }

    assertEquals(described, routed);
    assertEquals(paths("GET"), paths("HEAD"));
    assertEquals(List.of(), template.stream().filter(Route::open).toList());
  }

  private Set<String> paths(String method) {
    return template.stream()
        .filter(route -> route.method().equals(method))
        .map(Route::path)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @Test
  void pages_areReadByEverybodyAndOnlyRead() {
    Set<Route> pages = readTemplate(path -> path.startsWith(PAGES));

    assertEquals(
        new TreeSet<>(
            Set.of("GET /-/{}", "GET /-/assets/{}/{}", "HEAD /-/{}", "HEAD /-/assets/{}/{}")),
        pages.stream().map(Route::nameless).collect(Collectors.toCollection(TreeSet::new)));
    assertEquals(Set.of(true), pages.stream().map(Route::open).collect(Collectors.toSet()));
  }

  private static Set<Route> readTemplate(Predicate<String> wanted) {
    Set<Route> routes = new HashSet<>();
    for (Object resource : Json.object(YamlFile.read("template.yaml").get("Resources")).values()) {
      Map<String, Object> properties =
          Json.object(Json.object(resource).getOrDefault("Properties", Map.of()));
      if (properties.get("Events") instanceof Map<?, ?> events) {
        events.forEach(
            (name, event) -> {
              if (Json.at(event, "Type").equals("Api")
                  && wanted.test((String) Json.at(event, "Properties", "Path"))) {
                routes.add(route((String) name, Json.object(event)));
              }
            });
      }
    }
    return routes;
  }

  private static Route route(String name, Map<String, Object> event) {
    Map<String, Object> properties = Json.object(event.get("Properties"));
    boolean open = "NONE".equals(Json.at(properties.getOrDefault("Auth", Map.of()), "Authorizer"));
    String method = ((String) properties.get("Method")).toUpperCase(Locale.ROOT);
    return new Route(name, method, (String) properties.get("Path"), open);
  }
}
