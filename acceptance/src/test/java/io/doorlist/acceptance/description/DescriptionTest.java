package io.doorlist.acceptance.description;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.acceptance.client.Conformance;
import io.doorlist.acceptance.client.Description;
import io.doorlist.acceptance.client.Json;
import io.doorlist.acceptance.client.Operation;
import io.doorlist.acceptance.client.YamlFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** openapi.yaml agrees with itself, with the ADRs and with the gateway's own answers. */
class DescriptionTest {
  private static final Set<String> ALWAYS = Set.of("401", "429", "500", "503");

  /** The schemas of request bodies. */
  private static final Set<String> REQUESTS = Set.of("OrderCheckinRequest", "ScanBatch", "Scan");

  private final Description description = Description.read();
  private final Conformance conformance = Conformance.OPENAPI;

  @Test
  void operations_haveExactlyTheStatusesOfTheDecisions() {
    Map<String, Set<String>> expected = new TreeMap<>();
    expected.put("getAccess", statuses("200", "400"));
    expected.put("listCheckinLists", statuses("200", "304", "400", "403"));
    expected.put("getCheckinList", statuses("200", "304", "400", "403", "404"));
    expected.put("listCheckins", statuses("200", "304", "400", "403", "404"));
    expected.put("createCheckins", statuses("200", "400", "403", "404", "413", "415"));
    expected.put("deleteCheckin", statuses("204", "400", "403", "404", "409"));
    expected.put("createExit", statuses("201", "400", "403", "404", "409", "413", "422"));
    expected.put("listPassages", statuses("200", "400", "403", "404"));
    expected.put("deletePassage", statuses("204", "400", "403", "404"));
    expected.put("listAreas", statuses("200", "304", "403"));
    expected.put("listUndone", statuses("200", "400", "403", "404"));
    expected.put("listDoubleAdmissions", statuses("200", "400", "403", "404"));
    expected.put("getAdmission", statuses("200", "400", "403", "404"));
    expected.put("listOrdersOfList", statuses("200", "304", "400", "403", "404"));
    expected.put("listTicketsOfList", statuses("200", "304", "400", "403", "404"));
    expected.put("getDoorCopy", statuses("200", "304", "400", "403", "404"));
    expected.put("getPulse", statuses("200", "304", "400", "403"));
    expected.put("searchTickets", statuses("200", "400", "403"));
    expected.put("getTicketHistory", statuses("200", "400", "403", "404"));
    expected.put("checkInOrder", statuses("201", "400", "403", "404", "409", "413", "415", "422"));
    expected.put("checkInTicket", statuses("201", "400", "403", "404", "409", "413", "422"));
    expected.put("listOrders", statuses("200", "400", "403"));
    expected.put("getOrder", statuses("200", "400", "403", "404"));
    expected.put("listWebhookEvents", statuses("200", "400", "403"));
    expected.put("getWebhookEvent", statuses("200", "400", "403", "404"));
    expected.put("listEvents", statuses("200", "400", "403"));
    expected.put("getEvent", statuses("200", "400", "404"));

    Map<String, Set<String>> described = new TreeMap<>();
    description
        .operations()
        .forEach(each -> described.put(each.id(), new TreeSet<>(each.responses().keySet())));

    assertEquals(expected, described);
  }

  @TestFactory
  Stream<DynamicTest> examples_areAsTheirSchemasSay() {
    List<DynamicTest> tests = new ArrayList<>();
    for (Operation operation : description.operations()) {
      operation
          .responses()
          .forEach(
              (status, response) ->
                  Json.object(response.getOrDefault("content", Map.of()))
                      .values()
                      .forEach(
                          content ->
                              examples(Json.object(content))
                                  .forEach(
                                      example ->
                                          tests.add(
                                              example(
                                                  operation,
                                                  status,
                                                  Json.object(content),
                                                  example)))));
    }
    assertFalse(tests.isEmpty());
    return tests.stream();
  }

  @TestFactory
  Stream<DynamicTest> gateway_answersDocumentedProblems() {
    Map<String, Object> resources = Json.object(YamlFile.read("template.yaml").get("Resources"));
    Map<String, Object> answers =
        Json.object(Json.at(resources, "Api", "Properties", "GatewayResponses"));
    return answers.entrySet().stream()
        .map(
            each ->
                DynamicTest.dynamicTest(
                    each.getKey(), () -> gatewayAnswer(Json.object(each.getValue()))));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          CheckinList              | "created_at"                  | "made_at"
          CheckinList              | "id"                          | "more":1,"id"
          CheckinList              | 2026-09-01T08:00:00Z          | 2026-09-01T08:00:00+00:00
          CheckinList              | 2026-09-01T08:00:00Z          | 2026-13-01T08:00:00Z
          CheckinList              | "id":3                        | "id":"3"
          CheckinList              | "id":3                        | "id":3.5
          CheckinList              | "Main door"                   | null
          NewCheckin               | 904Z                          | 904000Z
          NewCheckin               | "online":true                 | "online":true,"clock_skew":false
          NewCheckin               | "reference":"K7QX2-1"         | "reference":"K7QX2-1","seat":"A1"
          TicketConflictProblem    | "seconds_since":42            | "seconds_since":-1
          TicketConflictProblem    | "same_token"                  | "stack_trace"
          TicketConflictProblem    | "status":409                  | "status":400
          TicketConflictProblem    | problem:already_checked_in    | problem:in
          TicketConflictProblem    | "code":"already_checked_in"   | "code":"idempotency_key_in_use"
          TicketConflictProblem    | "seconds_since":42,           | ''
          TicketConflictProblem    | "same_token":false            | "same_token":false,"remaining":{}
          TicketConflictProblem    | "same_token":false            | "same_token":false,"recorded":false
          NotAdmissibleProblem     | wrong_list                    | wrong_door
          NotAdmissibleProblem     | wrong_list                    | void
          NotAdmissibleProblem     | "name":"Backstage door"       | "name":"Backstage door","size":3
          NotAdmissibleProblem     | "admitted_on"                 | "valid_from"
          ScanResults              | "status":201                  | "status":409
          ScanResults              | "code":"not_found"            | "code":"forbidden"
          ScanResults              | "status":201                  | "status":201,"why":1
          WebhookEvent             | ticket.checked_in             | ticket.stolen
          WebhookEvent             | "attempts":1                  | "attempts":1,"url":"https://a"
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

  private void gatewayAnswer(Map<String, Object> answer) {
    String body =
        ((String) Json.at(answer, "ResponseTemplates", "application/json"))
            .replace("$context.requestId", "7f2c1f0e");
    Map<String, Object> problem = Json.parse(body);
    assertEquals(answer.get("StatusCode"), problem.get("status"));

    Operation withAll = description.operation("checkInOrder");
    Map<String, Object> response = withAll.responses().get(String.valueOf(problem.get("status")));
    Object schema = Json.at(response, "content", "application/problem+json", "schema");
    assertEquals(
        List.of(), conformance.bodyErrors("application/problem+json", Json.object(schema), body));

    Map<String, Object> headers = Json.object(Json.at(answer, "ResponseParameters", "Headers"));
    assertEquals("'application/problem+json'", headers.get("Content-Type"));
    for (String name : Json.object(response.get("headers")).keySet()) {
      assertTrue(headers.containsKey(name), name);
    }
  }

  private DynamicTest example(
      Operation operation, String status, Map<String, Object> content, Object example) {
    return DynamicTest.dynamicTest(
        operation.id() + " " + status,
        () ->
            assertEquals(
                List.of(),
                conformance.errors(Json.object(content.get("schema")), Json.write(example))));
  }

  private static List<Object> examples(Map<String, Object> content) {
    if (content.get("examples") instanceof Map<?, ?> named) {
      return named.values().stream().map(each -> Json.at(each, "value")).toList();
    }
    assertTrue(content.containsKey("example"), "no example");
    return List.of(content.get("example"));
  }

  private static Set<String> statuses(String... others) {
    Set<String> all = new TreeSet<>(ALWAYS);
    all.addAll(List.of(others));
    return all;
  }
}
