package io.doorlist.acceptance.description;

import static java.util.stream.Collectors.joining;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.acceptance.client.Conformance;
import io.doorlist.acceptance.client.Description;
import io.doorlist.acceptance.client.Json;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** openapi.yaml agrees with itself and with the contract. */
class DescriptionTest {
  private static final Set<String> ALWAYS = Set.of("400", "401", "414", "429", "431", "500", "503");

  /** The schemas of request bodies. */
  private static final Set<String> REQUESTS =
      Set.of(
          "CodeReplacement",
          "GuestCorrection",
          "GuestRequest",
          "OrderCheckinRequest",
          "PaymentRequest",
          "ScanBatch",
          "Scan",
          "OneScan",
          "OneExit");

  /** A line that begins like an item, after one that does not. */
  private static final Pattern LIST_IN_PARAGRAPH =
      Pattern.compile("^(?! *([-*+]|[0-9]+[.)]) ).+\\n *([-*+]|[0-9]+[.)]) .*", Pattern.MULTILINE);

  private final Description description = Description.read();
  private final Conformance conformance = Conformance.OPENAPI;

  /** Other statuses are found by any test that gets an answer: {@link Conformance}. */
  @Test
  void operations_haveTheStatusesOfTheContract() {
    for (Description.Operation operation : description.operations()) {
      Set<String> statuses = operation.responses().keySet();
      assertTrue(statuses.containsAll(ALWAYS), () -> operation.id() + ": " + statuses);
      if (operation.path().contains("/checkin_lists/{")) {
        assertTrue(statuses.containsAll(Set.of("403", "404")), () -> operation.id());
      }
    }
  }

  /** Words may be added to answers: a generated client must not refuse one (issue 66). */
  @Test
  void answers_mayGetWords_noEnumIsClosed() {
    Map<String, Object> answers =
        new TreeMap<>(Json.object(Json.at(description.document(), "components", "schemas")));
    answers.keySet().removeAll(REQUESTS);
    answers.put("responses", Json.at(description.document(), "components", "responses"));
    description.operations().forEach(each -> answers.put(each.id(), each.responses()));

    assertEquals(
        List.of(),
        answers.entrySet().stream()
            .filter(each -> isClosed(each.getValue()))
            .map(Map.Entry::getKey)
            .toList());
  }

  private static boolean isClosed(Object schema) {
    return switch (schema) {
      case Map<?, ?> members ->
          members.containsKey("enum")
              || members.values().stream().anyMatch(DescriptionTest::isClosed);
      case List<?> all -> all.stream().anyMatch(DescriptionTest::isClosed);
      case null -> false;
      default -> false;
    };
  }

  @Test
  void examples_areAsTheirSchemasSay() {
    for (Description.Operation operation : description.operations()) {
      operation
          .responses()
          .forEach((status, response) -> checkExamples(operation.id() + " " + status, response));
    }
    Json.object(description.document().get("webhooks"))
        .forEach(
            (type, item) -> checkExamples(type, Json.object(Json.at(item, "post", "requestBody"))));
  }

  private void checkExamples(String what, Map<String, Object> body) {
    for (Object each : Json.object(body.getOrDefault("content", Map.of())).values()) {
      Map<String, Object> content = Json.object(each);
      for (Object example : examples(content)) {
        assertEquals(
            List.of(),
            conformance.errors(Json.object(content.get("schema")), Json.write(example)),
            what);
      }
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          getCheckinList  | 200 | "id"                        | "more":1,"id"
          getCheckinList  | 200 | "name"                      | "title"
          getCheckinList  | 200 | 2026-09-01T08:00:00Z        | 2026-09-01T08:00:00+00:00
          checkInTicket   | 201 | 904Z                        | 904000Z
          checkInTicket   | 409 | "code":"already_checked_in" | "code":"idempotency_key_in_use"
          checkInTicket   | 409 | "same_token":false          | "same_token":false,"remaining":{}
          checkInTicket   | 422 | wrong_list                  | wrong_door
          checkInTicket   | 422 | wrong_list                  | void
          checkInTicket   | 422 | "admitted_on"               | "valid_from"
          createCheckins  | 200 | "status":201                | "status":409
          getWebhookEvent | 200 | ticket.checked_in           | ticket.stolen
          """)
  void schemas_refuseWhatTheyDoNotDescribe(
      String operation, String status, String found, String instead) {
    Map<String, Object> response = description.operation(operation).responses().get(status);
    Map.Entry<String, Object> body =
        Json.object(response.get("content")).entrySet().iterator().next();
    Map<String, Object> schema = Json.object(Json.at(body.getValue(), "schema"));
    String good = Json.write(examples(Json.object(body.getValue())).getFirst());

    assertTrue(good.contains(found), good);
    assertEquals(List.of(), conformance.bodyErrors(body.getKey(), schema, good));
    assertFalse(
        conformance.bodyErrors(body.getKey(), schema, good.replace(found, instead)).isEmpty());
  }

  /** Clients must keep working when members and words are added: only this suite refuses them. */
  @Test
  void answers_mayGetMembers_onlyRequestsAreClosed() {
    Map<String, Object> schemas =
        Json.object(Json.at(description.document(), "components", "schemas"));
    Set<String> closed = new TreeSet<>();
    schemas.forEach(
        (name, schema) -> {
          if (Boolean.FALSE.equals(Json.at(schema, "additionalProperties"))) {
            closed.add(name);
          }
        });

    assertEquals(REQUESTS, closed);
  }

  /** "2^53 -" at the end of a line made a numbered list of the next in the reference. */
  @Test
  void paragraphs_areNotRenderedAsLists() {
    Matcher list = LIST_IN_PARAGRAPH.matcher(texts(description.document()));
    assertFalse(list.find(), () -> list.group());
  }

  private static String texts(Object value) {
    if (value instanceof Map<?, ?> map) {
      return texts(map.values());
    }
    if (value instanceof Collection<?> all) {
      return all.stream().map(each -> texts(each)).collect(joining());
    }
    return value instanceof String text ? text + "\n\n" : "";
  }

  private static List<Object> examples(Map<String, Object> content) {
    if (content.get("examples") instanceof Map<?, ?> named) {
      return named.values().stream().map(each -> Json.at(each, "value")).toList();
    }
    assertTrue(content.containsKey("example"), "no example");
    return List.of(content.get("example"));
  }
}
