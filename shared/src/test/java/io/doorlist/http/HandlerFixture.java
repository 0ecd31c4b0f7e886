package io.doorlist.http;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.doorlist.domain.event.Event;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.json.Json;
import io.doorlist.json.JsonValue;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** A handler with routes of each kind, and its answers as the gateway reads them. */
abstract class HandlerFixture {
  static final String THINGS = "/{account_slug}/{event_slug}/things";
  static final String DOOR = "https://door.example";
  static final Instant NOW = Instant.parse("2026-09-14T17:00:00Z");
  static final Event GALA = new Event("acme", 7, "spring-gala", "Spring Gala", List.of());

  final FixedContext context = new FixedContext(10_000);
  Function<Call, Response> operation =
      call ->
          Response.ok(
              JsonValue.object(
                  json ->
                      json.put("id", call.definition().event().id())
                          .put("title", call.definition().event().title())));

  /** An output as the gateway reads it. */
  record Answer(int status, Map<String, Object> headers, String body) {}

  ApiFunction api() {
    Access events =
        Access.event(
            (account, slug) ->
                slug.equals(GALA.slug())
                    ? Optional.of(new EventDefinition(GALA, List.of()))
                    : Optional.empty());
    Router router =
        new Router()
            .get(THINGS + "{?page,a}", events, call -> operation.apply(call))
            .post(
                "/{account_slug}/{event_slug}/saying",
                events,
                call -> Response.created(JsonValue.of(true)))
            .delete("/{account_slug}/{event_slug}/gone", events, call -> Response.noContent())
            .postForm("/{account_slug}/{event_slug}/forms", events, HandlerFixture::echo)
            .get(
                "/{account_slug}/{event_slug}/failing",
                events,
                failing(new IllegalStateException("must not run")));
    Settings settings = Settings.of(Map.of("ALLOWED_ORIGINS", "https://a.example, " + DOOR + ","));
    return new ApiFunction() {
      {
        serve(router, Clock.fixed(NOW, ZoneOffset.UTC), settings);
      }
    };
  }

  private static Response echo(Call call) {
    assertEquals(NOW.plusMillis(7_500), call.deadline());
    return Response.created(JsonValue.object(body -> body.putAll(call.form().fields())));
  }

  static Function<Call, Response> failing(RuntimeException exception) {
    return call -> {
      throw exception;
    };
  }

  Answer handle(Inputs inputs) throws IOException {
    return handle(inputs, context);
  }

  Answer handle(Inputs inputs, FixedContext context) throws IOException {
    ByteArrayOutputStream output = new ByteArrayOutputStream();
    byte[] input = inputs.json().getBytes(StandardCharsets.UTF_8);
    api().handleRequest(new ByteArrayInputStream(input), output, context);
    Map<String, Object> members = Json.readObject(output.toByteArray());
    Map<String, Object> headers = new HashMap<>();
    ((Map<?, ?>) members.get("headers"))
        .forEach((name, value) -> headers.put((String) name, value));
    assertEquals(false, members.get("isBase64Encoded"));
    return new Answer(
        Math.toIntExact((Long) members.get("statusCode")), headers, (String) members.get("body"));
  }

  static void assertProblem(int status, String code, Answer answer) throws Exception {
    assertProblem(status, code, "request-1", answer);
  }

  static void assertProblem(int status, String code, String requestId, Answer answer)
      throws Exception {
    assertEquals(status, answer.status(), answer.body());
    assertEquals("application/problem+json", answer.headers().get("Content-Type"));
    assertEquals("no-store", answer.headers().get("Cache-Control"));
    assertEquals(requestId, answer.headers().get("X-Request-Id"));
    Map<String, Object> problem = Json.readObject(answer.body());
    assertEquals("urn:doorlist:problem:" + code, problem.get("type"));
    assertEquals((long) status, problem.get("status"));
    assertEquals(code, problem.get("code"));
    assertEquals(requestId, problem.get("request_id"));
  }
}
