package io.doorlist.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.domain.InvalidInputException;
import io.doorlist.domain.NotFoundException;
import io.doorlist.domain.UnavailableException;
import io.doorlist.json.Json;
import io.doorlist.json.JsonValue;
import io.doorlist.paging.Page;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ApiFunctionTest extends HandlerFixture {
  private static final String SAYING = "/{account_slug}/{event_slug}/saying";
  private static final String FORMS = "/{account_slug}/{event_slug}/forms";

  @Test
  void everyAnswer_hasTheCommonHeaders() throws Exception {
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

  /** The gateway leaves the body out, and needs it for the headers about it (RFC 9110, 8.6). */
  @Test
  void head_isAnsweredLikeGet() throws Exception {
    Answer get = handle(Inputs.of("GET", THINGS).query("page", "1"));
    Answer head = handle(Inputs.of("HEAD", THINGS).query("page", "1"));

    assertEquals(get, head);
  }

  @ParameterizedTest
  @ValueSource(strings = {"POST", "DELETE", "PATCH", "get", ""})
  void methodNotAllowed_whenResourceHasOthers(String method) throws Exception {
    Answer answer = handle(Inputs.of(method, THINGS).identity(Map.of()));

    assertProblem(405, "method_not_allowed", answer);
    assertEquals("GET, HEAD, OPTIONS", answer.headers().get("Allow"));
  }

  @Test
  void unauthorized_whenThereIsNoIdentity() throws Exception {
    Answer answer =
        handle(
            Inputs.of("GET", "/{account_slug}/{event_slug}/failing")
                .identity(Map.of("principalId", "anonymous")));

    assertProblem(401, "unauthorized", answer);
    assertEquals("Bearer", answer.headers().get("WWW-Authenticate"));
  }

  @Test
  void forbidden_beforeParametersAreLookedAt() throws Exception {
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

  /** Issue 53: a misspelt name was ignored, and a filter that is none returned everything. */
  @Test
  void unknownQueryParameters_areAllNamed() throws Exception {
    Map<String, List<String>> query = new LinkedHashMap<>();
    query.put("page", List.of("1"));
    query.put("pgae", List.of("2"));
    query.put("page[size]", List.of("3"));
    query.put("page[]", List.of("4"));
    query.put("<b>", List.of("5"));
    Answer answer =
        handle(
            Inputs.of("GET", THINGS)
                .with("multiValueQueryStringParameters", query)
                .header("If-None-Match", "*"));

    assertProblem(400, "invalid_parameter", answer);
    String detail = "is not a query parameter of this operation";
    assertEquals(
        List.of(
            Map.of("parameter", "pgae", "detail", detail),
            Map.of("parameter", "page[size]", "detail", detail),
            Map.of("parameter", "page[]", "detail", detail),
            Map.of("parameter", "query", "detail", detail)),
        Json.readObject(answer.body()).get("errors"));
  }

  /** Issue 53: ids are strings, and what does not exist is 404. */
  @Test
  void notFound_whenAnIdCannotExist() throws Exception {
    operation = call -> Response.ok(JsonValue.of(call.id("id")));
    for (String id : List.of("abc", "0", "-1", "01", "9007199254740992")) {
      Map<String, String> path =
          Map.of("account_slug", "acme", "event_slug", "spring-gala", "id", id);

      assertProblem(
          404, "not_found", handle(Inputs.of("GET", THINGS).with("pathParameters", path)));
    }
  }

  @Test
  void domainException_isAnsweredAsItsProblem() throws Exception {
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
  void internalError_andOneLineWithoutAnyMessage_whenSomethingUnknownHappens() throws Exception {
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
    assertTrue(line.contains("io.doorlist.http.ApiFunctionTest"), line);
  }

  @Test
  void internalError_whenWritingTheBodyFails() throws Exception {
    operation = call -> Response.ok(JsonValue.array(null));

    assertProblem(500, "internal_error", handle(Inputs.of("GET", THINGS)));
  }

  @Test
  void requestId_isTheFunctions_whenTheGatewayGaveNone() throws Exception {
    Answer answer = handle(Inputs.of("GET", THINGS).with("requestContext", Map.of()));

    assertProblem(401, "unauthorized", "aws-request-1", answer);
  }

  @Test
  void answerTooLargeForLambda_asksForShorterPages() throws Exception {
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
  void queryParametersAndHeaders_areTaken_upTo200() throws Exception {
    String[] most = Collections.nCopies(200, "x").toArray(String[]::new);
    String[] more = Collections.nCopies(201, "x").toArray(String[]::new);

    assertEquals(200, handle(Inputs.of("GET", THINGS).query("a", most).header("b", most)).status());
    assertProblem(400, "invalid_parameter", handle(Inputs.of("GET", THINGS).query("a", more)));
    assertProblem(400, "invalid_parameter", handle(Inputs.of("GET", THINGS).header("b", more)));
  }

  @Test
  void operation_hasUntilHalfASecondBeforeTheEnd() throws Exception {
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
  void handleRequest_throws_whenTheInputIsNotTheGateways() {
    ByteArrayInputStream input = new ByteArrayInputStream(new byte[] {'{', '"'});

    assertThrows(
        IOException.class, () -> api().handleRequest(input, new ByteArrayOutputStream(), context));
  }

  @Test
  void browser_mayReadAnswersAndProblems_ifItsOriginIsAllowed() throws Exception {
    Inputs allowed = Inputs.of("GET", THINGS).header("Origin", DOOR);

    for (Answer answer : List.of(handle(allowed), handle(allowed.identity(Map.of())))) {
      assertEquals(DOOR, answer.headers().get("Access-Control-Allow-Origin"));
      assertEquals(
          "Link, X-Request-Id, Retry-After, ETag",
          answer.headers().get("Access-Control-Expose-Headers"));
      assertEquals(
          answer.status() == 200 ? "Origin" : "Accept-Language, Origin",
          answer.headers().get("Vary"));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"https://evil.example", "https://door.example.evil.example", "null", "*"})
  void browser_isToldNothing_ifItsOriginIsNotAllowed(String origin) throws Exception {
    Answer answer = handle(Inputs.of("GET", THINGS).header("Origin", origin));

    assertEquals(handle(Inputs.of("GET", THINGS)), answer);
  }

  @Test
  void bodyTooLarge_whenItHasMoreThan16384Bytes() throws Exception {
    Inputs json = Inputs.of("POST", SAYING).header("Content-Type", "application/json");
    String most = "é".repeat(8_192);
    String base64 =
        Base64.getEncoder().encodeToString((most + "x").getBytes(StandardCharsets.UTF_8));

    assertEquals(201, handle(json.with("body", most)).status());
    assertProblem(413, "body_too_large", handle(json.with("body", most + "x")));
    assertProblem(
        413, "body_too_large", handle(json.with("body", base64).with("isBase64Encoded", true)));
  }

  /** Issue 53: a form, or a body of an operation without one, was ignored. */
  @Test
  void body_isRefused_whereNoneBelongs() throws Exception {
    Inputs said = Inputs.of("POST", SAYING).header("Content-Type", "application/json");
    Inputs form =
        Inputs.of("POST", SAYING).header("Content-Type", "application/x-www-form-urlencoded");

    assertEquals(201, handle(said.with("body", "{}")).status());
    assertEquals(201, handle(said).status());
    assertEquals(201, handle(form).status());
    for (Inputs wrong :
        List.of(
            form.with("body", "online=false"),
            Inputs.of("POST", SAYING).with("body", "{}"),
            Inputs.of("GET", THINGS).with("body", "{}"),
            Inputs.of("DELETE", "/{account_slug}/{event_slug}/gone").with("body", "{}"))) {
      Answer answer = handle(wrong);

      assertProblem(400, "invalid_parameter", answer);
      assertTrue(answer.body().contains("\"parameter\":\"body\""), answer.body());
    }
  }

  @Test
  void unsupportedMediaType_whenAFormIsNeeded() throws Exception {
    Inputs form = Inputs.of("POST", FORMS).with("body", "adult=1");

    assertProblem(415, "unsupported_media_type", handle(form.header("Content-Type", "text/plain")));
    assertProblem(415, "unsupported_media_type", handle(form));
    assertEquals(
        201,
        handle(form.header("content-type", "application/x-www-form-urlencoded; charset=utf-8"))
            .status());
  }

  @Test
  void form_isRead_fromBase64() throws Exception {
    Inputs form =
        Inputs.of("POST", FORMS)
            .header("Content-Type", "application/x-www-form-urlencoded")
            .with(
                "body",
                Base64.getEncoder().encodeToString("adult=2".getBytes(StandardCharsets.US_ASCII)))
            .with("isBase64Encoded", true);

    assertEquals("{\"adult\":\"2\"}", handle(form).body());
  }
}
