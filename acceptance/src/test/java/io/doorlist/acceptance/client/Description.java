package io.doorlist.acceptance.client;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The contents of openapi.yaml. */
public final class Description {
  private static final Set<String> METHODS =
      Set.of("get", "put", "post", "delete", "options", "head", "patch", "trace");

  private static final Description OPENAPI = new Description(YamlFile.read("openapi.yaml"));

  private final Map<String, Object> document;
  private final List<Operation> operations = new ArrayList<>();

  private Description(Map<String, Object> document) {
    this.document = document;
    for (Map.Entry<String, Object> path : Json.object(document.get("paths")).entrySet()) {
      for (Map.Entry<String, Object> member : Json.object(path.getValue()).entrySet()) {
        if (METHODS.contains(member.getKey())) {
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
    String[] segments = call.segments();
    Operation best = null;
    for (Operation each : operations) {
      if (each.matches(segments) >= 0
          && (best == null || each.matches(segments) > best.matches(segments))) {
        best = each;
      }
    }
    if (best == null) {
      return Optional.empty();
    }
    String path = best.path();
    return operations.stream()
        .filter(each -> each.path().equals(path) && each.method().equals(method))
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
