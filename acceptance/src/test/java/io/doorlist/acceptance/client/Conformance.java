package io.doorlist.acceptance.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.SpecificationVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/**
 * Compares answers with openapi.yaml: status, headers, media type and every member of the body. A
 * member that is not described fails, although the schemas are open ({@link ClosedSchemas}).
 */
public final class Conformance {
  /** Words from our code, the SDK and the language that no client may see. */
  private static final Pattern INSIDES =
      Pattern.compile("io\\.doorlist|amazon|dynamo|Exception|\\bat java\\.|NullPointer|\\{\"S\":");

  private static final String PROBLEM = "application/problem+json";

  /** The only one: what it compiles is for all clients. */
  public static final Conformance OPENAPI = new Conformance(Description.read());

  private final Description description;
  private final Map<String, Object> components;
  private final SchemaRegistry registry =
      SchemaRegistry.withDefaultDialect(
          SpecificationVersion.DRAFT_2020_12,
          builder ->
              builder.schemaRegistryConfig(
                  SchemaRegistryConfig.builder().formatAssertionsEnabled(true).build()));
  private final Map<Map<String, Object>, Schema> schemas = new ConcurrentHashMap<>();

  private Conformance(Description description) {
    this.description = description;
    this.components =
        ClosedSchemas.components(Json.object(description.document().get("components")));
  }

  /** Fails unless openapi.yaml describes this answer for that request. */
  void check(Answer answer) {
    assertFalse(INSIDES.matcher(answer.text()).find(), () -> "tells of its insides: " + answer);
    if (answer.call().method().equals("OPTIONS")) {
      checkOptions(answer);
      return;
    }
    Optional<Description.Operation> operation = description.operationOf(answer.call());
    Map<String, Object> response =
        operation.map(each -> documented(each, answer)).orElseGet(() -> unrouted(answer));
    checkHeaders(answer, response);
    if (answer.call().method().equals("HEAD")) {
      assertEquals("", answer.text(), () -> "HEAD with a body: " + answer);
    } else if (!response.containsKey("content")) {
      assertEquals("", answer.text(), () -> "a body where none is described: " + answer);
    } else {
      checkBody(answer, Json.object(response.get("content")));
      operation.ifPresent(
          each ->
              Recording.answer(
                  each.id(), answer, media(answer, Json.object(response.get("content")))));
    }
  }

  private static Map<String, Object> media(Answer answer, Map<String, Object> content) {
    return Json.object(content.get(answer.header("Content-Type").orElse("none")));
  }

  /** Returns what is wrong with the JSON text under a schema of openapi.yaml; empty if nothing. */
  public List<String> errors(Map<String, Object> schema, String json) {
    return schemas.computeIfAbsent(schema, this::compile).validate(json, InputFormat.JSON).stream()
        .map(Error::toString)
        .toList();
  }

  /** Returns what is wrong with a body of this content type under its schema; empty if nothing. */
  public List<String> bodyErrors(String type, Map<String, Object> schema, String json) {
    List<String> errors = new ArrayList<>(errors(schema, json));
    if (type.equals(PROBLEM)) {
      errors.addAll(ProblemRules.errors(Json.parse(json)));
    } else if (json.contains("\"results\"")) {
      errors.addAll(ProblemRules.resultErrors(Json.objects(Json.parse(json).get("results"))));
    }
    return errors;
  }

  private Schema compile(Map<String, Object> schema) {
    Map<String, Object> whole = ClosedSchemas.close(schema);
    whole.put("components", components);
    return registry.getSchema(Json.write(whole), InputFormat.JSON);
  }

  private Map<String, Object> documented(Description.Operation operation, Answer answer) {
    Map<String, Object> response = operation.responses().get(String.valueOf(answer.status()));
    assertTrue(
        response != null, () -> operation.id() + " has no such status in openapi.yaml: " + answer);
    return response;
  }

  /**
   * Returns the response for unknown paths and methods, which openapi.yaml describes in its
   * introduction.
   */
  private Map<String, Object> unrouted(Answer answer) {
    assertTrue(
        Set.of(400, 404, 405).contains(answer.status()),
        () -> "neither 400, 404 nor 405 for an unknown route: " + answer);
    if (answer.status() == 405) {
      assertTrue(answer.header("Allow").isPresent(), () -> "405 without Allow: " + answer);
    }
    return description.operation("getEvent").responses().get("404");
  }

  private void checkOptions(Answer answer) {
    if (answer.status() == 404) {
      checkHeaders(answer, unrouted(answer));
      return;
    }
    assertEquals(200, answer.status(), answer::toString);
    assertEquals("{}\n", answer.text(), answer::toString);
  }

  private void checkHeaders(Answer answer, Map<String, Object> response) {
    assertEquals(
        answer.header("ETag").isPresent() ? "private, no-cache" : "no-store",
        answer.header("Cache-Control").orElse("none"),
        () -> "may be kept by others: " + answer);
    assertTrue(answer.header("X-Request-Id").isPresent(), () -> "no X-Request-Id: " + answer);
    Map<String, Object> headers = Json.object(response.getOrDefault("headers", Map.of()));
    for (Map.Entry<String, Object> each : headers.entrySet()) {
      Map<String, Object> header = description.follow(Json.object(each.getValue()));
      Optional<String> value = header(answer, each.getKey());
      boolean required = Boolean.TRUE.equals(header.get("required"));
      assertTrue(
          value.isPresent() || !required, () -> "no " + each.getKey() + " header: " + answer);
      value.ifPresent(
          text -> checkHeader(answer, each.getKey(), Json.object(header.get("schema")), text));
    }
    for (String link : List.of("Link", "Retry-After", "WWW-Authenticate", "ETag", "Location")) {
      assertTrue(
          headers.containsKey(link) || answer.header(link).isEmpty(),
          () -> "openapi.yaml has no " + link + " header for: " + answer);
    }
  }

  /**
   * Finds a header. API Gateway renames a function's WWW-Authenticate; TokensTest shows when that
   * is allowed.
   */
  private static Optional<String> header(Answer answer, String name) {
    return answer.header(name).or(() -> answer.header("x-amzn-Remapped-" + name));
  }

  private void checkHeader(Answer answer, String name, Map<String, Object> schema, String value) {
    String json = "integer".equals(schema.get("type")) ? value : Json.write(value);
    List<String> errors = errors(schema, json);
    assertTrue(errors.isEmpty(), () -> name + ": " + value + ": " + errors + " in " + answer);
  }

  private void checkBody(Answer answer, Map<String, Object> content) {
    String type = answer.header("Content-Type").orElse("none");
    assertTrue(content.containsKey(type), () -> "content type " + type + ": " + answer);
    Map<String, Object> schema = Json.object(media(answer, content).get("schema"));
    List<String> errors = bodyErrors(type, schema, answer.text());
    assertTrue(errors.isEmpty(), () -> errors + " in " + answer);
    if (type.equals(PROBLEM)) {
      assertEquals(answer.header("X-Request-Id").orElseThrow(), answer.json().get("request_id"));
      assertEquals(answer.status(), answer.json().get("status"));
    }
  }
}
