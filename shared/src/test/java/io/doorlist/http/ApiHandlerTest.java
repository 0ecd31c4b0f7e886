package io.doorlist.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.domain.CheckinCommand;
import io.doorlist.domain.Event;
import io.doorlist.domain.EventDefinition;
import io.doorlist.domain.InvalidInputException;
import io.doorlist.domain.NotFoundException;
import io.doorlist.domain.UnavailableException;
import io.doorlist.json.EventJson;
import io.doorlist.json.Json;
import io.doorlist.json.JsonValue;
import io.doorlist.paging.Page;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Base64;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ApiHandlerTest {
  private static final String THINGS = "/{account_slug}/{event_slug}/things";
  private static final Instant NOW = Instant.parse("2026-09-14T17:00:00Z");
  private static final Event GALA = new Event("acme", 7, "spring-gala", "Spring Gala", List.of());

  private final FixedContext context = new FixedContext(10_000);
  private Operation operation = call -> Response.ok(EventJson.of(call.definition().event()));

  @Test
  void handle_answersWithTheHeadersThatAllAnswersHave() throws Exception {
    Answer answer = handle(Inputs.of("GET", THINGS));

    assertEquals(
        new Answer(
            200,
            Map.of(
                "Content-Type", "application/json",
                "Cache-Control", "no-store",
                "X-Request-Id", "request-1"),
            "{\"id\":7,\"title\":\"Spring Gala\"}"),
        answer);
  }

  @Test
  void handle_answersHeadLikeGetWithoutTheBody() throws Exception {
    Answer get = handle(Inputs.of("GET", THINGS).query("page", "1"));
    Answer head = handle(Inputs.of("HEAD", THINGS).query("page", "1"));

    assertEquals(new Answer(200, get.headers(), ""), head);
  }

  @Test
  void handle_answersHeadWithoutABody_alsoWhenRefusing() throws Exception {
    Answer head = handle(Inputs.of("HEAD", THINGS).identity(Map.of()));

    assertEquals(401, head.status());
    assertEquals("", head.body());
  }

  @Test
  void handle_notFound_whenResourceIsUnknown() throws Exception {
    Answer answer = handle(Inputs.of("GET", "/{account_slug}/other"));

    assertProblem(404, "not_found", answer);
  }

  @ParameterizedTest
  @ValueSource(strings = {"POST", "DELETE", "PATCH", "get", ""})
  void handle_methodNotAllowed_whenResourceHasOthers(String method) throws Exception {
    Answer answer = handle(Inputs.of(method, THINGS).identity(Map.of()));

    assertProblem(405, "method_not_allowed", answer);
    assertEquals("GET, HEAD, OPTIONS", answer.headers().get("Allow"));
  }

  @Test
  void handle_unauthorized_whenThereIsNoIdentity() throws Exception {
    Answer answer =
        handle(
            Inputs.of("GET", "/{account_slug}/{event_slug}/failing")
                .identity(Map.of("principalId", "anonymous")));

    assertProblem(401, "unauthorized", answer);
    assertEquals("Bearer", answer.headers().get("WWW-Authenticate"));
  }

  @Test
  void handle_unauthorized_onceTheTokenHasStoppedWorking() throws Exception {
    Map<String, String> identity =
        new HashMap<>(Map.of("token_id", "x", "account", "acme", "events", "*", "mode", "live"));
    identity.put("role", "full");
    identity.put("expires_at", Long.toString(NOW.getEpochSecond() + 1));
    assertEquals(200, handle(Inputs.of("GET", THINGS).identity(identity)).status());

    identity.put("expires_at", Long.toString(NOW.getEpochSecond()));
    assertProblem(401, "unauthorized", handle(Inputs.of("GET", THINGS).identity(identity)));
  }

  @Test
  void handle_forbidden_beforeParametersAreLookedAt() throws Exception {
    operation = call -> Response.ok(JsonValue.of(call.query().page().page()));
    Inputs foreign =
        Inputs.of("GET", THINGS)
            .with("pathParameters", Map.of("account_slug", "other", "event_slug", "spring-gala"))
            .query("page", "x");
    Inputs absent =
        Inputs.of("GET", THINGS)
            .with("pathParameters", Map.of("account_slug", "acme", "event_slug", "no-such"))
            .query("page", "x");

    assertProblem(403, "forbidden", handle(foreign));
    assertEquals(handle(foreign), handle(absent));
    assertProblem(400, "invalid_parameter", handle(Inputs.of("GET", THINGS).query("page", "x")));
  }

  @Test
  void handle_mapsDomainExceptions() throws Exception {
    operation = failing(new InvalidInputException("page", "must be an integer"));
    Answer invalid = handle(Inputs.of("GET", THINGS));
    operation = failing(new NotFoundException("order"));
    Answer notFound = handle(Inputs.of("GET", THINGS));
    operation = failing(new UnavailableException(new IllegalStateException("secret")));
    Answer unavailable = handle(Inputs.of("GET", THINGS));

    assertProblem(400, "invalid_parameter", invalid);
    assertEquals(
        List.of(Map.of("parameter", "page", "detail", "must be an integer")),
        Json.readObject(invalid.body()).get("errors"));
    assertProblem(404, "not_found", notFound);
    assertProblem(503, "unavailable", unavailable);
    assertEquals("1", unavailable.headers().get("Retry-After"));
  }

  @Test
  void handle_internalError_andOneLineWithoutAnyMessage_whenSomethingUnknownHappens()
      throws Exception {
    operation = failing(new IllegalStateException("secret", new IOException("secret cause")));

    Answer answer = handle(Inputs.of("GET", THINGS).with("path", "/secret"));

    assertProblem(500, "internal_error", answer);
    assertEquals(1, context.lines().size());
    String line = context.lines().getFirst();
    assertFalse(line.contains("secret"), line);
    assertFalse(line.contains("\n"), line);
    Map<String, Object> logged = Json.readObject(line);
    assertEquals("ERROR", logged.get("level"));
    assertEquals("internal_error", logged.get("code"));
    assertEquals("request-1", logged.get("request_id"));
    assertEquals("GET " + THINGS, logged.get("route"));
    assertTrue(line.contains("java.lang.IllegalStateException"), line);
    assertTrue(line.contains("java.io.IOException"), line);
    assertTrue(line.contains("io.doorlist.http.ApiHandlerTest"), line);
  }

  @Test
  void handle_internalError_whenWritingTheBodyFails() throws Exception {
    operation = call -> Response.ok(JsonValue.array(null));

    assertProblem(500, "internal_error", handle(Inputs.of("GET", THINGS)));
  }

  @Test
  void handle_logsNothing_whenTheClientIsWrong() throws Exception {
    operation = failing(new NotFoundException("order"));

    handle(Inputs.of("GET", THINGS));
    handle(Inputs.of("GET", THINGS).identity(Map.of()));
    handle(Inputs.of("GET", "/other"));

    assertEquals(List.of(), context.lines());
  }

  @Test
  void handle_namesTheRequestByTheFunctionsId_whenTheGatewayGaveNone() throws Exception {
    Answer answer = handle(Inputs.of("GET", THINGS).with("requestContext", Map.of()));

    assertProblem(401, "unauthorized", "aws-request-1", answer);
  }

  @Test
  void handle_asksForShorterPages_whenLambdaWouldNotTakeTheAnswer() throws Exception {
    JsonValue big = JsonValue.of("\"".repeat(2_500_000));
    operation = call -> Response.page(call, Page.of(List.of(), call.query().page()), big);
    Answer paged = handle(Inputs.of("GET", THINGS));
    operation = call -> Response.ok(big);
    Answer single = handle(Inputs.of("GET", THINGS));

    assertProblem(400, "invalid_parameter", paged);
    assertTrue(paged.body().contains("\"parameter\":\"items\""), paged.body());
    assertProblem(500, "internal_error", single);
  }

  @Test
  void handle_bodyTooLarge_whenItHasMoreThan16384Bytes() throws Exception {
    String resource = "/{account_slug}/{event_slug}/ignoring";
    String most = "é".repeat(8_192);
    String base64 =
        Base64.getEncoder().encodeToString((most + "x").getBytes(StandardCharsets.UTF_8));

    assertEquals(201, handle(Inputs.of("POST", resource).with("body", most)).status());
    assertProblem(
        413, "body_too_large", handle(Inputs.of("POST", resource).with("body", most + "x")));
    assertProblem(
        413,
        "body_too_large",
        handle(Inputs.of("POST", resource).with("body", base64).with("isBase64Encoded", true)));
  }

  @Test
  void handle_takes200QueryParametersAndHeaders_andNoMore() throws Exception {
    String[] most = Collections.nCopies(200, "x").toArray(String[]::new);
    String[] more = Collections.nCopies(201, "x").toArray(String[]::new);

    assertEquals(200, handle(Inputs.of("GET", THINGS).query("a", most).header("b", most)).status());
    assertProblem(400, "invalid_parameter", handle(Inputs.of("GET", THINGS).query("a", more)));
    assertProblem(400, "invalid_parameter", handle(Inputs.of("GET", THINGS).header("b", more)));
  }

  @Test
  void handle_unsupportedMediaType_whenAFormIsNeeded() throws Exception {
    Inputs form = Inputs.of("POST", "/{account_slug}/{event_slug}/forms").with("body", "adult=1");

    assertProblem(
        415, "unsupported_media_type", handle(form.header("Content-Type", "application/json")));
    assertProblem(415, "unsupported_media_type", handle(form));
    assertEquals(
        201,
        handle(form.header("content-type", "application/x-www-form-urlencoded; charset=utf-8"))
            .status());
  }

  @Test
  void handle_readsFormsInBase64() throws Exception {
    Inputs form =
        Inputs.of("POST", "/{account_slug}/{event_slug}/forms")
            .header("Content-Type", "application/x-www-form-urlencoded")
            .with(
                "body",
                Base64.getEncoder().encodeToString("adult=2".getBytes(StandardCharsets.US_ASCII)))
            .with("isBase64Encoded", true);

    assertEquals("{\"adult\":2}", handle(form).body());
  }

  @ParameterizedTest
  @CsvSource({
    "'', body",
    "adult=0, body",
    "adult=0&child=0, body",
    "adult=, adult",
    "adult=-1, adult",
    "adult=1.0, adult",
    "adult=10001, adult",
    "adult=%2B1, adult",
    "adult=1&adult=1, adult",
    "adult, body",
    "%3Cscript%3E=x, body"
  })
  void handle_invalidParameter_whenTheFormIsWrong(String body, String parameter) throws Exception {
    Answer answer =
        handle(
            Inputs.of("POST", "/{account_slug}/{event_slug}/forms")
                .header("Content-Type", "application/x-www-form-urlencoded")
                .with("body", body));

    assertProblem(400, "invalid_parameter", answer);
    assertTrue(answer.body().contains("\"parameter\":\"" + parameter + "\""), answer.body());
  }

  @Test
  void handle_invalidParameter_whenThereIsNoBodyAndNoContentType() throws Exception {
    Answer answer = handle(Inputs.of("POST", "/{account_slug}/{event_slug}/forms"));

    assertProblem(400, "invalid_parameter", answer);
  }

  @Test
  void handle_givesOperationsUntilHalfASecondBeforeTheEnd() throws Exception {
    Instant[] deadline = new Instant[1];
    operation =
        call -> {
          deadline[0] = call.deadline();
          return Response.ok(JsonValue.of(true));
        };

    handle(Inputs.of("GET", THINGS));
    assertEquals(NOW.plusMillis(7_500), deadline[0]);

    handle(Inputs.of("GET", THINGS), new FixedContext(300));
    assertEquals(NOW.plusMillis(100), deadline[0]);
  }

  @Test
  void handle_answersOptionsWithoutAToken() throws Exception {
    Answer answer = handle(Inputs.of("OPTIONS", THINGS).identity(Map.of()));

    assertEquals(
        new Answer(
            204,
            Map.of(
                "Allow", "GET, HEAD, OPTIONS",
                "Cache-Control", "no-store",
                "X-Request-Id", "request-1"),
            ""),
        answer);
  }

  @Test
  void handle_tellsBrowsersWhatTheyMay_ifTheirOriginIsAllowed() throws Exception {
    Answer answer =
        handle(
            Inputs.of("OPTIONS", "/{account_slug}/{event_slug}/forms")
                .identity(Map.of())
                .header("origin", "https://door.example"));

    assertEquals(
        Map.of(
            "Allow", "OPTIONS, POST",
            "Access-Control-Allow-Origin", "https://door.example",
            "Access-Control-Allow-Methods", "OPTIONS, POST",
            "Access-Control-Allow-Headers",
                "Authorization, Content-Type, Idempotency-Key, If-None-Match",
            "Access-Control-Max-Age", "7200",
            "Vary", "Origin",
            "Cache-Control", "no-store",
            "X-Request-Id", "request-1"),
        answer.headers());
  }

  @Test
  void handle_letsBrowsersReadAnswersAndProblems_ifTheirOriginIsAllowed() throws Exception {
    Inputs allowed = Inputs.of("GET", THINGS).header("Origin", "https://door.example");

    for (Answer answer : List.of(handle(allowed), handle(allowed.identity(Map.of())))) {
      assertEquals("https://door.example", answer.headers().get("Access-Control-Allow-Origin"));
      assertEquals(
          "Link, X-Request-Id, Retry-After, ETag",
          answer.headers().get("Access-Control-Expose-Headers"));
      assertEquals("Origin", answer.headers().get("Vary"));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"https://evil.example", "https://door.example.evil.example", "null", "*"})
  void handle_tellsBrowsersNothing_ifTheirOriginIsNotAllowed(String origin) throws Exception {
    Answer answer = handle(Inputs.of("GET", THINGS).header("Origin", origin));

    assertEquals(handle(Inputs.of("GET", THINGS)), answer);
  }

  @Test
  void handle_throws_whenInputIsNotTheGateways() {
    ByteArrayInputStream input = new ByteArrayInputStream(new byte[] {'{', '"'});

    assertThrows(
        IOException.class, () -> api().handle(input, new ByteArrayOutputStream(), context));
  }

  @Test
  void prime_asksNothingOfOperations() {
    operation = failing(new IllegalStateException("must not run"));

    api().prime();

    assertEquals(List.of(), context.lines());
  }

  /** What the gateway makes of an output. */
  private record Answer(int status, Map<String, Object> headers, String body) {}

  private ApiHandler api() {
    EventLookup events =
        (account, slug) ->
            slug.equals(GALA.slug())
                ? Optional.of(new EventDefinition(GALA, List.of()))
                : Optional.empty();
    Router router =
        Router.routes()
            .get(THINGS, Access.event(events), call -> operation.answer(call))
            .post(
                "/{account_slug}/{event_slug}/ignoring",
                Access.event(events),
                call -> Response.created(JsonValue.of(true)))
            .postForm(
                "/{account_slug}/{event_slug}/forms", Access.event(events), ApiHandlerTest::counts)
            .get(
                "/{account_slug}/{event_slug}/failing",
                Access.event(events),
                failing(new IllegalStateException("must not run")))
            .build();
    return new ApiHandler(
        router,
        Clock.fixed(NOW, ZoneOffset.UTC),
        Settings.of(Map.of("ALLOWED_ORIGINS", "https://door.example")));
  }

  private static Response counts(Call call) {
    SortedMap<String, Integer> counts = CheckinParameters.ticketCounts(call);
    CheckinCommand command = CheckinParameters.command(call);
    assertEquals(NOW.plusMillis(7_500), command.deadline());
    return Response.created(io.doorlist.json.CheckinJson.counts(counts));
  }

  private static Operation failing(RuntimeException exception) {
    return call -> {
      throw exception;
    };
  }

  private Answer handle(Inputs inputs) throws IOException {
    return handle(inputs, context);
  }

  private Answer handle(Inputs inputs, FixedContext context) throws IOException {
    ByteArrayOutputStream output = new ByteArrayOutputStream();
    byte[] input = inputs.json().getBytes(StandardCharsets.UTF_8);
    api().handle(new ByteArrayInputStream(input), output, context);
    Map<String, Object> members = Json.readObject(output.toByteArray());
    Map<String, Object> headers = new HashMap<>();
    ((Map<?, ?>) members.get("headers"))
        .forEach((name, value) -> headers.put((String) name, value));
    assertEquals(false, members.get("isBase64Encoded"));
    return new Answer(
        Math.toIntExact((Long) members.get("statusCode")), headers, (String) members.get("body"));
  }

  private static void assertProblem(int status, String code, Answer answer) throws Exception {
    assertProblem(status, code, "request-1", answer);
  }

  private static void assertProblem(int status, String code, String requestId, Answer answer)
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
