package io.doorlist.acceptance.service;

import io.doorlist.acceptance.client.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * Data that is imported once for all tests and never changed. Two accounts have an event with the
 * same slug, ids, references and QR codes, so that tests notice a row of the wrong account.
 */
public final class SharedData {
  /** The account most tests look at. */
  public final String acme;

  /** The other account. */
  public final String globex;

  /** Orders of every kind, four lists with overlapping types. */
  public final Event springGala;

  /** Another event, with a list of the same id. */
  public final Event autumnFair;

  /** An event whose lists have more rows than a page can have. */
  public final Event bigNight;

  /** An event with one list and without orders. */
  public final Event winterMarket;

  /** The twin of {@link #springGala}. */
  public final Event globexGala;

  /**
   * @param suffix of the accounts' slugs: keeps runs on one table apart
   */
  SharedData(String suffix) {
    acme = "acme" + suffix;
    globex = "globex" + suffix;
    springGala =
        new Event(
            acme,
            7,
            "spring-gala",
            "Spring Gala",
            List.of(
                new CheckinList(3, "Main door", List.of("adult", "child")),
                new CheckinList(4, "Backstage DOOR", List.of("crew")),
                new CheckinList(5, "Everywhere", null),
                new CheckinList(6, "Entrée principale", List.of("adult"))),
            List.of(
                Order.group(1005, 10, "adult"),
                Order.of(1001, "adult", "adult", "child"),
                Order.of(1002, "adult").in("pending", "unpaid"),
                Order.of(2001, "adult", "child").asTest(),
                Order.of(1003, "adult").in("cancelled", "refunded"),
                Order.of(1004, "adult", "adult", "crew").withVoid(1),
                Order.of(2002, "adult").asTest().in("pending", "unpaid"),
                Order.of(1006, "child").withVoid(0),
                Order.of(1007, "crew", "child", "adult").in("confirmed", "partially_refunded"),
                Order.of(2003, "crew").asTest()));
    autumnFair =
        new Event(
            acme,
            8,
            "autumn-fair",
            "Autumn Fair: Bücher & Brot",
            List.of(new CheckinList(3, "Fair gate", null)),
            List.of(Order.of(3001, "adult"), Order.of(3002, "child").asTest()));
    bigNight =
        new Event(
            acme,
            10,
            "big-night",
            "Big Night",
            List.of(
                new CheckinList(1, "Everyone", null),
                new CheckinList(2, "Adults", List.of("adult"))),
            LongStream.rangeClosed(1, 26)
                .mapToObj(id -> Order.group(5000 + id, 10, "adult"))
                .toList());
    winterMarket =
        new Event(
            acme,
            9,
            "winter-market",
            "Winter Market",
            List.of(new CheckinList(1, "Quiet door", null)),
            List.of());
    globexGala = springGala.of(globex);
  }

  /** Returns the events of {@link #acme} in the order in which they are imported. */
  List<Event> events() {
    return List.of(springGala, bigNight, autumnFair, winterMarket);
  }

  /** Returns the import file. */
  List<Map<String, Object>> lines() {
    List<Map<String, Object>> lines = new ArrayList<>();
    lines.add(account(acme, "Acme Events"));
    lines.add(account(globex, "Globex Fairs"));
    Stream.concat(events().stream(), Stream.of(globexGala))
        .forEach(event -> lines.addAll(event.lines()));
    lines.replaceAll(SharedData::withDetails);
    return lines;
  }

  public static Map<String, Object> account(String slug, String name) {
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("kind", "account");
    line.put("slug", slug);
    line.put("name", name);
    return line;
  }

  /** Gives order 1001 of the gala every member that an order can have. */
  private static Map<String, Object> withDetails(Map<String, Object> line) {
    if (!line.get("kind").equals("order") || !line.get("id").equals(1001L)) {
      return line;
    }
    Map<String, Object> details =
        Json.parse(
            """
            {"customer":{"first_name":"Ada","last_name":"Example","email":"ada@example.org",
              "phone_number":"+351 555 0100","company_name":"Example & Søns","tax_id":"PT500000000",
              "address":{"address":"12 Example Street","city":"Lisbon","state_province_region":"Lisboa",
                "postal_code":"1000-001","country":"Portugal","country_code":"PT"}},
             "amount":5000,"amount_refunded":700,
             "invoice":{"number":"2026-0042","due_at":"2026-08-16T00:00:00Z","paid":true,
               "line_items":[{"description":"Adult ticket","quantity":2,"amount":4000},
                 {"description":"Child ticket","quantity":1,"amount":1300}],
               "subtotal":5300,"taxes":[{"name":"VAT 6 %","amount":300}],"discount":300,"total":5000},
             "responses":{"how_did_you_hear":"A poster \\"by the bridge\\"","party":3,"diets":["vegan",null]},
             "updated_at":"2026-08-03T11:00:00+02:00"}
            """);
    Map<String, Object> changed = new LinkedHashMap<>(line);
    changed.putAll(details);
    Map<String, Object> first = new LinkedHashMap<>(Json.objects(line.get("tickets")).getFirst());
    first.put("phone_number", "+351 555 0101");
    first.put("responses", Map.of("meal", "vegetarian"));
    List<Object> tickets = new ArrayList<>(Json.objects(line.get("tickets")));
    tickets.set(0, first);
    changed.put("tickets", tickets);
    return changed;
  }
}
