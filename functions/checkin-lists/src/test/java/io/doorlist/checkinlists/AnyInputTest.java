package io.doorlist.checkinlists;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.domain.Decimal;
import io.doorlist.domain.Ids;
import io.doorlist.domain.InvalidInputException;
import io.doorlist.domain.Mode;
import io.doorlist.domain.Slug;
import io.doorlist.domain.token.TokenSecret;
import io.doorlist.http.Access;
import io.doorlist.http.Form;
import io.doorlist.http.Query;
import io.doorlist.http.Response;
import io.doorlist.http.Router;
import io.doorlist.json.Json;
import io.doorlist.json.JsonValue;
import io.doorlist.json.MalformedJsonException;
import io.doorlist.paging.Page;
import io.doorlist.testing.TestContext;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/**
 * A function gives a documented answer to any input (issue 8). With {@code
 * -Ddoorlist.slowest.millis=50} no answer may take more processor time than that; {@code
 * -Ddoorlist.inputs=150000} makes it a million inputs.
 */
class AnyInputTest {
  private static final String THINGS = "/{account_slug}/{event_slug}/things";
  private static final long SEED = 20261121;
  private static final int INPUTS = Integer.getInteger("doorlist.inputs", 2000);
  private static final Set<Integer> STATUSES =
      Set.of(200, 201, 204, 400, 401, 403, 404, 405, 413, 415);
  private static final Stopwatch STOPWATCH = new Stopwatch(1000);

  private final Boundary api = api();

  /** Returns a function whose operations read requests in every way. */
  private static Boundary api() {
    Access access = Boundary.ACCESS;
    return new Boundary(
        Router.routes()
            .get(
                THINGS,
                access,
                call -> {
                  call.query().text("q", 200);
                  Page<String> page = Page.of(List.of("a", "b"), call.query().page());
                  return Response.page(call, page, JsonValue.of(page.count()));
                })
            .get(THINGS + "/{id}", access, call -> Response.ok(JsonValue.of(call.id("id"))))
            .post(
                THINGS + "/{code}/tickets",
                access,
                call -> {
                  CheckinParameters.qrToken(call, "code");
                  CheckinParameters.command(call);
                  return Response.created(JsonValue.of(true));
                })
            .postForm(
                THINGS + "/{code}/orders",
                access,
                call -> {
                  CheckinParameters.qrToken(call, "code");
                  CheckinParameters.command(call);
                  return Response.created(
                      JsonValue.of(CheckinParameters.ticketCounts(call).size()));
                })
            .build());
  }

  /** What holds for every input. */
  @FunctionalInterface
  private interface Rule {
    void holds(HostileInputs draw) throws IOException;
  }

  private static void always(Rule rule) {
    for (int i = 0; i < INPUTS; i++) {
      long seed = SEED + i;
      try {
        rule.holds(new HostileInputs(new Random(seed)));
      } catch (Throwable e) {
        throw new AssertionError("seed " + seed, e);
      }
    }
  }

  private static String input(HostileInputs draw) {
    return draw.ofTheGateway(
        List.of(THINGS, THINGS + "/{id}", THINGS + "/{code}/tickets", THINGS + "/{code}/orders"));
  }

  private static String almostJson(HostileInputs draw) {
    String json = input(draw);
    int place = draw.random().nextInt(json.length());
    return json.substring(0, place)
        + draw.text()
        + json.substring(Math.min(place + 3, json.length()));
  }

  @Test
  void everyInput_isAnsweredAsDocumented() {
    always(
        draw -> {
          String input = input(draw);
          Map<String, Object> answer = Json.readObject(handle(input));

          int status = Math.toIntExact((Long) answer.get("statusCode"));
          assertTrue(STATUSES.contains(status), () -> "answered with " + status);
          Map<?, ?> headers = (Map<?, ?>) answer.get("headers");
          assertEquals("no-store", headers.get("Cache-Control"));
          assertEquals("request-1", headers.get("X-Request-Id"));
          headers.forEach(
              (name, value) -> assertTrue(isHeader((String) value), () -> name + ": " + value));
          String body = (String) answer.get("body");
          if (status >= 400 && !body.isEmpty()) {
            Map<String, Object> problem = Json.readObject(body);
            assertEquals((long) status, problem.get("status"));
            assertEquals("application/problem+json", headers.get("Content-Type"));
          }
        });
  }

  @Test
  void everyInputThatIsAlmostJson_isAnsweredOrRefusedAsUnreadable() {
    always(
        draw -> {
          String input = almostJson(draw);
          try {
            int status = Math.toIntExact((Long) Json.readObject(handle(input)).get("statusCode"));
            assertTrue(STATUSES.contains(status), () -> "answered with " + status);
          } catch (IOException e) {
            // Allowed by the contract of {@code handleRequest}.
          }
        });
  }

  @Test
  void everyForm_isReadAsItWasWritten_orRefused() {
    always(
        draw -> {
          byte[] body = draw.body();
          try {
            Map<String, String> fields = Form.read(body).fields();
            assertEquals(fields, Form.read(written(fields)).fields());
          } catch (InvalidInputException e) {
            assertTrue(e.parameter().equals(Form.BODY) || Slug.valid(e.parameter()));
          }
        });
  }

  @Test
  void everyQuery_isReadOrRefused() {
    always(
        draw -> {
          String text = draw.text();
          Query query = new Query(Map.of("x", List.of(text)));
          boolean integer =
              text.matches("[1-9][0-9]{0,15}") && new BigInteger(text).bitLength() <= 53;
          assertEquals(integer, accepts(() -> new Query(Map.of("page", List.of(text))).page()));
          assertEquals(
              text.equals("true") || text.equals("false"), accepts(() -> query.flag("x", true)));
          assertEquals(
              text.codePointCount(0, text.length()) <= 20, accepts(() -> query.text("x", 20)));
          accepts(() -> query.time("x"));
        });
  }

  @Test
  void everyId_isReadIfItIsOne() {
    always(
        draw -> {
          String text = draw.text();
          boolean integer = text.matches("[1-9][0-9]{0,15}");
          boolean id = integer && Long.parseLong(text) <= Ids.MAX;

          assertEquals(
              id ? OptionalLong.of(Long.parseLong(text)) : OptionalLong.empty(), Ids.read(text));
          boolean decimal = text.matches("0|[1-9][0-9]{0,17}");
          assertEquals(
              decimal ? OptionalLong.of(Long.parseLong(text)) : OptionalLong.empty(),
              Decimal.read(text, 0, Long.MAX_VALUE));
        });
  }

  @Test
  void everyChangedToken_isRefused() {
    always(
        draw -> {
          Random random = draw.random();
          String text = draw.text();
          char letter = (char) random.nextInt(Character.MAX_VALUE + 1);
          String token = TokenSecret.create(Mode.LIVE, random).reveal();
          int place = random.nextInt(token.length());
          String changed = token.substring(0, place) + letter + token.substring(place + 1);

          assertEquals(Optional.of(token), TokenSecret.read(token).map(TokenSecret::reveal));
          assertEquals(changed.equals(token), TokenSecret.read(changed).isPresent());
          String other = token.substring(0, place) + text;
          assertEquals(other.equals(token), TokenSecret.read(other).isPresent());
          assertEquals(text.isEmpty(), TokenSecret.read(token + text).isPresent());
        });
  }

  @Test
  void everyJson_isReadAsItWasWritten_orRefused() {
    always(
        draw -> {
          String text = almostJson(draw);
          try {
            Map<String, Object> object = Json.readObject(text);
            assertEquals(object, Json.readObject(Json.writeValue(object)));
          } catch (MalformedJsonException e) {
            assertTrue(e.getMessage().length() < 200);
          }
        });
  }

  @AfterAll
  static void noAnswerTakesLong() {
    System.out.println(STOPWATCH);
    Long most = Long.getLong("doorlist.slowest.millis");
    assertTrue(most == null || STOPWATCH.slowestMillis() <= most, STOPWATCH::toString);
  }

  private byte[] handle(String input) throws IOException {
    ByteArrayInputStream in = new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8));
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    List<String> lines = new ArrayList<>();
    STOPWATCH.start();
    try {
      api.handleRequest(in, out, TestContext.logging(10_000, lines::add));
    } finally {
      STOPWATCH.stop();
    }
    assertEquals(List.of(), lines);
    return out.toByteArray();
  }

  private static boolean isHeader(String value) {
    return value.chars().allMatch(c -> c >= ' ' && c < 0x7f);
  }

  private static byte[] written(Map<String, String> fields) {
    List<String> pieces = new ArrayList<>();
    new TreeMap<>(fields)
        .forEach(
            (name, value) ->
                pieces.add(
                    URLEncoder.encode(name, StandardCharsets.UTF_8)
                        + "="
                        + URLEncoder.encode(value, StandardCharsets.UTF_8)));
    return pieces.stream().collect(Collectors.joining("&")).getBytes(StandardCharsets.US_ASCII);
  }

  private static boolean accepts(Runnable read) {
    try {
      read.run();
      return true;
    } catch (InvalidInputException e) {
      return false;
    }
  }
}
