package io.doorlist.acceptance.client;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The contents of openapi.yaml. */
public final class Description {
  private static final Description OPENAPI = new Description(YamlFile.read("openapi.yaml"));

  private final Map<String, Object> document;
  private final List<Operation> operations = new ArrayList<>();

  /**
   * One operation.
   *
   * @param path with its parameters in braces
   * @param responses status to the response, references followed
   */
  public record Operation(
      String id, String method, String path, Map<String, Map<String, Object>> responses) {}

  private Description(Map<String, Object> document) {
    this.document = document;
    for (Map.Entry<String, Object> path : Json.object(document.get("paths")).entrySet()) {
      for (Map.Entry<String, Object> member : Json.object(path.getValue()).entrySet()) {
        if (member.getValue() instanceof Map) {
          operations.add(operation(path.getKey(), member.getKey(), Json.object(member.getValue())));
        }
      }
    }
  }

  /** Returns what the file says; it is read once. */
  public static Description read() {
    return OPENAPI;
  }

  public Map<String, Object> document() {
    return document;
  }

  public List<Operation> operations() {
    return List.copyOf(operations);
  }

  public Operation operation(String id) {
    return operations.stream().filter(each -> each.id().equals(id)).findFirst().orElseThrow();
  }

  /** Finds the operation of a request; HEAD counts as GET. Literal segments win over parameters. */
  Optional<Operation> operationOf(Call call) {
    String method = call.method().equals("HEAD") ? "GET" : call.method();
    String path = call.path().replaceFirst("\\?.*", "");
    Optional<Operation> best =
        operations.stream()
            .filter(each -> path.matches(each.path().replaceAll("\\{[^}]*}", "[^/]+")))
            .min(Comparator.comparing(each -> each.path().chars().filter(c -> c == '{').count()));
    return operations.stream()
        .filter(each -> best.isPresent() && each.path().equals(best.get().path()))
        .filter(each -> each.method().equals(method))
        .findFirst();
  }

  /** Returns the object that a reference names, or the object itself if it is none. */
  Map<String, Object> follow(Map<String, Object> object) {
    if (!(object.get("$ref") instanceof String reference)) {
      return object;
    }
    Object here = document;
    for (String step : reference.substring("#/".length()).split("/")) {
      here = Json.object(here).get(step);
    }
    return follow(Json.object(here));
  }

  private Operation operation(String path, String method, Map<String, Object> operation) {
    Map<String, Map<String, Object>> responses = new LinkedHashMap<>();
    Json.object(operation.get("responses"))
        .forEach((status, response) -> responses.put(status, follow(Json.object(response))));
    return new Operation(
        (String) operation.get("operationId"), method.toUpperCase(Locale.ROOT), path, responses);
  }
}
