package io.doorlist.bench.importing;

import io.doorlist.json.Json;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Import files of a festival: one event with four ticket types and three check-in lists, and orders
 * of one to four tickets, 2.5 on average. The same numbers give the same files, byte for byte.
 */
final class FestivalFile {
  static final String ACCOUNT = "festival";
  static final String EVENT = "summer";

  /** Lines before the orders. */
  static final int PARENTS = 5;

  private static final List<String> TYPES = List.of("day", "weekend", "vip", "child");

  private static final List<String> LINES =
      List.of(
          """
          {"kind":"account","slug":"festival","name":"Festival"}\
          """,
          """
          {"kind":"event","account":"festival","id":1,"slug":"summer","title":"Summer Festival",\
          "ticket_types":[{"id":1,"slug":"day","name":"Day"},{"id":2,"slug":"weekend","name":"Weekend"},\
          {"id":3,"slug":"vip","name":"VIP"},{"id":4,"slug":"child","name":"Child"}]}\
          """,
          """
          {"kind":"checkin_list","account":"festival","event":"summer","id":1,"name":"Main gate"}\
          """,
          """
          {"kind":"checkin_list","account":"festival","event":"summer","id":2,"name":"Camping",\
          "ticket_types":["weekend","vip"]}\
          """,
          """
          {"kind":"checkin_list","account":"festival","event":"summer","id":3,"name":"Family area",\
          "ticket_types":["day","child"]}\
          """);

  private FestivalFile() {}

  /** Writes the whole festival. */
  static Path write(Path file, int orders) throws IOException {
    try (BufferedWriter out = Files.newBufferedWriter(file)) {
      for (String line : LINES) {
        out.write(line + "\n");
      }
      for (int index = 0; index < orders; index++) {
        out.write(Json.writeValue(order(index, false)) + "\n");
      }
    }
    return file;
  }

  /**
   * Writes the changes of a day: one order in twenty, in which the first ticket is void and the
   * last one has another name, and one new order for every four of these.
   *
   * @return the number of lines
   */
  static int writeDelta(Path file, int orders) throws IOException {
    int lines = 0;
    try (BufferedWriter out = Files.newBufferedWriter(file)) {
      for (int index = 0; index < orders; index += 20) {
        out.write(Json.writeValue(order(index, true)) + "\n");
        lines++;
        if (lines % 5 == 4) {
          out.write(Json.writeValue(order(orders + lines, false)) + "\n");
          lines++;
        }
      }
    }
    return lines;
  }

  /** Returns the total number of tickets of the orders. */
  static int tickets(int orders) {
    int tickets = 0;
    for (int index = 0; index < orders; index++) {
      tickets += ticketsOf(index);
    }
    return tickets;
  }

  private static int ticketsOf(int index) {
    return 1 + index % 4;
  }

  private static Map<String, Object> order(int index, boolean changed) {
    SplittableRandom random = new SplittableRandom(index);
    long id = 100_000L + index;
    String reference = "F" + Long.toString(id * 7_919, 36).toUpperCase(Locale.ROOT);
    String name = name(random);
    int count = ticketsOf(index);
    String bought = "2026-03-" + (10 + index % 20) + "T10:00:00Z";
    Map<String, Object> order = new LinkedHashMap<>();
    order.put("kind", "order");
    order.put("account", ACCOUNT);
    order.put("event", EVENT);
    order.put("id", id);
    order.put("reference", reference);
    order.put("state", "confirmed");
    order.put("payment_state", "paid");
    order.put("customer", customer(name, reference, random));
    order.put("currency", "EUR");
    order.put("amount", count * 9_900L);
    order.put("amount_refunded", 0L);
    order.put("responses", Map.of("newsletter", random.nextBoolean()));
    order.put("created_at", bought);
    order.put("updated_at", changed ? "2026-05-01T10:00:00Z" : bought);
    order.put("qr_code_identifier", code(random));
    List<Object> tickets = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Map<String, Object> ticket = new LinkedHashMap<>();
      ticket.put("id", id * 10 + i);
      ticket.put("reference", reference + "-" + (i + 1));
      ticket.put("state", changed && i == 0 ? "void" : "valid");
      String guest = name(random);
      ticket.put("name", changed && i == count - 1 ? "Somebody Else" : guest);
      ticket.put("email", reference.toLowerCase(Locale.ROOT) + "." + i + "@example.org");
      ticket.put("ticket_type", TYPES.get(random.nextInt(TYPES.size())));
      ticket.put("qr_code_identifier", code(random));
      ticket.put("created_at", bought);
      ticket.put("updated_at", changed ? "2026-05-01T10:00:00Z" : bought);
      tickets.add(ticket);
    }
    order.put("tickets", tickets);
    return order;
  }

  private static Map<String, Object> customer(
      String name, String reference, SplittableRandom random) {
    Map<String, Object> address = new LinkedHashMap<>();
    address.put("address", "Example Street " + (1 + random.nextInt(200)));
    address.put("city", "Exampleton");
    address.put("postal_code", "%05d".formatted(random.nextInt(100_000)));
    address.put("country", "Germany");
    address.put("country_code", "DE");
    Map<String, Object> customer = new LinkedHashMap<>();
    customer.put("first_name", name.substring(0, name.indexOf(' ')));
    customer.put("last_name", name.substring(name.indexOf(' ') + 1));
    customer.put("email", reference.toLowerCase(Locale.ROOT) + "@example.org");
    customer.put("phone_number", "+44 7700 900" + (100 + random.nextInt(900)));
    customer.put("address", address);
    return customer;
  }

  private static String name(SplittableRandom random) {
    return "Guest" + random.nextInt(10_000) + " Example-" + random.nextInt(10_000);
  }

  /** Returns a code of 27 characters, as long as those that the import generates. */
  private static String code(SplittableRandom random) {
    return "%011x%016x".formatted(random.nextLong(1L << 44), random.nextLong());
  }
}
