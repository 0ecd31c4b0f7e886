package io.doorlist.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Holds what the gateway answers by itself, as template.yaml has it, to what the functions answer.
 */
class GatewayResponsesTest {
  private static final Pattern RESPONSE =
      Pattern.compile(
          """
           {8}(?<name>[A-Z0-9_]+):
           {10}StatusCode: (?<status>\\d+)
           {10}ResponseParameters: \\{Headers: \\{(?<headers>.*)}}
           {10}ResponseTemplates: \\{application/json: '(?<body>.*)'}
          """);

  private static final Pattern HEADER =
      Pattern.compile("([A-Za-z-]+): (?:\"'([^']*)'\"|'([^']*)'|(context\\.requestId))");

  private static final Map<String, ProblemType> TYPES =
      Map.ofEntries(
          Map.entry("DEFAULT_4XX", ProblemType.INVALID_PARAMETER),
          Map.entry("DEFAULT_5XX", ProblemType.INTERNAL_ERROR),
          Map.entry("ACCESS_DENIED", ProblemType.UNAUTHORIZED),
          Map.entry("AUTHORIZER_CONFIGURATION_ERROR", ProblemType.UNAVAILABLE),
          Map.entry("AUTHORIZER_FAILURE", ProblemType.UNAVAILABLE),
          Map.entry("EXPIRED_TOKEN", ProblemType.NOT_FOUND),
          Map.entry("INVALID_SIGNATURE", ProblemType.NOT_FOUND),
          Map.entry("INTEGRATION_FAILURE", ProblemType.UNAVAILABLE),
          Map.entry("INTEGRATION_TIMEOUT", ProblemType.UNAVAILABLE),
          Map.entry("MISSING_AUTHENTICATION_TOKEN", ProblemType.NOT_FOUND),
          Map.entry("QUOTA_EXCEEDED", ProblemType.TOO_MANY_REQUESTS),
          Map.entry("REQUEST_TOO_LARGE", ProblemType.BODY_TOO_LARGE),
          Map.entry("RESOURCE_NOT_FOUND", ProblemType.NOT_FOUND),
          Map.entry("THROTTLED", ProblemType.TOO_MANY_REQUESTS),
          Map.entry("UNAUTHORIZED", ProblemType.UNAUTHORIZED),
          Map.entry("UNSUPPORTED_MEDIA_TYPE", ProblemType.UNSUPPORTED_MEDIA_TYPE),
          Map.entry("WAF_FILTERED", ProblemType.FORBIDDEN));

  @Test
  void gatewayResponses_areByteForByteWhatTheFunctionsAnswer() throws Exception {
    String template =
        Files.readString(Path.of(System.getProperty("doorlist.root"), "template.yaml"));

    Map<String, String> answers = new TreeMap<>();
    Matcher matcher = RESPONSE.matcher(template);
    while (matcher.find()) {
      answers.put(
          matcher.group("name"),
          answer(
              Integer.parseInt(matcher.group("status")),
              headers(matcher.group("headers")),
              matcher.group("body").replace("$context.requestId", "request-1")));
    }

    Map<String, String> expected = new TreeMap<>();
    TYPES.forEach((name, type) -> expected.put(name, expected(type)));
    assertEquals(expected, answers);
    assertTrue(answers.size() >= 15, answers.keySet().toString());
  }

  private static String expected(ProblemType type) {
    Response response = Response.of(Problem.of(type));
    Map<String, String> headers = new TreeMap<>(response.headers());
    headers.put("Cache-Control", "no-store");
    headers.put("X-Request-Id", "context.requestId");
    String body = new String(response.body("request-1"), StandardCharsets.UTF_8);
    return answer(response.status(), headers, body);
  }

  private static String answer(int status, Map<String, String> headers, String body) {
    return status + " " + headers + " " + body;
  }

  private static Map<String, String> headers(String text) {
    Map<String, String> headers = new TreeMap<>();
    Matcher matcher = HEADER.matcher(text);
    while (matcher.find()) {
      String quoted = matcher.group(2) == null ? matcher.group(3) : matcher.group(2);
      headers.put(matcher.group(1), quoted == null ? matcher.group(4) : quoted);
    }
    return headers;
  }
}
