package io.doorlist.cli.following;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.cli.CommandTable;
import io.doorlist.cli.lines.Importer;
import io.doorlist.domain.Mode;
import io.doorlist.domain.desk.GuestEdit;
import io.doorlist.domain.desk.NewGuest;
import io.doorlist.domain.event.DeskTerms;
import io.doorlist.domain.order.GuestField;
import io.doorlist.domain.order.Order;
import io.doorlist.domain.order.Ticket;
import io.doorlist.door.AddedGuest;
import io.doorlist.ingest.AddedGuests;
import io.doorlist.ingest.GuestEdits;
import io.doorlist.ingest.ImportOutcome;
import io.doorlist.ingest.shop.FollowedShop;
import io.doorlist.ingest.shop.FollowedShopStore;
import io.doorlist.testing.Effort;
import io.doorlist.testing.Imports;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Everything in a followed pretix gets into the table, however pages and processes end (issue 23).
 */
class PretixFollowerTest extends FollowFixture {
  /** An order that was only touched keeps its time. */
  private static final Pattern NOT_COMPARED =
      Pattern.compile("\"(qr_code_identifier\":\"[\\w-]{32}|updated_at\":\"[^\"]+)\",");

  private static final Instant LATER = Instant.parse("2026-03-02T10:00:00Z");

  @Test
  void look_bringsOverWhatImportDoes() {
    CommandTable imported = new CommandTable();
    follower().look();
    importAll(imported, "orders.json");
    assertSameLines(export(imported), export(table), "");

    shop.now = LATER.plusSeconds(60);
    shop.sell("orders-later.json");
    follower().look();
    importAll(imported, "orders-later.json");
    assertSameLines(export(imported), export(table), "");
    assertEquals("Acme Events", table.stores().events().findAccount("acme").orElseThrow().name());
  }

  /** Reports of a door's own check-ins came back as changes of orders that nobody had touched. */
  @Test
  void look_writesNothing_whenAnOrderIsOnlyTouched() {
    List<String> changed = new ArrayList<>();
    Importer.Listener report =
        (line, outcome) -> {
          if (outcome.kind() == ImportOutcome.Kind.CHANGED && line.subject() != null) {
            changed.add(line.subject());
          }
        };
    PretixFollower follower = follower(table, "gala", report);
    follower.look();
    Instant before = order("N1").updatedAt();

    shop.change("gala/N1", shop.now, Map.of());
    follower.look();
    assertEquals(List.of(), changed);
    assertEquals(before, order("N1").updatedAt());

    shop.change("gala/N1", shop.now.plusSeconds(1), Map.of("email", "other@example.org"));
    follower.look();
    assertEquals(List.of("gala/N1"), changed);
  }

  /** Issue 70: a correction of a desk gives way only to what the shop says anew. */
  @Test
  void look_leavesACorrection_untilTheShopSaysSomethingElse() {
    followGala();
    Ticket ticket = order("N1").tickets().getFirst();
    GuestEdit correction = new GuestEdit.Correct(Map.of(GuestField.NAME, "Corrected"));
    new GuestEdits(table.stores().table())
        .edit(gala, Mode.LIVE, ticket.id(), correction, "Desk", Instant.now().plusSeconds(60));
    PretixFollower follower = follower(table, "gala");

    shop.change("gala/N1", shop.now.plusSeconds(1), Map.of("email", "other@example.org"));
    follower.look();
    assertEquals("other@example.org", order("N1").customer().email());
    assertEquals("Corrected", order("N1").tickets().getFirst().name());

    List<?> positions = (List<?>) shop.copy("gala/N1", "N1", ticket.id()).get("positions");
    Map<String, Object> position = new LinkedHashMap<>();
    ((Map<?, ?>) positions.getFirst()).forEach((name, value) -> position.put(name + "", value));
    position.put("attendee_name", "Somebody New");
    shop.change("gala/N1", shop.now.plusSeconds(2), Map.of("positions", List.of(position)));
    follower.look();
    assertEquals("Somebody New", order("N1").tickets().getFirst().name());
  }

  /** Adds a guest with a companion at a desk. */
  private AddedGuest addAtDesk(String key, String name) {
    String type = gala.event().ticketTypes().getFirst().slug();
    DeskTerms terms = new DeskTerms(new DeskTerms.AddGuests(List.of(type), 10));
    Imports.into(table.stores()).putEvent(gala.event().with(terms));
    NewGuest guest = new NewGuest(key, "request", name, type, 1, null, null, null, "Press");
    gala = table.stores().events().readDefinition("acme", "gala").orElseThrow();
    new AddedGuests(table.stores().table()).add(gala, guest, door, scan(true, null));
    return new AddedGuest(key);
  }

  private void sellLate(String code) {
    Map<String, Object> late = shop.copy("gala/N1", code, 900);
    late.put("last_modified", shop.now.plusSeconds(1).toString());
    shop.put(late);
  }

  /** Issue 70: whom a desk added is none of the shop's, though the shop sells to the same name. */
  @Test
  void look_leavesAGuestWhomADeskAdded() {
    followGala();
    String name = order("N1").tickets().getFirst().name();
    AddedGuest derived = addAtDesk("6c1f8a0e-3b52-4d7b-9e4a-2f5d0c7b1a93", name);
    Order added = table.stores().orders().find("acme", "gala", derived.orderId()).orElseThrow();

    sellLate("LATE");
    follower(table, "gala").look();

    assertEquals(name, order("LATE").tickets().getFirst().name());
    assertEquals(
        added, table.stores().orders().find("acme", "gala", derived.orderId()).orElseThrow());
  }

  /** Issue 70: the two may be one person. The log of a service is kept, so it has no names. */
  @Test
  void look_namesAnOrder_thatMayBeOfAGuestWhomADeskAdded() {
    followGala();
    String name = order("N1").tickets().getFirst().name();
    AddedGuest derived = addAtDesk("6c1f8a0e-3b52-4d7b-9e4a-2f5d0c7b1a93", name);
    addAtDesk("7d2f8a0e-3b52-4d7b-9e4a-2f5d0c7b1a93", "Nobody Else");
    List<String> noted = new ArrayList<>();
    PretixFollower follower =
        follower(
            table,
            "gala",
            new Importer.Listener() {
              @Override
              public void done(Importer.SourceLine line, ImportOutcome outcome) {}

              @Override
              public void noted(String text) {
                noted.add(text);
              }
            });
    follower.look();
    assertEquals(List.of(), noted);

    sellLate("LATE");
    follower.look();
    follower.look();

    assertEquals(
        List.of(
            "order gala/LATE may be of a guest whom a desk added: " + derived.ticketReference(1)),
        noted);
  }

  @Test
  void look_asksOnlyForWhatChanged_andKeepsHowFarItCame() {
    PretixFollower follower = follower();
    follower.look();
    shop.asked.clear();

    follower.look();

    assertEquals(
        List.of("2026-03-01T19%3A58%3A00Z"),
        shop.asked.stream()
            .filter(uri -> uri.contains("/orders/"))
            .map(uri -> uri.replaceFirst(".*modified_since=([^&]*).*", "$1"))
            .toList());
    assertEquals(shop.now, kept().cursor());
    assertEquals(shop.events, kept().events());
  }

  @Test
  void look_findsAnOrder_whoseTransactionEndedLate() {
    PretixFollower follower = follower();
    follower.look();
    Map<String, Object> late = shop.copy("gala/N1", "LATE", 900);
    late.put("last_modified", shop.now.minus(PretixFollower.OVERLAP).plusSeconds(1).toString());
    shop.put(late);

    follower.look();

    assertEquals("LATE", order("LATE").reference());
  }

  @Test
  void look_losesNone_whenOrdersChangeBetweenPages() {
    shop.pageSize = 15;
    List<String> changed = new ArrayList<>();
    for (int request = 0; request < 14; request++) {
      String code = request % 2 == 0 ? "gala/N" + (1 + request % 5) : "gala/C" + (request % 8);
      Instant at = LATER.plusSeconds(request);
      shop.next(
          exchange -> {
            if (exchange.getRequestURI().getPath().endsWith("/orders/")) {
              changed.add(code);
              shop.change(code, at, Map.of("email", "guest" + changed.size() + "@example.org"));
            }
            return false;
          });
    }

    follower(table, "gala").look();

    assertTrue(changed.size() > 5, changed.toString());
    CommandTable imported = new CommandTable();
    follower(imported, "gala").look();
    assertSameLines(export(imported), export(table), "");
  }

  /** Each run is cut off a request or two later, until one completes. */
  @Test
  void look_losesNone_whenProcessesAreKilled() {
    shop.pageSize = 9;
    int cut = 0;
    boolean through = false;
    while (!through) {
      RecordedPretix.Behaviour[] behaviours = new RecordedPretix.Behaviour[cut + 1];
      Arrays.fill(behaviours, (RecordedPretix.Behaviour) exchange -> false);
      behaviours[cut] = RecordedPretix::cut;
      cut += Effort.of(3, 1);
      shop.next(behaviours);
      try {
        follower(table, "gala").look();
        through = true;
      } catch (ShopFault e) {
        assertTrue(e.getMessage().startsWith("the answer of 127.0.0.1 broke off"), e.getMessage());
      }
      if (cut == 6) {
        shop.sell("orders-later.json");
      }
    }

    assertTrue(cut > 10, cut + " requests");
    shop.asRecorded();
    CommandTable imported = new CommandTable();
    follower(imported, "gala").look();
    assertSameLines(export(imported), export(table), "");
  }

  @Test
  void look_endsAfterThePage_whenItIsAskedToEnd() {
    List<Map<String, Object>> orders = IntStream.range(0, 25).mapToObj(this::spread).toList();
    shop.keep();
    orders.forEach(shop::put);
    shop.pageSize = 10;
    Importer.Listener asking =
        (line, outcome) -> {
          if (line.unit().equals("order")) {
            interruption.ask();
          }
        };
    PretixFollower follower = follower(table, null, asking);

    assertThrows(ShutdownException.class, follower::look);

    assertEquals(Instant.parse("2026-03-01T10:00:09Z"), kept().cursor());
    assertTrue(export(table).contains("S9"), "the page was brought over to its end");
  }

  /** The rows of a changed list took a minute, and nothing else was brought over meanwhile. */
  @Test
  void look_closesACancelledTicket_beforeAChangedListHasItsRows() {
    IntStream.range(0, Effort.of(12, 260)).mapToObj(this::spread).forEach(shop::put);
    List<String> done = new ArrayList<>();
    Importer.Listener report =
        (line, outcome) -> {
          if (outcome.kind() == ImportOutcome.Kind.CHANGED) {
            done.add(line.unit() + " " + line.subject());
          }
        };
    follower(table, "gala", report).look();
    done.clear();
    shop.lists =
        lists -> {
          shop.change("gala/S7", shop.now, Map.of("status", "c"));
          return onlyProduct(lists, 1);
        };

    follower(table, "gala", report).look();

    assertEquals("order gala/S7", done.getFirst(), done.toString());
    assertTrue(done.get(1).startsWith("list "), done.toString());
  }

  private static Map<String, Object> onlyProduct(Map<String, Object> lists, long product) {
    List<Map<String, Object>> changed = new ArrayList<>();
    for (Object list : (List<?>) lists.get("results")) {
      Map<String, Object> members = new LinkedHashMap<>();
      ((Map<?, ?>) list).forEach((name, value) -> members.put(name.toString(), value));
      members.put("all_products", false);
      members.put("limit_products", List.of(product));
      changed.add(members);
    }
    return Map.of("results", changed);
  }

  @Test
  void look_readsProductsAgain_thatAnOrderNames() {
    PretixFollower follower = follower();
    follower.look();
    shop.asked.clear();
    Map<String, Object> order = shop.copy("gala/N1", "NEWTYPE", 901);
    order.put("last_modified", shop.now.toString());
    @SuppressWarnings("unchecked")
    Map<String, Object> ticket =
        (Map<String, Object>) ((List<?>) order.get("positions")).getFirst();
    ticket.put("item", 99L);
    shop.put(order);
    Map<String, Object> other = shop.copy("gala/N1", "OTHER", 902);
    other.put("last_modified", shop.now.toString());
    shop.put(other);

    follower.look();
    follower.look();

    assertTrue(shop.asked.toString().contains("/events/gala/items/"), shop.asked.toString());
    assertEquals("OTHER", order("OTHER").reference());
    String told = said();
    assertTrue(told.contains("refused: order gala/NEWTYPE: nothing says what 'item-99'"), told);
    assertEquals(told.indexOf("NEWTYPE"), told.lastIndexOf("NEWTYPE"), told);
  }

  @Test
  void look_readsTheOrders_ofAnEventThatTheTokenMaySeeFromNowOn() {
    shop.events.remove("yen");
    follower().look();
    assertTrue(table.stores().events().find("acme", "yen").isEmpty());

    shop.events.add("yen");
    follower().look();

    assertTrue(export(table).contains("YEN1"));
    assertTrue(kept().events().contains("yen"));
  }

  @Test
  void look_takesOneEvent_toTheSlugThatItHasHere() {
    follower(table, "gala=ball").look();

    String export = export(table);
    assertTrue(export.contains("\"slug\":\"ball\""), export);
    assertFalse(export.contains("YEN1"), export);
    assertFalse(shop.asked.toString().contains("organizers/acme/orders/"), shop.asked.toString());
  }

  private Map<String, Object> spread(int number) {
    Map<String, Object> order = shop.copy("gala/N1", "S" + number, 1000 + number);
    order.put(
        "last_modified", Instant.parse("2026-03-01T10:00:00Z").plusSeconds(number).toString());
    return order;
  }

  private PretixFollower follower() {
    return follower(table, null);
  }

  private PretixFollower follower(CommandTable to, String event) {
    return follower(to, event, status(Clock.fixed(shop.now, ZoneOffset.UTC)));
  }

  private PretixFollower follower(CommandTable to, String event, Importer.Listener report) {
    return follower(to.stores(), source(event), report, Clock.fixed(shop.now, ZoneOffset.UTC));
  }

  private FollowedShop kept() {
    return new FollowedShopStore(table.stores().forCommand())
        .find("acme", "the shop")
        .orElseThrow();
  }

  private Order order(String code) {
    return table
        .stores()
        .orders()
        .find("acme", "gala", Long.parseLong("1" + code, 36))
        .orElseThrow();
  }

  private static String export(CommandTable table) {
    String export = table.run("export", "--account", "acme").out();
    return NOT_COMPARED.matcher(export).replaceAll("");
  }

  private static void assertSameLines(String expected, String actual, String message) {
    List<String> lacking = new ArrayList<>(expected.lines().toList());
    List<String> added = new ArrayList<>(actual.lines().toList());
    lacking.removeAll(actual.lines().toList());
    added.removeAll(expected.lines().toList());
    assertEquals(lacking, added, message);
  }

  /** Imports the same as files. */
  private static void importAll(CommandTable table, String orders) {
    table.runWith(
        "{\"kind\":\"account\",\"slug\":\"acme\",\"name\":\"Acme Events\"}", "import", "-");
    List<String> files = new ArrayList<>();
    for (String event : List.of("gala", "tour", "yen", "dinar")) {
      files.addAll(List.of("event-" + event, "items-" + event));
      if (event.equals("tour")) {
        files.add("dates-tour");
      }
      files.add("lists-" + event);
    }
    files.add(orders.replace(".json", ""));
    Path folder = Path.of(System.getProperty("doorlist.root"), "cli/src/test/resources/pretix");
    files.replaceAll(file -> folder.resolve(file + ".json").toString());
    table.run("import --from=pretix --account=acme", files.toArray(String[]::new));
  }
}
