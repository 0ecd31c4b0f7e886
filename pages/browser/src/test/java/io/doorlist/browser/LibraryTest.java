package io.doorlist.browser;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.phone.DoorList;
import io.doorlist.phone.DoorVerdict;
import io.doorlist.phone.DoorVerdict.Kind;
import io.doorlist.phone.jvm.Phone;
import io.doorlist.phone.jvm.PhoneSettings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The library for apps (issue 68) at the host itself, over a network that does harm. */
@Timeout(240)
class LibraryTest {
  private static final String SCANS = "^POST .*/checkins";
  private static final String BUSY = "{\"code\":\"unavailable\",\"request_id\":\"1\"}";
  private static final String MAIN = "81";
  private static final String GARDEN = "82";
  private static final String SMOKING = "83";
  private static final String GROUP = "library-group";
  private static final String WALKERS = "library-walkers";
  private static final int ADULTS = 12;

  /** An account of its own, which no other test sees. */
  private static final String HEAD =
      """
      {"kind":"account","slug":"library","name":"Library"}
      {"kind":"event","account":"library","id":78,"slug":"gala","title":"Gala","ticket_types":[\
      {"id":1,"slug":"adult","name":"Adult"},{"id":2,"slug":"walker","name":"Walker"}],\
      "areas":[{"slug":"garden","name":"Garden"}]}
      {"kind":"checkin_list","account":"library","event":"gala","id":81,"name":"Main door","ticket_types":["adult"]}
      {"kind":"checkin_list","account":"library","event":"gala","id":82,"name":"Garden gate","ticket_types":["walker"],"area":"garden","reentry":"after_exit"}
      {"kind":"checkin_list","account":"library","event":"gala","id":83,"name":"Smoking door","ticket_types":["walker"],"area":"garden","reentry":"after_exit"}
      """;

  private static DemoHost host;
  private static String token;

  @TempDir private Path folder;

  @BeforeAll
  static void open() throws Exception {
    host = DemoHost.get();
    host.await();
    List<String> orders = new ArrayList<>();
    for (int i = 0; i < ADULTS; i++) {
      orders.add(order(i, "null", "adult", 1));
    }
    orders.add(order(100, '"' + GROUP + '"', "adult", 3));
    orders.add(order(200, "null", "walker", 1));
    orders.add(order(300, '"' + WALKERS + '"', "walker", 3));
    host.load(HEAD + String.join("\n", orders) + "\n");
    String json =
        host.run("", List.of("token", "create", "--account=library", "--role=scanner", "--json"));
    Matcher found = Pattern.compile("\"token\": *\"(dl_[^\"]+)\"").matcher(json);
    assertTrue(found.find());
    token = found.group(1);
  }

  /** Returns an order of tickets with the codes {@code adult-0} and so on. */
  private static String order(int number, String code, String type, int tickets) {
    List<String> all = new ArrayList<>();
    for (int i = number; i < number + tickets; i++) {
      all.add(
          """
          {"id":%d,"reference":"L-%1$d","state":"valid","name":"Guest %1$d","ticket_type":"%s",\
          "qr_code_identifier":"%2$s-%3$d","created_at":"2026-03-01T10:00:00Z",\
          "updated_at":"2026-03-01T10:00:00Z"}\
          """
              .formatted(98_000_000 + i, type, i));
    }
    return """
    {"kind":"order","account":"library","event":"gala","id":%d,"reference":"L%1$d","state":"confirmed",\
    "payment_state":"paid","currency":"EUR","amount":0,"qr_code_identifier":%s,\
    "customer":{"first_name":"Grace","last_name":"Buyer","email":"grace@example.org"},\
    "created_at":"2026-03-01T10:00:00Z","updated_at":"2026-03-01T10:00:00Z","tickets":[%s]}\
    """
        .formatted(8_000_000 + number, code, String.join(",", all));
  }

  private Phone phone(Network network, String list) throws Exception {
    String link =
        "%s/-/scan#account=library&event=gala&list=%s&token=%s".formatted(host.url(), list, token);
    Phone phone = Phone.open(network.link(link), PhoneSettings.in(folder));
    while (phone.lists().isEmpty() || !phone.lists().stream().allMatch(DoorList::ready)) {
      TimeUnit.MILLISECONDS.sleep(10);
    }
    return phone;
  }

  private static void awaitSent(Phone phone) throws InterruptedException {
    while (!phone.queue().isEmpty()) {
      assertEquals(0, phone.state().setAside(), () -> phone.queue().toString());
      TimeUnit.MILLISECONDS.sleep(10);
    }
  }

  /** Returns what the service says of a code. */
  private static DoorVerdict look(Phone phone, String code) {
    DoorVerdict verdict = phone.look(code);
    for (int i = 0; i < 10 && verdict.byCopy(); i++) {
      verdict = phone.look(code);
    }
    assertFalse(verdict.byCopy(), "the service does not answer");
    return verdict;
  }

  @Test
  void scans_endInWhatWasTold_overANetworkThatLosesHoldsAndFails() throws Exception {
    Random random = new Random(68);
    Map<String, Boolean> in = new LinkedHashMap<>();
    for (int i = 0; i < ADULTS; i++) {
      in.put("adult-" + i, false);
    }
    try (Network network = new Network(host.url());
        Phone phone = phone(network, MAIN)) {
      for (int i = 0; i < 36; i++) {
        network.releases();
        network.passes();
        int harm = random.nextInt(5);
        network.loses(harm == 1);
        if (harm == 2) {
          network.holds(SCANS);
        } else if (harm == 3) {
          network.answers(SCANS, 503, BUSY);
        }
        String code = "adult-" + random.nextInt(ADULTS);
        boolean before = in.get(code);
        DoorVerdict verdict = phone.scan(code);
        assertTrue(!before || !verdict.passes(), () -> code + " was in, and is " + verdict.kind());
        if (verdict.passes() && random.nextInt(3) == 0) {
          phone.undo(verdict.scan());
        } else if (verdict.passes()) {
          in.put(code, true);
        }
      }
      network.releases();
      network.passes();
      network.loses(false);
      awaitSent(phone);

      assertTrue(in.containsValue(true));
      in.forEach(
          (code, is) ->
              assertEquals(is ? Kind.ALREADY_IN : Kind.IN, look(phone, code).kind(), code));
      assertEquals(List.of(), phone.notices());
    }
  }

  @Test
  void order_comesInByItsCode_andIsTakenBack() throws Exception {
    try (Network network = new Network(host.url());
        Phone phone = phone(network, MAIN)) {
      DoorVerdict order = phone.scan(GROUP);
      assertEquals(List.of(Kind.ORDER, Map.of("adult", 3)), List.of(order.kind(), order.counts()));

      DoorVerdict some = phone.scanOrder(GROUP, Map.of("adult", 2));
      assertEquals(Kind.IN, some.kind());
      assertEquals(Map.of("adult", 1), look(phone, GROUP).counts());
      phone.undo(some.scan());
      awaitSent(phone);

      assertEquals(Map.of("adult", 3), look(phone, GROUP).counts());
      assertEquals("not_enough_tickets", phone.scanOrder(GROUP, Map.of("adult", 30)).reason());
    }
  }

  /** Issue 66: an exit by an order's code takes how many leave, and is taken back with them. */
  @Test
  void someOfAnOrder_leave_withANetworkAndWithout_andComeBack() throws Exception {
    try (Network network = new Network(host.url());
        Phone phone = phone(network, GARDEN)) {
      assertEquals(Kind.IN, phone.scanOrder(WALKERS, Map.of("walker", 3)).kind());
      DoorVerdict order = look(phone, WALKERS);
      assertEquals(
          List.of(Kind.ORDER, Map.of("walker", 0), Map.of("walker", 3)),
          List.of(order.kind(), order.counts(), order.inside()));

      DoorVerdict two = phone.exit(WALKERS, Map.of("walker", 2));
      assertEquals(List.of(Kind.OUT, ""), List.of(two.kind(), two.reason()));
      assertEquals(1, walkersInside(phone));
      phone.undo(two.scan());
      assertEquals(3, walkersInside(phone));

      network.answers(SCANS, 503, BUSY);
      phone.exit(WALKERS, Map.of("walker", 1));
      network.passes();
      assertEquals(2, walkersInside(phone));
      DoorVerdict first = look(phone, "walker-300");
      assertEquals(List.of(Kind.IN, true), List.of(first.kind(), first.again()));

      // Without counts all leave, and that goes before one of them is asked about.
      network.answers(SCANS, 503, BUSY);
      phone.exit(WALKERS);
      network.passes();
      DoorVerdict last = phone.scan("walker-302");
      assertEquals(List.of(Kind.IN, true), List.of(last.kind(), last.again()), last::toString);
      assertEquals(1, walkersInside(phone));
      assertEquals(List.of(), phone.notices());
    }
  }

  private static int walkersInside(Phone phone) throws InterruptedException {
    awaitSent(phone);
    return look(phone, WALKERS).inside().get("walker");
  }

  /** People leave by one door of an area and come back by another. */
  @Test
  void exits_countAtEveryDoorOfAnArea() throws Exception {
    String walker = "walker-200";
    try (Network network = new Network(host.url());
        Phone phone = phone(network, GARDEN)) {
      DoorVerdict first = phone.scan(walker);
      assertEquals(Kind.IN, first.kind());
      DoorVerdict twice = phone.scan(walker);
      assertEquals(Kind.ALREADY_IN, twice.kind(), twice::toString);
      phone.choose(SMOKING);
      network.answers(SCANS, 503, BUSY);
      DoorVerdict out = phone.exit(walker);
      assertEquals(List.of(Kind.OUT, ""), List.of(out.kind(), out.reason()));
      phone.choose(GARDEN);
      network.passes();

      // The exit at the other door goes before, in a request of its own.
      DoorVerdict back = phone.scan(walker);

      assertEquals(List.of(Kind.IN, true), List.of(back.kind(), back.again()));
      awaitSent(phone);
      assertEquals(Kind.ALREADY_IN, look(phone, walker).kind());
      phone.undo(back.scan());
      awaitSent(phone);
      assertEquals(
          List.of(Kind.IN, true), List.of(look(phone, walker).kind(), look(phone, walker).again()));
      phone.undo(out.scan());
      awaitSent(phone);
      assertEquals(Kind.ALREADY_IN, look(phone, walker).kind());
      phone.undo(first.scan());
      awaitSent(phone);
      assertEquals(
          List.of(Kind.IN, false),
          List.of(look(phone, walker).kind(), look(phone, walker).again()));
    }
  }
}
