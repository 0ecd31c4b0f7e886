package io.doorlist.acceptance.description;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.acceptance.client.Answer;
import io.doorlist.acceptance.client.Call;
import io.doorlist.acceptance.service.ContractTest;
import io.doorlist.acceptance.service.Service;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** HEAD and OPTIONS. */
class HeadAndOptionsTest extends ContractTest {
  /**
   * Headers that differ between answers, that describe the transfer of a body, or that depend on
   * concurrent changes; PollTest compares the last ones.
   */
  private static final Set<String> NOT_COMPARED =
      Set.of(
          "date",
          "x-request-id",
          "x-amzn-requestid",
          "content-length",
          "transfer-encoding",
          "content-encoding",
          "vary",
          "etag",
          "cache-control");

  private static final String ORIGIN = "https://door.example.org";

  @TestFactory
  Stream<DynamicTest> head_answersTheHeadersOfGetWithoutItsBody() {
    String gala = world.springGala.path();
    String list = world.springGala.list(5);
    String webhooks = "/" + Service.DEMO + "/webhooks/events";
    return Stream.of(
            Call.get(world.springGala.listsPath()).by(service.acme),
            Call.get(list).by(service.acme),
            Call.get(list + "/checkins").by(service.acme),
            Call.get(list + "/orders?page=2&items=1").by(service.acme),
            Call.get(list + "/tickets?items=3").by(service.acme),
            Call.get(gala + "/orders").by(service.acme),
            Call.get(gala + "/orders/1001").by(service.acme),
            Call.get(webhooks).by(service.demo),
            Call.get(webhooks + "/" + newestWebhookEvent()).by(service.demo),
            Call.get("/" + world.acme + "/events").by(service.acme),
            Call.get("/" + world.acme + "/events/7").by(service.acme),
            Call.get("/" + world.acme + "/events/7"),
            Call.get("/" + world.acme + "/events/none").by(service.acme),
            Call.get(world.globexGala.listsPath()).by(service.acme),
            Call.get(world.springGala.listsPath() + "?page=0").by(service.acme),
            Call.get(gala + "/orders/99").by(service.acme),
            Call.get("/unknown/route/of/nobody").by(service.acme))
        .map(call -> DynamicTest.dynamicTest(call.toString(), () -> assertAlike(call)));
  }

  @TestFactory
  Stream<DynamicTest> options_allowsNoOrigin_whenNothingIsConfigured() {
    return service.client.description().operations().stream()
        .map(operation -> operation.path().replaceAll("\\{[^}]*}", "7"))
        .distinct()
        .map(path -> DynamicTest.dynamicTest(path, () -> assertNoOriginAllowed(path)));
  }

  @Test
  void answers_allowNoOrigin_whenNothingIsConfigured() {
    Call call = Call.get(world.springGala.listsPath()).header("Origin", ORIGIN);

    assertNoCors(service.client.expect(200, call.by(service.acme)));
    assertNoCors(service.client.expect(401, call));
  }

  private void assertNoOriginAllowed(String path) {
    Call preflight =
        Call.of("OPTIONS", path)
            .header("Origin", ORIGIN)
            .header("Access-Control-Request-Method", "POST")
            .header("Access-Control-Request-Headers", "authorization,idempotency-key");

    for (Call call : List.of(preflight, Call.of("OPTIONS", path))) {
      Answer answer = service.client.send(call);
      assertEquals(200, answer.status());
      assertFalse(answer.headers().firstValue("Access-Control-Allow-Origin").isPresent());
    }
  }

  private void assertAlike(Call call) {
    Answer get = service.client.send(call);
    Answer head = service.client.send(call.as("HEAD"));

    assertEquals(get.status(), head.status());
    assertEquals("", head.text());
    assertEquals(compared(get), compared(head));
  }

  private static Map<String, List<String>> compared(Answer answer) {
    Map<String, List<String>> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    headers.putAll(answer.headers().map());
    headers.keySet().removeIf(name -> NOT_COMPARED.contains(name.toLowerCase(Locale.ROOT)));
    return headers;
  }

  private static void assertNoCors(Answer answer) {
    assertTrue(
        answer.headers().map().keySet().stream()
            .noneMatch(name -> name.toLowerCase(Locale.ROOT).startsWith("access-control-")),
        () -> answer.headers().map().toString());
  }

  private Object newestWebhookEvent() {
    Call call = Call.get("/" + Service.DEMO + "/webhooks/events?items=1").by(service.demo);
    return service.client.expect(200, call).at("webhook_events", 0, "id");
  }
}
