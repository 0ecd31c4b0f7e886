package io.doorlist.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.domain.Decimal;
import io.doorlist.domain.Event;
import io.doorlist.domain.EventDefinition;
import io.doorlist.domain.Ids;
import io.doorlist.domain.InvalidInputException;
import io.doorlist.domain.Mode;
import io.doorlist.domain.Slug;
import io.doorlist.domain.TokenSecret;
import io.doorlist.json.Json;
import io.doorlist.json.JsonValue;
import io.doorlist.json.MalformedJsonException;
import io.doorlist.paging.Page;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.lifecycle.AfterContainer;

/**
 * The handler gives a documented answer to any input (issue 8). With {@code
 * -Ddoorlist.slowest.millis=50} no answer may take more processor time than that; {@code
 * -Djqwik.tries.default=150000} makes it a million inputs.
 */
class HostileInputProperties {
  private static final String THINGS = "/{account_slug}/{event_slug}/things";
  private static final String SEED = "20261121";
  private static final Set<Integer> STATUSES =
      Set.of(200, 201, 204, 400, 401, 403, 404, 405, 413, 415);
  private static final Event GALA = new Event("acme", 7, "spring-gala", "Spring Gala", List.of());
  private static final Stopwatch STOPWATCH = new Stopwatch(1000);

  private final ApiHandler api = api();

  /** Returns a handler whose operations read requests in every way. */
  private static ApiHandler api() {
    EventDefinition definition = new EventDefinition(GALA, List.of());
    Access access =
        Access.event(
            (account, slug) ->
                slug.equals(GALA.slug()) ? Optional.of(definition) : Optional.empty());
    Router router =
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
            .build();
    Clock clock = Clock.fixed(Instant.parse("2026-09-14T17:00:00Z"), ZoneOffset.UTC);
    return new ApiHandler(
        router, clock, Settings.of(Map.of("ALLOWED_ORIGINS", "https://a.example")));
  }

  @Provide
  Arbitrary<String> inputs() {
    return HostileInputs.ofTheGateway(
        List.of(THINGS, THINGS + "/{id}", THINGS + "/{code}/tickets", THINGS + "/{code}/orders"));
  }

  @Provide
  Arbitrary<String> texts() {
    return HostileInputs.texts();
  }

  @Provide
  Arbitrary<byte[]> bodies() {
    return HostileInputs.bodies();
  }

  @Provide
  Arbitrary<String> almostJson() {
    return inputs()
        .flatMap(
            json ->
                Arbitraries.integers()
                    .between(0, json.length() - 1)
                    .flatMap(
                        place ->
                            HostileInputs.texts()
                                .map(
                                    text ->
                                        json.substring(0, place)
                                            + text
                                            + json.substring(Math.min(place + 3, json.length())))));
  }

  @Property(seed = SEED, shrinking = ShrinkingMode.OFF)
  void everyInput_isAnsweredAsDocumented(@ForAll("inputs") String input) throws IOException {
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
  }

  @Property(seed = SEED, shrinking = ShrinkingMode.OFF)
  void everyInputThatIsAlmostJson_isAnsweredOrRefusedAsUnreadable(
      @ForAll("almostJson") String input) {
    try {
      int status = Math.toIntExact((Long) Json.readObject(handle(input)).get("statusCode"));
      assertTrue(STATUSES.contains(status), () -> "answered with " + status);
    } catch (IOException e) {
      // Allowed by the contract of {@code handle}.
    }
  }

  @Property(seed = SEED)
  void everyForm_isReadAsItWasWritten_orRefused(@ForAll("bodies") byte[] body) {
    try {
      Map<String, String> fields = Form.read(body).fields();
      assertEquals(fields, Form.read(written(fields)).fields());
    } catch (InvalidInputException e) {
      assertTrue(e.parameter().equals(Form.BODY) || Slug.valid(e.parameter()));
    }
  }

  @Property(seed = SEED)
  void everyQuery_isReadOrRefused(@ForAll("texts") String text) {
    Query query = new Query(Map.of("x", List.of(text)));
    boolean integer = text.matches("[1-9][0-9]{0,15}") && new BigInteger(text).bitLength() <= 53;
    assertEquals(integer, accepts(() -> new Query(Map.of("page", List.of(text))).page()));
    assertEquals(text.equals("true") || text.equals("false"), accepts(() -> query.flag("x", true)));
    assertEquals(text.codePointCount(0, text.length()) <= 20, accepts(() -> query.text("x", 20)));
    accepts(() -> query.time("x"));
  }

  @Property(seed = SEED)
  void everyId_isReadIfItIsOne(@ForAll("texts") String text) {
    boolean integer = text.matches("[1-9][0-9]{0,15}");
    boolean id = integer && Long.parseLong(text) <= Ids.MAX;

    assertEquals(id ? OptionalLong.of(Long.parseLong(text)) : OptionalLong.empty(), Ids.read(text));
    boolean decimal = text.matches("0|[1-9][0-9]{0,17}");
    assertEquals(
        decimal ? OptionalLong.of(Long.parseLong(text)) : OptionalLong.empty(),
        Decimal.read(text, 0, Long.MAX_VALUE));
  }

  @Property(seed = SEED)
  void everyChangedToken_isRefused(
      @ForAll Random random, @ForAll("texts") String text, @ForAll char letter) {
    String token = TokenSecret.create(Mode.LIVE, random).reveal();
    int place = random.nextInt(token.length());
    String changed = token.substring(0, place) + letter + token.substring(place + 1);

    assertEquals(Optional.of(token), TokenSecret.read(token).map(TokenSecret::reveal));
    assertEquals(changed.equals(token), TokenSecret.read(changed).isPresent());
    String other = token.substring(0, place) + text;
    assertEquals(other.equals(token), TokenSecret.read(other).isPresent());
    assertEquals(text.isEmpty(), TokenSecret.read(token + text).isPresent());
  }

  @Property(seed = SEED)
  void everyJson_isReadAsItWasWritten_orRefused(@ForAll("almostJson") String text) {
    try {
      Map<String, Object> object = Json.readObject(text);
      assertEquals(object, Json.readObject(Json.writeValue(object)));
    } catch (MalformedJsonException e) {
      assertTrue(e.getMessage().length() < 200);
    }
  }

  @AfterContainer
  static void noAnswerTakesLong() {
    System.out.println(STOPWATCH);
    Long most = Long.getLong("doorlist.slowest.millis");
    assertTrue(most == null || STOPWATCH.slowestMillis() <= most, STOPWATCH::toString);
  }

  private byte[] handle(String input) throws IOException {
    ByteArrayInputStream in = new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8));
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    FixedContext context = new FixedContext(10_000);
    STOPWATCH.start();
    try {
      api.handle(in, out, context);
    } finally {
      STOPWATCH.stop();
    }
    assertEquals(List.of(), context.lines());
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
