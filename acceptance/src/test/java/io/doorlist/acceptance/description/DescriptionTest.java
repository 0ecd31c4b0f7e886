package io.doorlist.acceptance.description;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.acceptance.client.Conformance;
import io.doorlist.acceptance.client.Description;
import io.doorlist.acceptance.client.Json;
import io.doorlist.acceptance.client.Operation;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** openapi.yaml agrees with itself and with the contract. */
class DescriptionTest {
  private static final Set<String> ALWAYS = Set.of("401", "429", "500", "503");

  /** The schemas of request bodies. */
  private static final Set<String> REQUESTS = Set.of("OrderCheckinRequest", "ScanBatch", "Scan");

  private final Description description = Description.read();
  private final Conformance conformance = Conformance.OPENAPI;

  /** Other statuses are found by any test that gets an answer: {@link Conformance}. */
  @Test
  void operations_haveTheStatusesOfTheContract() {
    for (Operation operation : description.operations()) {
      Set<String> statuses = operation.responses().keySet();
      assertTrue(statuses.containsAll(ALWAYS), () -> operation.id() + ": " + statuses);
      if (operation.path().contains("/checkin_lists/{")) {
        assertTrue(statuses.containsAll(Set.of("403", "404")), () -> operation.id());
      }
    }
  }

  @Test
  void examples_areAsTheirSchemasSay() {
    for (Operation operation : description.operations()) {
      operation
          .responses()
          .forEach(
              (status, response) -> {
                for (Object each :
                    Json.object(response.getOrDefault("content", Map.of())).values()) {
                  Map<String, Object> content = Json.object(each);
                  for (Object example : examples(content)) {
                    assertEquals(
                        List.of(),
                        conformance.errors(Json.object(content.get("schema")), Json.write(example)),
                        operation.id() + " " + status);
                  }
                }
              });
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          CheckinList           | "id"                        | "more":1,"id"
          CheckinList           | "name"                      | "title"
          CheckinList           | 2026-09-01T08:00:00Z        | 2026-09-01T08:00:00+00:00
          NewCheckin            | 904Z                        | 904000Z
          TicketConflictProblem | "code":"already_checked_in" | "code":"idempotency_key_in_use"
          TicketConflictProblem | "same_token":false          | "same_token":false,"remaining":{}
          NotAdmissibleProblem  | wrong_list                  | wrong_door
          NotAdmissibleProblem  | wrong_list                  | void
          NotAdmissibleProblem  | "admitted_on"               | "valid_from"
          ScanResults           | "status":201                | "status":409
          WebhookEvent          | ticket.checked_in           | ticket.stolen
          """)
  void schemas_refuseWhatTheyDoNotDescribe(String schema, String found, String instead) {
    String type = schema.endsWith("Problem") ? "application/problem+json" : "application/json";
    String good =
        Json.write(
            switch (schema) {
              case "CheckinList" -> example("getCheckinList", "200");
              case "NewCheckin" -> example("checkInTicket", "201");
              case "TicketConflictProblem" -> example("checkInTicket", "409");
              case "NotAdmissibleProblem" -> example("checkInTicket", "422");
              case "ScanResults" -> example("createCheckins", "200");
              default -> example("getWebhookEvent", "200");
            });
    Map<String, Object> reference = Map.of("$ref", "#/components/schemas/" + schema);

    assertTrue(good.contains(found), good);
    assertEquals(List.of(), conformance.bodyErrors(type, reference, good));
    assertFalse(conformance.bodyErrors(type, reference, good.replace(found, instead)).isEmpty());
  }

  /** Clients must keep working when members and words are added: only this suite refuses them. */
  @Test
  void answers_areOpen() {
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

  private Object example(String operation, String status) {
    Map<String, Object> response = description.operation(operation).responses().get(status);
    Map<String, Object> content = Json.object(response.get("content"));
    return examples(Json.object(content.values().iterator().next())).getFirst();
  }

  private static List<Object> examples(Map<String, Object> content) {
    if (content.get("examples") instanceof Map<?, ?> named) {
      return named.values().stream().map(each -> Json.at(each, "value")).toList();
    }
    assertTrue(content.containsKey("example"), "no example");
    return List.of(content.get("example"));
  }
}
