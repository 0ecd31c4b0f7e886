package io.doorlist.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import io.doorlist.json.Json;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Replaces API Gateway: calls a function with the inputs in events/ and reads its answers. */
public final class Gateway {
  /** The root of the repository. */
  public static final Path ROOT = Path.of(System.getProperty("doorlist.root"));

  private static final Pattern ROUTE =
      Pattern.compile("Method: ([a-z]+),\\s+Path: (?:&\\w+ )?\"([^\"]+)\"");
  private static final Pattern ALIAS = Pattern.compile("(?<=: )\\*(\\w+)");

  private static final Context CONTEXT = TestContext.of(10_000);

  private Gateway() {}

  /** An input; immutable. */
  public record Input(Map<String, Object> members) {
    /** Reads {@code events/<name>.json}. */
    public static Input recorded(String name) throws IOException {
      return new Input(
          Json.readObject(Files.readAllBytes(ROOT.resolve("events").resolve(name + ".json"))));
    }

    /** Returns this input with another value at the end of a path of members. */
    public Input with(Object value, String... path) {
      return new Input(with(members, value, path, 0));
    }

    /** Returns this input with another value in the caller's identity. */
    public Input identity(String name, String value) {
      return with(value, "requestContext", "authorizer", name);
    }

    private static Map<String, Object> with(Object object, Object value, String[] path, int depth) {
      Map<String, Object> copy = new LinkedHashMap<>();
      if (object instanceof Map<?, ?> members) {
        members.forEach((name, member) -> copy.put((String) name, member));
      }
      String name = path[depth];
      boolean last = depth == path.length - 1;
      copy.put(name, last ? value : with(copy.get(name), value, path, depth + 1));
      return copy;
    }
  }

  /** A route of template.yaml. */
  public record Route(String method, String resource) {}

  /** Reads the routes of a function from template.yaml, in order. */
  public static List<Route> routes(String function) throws IOException {
    return ROUTE
        .matcher(resource(function))
        .results()
        .map(match -> new Route(match.group(1).toUpperCase(Locale.ROOT), match.group(2)))
        .toList();
  }

  /**
   * Returns the text of a resource in template.yaml, with the events and paths that it refers to.
   */
  public static String resource(String name) throws IOException {
    String template = Files.readString(ROOT.resolve("template.yaml"));
    String resources = template.split("\nResources:\n", 2)[1];
    String resource = resources.split("(^|\n) {2}" + name + ":\n", 2)[1].split("\n {2}[A-Z]", 2)[0];
    return ALIAS
        .matcher(resource)
        .replaceAll(alias -> Matcher.quoteReplacement(anchored(template, alias)));
  }

  /** Returns what an alias stands for if that is a text or a map in braces; otherwise the alias. */
  private static String anchored(String template, MatchResult alias) {
    Matcher anchor =
        Pattern.compile("&" + alias.group(1) + " (\"[^\"]*\"|\\{(?:'[^']*'|[^'}]|}(?!}))*}})")
            .matcher(template);
    return anchor.find() ? anchor.group(1) : alias.group();
  }

  /** The answer that a client gets. */
  public record Answer(int status, Map<String, String> headers, String body) {
    /** Returns the member of the body at the end of a path. */
    public Object at(String... path) throws IOException {
      Object value = Json.readObject(body);
      for (String name : path) {
        value = ((Map<?, ?>) value).get(name);
      }
      return value;
    }
  }

  /** Calls a function with an input. */
  public static Answer call(RequestStreamHandler function, Input input) throws IOException {
    return call(function, input, CONTEXT);
  }

  /** Calls a function with an input in a context. */
  public static Answer call(RequestStreamHandler function, Input input, Context context)
      throws IOException {
    ByteArrayOutputStream output = new ByteArrayOutputStream();
    byte[] bytes = Json.writeValue(input.members()).getBytes(StandardCharsets.UTF_8);
    function.handleRequest(new ByteArrayInputStream(bytes), output, context);
    Map<String, Object> members = Json.readObject(output.toByteArray());
    Map<String, String> headers = new TreeMap<>();
    ((Map<?, ?>) members.get("headers"))
        .forEach((name, value) -> headers.put((String) name, (String) value));
    return new Answer(
        Math.toIntExact((Long) members.get("statusCode")), headers, (String) members.get("body"));
  }

  /** Compares whole bodies, member by member. */
  public static void assertAnswer(int status, String body, Answer answer) throws IOException {
    assertEquals(status, answer.status(), answer.body());
    assertEquals(Json.readObject(body), Json.readObject(answer.body()));
  }

  /** Checks that a function serves all routes that template.yaml gives it, and no other method. */
  public static void assertServesItsRoutes(RequestStreamHandler function, Input any)
      throws IOException {
    for (Route route : routes(function.getClass().getSimpleName())) {
      Answer answer =
          call(function, any.with("PUT", "httpMethod").with(route.resource(), "resource"));

      assertEquals(405, answer.status(), route.toString());
      assertTrue(answer.headers().get("Allow").contains(route.method()), route.toString());
    }
  }

  /** Checks status, media type and code. */
  public static void assertProblem(int status, String code, Answer answer) throws IOException {
    assertEquals(status, answer.status(), answer.body());
    assertEquals("application/problem+json", answer.headers().get("Content-Type"));
    assertEquals(code, answer.at("code"));
  }
}
