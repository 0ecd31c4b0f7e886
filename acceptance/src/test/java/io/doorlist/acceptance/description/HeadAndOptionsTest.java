package io.doorlist.acceptance.description;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.acceptance.client.Answer;
import io.doorlist.acceptance.client.Call;
import io.doorlist.acceptance.service.ContractTest;
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
   * Headers that differ between answers, that are about the connection, or that depend on
   * concurrent changes; PollTest compares the last ones.
   */
  private static final Set<String> NOT_COMPARED =
      Set.of(
          ("date x-request-id x-amzn-requestid x-amz-request-id x-amz-apigw-id x-amzn-trace-id"
                  + " transfer-encoding etag cache-control")
              .split(" "));

  @TestFactory
  Stream<DynamicTest> head_answersTheHeadersOfGetWithoutItsBody() {
    return Stream.of(
            Call.get(world.springGala.listsPath()).by(service.acme),
            Call.get(world.springGala.list(5) + "/orders?page=2&items=1").by(service.acme),
            Call.get(world.springGala.path() + "/orders/1001").by(service.acme),
            Call.get("/" + world.acme + "/events/7"),
            Call.get(world.springGala.listsPath() + "?page=0").by(service.acme),
            Call.get("/unknown/route/of/nobody").by(service.acme))
        .map(call -> DynamicTest.dynamicTest(call.toString(), () -> assertHead(call)));
  }

  private void assertHead(Call call) {
    Answer get = service.client.send(call);
    Answer head = service.client.send(call.as("HEAD"));

    assertEquals(get.status(), head.status());
    assertEquals("", head.text());
    assertEquals(compared(get), compared(head));
  }

  @Test
  void answers_allowNoOrigin_whenNothingIsConfigured() {
    Call get = Call.get(world.springGala.listsPath()).header("Origin", "https://door.example.org");
    Call preflight = get.as("OPTIONS").header("Access-Control-Request-Method", "POST");

    for (Answer answer :
        List.of(
            service.client.expect(200, preflight),
            service.client.expect(200, get.by(service.acme)),
            service.client.expect(401, get))) {
      assertTrue(answer.header("Access-Control-Allow-Origin").isEmpty(), answer::toString);
    }
  }

  private static Map<String, List<String>> compared(Answer answer) {
    Map<String, List<String>> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    headers.putAll(answer.headers().map());
    headers.keySet().removeIf(name -> NOT_COMPARED.contains(name.toLowerCase(Locale.ROOT)));
    return headers;
  }
}
