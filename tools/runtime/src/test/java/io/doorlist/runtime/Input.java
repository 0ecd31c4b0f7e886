package io.doorlist.runtime;

import static io.doorlist.testing.Gateway.ROOT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.json.Json;
import io.doorlist.local.template.FunctionSpec;
import io.doorlist.testing.Gateway;
import io.doorlist.testing.Gateway.Route;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * An input of events/ and its expected outcome. Its function follows from template.yaml: the one
 * with the route, the authorizer, or the one that reads the stream or queue.
 *
 * @param name of the file, without its extension
 */
record Input(String name, Map<String, Object> members) {
  private static final String REQUEST_METHOD = "httpMethod";
  private static final String RECORDS = "Records";

  /** Returns all inputs, by name. */
  static List<Input> all() throws IOException {
    try (Stream<Path> files = Files.list(ROOT.resolve("events"))) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(file -> file.endsWith(".json"))
          .map(file -> file.substring(0, file.length() - ".json".length()))
          .sorted()
          .map(Input::recorded)
          .toList();
    }
  }

  private static Input recorded(String name) {
    try {
      return new Input(name, Gateway.Input.recorded(name).members());
    } catch (IOException e) {
      throw new UncheckedIOException(name, e);
    }
  }

  /** Returns whether the template sends such inputs to the function. */
  boolean isFor(FunctionSpec function) {
    try {
      if (members.containsKey(REQUEST_METHOD)) {
        Route route = new Route(text(REQUEST_METHOD), text("resource"));
        return Gateway.routes(function.name()).contains(route);
      }
      if (members.containsKey(RECORDS)) {
        // A dead-letter queue is not a source.
        return Gateway.resource(function.name())
            .lines()
            .filter(line -> !line.contains("OnFailure"))
            .anyMatch(line -> line.contains("Type: " + source()));
      }
      return Gateway.resource("Api")
          .lines()
          .filter(line -> line.contains("FunctionArn: "))
          .anyMatch(line -> line.contains(function.name() + ".Arn"));
    } catch (IOException e) {
      throw new UncheckedIOException(name, e);
    }
  }

  /** Returns the type of the event source in the template. */
  private String source() {
    Map<?, ?> first = (Map<?, ?>) ((List<?>) members.get(RECORDS)).getFirst();
    String source = (String) first.get("eventSource");
    return switch (source) {
      case "aws:dynamodb" -> "DynamoDB";
      case "aws:sqs" -> "SQS";
      default -> throw new IllegalStateException("unknown source " + source);
    };
  }

  /**
   * Returns the input's bytes with the id of the table's only webhook event instead of the recorded
   * one.
   */
  byte[] bytes(SampleStack stack) {
    Map<String, Object> sent = members;
    if (name.equals("get-webhook-event")) {
      String id = Long.toString(stack.webhookEvent);
      sent = new Gateway.Input(members).with(id, "pathParameters", "id").members();
    }
    return Json.writeValue(sent).getBytes(StandardCharsets.UTF_8);
  }

  /** Checks the function's first answer to this input. */
  void assertAnswered(InvocationOutcome outcome) throws IOException {
    if (!(outcome instanceof InvocationOutcome.Returned returned)) {
      throw new AssertionError(name + ": " + outcome);
    }
    Map<String, Object> answer = Json.readObject(returned.output());
    if (members.containsKey(REQUEST_METHOD)) {
      // A batch answers each scan separately; there may be nothing to undo.
      List<Long> expected =
          switch (text(REQUEST_METHOD)) {
            case "POST" -> List.of(name.equals("create-checkins") ? 200L : 201L);
            case "OPTIONS" -> List.of(204L);
            case "DELETE" -> List.of(204L, 404L);
            default -> List.of(200L);
          };
      assertTrue(expected.contains(answer.get("statusCode")), () -> name + ": " + answer);
    } else if (members.containsKey(RECORDS)) {
      assertEquals(List.of(), answer.get("batchItemFailures"), () -> name + ": " + answer);
    } else {
      assertEquals("acme", ((Map<?, ?>) answer.get("context")).get("account"), answer::toString);
    }
  }

  private String text(String member) {
    return (String) members.get(member);
  }
}
