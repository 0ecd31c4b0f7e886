package io.doorlist.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProxyIntegrationTest extends HostFixture {
  @Test
  void input_hasEveryMemberOfARestApis() {
    Map<?, ?> input = host.send("GET /open/echo", "User-Agent: scanner").json();

    assertEquals(
        List.of(
            ("resource path httpMethod headers multiValueHeaders queryStringParameters "
                    + "multiValueQueryStringParameters pathParameters stageVariables requestContext "
                    + "body isBase64Encoded")
                .split(" ")),
        List.copyOf(input.keySet()));
    assertEquals("/open/{behaviour}", input.get("resource"));
    assertEquals("/open/echo", input.get("path"));
    assertEquals("GET", input.get("httpMethod"));
    assertEquals(Map.of("behaviour", "echo"), input.get("pathParameters"));
    assertNull(input.get("queryStringParameters"));
    assertNull(input.get("multiValueQueryStringParameters"));
    assertNull(input.get("stageVariables"));
    assertNull(input.get("body"));
    assertEquals(false, input.get("isBase64Encoded"));
  }

  @Test
  void input_saysWhatIsAskedAndByWhom() {
    HttpExchange answer = host.send("GET /open/echo?a=b", "User-Agent: scanner");

    Map<?, ?> context = (Map<?, ?>) answer.json().get("requestContext");
    Map<?, ?> identity = (Map<?, ?>) context.get("identity");
    assertEquals("v1", context.get("stage"));
    assertEquals("/open/echo", context.get("path"));
    assertEquals("/open/{behaviour}", context.get("resourcePath"));
    assertEquals("GET", context.get("httpMethod"));
    assertEquals("HTTP/1.1", context.get("protocol"));
    assertEquals(answer.header("x-amzn-RequestId"), context.get("requestId"));
    assertEquals("01/May/2026:10:00:00 +0000", context.get("requestTime"));
    assertEquals(
        Instant.parse("2026-05-01T10:00:00Z").toEpochMilli(), context.get("requestTimeEpoch"));
    assertEquals("127.0.0.1", identity.get("sourceIp"));
    assertEquals("scanner", identity.get("userAgent"));
  }

  @Test
  void headers_haveLastValue_andAllValues() {
    Map<?, ?> input =
        host.send("GET /open/echo", "X-Many: one", "x-many: two, three", "X-Empty:").json();

    assertEquals("two, three", ((Map<?, ?>) input.get("headers")).get("X-Many"));
    assertEquals(
        List.of("one", "two, three"), ((Map<?, ?>) input.get("multiValueHeaders")).get("X-Many"));
    assertEquals("", ((Map<?, ?>) input.get("headers")).get("X-Empty"));
    assertEquals("localhost", ((Map<?, ?>) input.get("headers")).get("Host"));
  }

  @Test
  void headers_sayWhereTheRequestCameIn() {
    Map<?, ?> headers =
        (Map<?, ?>) host.send("GET /open/echo", "X-Forwarded-For: 1.2.3.4").json().get("headers");

    assertEquals("1.2.3.4, 127.0.0.1", headers.get("X-Forwarded-For"));
    assertEquals("http", headers.get("X-Forwarded-Proto"));
    assertEquals(String.valueOf(host.host().url().getPort()), headers.get("X-Forwarded-Port"));
  }

  @Test
  void query_isDecoded_withLastValueAndAllValues() {
    Map<?, ?> input =
        host.send("GET /open/echo?a=1&b=x+y%2Bz&a=%26&c&&=d&e==f&%C3%A9=%C3%A9").json();

    assertEquals(
        Map.of("a", "&", "b", "x y+z", "c", "", "", "d", "e", "=f", "é", "é"),
        input.get("queryStringParameters"));
    assertEquals(
        Map.of(
            "a", List.of("1", "&"),
            "b", List.of("x y+z"),
            "c", List.of(""),
            "", List.of("d"),
            "e", List.of("=f"),
            "é", List.of("é")),
        input.get("multiValueQueryStringParameters"));
  }

  @Test
  void query_isNull_whenThereIsOnlyItsMark() {
    assertNull(host.send("GET /open/echo?").json().get("queryStringParameters"));
  }

  @Test
  void body_isText_whenItsTypeIsNotBinary() {
    Map<?, ?> input =
        host.sendWithBody("POST /open/echo", "a=1&b=é \"\\\n", "Content-Type: text/plain").json();

    assertEquals("a=1&b=é \"\\\n", input.get("body"));
    assertEquals(false, input.get("isBase64Encoded"));
  }

  @Test
  void body_isRead_whenItComesInChunks() {
    String request =
        """
        POST /open/echo HTTP/1.1
        Host: localhost
        Connection: close
        Transfer-Encoding: chunked

        2
        ab
        3
        cde
        0

        """;

    HttpExchange answer = HttpExchange.raw(host.host(), request.replace("\n", "\r\n"));

    assertEquals("abcde", answer.json().get("body"));
  }

  @Test
  void output_isPassedOn() {
    HttpExchange answer =
        host.reply(
            """
            {"statusCode": 201, "headers": {"X-One": "a"}, "body": "é", "isBase64Encoded": false}
            """);

    assertEquals(201, answer.status());
    assertEquals("a", answer.header("X-One"));
    assertEquals("application/json", answer.header("Content-Type"));
    assertEquals("é", answer.body());
  }

  @Test
  void output_needsNoMoreThanAStatus() {
    HttpExchange answer = host.reply("{\"statusCode\": 204, \"headers\": null, \"body\": null}");

    assertEquals(204, answer.status());
    assertEquals("", answer.body());
  }

  @Test
  void output_losesItsBody_whenItsStatusHasNone() {
    assertEquals("", host.reply("{\"statusCode\": 304, \"body\": \"a\"}").body());
  }

  @Test
  void header_isRenamed_whenTheConnectionIsTheGateways() {
    HttpExchange answer =
        host.reply(
            "{\"statusCode\": 401, \"headers\": {\"WWW-Authenticate\": \"Bearer\", \"Connection\":"
                + " \"x\", \"Content-Length\": \"7\"}}");

    assertNull(answer.header("WWW-Authenticate"));
    assertEquals("Bearer", answer.header("x-amzn-Remapped-WWW-Authenticate"));
    assertEquals("close", answer.header("Connection"));
    assertEquals("0", answer.header("Content-Length"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "null",
        "[]",
        "\"text\"",
        "{",
        "{} {}",
        "{}",
        "{\"statusCode\": null}",
        "{\"statusCode\": 99}",
        "{\"statusCode\": 600}",
        "{\"statusCode\": 200.5}",
        "{\"statusCode\": true}",
        "{\"statusCode\": \"ok\"}",
        "{\"statusCode\": 200, \"body\": {}}",
        "{\"statusCode\": 200, \"headers\": []}",
        "{\"statusCode\": 200, \"headers\": {\"a\": []}}",
        "{\"statusCode\": 200, \"headers\": {\"a b\": \"c\"}}",
        "{\"statusCode\": 200, \"headers\": {\"a\": \"b\\r\\nc: d\"}}",
        "{\"statusCode\": 200, \"body\": \"\", \"isBase64Encoded\": true}",
        "{\"statusCode\": 200, \"cookies\": []}"
      })
  void output_isAServersFault_whenItIsMalformed(String output) {
    assertServersFault(host.reply(output));
  }

  @ParameterizedTest
  @ValueSource(strings = {"fail", "nothing", "big"})
  void function_isAServersFault_whenItFails(String behaviour) {
    assertServersFault(host.send("GET /open/" + behaviour));
  }

  private static void assertServersFault(HttpExchange answer) {
    assertEquals(500, answer.status());
    assertEquals("application/problem+json", answer.header("Content-Type"));
    assertEquals("server", answer.json().get("code"));
    assertEquals(answer.header("X-Request-Id"), answer.json().get("id"));
  }
}
