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
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Two accounts have events with the same slugs, ids, references and QR codes. The names in them say
 * whose they are. Neither a read nor a trick in a path shows one account the other's data. What is
 * somebody else's is refused like what does not exist: {@link AccessMatrixTest}.
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
  private String northsToken;

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
    northsToken = service.token(north, "--event", "twin");
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
    List<Map<String, Object>> lines = event.lines();
    for (Map<String, Object> line : lines) {
      line.computeIfPresent("title", (member, value) -> name);
      line.computeIfPresent("name", (member, value) -> name);
      if (line.get("kind").equals("order")) {
        line.put("customer", Map.of("last_name", name, "email", name + "@example.org"));
        Json.objects(line.get("tickets")).forEach(ticket -> ticket.put("name", name));
      }
    }
    return lines;
  }

  @ParameterizedTest
  @ValueSource(strings = {"north", "south"})
  void everyRead_showsTheCallersOwn(String caller) {
    String account = caller.equals("north") ? north : south;
    String neighbour = caller.equals("north") ? south : north;
    String token = service.token(account, "--event", "twin");
    Call countOfOthers =
        Call.get("/" + neighbour + "/twin/checkin_lists/11").by(service.token(neighbour));
    Object before = service.client.expect(200, countOfOthers).at("checked_in_count");
    String own = "/" + account + "/twin";
    String door = own + "/checkin_lists/11";
    List<Call> calls = new ArrayList<>();
    for (String path : List.of("/checkin_lists", "/orders", "/orders/111", "/pulse")) {
      calls.add(Call.get(own + path));
    }
    calls.add(Call.get(own + "/tickets?q=canary"));
    for (String path : List.of("", "/checkins", "/orders", "/tickets", "/door", "/log")) {
      calls.add(Call.get(door + path));
    }
    calls.add(Call.get(door + "/tickets/t-R111-1"));
    calls.add(Call.post(door + "/tickets/t-R111-1/checkins"));
    calls.add(Call.post(door + "/orders/o-R111/checkins").form("adult=1"));
    for (Call call : calls) {
      int status = call.method().equals("GET") ? 200 : 201;
      Set<String> owners = owners(service.client.expect(status, call.by(token)));
      assertTrue(Set.of(caller + 1).containsAll(owners), () -> call + " shows " + owners);
    }
    assertEquals(before, service.client.expect(200, countOfOthers).at("checked_in_count"));
    for (Call other :
        List.of(
            Call.get(own + "/checkin_lists/22"),
            Call.get(own + "/orders/222"),
            Call.get("/" + account + "/events/twin-2"),
            Call.post(door + "/tickets/t-R222-1/checkins"),
            Call.post(door + "/orders/o-R222/checkins").form("adult=1"))) {
      service.client.refused(404, "not_found", other.by(token));
    }
  }

  /** Each trick is a test of its own: one that a gateway takes otherwise hides no other. */
  @TestFactory
  Stream<DynamicTest> everyTrickInAPath_showsNothingOfOthers() {
    List<DynamicTest> tests = new ArrayList<>();
    for (String account : List.of(north, south)) {
      String other = account.equals(north) ? south : north;
      for (int place = 0; place < 4; place++) {
        for (String trick : TRICKS) {
          String[] words = {account, "twin", "orders", "1"};
          words[place] = trick.replace("%s", words[place]).replace("%o", other);
          tests.add(showsNothingOfOthers(Call.get("/" + String.join("/", words))));
        }
      }
    }
    return tests.stream();
  }

  private DynamicTest showsNothingOfOthers(Call call) {
    return DynamicTest.dynamicTest(
        call.toString(),
        () -> {
          Answer answer = service.client.send(call.by(northsToken));
          assertTrue(answer.status() < 500, answer::toString);
          assertTrue(Set.of("north1").containsAll(owners(answer)), answer::toString);
        });
  }

  private static Set<String> owners(Answer answer) {
    return OWNER
        .matcher(answer.text() + answer.headers().map())
        .results()
        .map(match -> match.group(1))
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
