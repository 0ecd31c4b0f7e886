package io.doorlist.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;

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
import java.util.Map;
import java.util.TreeMap;

/** Replaces API Gateway: calls a function with the inputs in events/ and reads its answers. */
public final class FunctionInvoker {
  public static final Path ROOT = Path.of(System.getProperty("doorlist.root"));

  private static final Context CONTEXT = TestContext.of(10_000);

  private FunctionInvoker() {}

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

  public static void assertProblem(int status, String code, Answer answer) throws IOException {
    assertEquals(status, answer.status(), answer.body());
    assertEquals("application/problem+json", answer.headers().get("Content-Type"));
    assertEquals(code, answer.at("code"));
  }
}
