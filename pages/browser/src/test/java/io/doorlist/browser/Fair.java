package io.doorlist.browser;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * An event in addition to the demo's. It has what the demo lacks: many tickets with known codes, a
 * door that opens later, a type with a note, a group, and a name that looks like HTML.
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

  /** A door that lets walkers in once a day. */
  static final String DAILY = "76";

  static final String GROUP = "fair-group-code-0001";

  /** Three of an order without a code: {@code party-0} and so on. */
  static final String PARTY = "party-";

  /** Three of another such order: {@code trio-0} and so on. */
  static final String TRIO = "trio-";

  private static final int FIRST_OF_TRIO = 3_301;

  static final String WALKING_GROUP = "fair-group-code-0002";
  static final String MARKUP = "fair-markup-0";
  static final String ATTENTION = "fair-attention-0";
  static final String ATTENTION_2 = "fair-attention-1";

  /** Guests of whom staff should know something: {@code fair-noted-0} and so on. */
  static final String NOTED = "fair-noted-";

  private static final int FIRST_NOTED = 4_031;
  private static final int NOTED_GUESTS = 6;

  /** The first of the adults, each for one test, and how many there are. */
  private static final int FIRST = 1_000;

  private static final int ADULTS = 900;

  /** What the numbers of tickets begin with. */
  private static final int FIRST_TICKET = 99_000_000;

  private static final String HEAD =
      """
      {"kind":"event","account":"demo","id":77,"slug":"fair","title":"Fair","ticket_types":[\
      {"id":1,"slug":"adult","name":"Adult"},{"id":2,"slug":"child","name":"Child","price":1250},\
      {"id":3,"slug":"youth","name":"Youth","note":"Check ID","attention":true},\
      {"id":4,"slug":"walker","name":"Walker"}],\
      "time_zone":"Asia/Kathmandu",\
      "areas":[{"slug":"garden","name":"Garden","capacity":20,"empties_at":null}],\
      "desk":{"add_guests":{"types":["adult","child"],"per_hour":100},"correct_guests":true,\
      "take_money":true},"currency":"EUR"}
      {"kind":"checkin_list","account":"demo","event":"fair","id":71,"name":"North door","ticket_types":["adult","youth","child"]}
      {"kind":"checkin_list","account":"demo","event":"fair","id":72,"name":"South door","ticket_types":["child"]}
      {"kind":"checkin_list","account":"demo","event":"fair","id":73,"name":"After hours","opens_at":"2099-01-01T20:00:00Z"}
      {"kind":"checkin_list","account":"demo","event":"fair","id":74,"name":"Garden gate","ticket_types":["walker"],"area":"garden","reentry":"after_exit"}
      {"kind":"checkin_list","account":"demo","event":"fair","id":75,"name":"Smoking door","ticket_types":["walker"],"area":"garden","reentry":"after_exit"}
      {"kind":"checkin_list","account":"demo","event":"fair","id":76,"name":"Once a day","ticket_types":["walker"],"reentry":"always","rules":{"<":[{"var":"entries_today"},1]}}
      """;

  private static final AtomicInteger used = new AtomicInteger(FIRST);
  private static boolean there;

  private Fair() {}

  /** Imports the event, once. */
  static synchronized void open(DemoHost host) throws IOException {
    if (there) {
      return;
    }
    List<String> orders = new ArrayList<>();
    for (int i = FIRST; i < FIRST + ADULTS; i++) {
      orders.add(order(i, "null", "adult", "Visitor ", "fair-", i, 1));
    }
    orders.add(
        order(4_001, '"' + GROUP + '"', "child,adult,adult", "Cid Group ", "fair-group-", 0, 3));
    String html = "<img src=x onerror=document.title='owned'>";
    orders.add(order(4_011, "null", "adult", html, "fair-markup-", 0, 1));
    orders.add(order(4_021, "null", "youth", "Yara Young ", "fair-attention-", 0, 1));
    orders.add(order(4_022, "null", "youth", "Yara Young ", "fair-attention-", 1, 1));
    orders.add(order(3_001, "null", "walker", "Walker ", "walker-", 0, 13));
    orders.add(
        order(3_101, '"' + WALKING_GROUP + '"', "walker", "Wim Group ", "walker-group-", 0, 2));
    orders.add(order(3_201, "null", "child,adult,adult", "Pia Party ", PARTY, 0, 3));
    orders.add(order(FIRST_OF_TRIO, "null", "adult", "Tia Trio ", TRIO, 0, 3));
    orders.add(order(3_401, "null", "adult", "Dora Duo ", "duo-", 0, 2));
    for (int i = 0; i < NOTED_GUESTS; i++) {
      orders.add(
          order(FIRST_NOTED + i, "null", "adult", "Nora Noted ", NOTED, i, 1)
              .replace(
                  "\"ticket_type\"",
                  "\"note\":\"Call Anna\",\"attention\":true,"
                      + "\"shown\":[{\"title\":\"Table\",\"value\":\"7\"}],\"ticket_type\""));
    }
    orders.add(unpaid(3_501, "una-"));
    orders.add(unpaid(3_511, "umo-"));
    host.load(HEAD + String.join("\n", orders) + "\n");
    there = true;
  }

  /** Returns the order of two adults, of whose 25.00 nothing is paid. */
  private static String unpaid(int number, String codes) {
    return order(
            number,
            "null",
            "adult",
            codes.equals("una-") ? "Una Unpaid " : "Umo Unpaid ",
            codes,
            0,
            2)
        .replace("\"state\":\"confirmed\"", "\"state\":\"pending\"")
        .replace("\"payment_state\":\"paid\"", "\"payment_state\":\"unpaid\"")
        .replace("\"amount\":0", "\"amount\":2500");
  }

  /** Returns the code of an adult that no other test scans. */
  static String unused() {
    int number = used.getAndIncrement();
    assertTrue(number < FIRST + ADULTS, "more tickets are used than there are");
    return "fair-" + number;
  }

  /** Returns so many of them. */
  static List<String> unused(int number) {
    return Stream.generate(Fair::unused).limit(number).toList();
  }

  /** Returns the name of an adult with a code. */
  static String name(String code) {
    return code.replace("fair-", "Visitor ");
  }

  /**
   * Returns the reference of the ticket of an adult, one of the trio or a noted one, by its code.
   */
  static String reference(String code) {
    int number = Integer.parseInt(code.replaceFirst(".*-", ""));
    int first = code.startsWith(TRIO) ? FIRST_OF_TRIO : code.startsWith(NOTED) ? FIRST_NOTED : 0;
    return "F-" + (FIRST_TICKET + first + number);
  }

  /** Sells a ticket for the main door, now; returns its code. */
  static String sell(DemoHost host, int number) throws IOException {
    host.load(sold(number));
    return "fair-late-" + number;
  }

  /** Cancels a ticket that was sold so. */
  static void cancel(DemoHost host, int number) throws IOException {
    String order = sold(number).replace("\"state\":\"valid\"", "\"state\":\"void\"");
    host.load(order.replace("\"updated_at\":\"2026-03-01", "\"updated_at\":\"2026-03-02"));
  }

  private static String sold(int number) {
    return order(2_000 + number, "null", "adult", "Late ", "fair-late-", number, 1) + "\n";
  }

  /**
   * Returns an order.
   *
   * @param number of it and its first ticket
   * @param code in JSON, null if it has none
   * @param types of its tickets, the first for all that have none
   * @param name what comes before the number of a ticket in its name
   * @param codes what comes before the number in its code
   * @param from the first of these numbers
   */
  private static String order(
      int number, String code, String types, String name, String codes, int from, int tickets) {
    String[] each = types.split(",");
    List<String> all = new ArrayList<>();
    for (int i = 0; i < tickets; i++) {
      all.add(
          """
          {"id":%d,"reference":"F-%1$d","state":"valid","name":"%s%d","ticket_type":"%s",\
          "qr_code_identifier":"%5$s%3$d","created_at":"2026-03-01T10:00:00Z",\
          "updated_at":"2026-03-01T10:00:00Z"}\
          """
              .formatted(FIRST_TICKET + number + i, name, from + i, each[i % each.length], codes));
    }
    return """
    {"kind":"order","account":"demo","event":"fair","id":%d,"reference":"F%1$d","state":"confirmed",\
    "payment_state":"paid","currency":"EUR","amount":0,"qr_code_identifier":%s,\
    "customer":{"first_name":"Grace","last_name":"Buyer","email":"grace@example.org"},\
    "created_at":"2026-03-01T10:00:00Z","updated_at":"2026-03-01T10:00:00Z","tickets":[%s]}\
    """
        .formatted(9_000_000 + number, code, String.join(",", all));
  }
}
