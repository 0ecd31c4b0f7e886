package io.doorlist.acceptance.access;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.doorlist.acceptance.client.Answer;
import io.doorlist.acceptance.client.Call;
import io.doorlist.acceptance.service.ContractTest;
import io.doorlist.acceptance.service.Event;
import io.doorlist.acceptance.service.Order;
import io.doorlist.acceptance.service.Service;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;

/**
 * Every input gets a documented answer, and nothing is written. What an input may be is for tests
 * of {@code io.doorlist.http}; here each kind comes through the gateway.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HostileInputTest extends ContractTest {
  private static final List<String> BAD_PAGES =
      words(
          """
          page=0 page=1.5 page=%2B1 page= page=%EF%BC%91 page=%00 page=9007199254740992 page=1&page=1
          items=251
          """);

  /** Texts that are not the id of a list, an order or a webhook event. */
  private static final List<String> BAD_IDS =
      words("abc 0 -1 01 %31%20 9007199254740992 %00 %EF%BC%91 1%2F2 1;drop 1'-- 1%23");

  /** Odd texts in place of a slug or a QR code. */
  private static final List<String> ODD_WORDS =
      words("a%2Fb %F0%9F%8E%9F %23 a%23b ..a %20 %0D%0AX-Evil:%201 ' %22 " + "x".repeat(1000));

  private Event event;
  private List<Map<String, Object>> before;

  /** This token sends many unknown codes, so other tests do not use it. */
  private String guesser;

  private static List<String> words(String text) {
    return List.of(text.strip().split("\\s+"));
  }

  @BeforeAll
  void prepare(Service service) {
    meet(service);
    event = service.eventWithOneList(Order.of(1, "adult", "adult", "child"));
    service.client.expect(201, event.checkIn(1, event.order(1).ticket(0)).by(service.door));
    before = log();
    guesser = service.token(service.studio);
  }

  @AfterAll
  void nothingWasWritten() {
    assertEquals(before, log());
  }

  @TestFactory
  Stream<DynamicTest> everyInput_isRefusedAsDocumented() {
    List<DynamicTest> tests = new ArrayList<>();
    String list = event.list(1);
    for (String query : BAD_PAGES) {
      tests.add(refused("invalid_parameter", Call.get(list + "/tickets").query(query)));
    }
    for (String path :
        List.of(
            event.listsPath(),
            list + "/checkins",
            list + "/orders",
            event.path() + "/orders",
            "/" + service.studio + "/webhooks/events",
            "/" + service.studio + "/events")) {
      tests.add(refused("invalid_parameter", Call.get(path + "?page=0")));
      tests.add(refused("invalid_parameter", Call.get(path + "?items=251")));
    }
    for (String id : BAD_IDS) {
      tests.add(refused("not_found", Call.get(event.path() + "/orders/" + id)));
    }
    for (String rest : List.of("", "/checkins", "/orders", "/tickets", "/tickets/t-1", "/door")) {
      tests.add(refused("not_found", Call.get(event.listsPath() + "/abc" + rest)));
    }
    String none = event.listsPath() + "/0";
    tests.add(refused("not_found", Call.post(none + "/tickets/t-R1-2/checkins")));
    tests.add(refused("not_found", Call.post(none + "/orders/o-R1/checkins").form("adult=1")));
    String noEvent = "/" + service.studio + "/webhooks/events/abc";
    tests.add(refused("not_found", Call.get(noEvent)));
    for (String path :
        List.of(
            "/%FF/" + event.slug() + "/checkin_lists",
            event.path() + "/orders/%C3",
            event.listsPath() + "?q=%FF")) {
      tests.add(refused("invalid_parameter", Call.get(path)));
    }
    for (String word : ODD_WORDS) {
      tests.add(refused("forbidden", Call.get("/" + word + "/" + event.slug() + "/pulse")));
      tests.add(refused("forbidden", Call.get("/" + service.studio + "/" + word + "/orders/1")));
      tests.add(refused("not_found", Call.get("/" + service.studio + "/events/" + word)));
      tests.add(refused("not_found", Call.post(list + "/tickets/" + word + "/checkins")));
    }
    return tests.stream();
  }

  private DynamicTest refused(String code, Call call) {
    int status = Map.of("invalid_parameter", 400, "forbidden", 403, "not_found", 404).get(code);
    String name = call.toString();
    return DynamicTest.dynamicTest(
        name.substring(0, Math.min(name.length(), 120)),
        () -> service.client.refused(status, code, call.by(guesser)));
  }

  @TestFactory
  Stream<DynamicTest> unknownRoutes_areRefused() {
    return Stream.of(
            Call.get("/" + service.studio),
            Call.get(event.list(1) + "/tickets/t-R1-1/checkins"),
            Call.get("/favicon.ico"),
            Call.post(event.listsPath()),
            Call.of("PURGE", event.listsPath()))
        .map(
            call ->
                DynamicTest.dynamicTest(
                    call.toString(),
                    () -> {
                      Answer answer = service.client.send(call.by(service.door));
                      assertTrue(Set.of(404, 405).contains(answer.status()), answer::toString);
                    }));
  }

  /**
   * Issue 53: on one machine, another method of a known path gets 405. AWS's gateway never answers
   * 405.
   */
  @Test
  void otherMethodOfAKnownPath_isNamed() {
    assumeTrue(service.calls().isPresent());
    String list = event.list(1);
    Call put = Call.of("PUT", list + "/checkins");

    Answer refused = service.client.refused(405, "method_not_allowed", put);

    assertEquals(Optional.of("GET, HEAD, OPTIONS, POST"), refused.header("Allow"));
    service.client.refused(405, "method_not_allowed", Call.post("/").by(service.door));
    service.client.refused(404, "not_found", Call.of("PUT", list + "/nothing"));
  }

  /** Issue 53: nothing is silently ignored. */
  @TestFactory
  Stream<DynamicTest> parametersThatNobodyKnows_andBodiesWhereNoneBelongs_areNamed() {
    String list = event.list(1);
    String webhookEvents = "/" + service.studio + "/webhooks/events";
    String ticket = event.order(1).ticket(1).qr();
    Call checkin = Call.post(list + "/tickets/" + ticket + "/checkins");
    Call exit = Call.post(list + "/tickets/" + ticket + "/exits");
    return Stream.of(
        named("limit", Call.get(list + "/tickets?limit=1")),
        named("page[size]", Call.get(list + "/tickets?page%5Bsize%5D=2")),
        named("query", Call.get(list + "/tickets?%3Cpage%3E=2")),
        named("body", Call.get(list + "/tickets").body("application/json", "{\"page\":0}")),
        named("status", Call.get(webhookEvents + "?status=failed")),
        named("q", Call.get("/" + service.studio + "/events?q=gala")),
        named("onlin", checkin.query("onlin=false")),
        named("body", checkin.form("online=false")),
        named("type", exit.body("application/json", "{\"type\":\"entry\"}")),
        named("have", event.checkIn(1, event.order(1), "adult=1").query("have=1")),
        named("body", Call.of("DELETE", list + "/checkins/1").body("application/json", "{}")));
  }

  private DynamicTest named(String parameter, Call call) {
    return DynamicTest.dynamicTest(
        call.toString(),
        () -> {
          Answer answer = service.client.refused(400, "invalid_parameter", call.by(service.door));
          assertEquals(parameter, answer.at("errors", 0, "parameter"));
        });
  }

  @Test
  void bodies_areRefused_whenTheyAreTooLargeOrNoText() {
    Call order =
        event.checkIn(1, event.order(1), "adult=" + "1".repeat(16 * 1024)).by(service.door);
    byte[] bytes = {'a', 'd', 'u', 'l', 't', '=', (byte) 0xff, 0, (byte) 0xc3, '&'};

    service.client.refused(413, "body_too_large", order);
    service.client.refused(413, "body_too_large", order.header("Content-Type", "application/json"));
    service.client.refused(
        400, "invalid_parameter", new Call(order.method(), order.path(), order.headers(), bytes));
  }

  private List<Map<String, Object>> log() {
    return get(event.list(1) + "/log", service.door).rows("log");
  }
}
