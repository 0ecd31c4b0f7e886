package io.doorlist.http;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.doorlist.domain.InvalidInputException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RequestTest {
  @Test
  void read_takesWhatTheGatewaySends() throws Exception {
    Request request =
        read(
            """
            {"resource": "/{account_slug}/events/{id}", "path": "/acme/events/7",
             "httpMethod": "GET",
             "headers": {"Accept": "x", "If-None-Match": "last"},
             "multiValueHeaders": {"Accept": ["x"], "If-None-Match": ["first"],
                                   "IF-none-match": ["last", null]},
             "queryStringParameters": {"page": "2"},
             "multiValueQueryStringParameters": {"page": ["1", "2"]},
             "pathParameters": {"account_slug": "acme", "id": "7"},
             "stageVariables": null,
             "requestContext": {
               "accountId": "123456789012", "path": "/v1/acme/events/7", "stage": "v1",
               "requestId": "request-1", "identity": {"sourceIp": "192.0.2.1"},
               "authorizer": {"principalId": "x", "account": "acme", "integrationLatency": 12}},
             "body": "a=b", "isBase64Encoded": false}
            """);

    assertEquals("request-1", request.id());
    assertEquals("GET", request.method());
    assertEquals("/{account_slug}/events/{id}", request.resource());
    assertEquals("/acme/events/7", request.path());
    assertEquals(Map.of("account_slug", "acme", "id", "7"), request.pathParameters());
    assertEquals(List.of("first", "last"), request.headers().all("if-none-match"));
    assertEquals(3, request.headers().size());
    assertThrows(InvalidInputException.class, () -> request.query().find("page"));
    assertEquals(
        Map.of("principalId", "x", "account", "acme", "integrationLatency", "12"),
        request.identity());
    assertArrayEquals("a=b".getBytes(StandardCharsets.UTF_8), request.bodyBytes());
  }

  @Test
  void read_takesSingleValues_whenThereAreNoOthers() throws Exception {
    Request request =
        read(
            """
            {"headers": {"origin": "x"}, "multiValueHeaders": null,
             "queryStringParameters": {"page": "2"}, "multiValueQueryStringParameters": null}
            """);

    assertEquals(Optional.of("x"), request.headers().single("Origin"));
    assertEquals(Optional.of("2"), request.query().find("page"));
  }

  @Test
  void read_toleratesNullAndAbsentMembers() throws Exception {
    Request nulls =
        read(
            """
            {"resource": null, "path": null, "httpMethod": null, "headers": null,
             "multiValueHeaders": {"Origin": null}, "queryStringParameters": null,
             "multiValueQueryStringParameters": {"page": [null]}, "pathParameters": null,
             "requestContext": {"authorizer": null, "requestId": null, "path": null},
             "body": null, "isBase64Encoded": null}
            """);

    for (Request request : List.of(nulls, read("{}"), read("{\"requestContext\": null}"))) {
      assertEquals("fallback", request.id());
      assertEquals("", request.resource());
      assertEquals("", request.pathParameter("account_slug"));
      assertEquals(List.of(), request.headers().all("Origin"));
      assertEquals(Optional.empty(), request.query().find("page"));
      assertEquals(Map.of(), request.identity());
      assertEquals(0, request.bodyBytes().length);
    }
  }

  @Test
  void bodyBytes_refuses_whenBase64IsBroken() throws Exception {
    Request request = read("{\"body\": \"***\", \"isBase64Encoded\": true}");

    assertThrows(InvalidInputException.class, request::bodyBytes);
  }

  private static Request read(String input) throws IOException {
    return Request.read(
        new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)), "fallback");
  }
}
