package io.doorlist.acceptance.access;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.acceptance.client.Answer;
import io.doorlist.acceptance.client.Call;
import io.doorlist.acceptance.service.ContractTest;
import io.doorlist.acceptance.service.Event;
import io.doorlist.acceptance.service.Order;
import io.doorlist.acceptance.service.Service;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;

/**
 * Every input gets a documented answer, and nothing is written. What an input may be is for tests of
 * {@code io.doorlist.http} and {@code AnyInputTest}; here each kind comes through the gateway.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HostileInputTest extends ContractTest {
  private static final List<String> BAD_PAGES =
      words(
          """
          page=0 page=-1 page=1.5 page=0x1 page=%2B1 page= page=%EF%BC%91 page=%00
          page=9007199254740992 page=99999999999999999999 page=1&page=1 items=0 items=251 items=ten
          """);

  /** Texts that are not the id of a list, an order or a webhook event. */
  private static final List<String> BAD_IDS =
      words("abc 0 -1 01 +1 1.0 %31%20 9007199254740992 %00 1%00 %EF%BC%91 1%2F2 1;drop 1'-- 1%23");

  /** Odd texts in place of a slug or a QR code. */
  private static final List<String> ODD_WORDS =
      words("a%2Fb %F0%9F%8E%9F %23 a%23b ..a %20 %0D%0AX-Evil:%201 ' %22 " + "x".repeat(1000));

  private Event event;
  private String before;

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
    before = everything();
    guesser = service.tokens.create(service.studio);
  }

  @AfterAll
  void nothingWasWritten() {
    assertEquals(before, everything());
  }

  @TestFactory
  Stream<DynamicTest> everyList_refusesPagesThatAreNone() {
    List<Call> calls = new ArrayList<>();
    BAD_PAGES.forEach(query -> calls.add(Call.get(event.list(1) + "/tickets").query(query)));
    for (String path :
        List.of(
            event.listsPath(),
            event.list(1) + "/checkins",
            event.list(1) + "/orders",
            event.path() + "/orders",
            "/" + service.studio + "/webhooks/events",
            "/" + service.studio + "/events")) {
      calls.add(Call.get(path + "?page=0"));
      calls.add(Call.get(path + "?items=251"));
    }
    return calls.stream()
        .map(
            call ->
                test(
                    call,
                    () -> {
                      Answer answer = refused(400, "invalid_parameter", call);
                      String query = call.path().substring(call.path().indexOf('?') + 1);
                      assertEquals(
                          query.substring(0, query.indexOf('=')),
                          answer.at("errors", 0, "parameter"));
                    }));
  }

  @TestFactory
  Stream<DynamicTest> everyId_isRefused_whenItIsNone() {
    List<Call> calls = new ArrayList<>();
    BAD_IDS.forEach(id -> calls.add(Call.get(event.path() + "/orders/" + id)));
    String lists = event.listsPath();
    for (String id : List.of("abc", "0")) {
      for (String rest : List.of("", "/checkins", "/orders", "/tickets", "/tickets/t-1", "/door")) {
        calls.add(Call.get(lists + "/" + id + rest));
      }
      calls.add(Call.post(lists + "/" + id + "/tickets/t-R1-2/checkins"));
      calls.add(Call.post(lists + "/" + id + "/orders/o-R1/checkins").form("adult=1"));
      calls.add(Call.get("/" + service.studio + "/webhooks/events/" + id));
    }
    return calls.stream().map(call -> test(call, () -> refused(400, "invalid_parameter", call)));
  }

  @TestFactory
  Stream<DynamicTest> everySlug_isForbidden_whenItIsNone() {
    return ODD_WORDS.stream()
        .flatMap(
            word ->
                Stream.of(
                    Call.get("/" + word + "/" + event.slug() + "/checkin_lists"),
                    Call.get("/" + service.studio + "/" + word + "/orders/1")))
        .map(call -> test(call, () -> refused(403, "forbidden", call)));
  }

  @TestFactory
  Stream<DynamicTest> everyQrCode_isUnknown_whenItIsOdd() {
    return ODD_WORDS.stream()
        .flatMap(
            word ->
                Stream.of(
                    Call.post(event.list(1) + "/tickets/" + word + "/checkins"),
                    Call.get("/" + service.studio + "/events/" + word)))
        .map(
            call -> test(call, () -> service.client.refused(404, "not_found", call.by(guesser))));
  }

  @TestFactory
  Stream<DynamicTest> unknownRoutesAndMethods_areRefused() {
    String list = event.list(1);
    return Stream.of(
            Call.post("/"),
            Call.get("/" + service.studio),
            Call.get(event.path()),
            Call.get(list + "/tickets/t-R1-1/checkins"),
            Call.get("/" + service.studio + "/webhooks"),
            Call.get("/favicon.ico"),
            Call.post(event.listsPath()),
            Call.of("PUT", list + "/checkins"),
            Call.of("DELETE", list),
            Call.of("PATCH", event.path() + "/orders/1"),
            Call.of("HEAD", list + "/tickets/t-R1-1/checkins"),
            Call.of("PURGE", event.listsPath()))
        .map(
            call ->
                test(
                    call,
                    () -> {
                      Answer answer = service.client.send(call.by(service.door));
                      assertTrue(Set.of(404, 405).contains(answer.status()), answer::toString);
                    }));
  }

  @TestFactory
  Stream<DynamicTest> pathsWithNul_areRefusedByTheGatewayOrByUs() {
    return Stream.of(
            Call.get("/" + service.studio + "/a%00b/orders/1"),
            Call.get("/a%00/webhooks/events"),
            Call.get("/" + service.studio + "/events/%00"),
            Call.post(event.list(1) + "/tickets/t-R1-2%00/checkins"))
        .map(
            call ->
                test(
                    call,
                    () ->
                        assertTrue(
                            Set.of("invalid_parameter", "forbidden", "not_found")
                                .contains(service.client.send(call.by(service.door)).code()))));
  }

  @TestFactory
  Stream<DynamicTest> pathsThatCannotBeRead_areRefused() {
    return Stream.of(
            Call.get("/%FF/" + event.slug() + "/checkin_lists"),
            Call.get(event.path() + "/orders/%C3"),
            Call.post(event.list(1) + "/tickets/%ED%A0%80/checkins"),
            Call.get(event.listsPath() + "?q=%FF"))
        .map(call -> test(call, () -> refused(400, "invalid_parameter", call)));
  }

  @Test
  void parametersThatNobodyKnows_andBodiesOfReads_areIgnored() {
    Call call = Call.get(event.list(1) + "/tickets").by(service.door);
    String plain = service.client.expect(200, call).text();

    assertEquals(
        plain,
        service.client.expect(200, call.query("limit=1&sort=-id&page%5Bsize%5D=2&%00=%00")).text());
    assertEquals(
        plain, service.client.expect(200, call.body("application/json", "{\"page\":0}")).text());
  }

  @Test
  void searches_findNothing_orAreRefused_howeverOddTheyAre() {
    for (String q : List.of("x".repeat(7000), "%00", "%25", "a&q=b", "'%20or%201=1")) {
      Answer answer = service.client.send(Call.get(event.listsPath() + "?q=" + q).by(service.door));
      if (answer.status() == 200) {
        assertEquals(List.of(), answer.rows("checkin_lists"));
      } else {
        assertEquals("invalid_parameter", answer.code());
      }
    }
  }

  @Test
  void bodies_areRefused_whenTheyAreTooLargeOrNoText() {
    Call order = event.checkIn(1, event.order(1), "adult=" + "1".repeat(16 * 1024));
    byte[] bytes = {'a', 'd', 'u', 'l', 't', '=', (byte) 0xff, 0, (byte) 0xc3, '&'};

    refused(413, "body_too_large", order);
    refused(413, "body_too_large", order.header("Content-Type", "application/json"));
    refused(
        400, "invalid_parameter", new Call(order.method(), order.path(), order.headers(), bytes));
  }

  private Answer refused(int status, String code, Call call) {
    return service.client.refused(status, code, call.by(service.door));
  }

  private static DynamicTest test(Call call, Runnable body) {
    String name = call.toString();
    return DynamicTest.dynamicTest(name.substring(0, Math.min(name.length(), 120)), body::run);
  }

  /** Returns everything that the API shows of the event. */
  private String everything() {
    StringBuilder all = new StringBuilder();
    for (String path :
        List.of(
            event.listsPath(),
            event.list(1) + "/checkins",
            event.list(1) + "/orders",
            event.list(1) + "/tickets",
            event.path() + "/orders/1")) {
      all.append(get(path, service.door).text()).append('\n');
    }
    return all.toString();
  }
}
