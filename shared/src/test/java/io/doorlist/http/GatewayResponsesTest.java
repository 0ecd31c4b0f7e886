package io.doorlist.http;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.AbstractConstruct;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/** Compares the gateway's own answers in template.yaml with those of the functions. */
class GatewayResponsesTest {
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
    Map<String, String> answers = new TreeMap<>();
    for (Map.Entry<?, ?> response : responses().entrySet()) {
      Map<?, ?> members = (Map<?, ?>) response.getValue();
      Map<?, ?> headers =
          (Map<?, ?>) ((Map<?, ?>) members.get("ResponseParameters")).get("Headers");
      String body = (String) ((Map<?, ?>) members.get("ResponseTemplates")).get("application/json");
      answers.put(
          (String) response.getKey(),
          answer(
              (Integer) members.get("StatusCode"),
              unquoted(headers),
              body.replace("$context.requestId", "request-1")));
    }

    Map<String, String> expected = new TreeMap<>();
    for (Map.Entry<String, ProblemType> type : TYPES.entrySet()) {
      expected.put(type.getKey(), expected(type.getValue()));
    }
    assertEquals(expected, answers);
  }

  /** Returns what the template has under {@code GatewayResponses}. */
  private static Map<?, ?> responses() throws IOException {
    String template =
        Files.readString(Path.of(System.getProperty("doorlist.root"), "template.yaml"));
    String rest = template.split("\n {6}GatewayResponses:\n", 2)[1];
    return new Yaml(new Tagged()).load(rest.split("\n {2}[A-Z]", 2)[0]);
  }

  /** Reads {@code !If} as the value for a true condition. */
  private static final class Tagged extends SafeConstructor {
    private Tagged() {
      super(new LoaderOptions());
      put("!If", node -> constructSequence((SequenceNode) node).get(1));
      put("!Ref", node -> null);
    }

    private void put(String tag, Function<Node, Object> value) {
      yamlConstructors.put(
          new Tag(tag),
          new AbstractConstruct() {
            @Override
            public Object construct(Node node) {
              return value.apply(node);
            }
          });
    }
  }

  private static String expected(ProblemType type) {
    Response response = Response.of(Problem.of(type));
    Map<String, String> headers = new TreeMap<>(response.headers());
    headers.put("Cache-Control", "no-store");
    headers.put("Content-Language", "en");
    headers.put("X-Request-Id", "context.requestId");
    headers.put("Access-Control-Allow-Origin", "*");
    headers.put("Access-Control-Expose-Headers", "Retry-After, X-Request-Id");
    String body =
        new String(
            response.body().apply("request-1", ProblemTitles.ENGLISH), StandardCharsets.UTF_8);
    return answer(response.status(), headers, body);
  }

  private static String answer(int status, Map<String, String> headers, String body) {
    return status + " " + headers + " " + body;
  }

  /** Returns headers without the single quotes that API Gateway requires around values. */
  private static Map<String, String> unquoted(Map<?, ?> headers) {
    Map<String, String> unquoted = new TreeMap<>();
    headers.forEach(
        (name, value) -> unquoted.put((String) name, ((String) value).replaceAll("^'|'$", "")));
    return unquoted;
  }
}
