package io.doorlist.acceptance.access;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.acceptance.client.Answer;
import io.doorlist.acceptance.client.Call;
import io.doorlist.acceptance.service.CheckinList;
import io.doorlist.acceptance.service.Cli;
import io.doorlist.acceptance.service.Event;
import io.doorlist.acceptance.service.Order;
import io.doorlist.acceptance.service.Service;
import io.doorlist.acceptance.service.SharedData;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Two accounts with the same slugs, ids, references and QR codes, and with canaries in every text:
 * no mixture of parents and children, and no trick in a path, shows one account the other's data.
 */
@ExtendWith(Service.Provider.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class IsolationTest {
  private static final List<String> EVENTS = List.of("twin", "twin-2", "no-such-event");
  private static final List<String> LISTS = List.of("1", "11", "22", "99");
  private static final List<String> NUMBERS = List.of("1", "111", "222", "999");

  /**
   * Replacements for a word of a path; {@code %s} is the word, {@code %o} the other account. The
   * first is empty.
   */
  private static final List<String> TRICKS =
      List.of(
          (" "
                  + """
                  .. %2e%2e . %2E %s%2F %2F%s ..%2F%o %s%2F..%2F%o %s/../%o %s/ %s%00 %00 %s%23 %23
                  %s%23%o %o%23%s %s%23twin%23order%231 %40events %s%3Fx=1 %s;x=1 %s%20 %s+ %s%252F
                  %c0%ae%c0%ae %s%c0%af %e0%80%af %s%ef%bc%8f%o %s%5C%o %s%0d%0a * %2A %25 %s%E2%80%AE
                  """
                      .strip())
              .split("\\s+"));

  private final Service service;
  private String north;
  private String south;

  /** The callers: name to token. */
  private final Map<String, String> callers = new TreeMap<>();

  IsolationTest(Service service) {
    this.service = service;
  }

  @BeforeAll
  void prepare() {
    north = service.studio + "-north";
    south = service.studio + "-south";
    for (String account : List.of(north, south)) {
      String name = account.equals(north) ? "north" : "south";
      service.cli.load(List.of(SharedData.account(account, name)));
      service.cli.load(Canaries.lines(event(account, 1, "twin", 11, 111), name + 1));
      service.cli.load(Canaries.lines(event(account, 2, "twin-2", 22, 222), name + 2));
    }
    service.cli.load(Canaries.lines(event(south, 3, "south-only", 33, 333), "south3"));
    callers.put("all events", service.tokens.create(north));
    callers.put("one event", service.tokens.create(north, "--event", "twin"));
    callers.put("scanner", service.tokens.create(north, "--event", "twin", "--role", "scanner"));
  }

  /**
   * Returns an event with list 1 and order 1, which all events have, and one list and order that no
   * other has.
   */
  private static Event event(String account, long id, String slug, long list, long order) {
    return new Event(
        account,
        id,
        slug,
        slug,
        List.of(new CheckinList(1, "Door", null), new CheckinList(list, "Own", null)),
        List.of(Order.of(1, "adult", "adult"), Order.of(order, "adult", "adult")));
  }

  @TestFactory
  Stream<DynamicTest> everyMixtureOfParents_isAnsweredByWhatIsTheCallers() {
    Map<Integer, Map<String, Set<String>>> refusals = new HashMap<>();
    List<DynamicTest> tests = new ArrayList<>();
    callers.forEach(
        (name, token) ->
            mixtures(name)
                .forEach(
                    (call, expected) ->
                        tests.add(
                            DynamicTest.dynamicTest(
                                name + ": " + call,
                                () -> check(call.by(token), name, expected, refusals)))));
    tests.add(
        DynamicTest.dynamicTest(
            "all that is refused is refused alike",
            () -> {
              for (int status : List.of(403, 404)) {
                Set<String> kinds = refusals.get(status).keySet();
                assertEquals(1, kinds.size(), kinds::toString);
              }
            }));
    tests.add(
        DynamicTest.dynamicTest(
            "nobody is in with the other account",
            () -> {
              String token = service.tokens.create(south);
              for (String event : List.of("twin", "twin-2")) {
                String path = "/" + south + "/" + event + "/checkin_lists/1";
                Answer list = service.client.expect(200, Call.get(path).by(token));
                assertEquals(0L, list.at("checked_in_count"));
                assertNotEquals(Set.of(), Canaries.owners(list.text()));
              }
            }));
    return tests.stream();
  }

  private void check(
      Call call, String caller, int expected, Map<Integer, Map<String, Set<String>>> refusals) {
    Answer answer = service.client.send(call);
    int status = answer.status() == 409 ? 201 : answer.status();
    assertEquals(expected, status, answer::toString);
    assertNoForeignCanary(answer, caller);
    if (status >= 400) {
      Map<String, List<String>> headers = new TreeMap<>(answer.headers().map());
      headers.remove("date");
      headers.values().removeAll(List.of(answer.headers().allValues("X-Request-Id")));
      refusals
          .computeIfAbsent(status, any -> new TreeMap<>())
          .computeIfAbsent(answer.withoutRequestId() + headers, any -> new TreeSet<>())
          .add(call.toString());
    }
  }

  private static void assertNoForeignCanary(Answer answer, String caller) {
    Set<String> seen = Canaries.owners(answer.text() + answer.headers().map());
    Set<String> own = caller.equals("all events") ? Set.of("north1", "north2") : Set.of("north1");
    assertTrue(own.containsAll(seen), () -> answer.call() + " shows " + seen);
  }

  /**
   * Returns requests for every account, event, list, order and code, and the expected answer to
   * each.
   */
  private Map<Call, Integer> mixtures(String caller) {
    Map<Call, Integer> all = new LinkedHashMap<>();
    boolean scanner = caller.equals("scanner");
    for (String account : List.of(north, south, "nobody")) {
      // All events of nobody are alike.
      for (String event : account.equals("nobody") ? EVENTS.subList(0, 1) : EVENTS) {
        boolean open =
            account.equals(north)
                && (event.equals("twin") || event.equals("twin-2") && caller.equals("all events"));
        String path = "/" + account + "/" + event;
        String own = event.equals("twin") ? "11" : "22";
        all.put(Call.get(path + "/checkin_lists"), open ? 200 : 403);
        all.put(Call.get(path + "/orders"), open && !scanner ? 200 : 403);
        all.put(Call.get(path + "/pulse"), open ? 200 : 403);
        all.put(Call.get(path + "/tickets?q=canary"), open && !scanner ? 200 : 403);
        for (String number : NUMBERS) {
          boolean there = number.equals("1") || number.equals(own.equals("11") ? "111" : "222");
          int status = !open || scanner ? 403 : there ? 200 : 404;
          all.put(Call.get(path + "/orders/" + number), status);
        }
        for (String list : LISTS) {
          boolean there = list.equals("1") || list.equals(own);
          int status = !open ? 403 : there ? 200 : 404;
          String door = path + "/checkin_lists/" + list;
          for (String rest : List.of("", "/checkins", "/orders", "/tickets", "/door")) {
            all.put(Call.get(door + rest), status);
          }
          for (String rest : List.of("/double_admissions", "/undone")) {
            all.put(Call.get(door + rest), scanner ? 403 : status);
          }
          all.put(Call.of("DELETE", door + "/checkins/1"), open ? 404 : 403);
          all.put(
              Call.post(door + "/checkins")
                  .body(
                      "application/json",
                      "{\"scans\":[{\"ticket_qr_token\":\"t-R1-1\",\"idempotency_key\":\"mixed\"}]}"),
              status);
          for (String number : NUMBERS) {
            boolean known = number.equals("1") || number.equals(own.equals("11") ? "111" : "222");
            int checkIn = !open ? 403 : there && known ? 201 : 404;
            int look = checkIn == 201 ? 200 : checkIn;
            all.put(Call.get(door + "/tickets/t-R" + number + "-2"), look);
            all.put(Call.post(door + "/tickets/t-R" + number + "-1/checkins"), checkIn);
            all.put(
                Call.post(door + "/orders/o-R" + number + "/checkins").form("adult=1"), checkIn);
          }
        }
      }
      boolean open = account.equals(north);
      all.put(Call.get("/" + account + "/events"), open ? 200 : 403);
      all.put(Call.get("/" + account + "/webhooks/events"), open && !scanner ? 200 : 403);
      for (String event : List.of("twin", "1", "twin-2", "2", "south-only", "3", "4")) {
        boolean mine =
            open
                && (Set.of("twin", "1").contains(event)
                    || Set.of("twin-2", "2").contains(event) && caller.equals("all events"));
        all.put(Call.get("/" + account + "/events/" + event), mine ? 200 : 404);
      }
    }
    return all;
  }

  @Test
  void webhookEventsOfAnotherAccount_areNotFound_underEitherName() {
    String newest = "/" + Service.DEMO + "/webhooks/events?items=1";
    String id =
        String.valueOf(
            service
                .client
                .expect(200, Call.get(newest).by(service.demo))
                .at("webhook_events", 0, "id"));
    String token = callers.get("all events");
    Answer absent =
        service.client.refused(
            404,
            "not_found",
            Call.get("/" + north + "/webhooks/events/9007199254740991").by(token));

    for (String account : List.of(north, Service.DEMO, south)) {
      Answer answer =
          service.client.refused(
              404, "not_found", Call.get("/" + account + "/webhooks/events/" + id).by(token));
      assertEquals(absent.withoutRequestId(), answer.withoutRequestId());
    }
  }

  @Test
  void webhookEventsOfAnotherAccountsEvent_areAnEmptyList() {
    String path = "/" + north + "/webhooks/events?event_slug=";
    String token = callers.get("one event");

    Answer absent = service.client.expect(200, Call.get(path + "no-such-event").by(token));
    Answer foreign = service.client.expect(200, Call.get(path + "south-only").by(token));

    assertEquals(absent.text(), foreign.text());
  }

  @TestFactory
  @Tag("long")
  Stream<DynamicTest> everyTrickInAPath_showsNothingOfOthers() {
    List<DynamicTest> tests = new ArrayList<>();
    for (String path :
        List.of(
            "/%s/twin/checkin_lists",
            "/%s/twin/checkin_lists/1/tickets",
            "/%s/twin/checkin_lists/1/door",
            "/%s/twin/pulse",
            "/%s/twin/orders/1",
            "/%s/webhooks/events",
            "/%s/events",
            "/%s/events/twin")) {
      for (String account : List.of(north, south)) {
        String[] words = path.formatted(account).substring(1).split("/");
        for (int place = 0; place < words.length; place++) {
          for (String trick : TRICKS) {
            Call call =
                Call.get(tricked(words, place, trick, account.equals(north) ? south : north));
            tests.add(DynamicTest.dynamicTest(call.toString(), () -> checkTrick(call)));
          }
        }
      }
    }
    return tests.stream();
  }

  private static String tricked(String[] words, int place, String trick, String other) {
    StringBuilder path = new StringBuilder();
    for (int i = 0; i < words.length; i++) {
      path.append('/');
      path.append(i == place ? trick.replace("%s", words[place]).replace("%o", other) : words[i]);
    }
    return path.toString();
  }

  private void checkTrick(Call call) {
    for (String caller : List.of("all events", "one event")) {
      Answer answer = service.client.send(call.by(callers.get(caller)));
      assertTrue(answer.status() < 500, answer::toString);
      assertNoForeignCanary(answer, caller);
    }
  }

  @Test
  void otherWaysToWriteAnAccount_areNotItsName() {
    for (String account :
        List.of(south.toUpperCase(Locale.ROOT), " " + south, south + ".", "/" + south)) {
      Call call = Call.get("/" + account.replace(" ", "%20") + "/twin/orders/1");
      Answer answer = service.client.send(call.by(callers.get("all events")));
      assertTrue(answer.status() == 403 || answer.status() == 404, answer::toString);
      assertNoForeignCanary(answer, "all events");
    }
  }

  @TestFactory
  Stream<DynamicTest> wordsWithTheSeparator_areRefusedByTheImporter() {
    Event event = event(north, 9, "forged", 99, 999);
    Map<String, Map<String, Object>> forged = new TreeMap<>();
    forged.put("account", SharedData.account(north + "#twin", "Forged"));
    forged.put("event", with(event.lines().getFirst(), "slug", "twin#order#1"));
    forged.put("account of an event", with(event.lines().getFirst(), "account", north + "#twin"));
    forged.put("event of a list", with(event.lines().get(1), "event", "twin#list"));
    forged.put("event of an order", with(event.lines().getLast(), "event", "twin#order"));
    forged.put("QR code", with(event.lines().getLast(), "qr_code_identifier", "x#qr#" + "t-R1-1"));
    forged.put(
        "ticket type",
        with(
            event.lines().getFirst(),
            "ticket_types",
            List.of(Map.of("id", 1, "slug", "adult#1", "name", "Forged"))));
    return forged.entrySet().stream()
        .map(
            line ->
                DynamicTest.dynamicTest(
                    line.getKey(),
                    () -> {
                      Cli.Result result = service.cli.tryToLoad(List.of(line.getValue()));
                      assertEquals(1, result.status(), result::toString);
                    }));
  }

  private static Map<String, Object> with(Map<String, Object> line, String member, Object value) {
    Map<String, Object> changed = new LinkedHashMap<>(line);
    changed.put(member, value);
    return changed;
  }
}
