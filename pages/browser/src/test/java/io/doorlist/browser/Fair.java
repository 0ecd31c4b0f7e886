package io.doorlist.browser;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * An event in addition to the demo's, with what the demo lacks: many tickets with known codes, a
 * door that is not open yet, a type with a note, a group, a name that looks like HTML.
 */
final class Fair {
  static final String EVENT = "fair";
  static final String MAIN = "71";
  static final String SIDE = "72";
  static final String LATER = "73";

  /** A gate of an area that people may leave and enter again; codes {@code walker-0} and so on. */
  static final String GARDEN = "74";

  /** Another door of that area. */
  static final String SMOKING = "75";

  private static final int WALKERS = 10;
  static final String GROUP = "fair-group-code-0001";

  /** Three of an order without a code: {@code party-0} and so on. */
  static final String PARTY = "party-";

  static final String WALKING_GROUP = "fair-group-code-0002";
  static final String MARKUP = "fair-markup-code-0001";
  static final String ATTENTION = "fair-attention-code-0001";
  static final String ATTENTION_2 = "fair-attention-code-0002";

  /**
   * Adults with the codes {@code fair-0} to {@code fair-699}, for one test; 200 more, one by one,
   * for others.
   */
  static final int TICKETS = 700;

  private static final int ALL = TICKETS + 200;

  private static final String HEAD =
      """
      {"kind":"event","account":"demo","id":77,"slug":"fair","title":"Fair","ticket_types":[\
      {"id":1,"slug":"adult","name":"Adult"},{"id":2,"slug":"child","name":"Child"},\
      {"id":3,"slug":"youth","name":"Youth","note":"Check ID","attention":true},\
      {"id":4,"slug":"walker","name":"Walker"}],\
      "time_zone":"Asia/Kathmandu",\
      "areas":[{"slug":"garden","name":"Garden","capacity":10,"empties_at":null}]}
      {"kind":"checkin_list","account":"demo","event":"fair","id":71,"name":"North door","ticket_types":["adult","youth","child"]}
      {"kind":"checkin_list","account":"demo","event":"fair","id":72,"name":"South door","ticket_types":["child"]}
      {"kind":"checkin_list","account":"demo","event":"fair","id":73,"name":"After hours","opens_at":"2099-01-01T20:00:00Z"}
      {"kind":"checkin_list","account":"demo","event":"fair","id":74,"name":"Garden gate","ticket_types":["walker"],"area":"garden","reentry":"after_exit"}
      {"kind":"checkin_list","account":"demo","event":"fair","id":75,"name":"Smoking door","ticket_types":["walker"],"area":"garden","reentry":"after_exit"}
      """;

  private static final AtomicInteger used = new AtomicInteger(TICKETS);
  private static boolean there;

  private Fair() {}

  /** Imports the event, once. */
  static synchronized void open(Host host) throws Exception {
    if (there) {
      return;
    }
    List<String> orders = new ArrayList<>();
    for (int i = 0; i < ALL; i += 100) {
      List<String> tickets = new ArrayList<>();
      for (int j = i; j < i + 100; j++) {
        tickets.add(ticket(j, "adult", "Visitor " + j, "fair-" + j));
      }
      orders.add(order(9_000_000 + i, "null", tickets));
    }
    orders.add(
        order(
            9_100_000,
            "\"" + GROUP + "\"",
            List.of(
                ticket(1_001, "adult", "Ada Group", "fair-group-1"),
                ticket(1_002, "adult", "Ben Group", "fair-group-2"),
                ticket(1_003, "child", "Cid Group", "fair-group-3"))));
    orders.add(
        order(
            9_200_000,
            "null",
            List.of(
                ticket(1_011, "adult", "<img src=x onerror=document.title='owned'>", MARKUP),
                ticket(1_012, "youth", "Yara Young", ATTENTION),
                ticket(1_013, "youth", "Yuri Young", ATTENTION_2))));
    List<String> walkers = new ArrayList<>();
    for (int i = 0; i < WALKERS; i++) {
      walkers.add(ticket(3_000 + i, "walker", "Walker " + i, "walker-" + i));
    }
    orders.add(order(9_400_000, "null", walkers));
    orders.add(
        order(
            9_600_000,
            "null",
            List.of(
                ticket(3_201, "adult", "Pia Party", PARTY + 0),
                ticket(3_202, "adult", "Per Party", PARTY + 1),
                ticket(3_203, "child", "Pam Party", PARTY + 2))));
    orders.add(
        order(
            9_500_000,
            "\"" + WALKING_GROUP + "\"",
            List.of(
                ticket(3_101, "walker", "Wim Group", "walker-group-1"),
                ticket(3_102, "walker", "Wan Group", "walker-group-2"))));
    host.run(HEAD + String.join("\n", orders) + "\n", "import", "-");
    there = true;
  }

  /** Returns the code of an adult that no other test scans. */
  static String unused() {
    int number = used.getAndIncrement();
    assertTrue(number < ALL, "more tickets are used than there are");
    return "fair-" + number;
  }

  /** Returns the name of an adult with a code. */
  static String name(String code) {
    return code.replace("fair-", "Visitor ");
  }

  /** Sells a ticket for the main door, now; returns its code. */
  static String sell(Host host, int number) throws IOException {
    String code = "fair-late-" + number;
    host.run(sold(number, code), "import", "-");
    return code;
  }

  /** Cancels a ticket that was sold so. */
  static void cancel(Host host, int number) throws IOException {
    String order = sold(number, "fair-late-" + number);
    host.run(
        order
            .replace("\"state\":\"valid\"", "\"state\":\"void\"")
            .replace("\"updated_at\":\"2026-03-01", "\"updated_at\":\"2026-03-02"),
        "import",
        "-");
  }

  private static String sold(int number, String code) {
    List<String> one = List.of(ticket(2_000 + number, "adult", "Late " + number, code));
    return order(9_300_000 + number, "null", one) + "\n";
  }

  /** Returns a link for a phone at one of its doors. */
  static String link(Host host, String list, String role, String name, String... more)
      throws IOException {
    return host.link(list, role, name, more).replace("event=summer-festival", "event=" + EVENT);
  }

  private static String order(int id, String code, List<String> tickets) {
    return """
        {"kind":"order","account":"demo","event":"fair","id":%d,"reference":"F%d","state":"confirmed",\
        "payment_state":"paid","currency":"EUR","amount":0,"qr_code_identifier":%s,\
        "customer":{"first_name":"Grace","last_name":"Buyer","email":"grace@example.org"},\
        "created_at":"2026-03-01T10:00:00Z","updated_at":"2026-03-01T10:00:00Z","tickets":[%s]}"""
        .formatted(id, id, code, String.join(",", tickets));
  }

  private static String ticket(int number, String type, String name, String code) {
    return """
        {"id":%d,"reference":"F-%d","state":"valid","name":"%s","ticket_type":"%s","qr_code_identifier":"%s",\
        "created_at":"2026-03-01T10:00:00Z","updated_at":"2026-03-01T10:00:00Z"}"""
        .formatted(99_000_000 + number, number, name, type, code);
  }
}
