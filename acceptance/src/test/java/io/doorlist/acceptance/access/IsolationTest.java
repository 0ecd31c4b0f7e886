package io.doorlist.acceptance.access;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.acceptance.client.Answer;
import io.doorlist.acceptance.client.Call;
import io.doorlist.acceptance.client.Json;
import io.doorlist.acceptance.service.CheckinList;
import io.doorlist.acceptance.service.ContractTest;
import io.doorlist.acceptance.service.Event;
import io.doorlist.acceptance.service.Order;
import io.doorlist.acceptance.service.Service;
import io.doorlist.acceptance.service.SharedData;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;

/**
 * Two accounts with the same slugs, ids, references and QR codes, whose names say whose they are:
 * no mixture of parents and children, and no trick in a path, shows one the other's data.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class IsolationTest extends ContractTest {
  private static final Pattern OWNER = Pattern.compile("canary-([a-z0-9]+)");

  /** In place of a word of a path; {@code %s} is the word, {@code %o} the other account. */
  private static final List<String> TRICKS =
      List.of(
          """
          .. %2e%2e ..%2F%o %s%2F..%2F%o %s/../%o %s%00 %s%23%o %s%23twin%23order%231 %s%3Fx=1 %s;x=1
          %c0%ae%c0%ae %s%ef%bc%8f%o %s%5C%o %s%0d%0a * %25 %s. /%s
          """
              .strip()
              .split("\\s+"));

  private String north;
  private String south;
  private String token;

  @BeforeAll
  void prepare(Service service) {
    meet(service);
    north = service.studio + "-north";
    south = service.studio + "-south";
    for (String account : List.of(north, south)) {
      String name = account.equals(north) ? "north" : "south";
      service.cli.load(List.of(SharedData.account(account, name)));
      service.cli.load(marked(event(account, 1, "twin", 11, 111), name + 1));
      service.cli.load(marked(event(account, 2, "twin-2", 22, 222), name + 2));
    }
    token = service.tokens.create(north, "--event", "twin");
  }

  /** List 1 and order 1 are in every event, another list and order in this one only. */
  private static Event event(String account, long id, String slug, long list, long order) {
    return new Event(
        account,
        id,
        slug,
        slug,
        List.of(new CheckinList(1, "Door", null), new CheckinList(list, "Own", null)),
        List.of(Order.of(1, "adult", "adult"), Order.of(order, "adult", "adult")));
  }

  /** Returns an import file whose names say whose they are. */
  private static List<Map<String, Object>> marked(Event event, String owner) {
    String name = "canary-" + owner;
    List<Map<String, Object>> lines = new ArrayList<>();
    for (Map<String, Object> line : event.lines()) {
      Map<String, Object> marked = new LinkedHashMap<>(line);
      marked.computeIfPresent("title", (member, value) -> name);
      marked.computeIfPresent("name", (member, value) -> name);
      if (line.get("kind").equals("order")) {
        marked.put("customer", Map.of("last_name", name, "email", name + "@example.org"));
        List<Map<String, Object>> tickets = Json.objects(line.get("tickets"));
        tickets.forEach(ticket -> ticket.put("name", name));
      }
      lines.add(marked);
    }
    return lines;
  }

  @Test
  void everyRead_showsTheCallersOwn() {
    Event own = event(north, 1, "twin", 11, 111);
    for (Call call : everything(own, 11, 111)) {
      Answer answer =
          service.client.expect(call.method().equals("GET") ? 200 : 201, call.by(token));
      Set<String> owners = owners(answer);
      assertTrue(Set.of("north1").containsAll(owners), () -> call + " shows " + owners);
    }
    Answer elsewhere = get("/" + south + "/twin/checkin_lists/1", service.tokens.create(south));
    assertEquals(0L, elsewhere.at("checked_in_count"));
    assertEquals(Set.of("south1"), owners(elsewhere));
  }

  @Test
  void everyMixtureOfParents_isRefusedAlike() {
    Set<String> forbidden = new TreeSet<>();
    for (List<String> parents :
        List.of(
            List.of(north, "twin-2"),
            List.of(north, "no-such-event"),
            List.of(south, "twin"),
            List.of("nobody", "twin"))) {
      Event other = event(parents.get(0), 1, parents.get(1), 11, 111);
      for (Call call : everything(other, 11, 111)) {
        forbidden.add(refused(403, "forbidden", call));
      }
    }
    Set<String> absent = new TreeSet<>();
    Event own = event(north, 1, "twin", 22, 222);
    for (Call call : everything(own, 22, 222)) {
      if (call.path().matches(".*/(checkin_lists|orders)/.*")) {
        absent.add(refused(404, "not_found", call));
      }
    }
    for (String id : List.of("twin-2", "2", "3")) {
      absent.add(refused(404, "not_found", Call.get("/" + north + "/events/" + id)));
    }
    absent.add(refused(404, "not_found", Call.get("/" + south + "/events/twin")));

    assertEquals(1, forbidden.size(), forbidden::toString);
    assertEquals(1, absent.size(), absent::toString);
  }

  /** Returns requests for all that an event has; the last ones check somebody in. */
  private static List<Call> everything(Event event, long list, long order) {
    String door = event.list(list);
    String codes = "R" + order;
    List<Call> calls = new ArrayList<>();
    for (String path :
        List.of("/checkin_lists", "/orders", "/orders/" + order, "/pulse", "/tickets?q=canary")) {
      calls.add(Call.get(event.path() + path));
    }
    for (String path : List.of("", "/checkins", "/orders", "/tickets", "/door")) {
      calls.add(Call.get(door + path));
    }
    calls.add(Call.get(door + "/tickets/t-" + codes + "-1"));
    calls.add(Call.post(door + "/tickets/t-" + codes + "-1/checkins"));
    calls.add(Call.post(door + "/orders/o-" + codes + "/checkins").form("adult=1"));
    return calls;
  }

  @Test
  void codeOfAnotherEvent_isUnknown() {
    String door = "/" + north + "/twin/checkin_lists/1";
    refused(404, "not_found", Call.post(door + "/tickets/t-R222-1/checkins"));
    refused(404, "not_found", Call.post(door + "/orders/o-R222/checkins").form("adult=1"));
  }

  @TestFactory
  Stream<DynamicTest> everyTrickInAPath_showsNothingOfOthers() {
    List<DynamicTest> tests = new ArrayList<>();
    for (String account : List.of(north, south)) {
      for (int place = 0; place < 4; place++) {
        for (String trick : TRICKS) {
          String[] words = {account, "twin", "orders", "1"};
          String other = account.equals(north) ? south : north;
          words[place] = trick.replace("%s", words[place]).replace("%o", other);
          Call call = Call.get("/" + String.join("/", words));
          tests.add(DynamicTest.dynamicTest(call.toString(), () -> checkTrick(call)));
        }
      }
    }
    return tests.stream();
  }

  private void checkTrick(Call call) {
    Answer answer = service.client.send(call.by(token));
    assertTrue(answer.status() < 500, answer::toString);
    assertTrue(Set.of("north1").containsAll(owners(answer)), answer::toString);
  }

  private String refused(int status, String code, Call call) {
    Answer answer = service.client.refused(status, code, call.by(token));
    return answer.withoutRequestId();
  }

  private static Set<String> owners(Answer answer) {
    return OWNER
        .matcher(answer.text() + answer.headers().map())
        .results()
        .map(match -> match.group(1))
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
