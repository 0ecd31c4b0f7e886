package io.doorlist.acceptance.access;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.acceptance.client.Answer;
import io.doorlist.acceptance.client.Call;
import io.doorlist.acceptance.service.Event;
import io.doorlist.acceptance.service.Order;
import io.doorlist.acceptance.service.Service;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;

/** Every input gets a documented answer, and nothing is written. */
@ExtendWith(Service.Provider.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HostileInputTest {
  private static final List<String> BAD_PAGES =
      words(
          """
          page=0 page=-1 page=abc page=1.5 page=1e3 page=0x1 page=%2B1 page=%201 page= page=null
          page=%EF%BC%91 page=%00 page=9007199254740992 page=99999999999999999999 page=1&page=2
          page=1&page=1
          """);

  private static final List<String> BAD_ITEMS =
      List.of("items=0", "items=251", "items=-1", "items=ten", "items=", "items=5&items=5");

  /** Texts that are not the id of a list, an order or a webhook event. */
  private static final List<String> BAD_IDS =
      words(
          """
          abc 0 -1 01 +1 1.0 1e1 %31%20 9007199254740992 99999999999999999999 %00 1%00
          %F0%9F%8E%9F %EF%BC%91 1%2F2 1;drop 1'-- 1%23
          """);

  /** Odd texts in place of a slug or a QR code. */
  private static final List<String> ODD_WORDS =
      words(
          """
          a%2Fb %F0%9F%8E%9F %C3%A9 %23 a%23b ..a %20 %0D%0AX-Evil:%201 $ne ' %22 %3Cscript%3E
          """
              + "x".repeat(1000));

  private static List<String> words(String text) {
    return List.of(text.strip().split("\\s+"));
  }

  private final Service service;
  private Event event;
  private String before;

  /** This token sends many unknown codes, so other tests do not use it. */
  private String oddWordsToken;

  HostileInputTest(Service service) {
    this.service = service;
  }

  @BeforeAll
  void prepare() {
    event = service.eventWithOneList(Order.of(1, "adult", "adult", "child"));
    service.client.expect(201, event.checkIn(1, event.order(1).ticket(0)).by(service.door));
    before = everything();
    oddWordsToken = service.tokens.create(service.studio);
  }

  @AfterAll
  void nothingWasWritten() {
    assertEquals(before, everything());
  }

  @TestFactory
  Stream<DynamicTest> everyList_refusesPagesThatAreNone() {
    return Stream.of(
            event.listsPath(),
            event.list(1) + "/checkins",
            event.list(1) + "/orders",
            event.list(1) + "/tickets",
            event.path() + "/orders",
            "/" + service.studio + "/webhooks/events",
            "/" + service.studio + "/events")
        .flatMap(
            path ->
                Stream.concat(BAD_PAGES.stream(), BAD_ITEMS.stream())
                    .map(query -> Call.get(path).query(query)))
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
    return allRefused(
        400,
        "invalid_parameter",
        BAD_IDS,
        id ->
            Stream.of(
                Call.get(event.listsPath() + "/" + id),
                Call.get(event.listsPath() + "/" + id + "/checkins"),
                Call.get(event.listsPath() + "/" + id + "/orders"),
                Call.get(event.listsPath() + "/" + id + "/tickets"),
                Call.get(event.listsPath() + "/" + id + "/tickets/t-1"),
                Call.get(event.listsPath() + "/" + id + "/undone"),
                Call.get(event.listsPath() + "/" + id + "/double_admissions"),
                Call.get(event.listsPath() + "/" + id + "/door"),
                Call.post(event.listsPath() + "/" + id + "/checkins")
                    .body(
                        "application/json",
                        "{\"scans\":[{\"ticket_qr_token\":\"t-1\",\"idempotency_key\":\"k\"}]}"),
                Call.post(event.listsPath() + "/" + id + "/tickets/t-R1-2/checkins"),
                Call.post(event.listsPath() + "/" + id + "/orders/o-R1/checkins").form("adult=1"),
                Call.get(event.path() + "/orders/" + id),
                Call.get("/" + service.studio + "/webhooks/events/" + id)));
  }

  @TestFactory
  Stream<DynamicTest> everySlug_isForbidden_whenItIsNone() {
    return allRefused(
        403,
        "forbidden",
        ODD_WORDS,
        word ->
            Stream.of(
                Call.get("/" + word + "/" + event.slug() + "/checkin_lists"),
                Call.get("/" + service.studio + "/" + word + "/checkin_lists"),
                Call.get("/" + service.studio + "/" + word + "/orders/1"),
                Call.get("/" + word + "/webhooks/events"),
                Call.get("/" + word + "/events")));
  }

  private Stream<DynamicTest> allRefused(
      int status, String code, List<String> words, Function<String, Stream<Call>> calls) {
    return words.stream().flatMap(calls).map(call -> test(call, () -> refused(status, code, call)));
  }

  @TestFactory
  Stream<DynamicTest> everyQrCode_isUnknown_whenItIsOdd() {
    return ODD_WORDS.stream()
        .flatMap(
            word ->
                Stream.of(
                    Call.post(event.list(1) + "/tickets/" + word + "/checkins"),
                    Call.post(event.list(1) + "/orders/" + word + "/checkins").form("adult=1"),
                    Call.get("/" + service.studio + "/events/" + word)))
        .map(
            call ->
                test(call, () -> service.client.refused(404, "not_found", call.by(oddWordsToken))));
  }

  @TestFactory
  Stream<DynamicTest> unknownRoutesAndMethods_areRefused() {
    String list = event.list(1);
    return Stream.of(
            Call.post("/"),
            Call.get("/" + service.studio),
            Call.get(event.path()),
            Call.post(list + "/tickets/t-R1-1"),
            Call.get(list + "/tickets/t-R1-1/checkins"),
            Call.get(list + "/orders/o-R1/checkins"),
            Call.get(event.path() + "/orders/1/tickets"),
            Call.get("/" + service.studio + "/webhooks"),
            Call.get("/" + service.studio + "/events/" + event.slug() + "/orders"),
            Call.get("/favicon.ico"),
            Call.post(event.listsPath()),
            Call.of("PUT", list + "/checkins"),
            Call.post(event.path() + "/orders").form("a=1"),
            Call.of("PUT", list),
            Call.of("DELETE", list),
            Call.of("PATCH", event.path() + "/orders/1"),
            Call.of("DELETE", list + "/tickets/t-R1-1/checkins"),
            Call.of("PUT", list + "/tickets/t-R1-2/checkins"),
            Call.of("HEAD", list + "/tickets/t-R1-1/checkins"),
            Call.of("TRACE", event.listsPath()),
            Call.of("PURGE", event.listsPath()))
        .map(call -> answered(call, answer -> answer.status() == 404 || answer.status() == 405));
  }

  @TestFactory
  Stream<DynamicTest> pathsWithNul_areRefusedByTheGatewayOrByUs() {
    return Stream.of(
            Call.get("/%00/" + event.slug() + "/checkin_lists"),
            Call.get("/" + service.studio + "/a%00b/orders/1"),
            Call.get("/a%00/webhooks/events"),
            Call.get("/" + service.studio + "%00/events"),
            Call.get("/" + service.studio + "/events/%00"),
            Call.post(event.list(1) + "/tickets/t-R1-2%00/checkins"),
            Call.post(event.list(1) + "/orders/%00/checkins").form("adult=1"))
        .map(
            call ->
                answered(
                    call,
                    answer ->
                        Set.of("invalid_parameter", "forbidden", "not_found")
                            .contains(answer.code())));
  }

  @TestFactory
  Stream<DynamicTest> pathsThatCannotBeRead_areRefused() {
    return Stream.of(
            Call.get("/%FF/" + event.slug() + "/checkin_lists"),
            Call.get(event.path() + "/orders/%C3"),
            Call.get("/" + service.studio + "/events/%C3%28"),
            Call.post(event.list(1) + "/tickets/%ED%A0%80/checkins"),
            Call.get(event.listsPath() + "?q=%FF"))
        .map(call -> test(call, () -> refused(400, "invalid_parameter", call)));
  }

  @Test
  void parametersThatNobodyKnows_areIgnored() {
    String path = event.list(1) + "/tickets";

    assertEquals(
        service.client.expect(200, Call.get(path).by(service.door)).text(),
        service
            .client
            .expect(
                200,
                Call.get(
                        path
                            + "?limit=1&sort=-id&page[size]=2&q=x&%00=%00"
                                .replace("[", "%5B")
                                .replace("]", "%5D"))
                    .by(service.door))
            .text());
  }

  @Test
  void searches_findNothing_orAreRefused_howeverOddTheyAre() {
    for (String q :
        List.of("x".repeat(7000), "%00", "%F0%9F%8E%9F", "%25", "a&q=b", "%5C", "'%20or%201=1")) {
      Answer answer = service.client.send(Call.get(event.listsPath() + "?q=" + q).by(service.door));
      if (answer.status() == 200) {
        assertEquals(List.of(), answer.rows("checkin_lists"));
      } else {
        assertEquals("invalid_parameter", answer.code());
      }
    }
  }

  @Test
  void bodiesOver16Kilobytes_areRefused() {
    String large = "adult=" + "1".repeat(20 * 1024);
    Call order = event.checkIn(1, event.order(1), large);
    Call ticket = event.checkIn(1, event.order(1).ticket(1)).form(large);

    refused(413, "body_too_large", order);
    refused(413, "body_too_large", ticket);
    refused(413, "body_too_large", order.header("Content-Type", "application/json"));
  }

  @Test
  void formsOfManyFields_areRefused() {
    String many = "adult=1" + "&x".repeat(10).replace("x", "x=1") + "&y%00=1&%F0%9F%8E%9F=1";
    StringBuilder names = new StringBuilder("adult=1");
    for (int i = 0; i < 1500; i++) {
      names.append("&t").append(i).append("=1");
    }

    refused(400, "invalid_parameter", event.checkIn(1, event.order(1), many));
    assertEquals(
        "unknown_ticket_type",
        refused(422, "not_admissible", event.checkIn(1, event.order(1), names.toString()))
            .at("reason"));
  }

  @Test
  void bodiesThatAreNoText_areRefused() {
    Call call = event.checkIn(1, event.order(1), "");
    byte[] bytes = {'a', 'd', 'u', 'l', 't', '=', (byte) 0xff, 0, (byte) 0xc3, '&'};

    refused(400, "invalid_parameter", new Call(call.method(), call.path(), call.headers(), bytes));
  }

  @Test
  void bodiesOfReads_changeNothing() {
    Call call = Call.get(event.list(1)).by(service.door);

    assertEquals(
        service.client.expect(200, call).text(),
        service.client.expect(200, call.body("application/json", "{\"page\":0}")).text());
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
            event.path() + "/orders",
            event.path() + "/orders/1")) {
      all.append(service.client.expect(200, Call.get(path).by(service.door)).text()).append('\n');
    }
    return all.toString();
  }

  private DynamicTest answered(Call call, Predicate<Answer> right) {
    return test(
        call,
        () -> {
          Answer answer = service.client.send(call.by(service.door));
          assertTrue(right.test(answer), answer::toString);
        });
  }
}
