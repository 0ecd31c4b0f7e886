package io.doorlist.local;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GatewayRoutingTest extends HostFixture {
  private static final String TOKEN = "Authorization: Bearer allow";

  @Test
  void route_takesVariable_whenSegmentIsNoLiteral() {
    Map<?, ?> input = host.send("GET /things/7/labels/red", TOKEN).json();

    assertEquals("/things/{id}/labels/{label}", input.get("resource"));
    assertEquals(Map.of("id", "7", "label", "red"), input.get("pathParameters"));
  }

  @Test
  void route_takesLiteral_whenBothMatch() {
    Map<?, ?> input = host.send("GET /things/latest", TOKEN).json();

    assertEquals("/things/latest", input.get("resource"));
    assertNull(input.get("pathParameters"));
  }

  @Test
  void route_isNotFound_whenOnlyTheVariableNotTakenWouldLeadOn() {
    assertNotFound(host.send("GET /things/latest/labels/red", TOKEN));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/",
        "/nothing",
        "/things/",
        "//things",
        "/things/7/",
        "/things//labels/red",
        "/things/7/labels",
        "/things/7/labels/red/more",
        "/./things",
        "/a/../things",
        "/things;a=b",
        "/Things",
        "http://elsewhere",
        "http://elsewhere/nothing"
      })
  void path_isNotFound_whenNoRouteIsIt(String path) {
    assertNotFound(host.send("GET " + path, TOKEN));
  }

  /** Who opens a laptop's address sees the scanner; apps go on to get JSON. */
  @ParameterizedTest
  @ValueSource(strings = {"/", "/-", "/-/"})
  void browser_thatHasOnlyTheAddress_isLedToTheScanner(String path) {
    String html = "Accept: text/html,application/xhtml+xml,*/*;q=0.8";

    HttpExchange answer = host.send("GET " + path, html);

    assertEquals(303, answer.status());
    assertEquals("/-/scan", answer.header("Location"));
    assertNotFound(host.send("GET " + path, html, TOKEN));
    assertNotFound(host.send("GET " + path, "Accept: */*"));
    assertNotFound(host.send("POST " + path, html));
  }

  @Test
  void preflight_isAnsweredByTheGateway_whereAnyMethodIsServed() {
    HttpExchange answer = host.send("OPTIONS /things/7", "Origin: https://app.example");

    assertEquals(200, answer.status());
    assertEquals("*", answer.header("Access-Control-Allow-Origin"));
    assertEquals("GET,POST", answer.header("Access-Control-Allow-Methods"));
    assertNotFound(host.send("OPTIONS /nothing"));
    assertNotFound(host.send("OPTIONS /things/7/labels"));
  }

  @Test
  void unknownRoute_hasSameHeadersAndNoBody_whenAskedWithHead() {
    HttpExchange get = host.send("GET /nothing");
    HttpExchange head = host.send("HEAD /nothing");

    assertEquals(404, head.status());
    assertEquals("", head.body());
    assertEquals(get.headers().keySet(), head.headers().keySet());
    assertEquals(get.header("Content-Length"), head.header("Content-Length"));
    assertEquals("application/problem+json", head.header("Content-Type"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a%2Fb > a/b",
        "a%2fb > a/b",
        "%2F > /",
        "%5C > \\",
        "%2E%2E > ..",
        ".. > ..",
        "%25 > %",
        "%2525 > %25",
        "a+b > a+b",
        "a;b=c > a;b=c",
        "%3B > ;",
        "%C3%A9 > é",
        "%F0%9F%8E%AB > 🎫",
        "%0D%0A > \r\n",
        "%00 > \u0000",
        "a%00b > a\u0000b",
        "%7F > \u007f",
        "@:!$&'()*,= > @:!$&'()*,="
      })
  void segment_isDecoded_onceAndWithinItself(String example) {
    String[] rawAndDecoded = example.split(" > ", 2);

    HttpExchange answer = host.send("GET /things/" + rawAndDecoded[0], TOKEN);

    assertEquals(200, answer.status());
    assertEquals(Map.of("id", rawAndDecoded[1]), answer.json().get("pathParameters"));
    assertEquals("/things/" + rawAndDecoded[0], answer.json().get("path"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/things/%",
        "/things/%4",
        "/things/%zz",
        "/things/%u0041",
        "/things/%FF",
        "/things/%C3",
        "/things/%C0%AF",
        "/things/%E0%80%AF",
        "/things/%ED%A0%80",
        "/things/é",
        "/things?a=%",
        "/things?%C0%AF=1",
        "/things/a b",
        "/things#a",
        "/things?a#b",
        "*",
        "things"
      })
  void target_isRefused_whenItCannotBeRead(String target) {
    assertBadRequest(host.send("GET " + target, TOKEN));
  }

  @Test
  void request_isRefusedInTheGatewaysWords_whenItIsNotHttp() {
    int port = host.host().url().getPort();
    for (String request :
        new String[] {
          "GARBAGE\r\n\r\n",
          "GET /things HTTP/9.9\r\nHost: a\r\n\r\n",
          "GET /things HTTP/1.1\r\n\r\n",
          "GET /things HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
          "GET /things HTTP/1.1\r\nHost: a\r\nno colon\r\n\r\n",
          "GET /things HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n",
          "GET /things HTTP/1.1\r\nHost: a\r\nX: \u0000\r\n\r\n"
        }) {
      HttpExchange answer = HttpExchange.raw(port, request.getBytes(StandardCharsets.ISO_8859_1));

      assertEquals("client", answer.json().get("code"), request.substring(0, 7));
      assertEquals("application/json", answer.header("Content-Type"));
      assertEquals(4, answer.status() / 100);
    }
  }

  private static void assertNotFound(HttpExchange answer) {
    assertAll(
        () -> assertEquals(404, answer.status()),
        () -> assertEquals("application/problem+json", answer.header("Content-Type")),
        () -> assertEquals("not_found", answer.json().get("code")),
        () -> assertEquals(answer.header("X-Request-Id"), answer.json().get("id")),
        () -> assertNotNull(answer.header("X-Request-Id")));
  }

  private static void assertBadRequest(HttpExchange answer) {
    assertAll(
        () -> assertEquals(400, answer.status()),
        () -> assertEquals("application/json", answer.header("Content-Type")),
        () -> assertEquals("client", answer.json().get("code")));
  }
}
