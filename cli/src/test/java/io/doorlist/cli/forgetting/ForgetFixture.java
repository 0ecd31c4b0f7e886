package io.doorlist.cli.forgetting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.cli.CommandResult;
import io.doorlist.cli.CommandTable;
import io.doorlist.domain.JsonObject;
import io.doorlist.domain.Mode;
import io.doorlist.domain.checkin.CheckinOutcome;
import io.doorlist.domain.checkin.Happening;
import io.doorlist.domain.checkin.Scan;
import io.doorlist.domain.checkin.UndoOutcome;
import io.doorlist.domain.checkin.UndoRequest;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.domain.order.Order;
import io.doorlist.domain.order.Ticket;
import io.doorlist.domain.token.Role;
import io.doorlist.domain.webhook.NewWebhookEvent;
import io.doorlist.domain.webhook.WebhookEventType;
import io.doorlist.json.PayloadJson;
import io.doorlist.paging.Count;
import io.doorlist.paging.PageRequest;
import io.doorlist.testing.Stores;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/** An event that one person and others enter, and everything that is kept about them. */
abstract class ForgetFixture {
  static final long WHOLE = 1;
  static final long LARGE = 2;
  static final long OTHER = 3;
  static final String EMAIL = "Me@canary.example";

  /** What a door reads when somebody holds up a code that is not for it. */
  static final String UNKNOWN = "MATMSG:TO:" + EMAIL + ";;";

  static final String PLACE =
      """
      {"kind":"account","slug":"acme","name":"Acme"}
      {"kind":"event","account":"acme","id":7,"slug":"gala","title":"Gala",\
      "ticket_types":[{"id":1,"slug":"adult","name":"Adult"}]}
      {"kind":"checkin_list","account":"acme","event":"gala","id":1,"name":"Door"}
      {"kind":"checkin_list","account":"acme","event":"gala","id":2,"name":"Other door"}
      """;

  /** Makes an order line with the word in every personal field. */
  static String line(long id, String word, String email, int tickets) {
    List<String> all = new ArrayList<>();
    for (int i = 0; i < tickets; i++) {
      all.add(ticket(id * 1000 + i, word, word + i + "@example.org"));
    }
    return """
    {"kind":"order","account":"acme","event":"gala","id":%d,"reference":"R%d","state":"confirmed",\
    "payment_state":"paid","customer":{"first_name":"%3$s","last_name":"O'%3$s","email":"%4$s",\
    "phone_number":"+1 %3$s","company_name":"%3$s & Søns","tax_id":"PT%3$s",\
    "address":{"address":"1 %3$s","city":"%3$sville","state_province_region":"%3$s",\
    "postal_code":"%3$s","country":"%3$s","country_code":"%3$s"}},"currency":"EUR","amount":5000,\
    "invoice":{"number":"I%1$d","line_items":[{"description":"Seat of %3$s","quantity":1,\
    "amount":5000}],"taxes":[{"name":"VAT","amount":1}],"total":5000},\
    "responses":{"who":"%3$s","%3$s":[1.50]},"created_at":"2026-03-01T10:00:00Z",\
    "updated_at":"2026-03-02T10:00:00Z","qr_code_identifier":"o%1$d","tickets":[%5$s]}\
    """
        .formatted(id, id, word, email, String.join(",", all));
  }

  static String ticket(long id, String word, String email) {
    return """
    {"id":%d,"reference":"T%d","state":"valid","name":"\\"%3$s\\"","email":"%4$s",\
    "phone_number":"%3$s","ticket_type":"adult","responses":{"meal":"%3$s"},\
    "qr_code_identifier":"t%1$d","created_at":"2026-03-01T10:00:00Z",\
    "updated_at":"2026-03-01T10:00:00Z"}\
    """
        .formatted(id, id, word, email);
  }

  /** The other person's order; its last ticket is for the person who is forgotten. */
  static String otherLine() {
    String line = line(OTHER, "parrot", "parrot@example.org", 2);
    String ticket = ticket(3777, "canary", "me@CANARY.example");
    return line.substring(0, line.length() - "]}".length()) + "," + ticket + "]}";
  }

  /**
   * Returns the orders without the large one, whose tickets share doors and which takes longest.
   */
  static String fewOrders() {
    return line(WHOLE, "canary", EMAIL, 1) + "\n" + otherLine();
  }

  static String orders() {
    return String.join(
        "\n",
        line(WHOLE, "canary", EMAIL, 2),
        line(LARGE, "canary", " " + EMAIL.toUpperCase(Locale.ROOT), 70),
        otherLine());
  }

  /** Fills a table: both doors have let people in, and all webhook events are recorded. */
  static CommandTable filled() {
    CommandTable table = new CommandTable();
    CommandResult imported = table.runWith(PLACE + orders(), "import", "-");
    assertEquals(0, imported.status(), imported::toString);
    Stores stores = table.stores();
    EventDefinition gala = stores.events().readDefinition("acme", "gala").orElseThrow();
    letIn(stores, gala, "t1000");
    letIn(stores, gala, "t1001");
    letIn(stores, gala, "t2003");
    letIn(stores, gala, "t3000");
    letIn(stores, gala, "t3777");
    undone(stores, gala, letIn(stores, gala, "t2004"));
    admittedAgain(stores, gala, "t1000");
    refused(stores, gala, "t1000");
    refused(stores, gala, "o1");
    refused(stores, gala, UNKNOWN);
    TreeMap<String, Integer> all = new TreeMap<>(Map.of("adult", 66));
    CheckinOutcome outcome =
        stores.checkins().checkInOrder(gala, gala.list(2).orElseThrow(), "o2", all, false, scan());
    assertTrue(outcome instanceof CheckinOutcome.OrderCheckedIn);
    for (long id : List.of(WHOLE, LARGE, OTHER)) {
      Order order = stores.orders().find("acme", "gala", id).orElseThrow();
      tell(stores, WebhookEventType.ORDER_CREATED, id, PayloadJson.of(order, gala.event()));
      Ticket last = order.tickets().getLast();
      tell(stores, WebhookEventType.TICKET_UPDATED, last.id(), PayloadJson.of(last, gala.event()));
    }
    return table;
  }

  static long letIn(Stores stores, EventDefinition gala, String code) {
    CheckinOutcome outcome =
        stores.checkins().checkInTicket(gala, gala.list(1).orElseThrow(), code, scan());
    return assertInstanceOf(CheckinOutcome.CheckedIn.class, outcome).checkin().id();
  }

  static void undone(Stores stores, EventDefinition gala, long checkin) {
    UndoRequest desk =
        new UndoRequest(Mode.LIVE, "desk", "Desk", Role.DESK, Instant.now().plusSeconds(60));
    assertEquals(
        UndoOutcome.UNDONE, stores.undos().undo(gala, gala.list(1).orElseThrow(), checkin, desk));
  }

  /** Uploads what another phone decided offline. */
  static void admittedAgain(Stores stores, EventDefinition gala, String code) {
    Instant now = Instant.now();
    Scan offline = new Scan(Mode.LIVE, "other", false, true, now, null, now.plusSeconds(60));
    assertInstanceOf(
        CheckinOutcome.AdmittedAgain.class,
        stores.checkins().checkInTicket(gala, gala.list(1).orElseThrow(), code, offline));
  }

  /** A ticket that is in, the code of an order, or a code that nobody knows. */
  static void refused(Stores stores, EventDefinition gala, String code) {
    CheckinOutcome refusal =
        stores.checkins().checkInTicket(gala, gala.list(1).orElseThrow(), code, scan());
    assertTrue(refusal.refusalWord().isPresent(), code);
    Scan scan = scan();
    stores.refusals().keep("acme", "gala", 1, code, scan, refusal, "request", scan.deadline());
  }

  static Scan scan() {
    return new Scan(Mode.LIVE, "phone", true, true, null, null, Instant.now().plusSeconds(60));
  }

  static void tell(Stores stores, WebhookEventType type, long id, JsonObject object) {
    NewWebhookEvent told =
        new NewWebhookEvent("acme", "gala", Mode.LIVE, type.word() + id, type, id, object, 1);
    stores.webhookEvents().record(List.of(told), any -> List.of(), UnaryOperator.identity());
  }

  static List<String> naming(CommandTable table, String word) {
    return table.items().values().stream().filter(item -> names(item, word)).toList();
  }

  static boolean names(String text, String word) {
    return text.toLowerCase(Locale.ROOT).contains(word);
  }

  static CommandResult forget(CommandTable table, String... more) {
    CommandResult result = table.run("forget --account acme", more);
    assertEquals(0, result.status(), result::toString);
    assertFalse(names(result.out() + result.err(), "canary"), result::toString);
    return result;
  }

  /** Returns what happened, as clients see it. */
  static String whatWentWrong(CommandTable table) {
    Stores stores = table.stores();
    EventDefinition gala = stores.events().readDefinition("acme", "gala").orElseThrow();
    CheckinList list = gala.list(1).orElseThrow();
    List<Happening> log = stores.log().after(gala, list, Mode.LIVE, 0, 250).happenings();
    assertEquals(1, log.stream().filter(Happening::undone).count());
    assertEquals(1, log.stream().filter(Happening::isOpen).count());
    return log.toString();
  }

  /** Returns what must not change: counts, and the ids of check-ins, orders and tickets. */
  static List<Object> publicFacts(CommandTable table) {
    Stores stores = table.stores();
    EventDefinition gala = stores.events().readDefinition("acme", "gala").orElseThrow();
    PageRequest all = new PageRequest(1, 250);
    List<Object> facts = new ArrayList<>();
    stores.log().counts("acme", "gala", Mode.LIVE, gala.lists()).stream()
        .map(Count::count)
        .forEach(facts::add);
    gala.lists()
        .forEach(
            list -> {
              stores.log().list("acme", "gala", list, Mode.LIVE, all).items().stream()
                  .map(checkin -> List.of(checkin.id(), checkin.ticketId(), checkin.createdAt()))
                  .forEach(facts::add);
              facts.add(
                  stores
                      .orders()
                      .listAdmittedTickets("acme", "gala", list, Mode.LIVE, all)
                      .items());
              facts.add(
                  stores.orders().listAdmittedOrders("acme", "gala", list, Mode.LIVE, all).items());
            });
    facts.add(
        stores.orders().list("acme", "gala", Mode.LIVE, all).items().stream()
            .map(order -> List.of(order.id(), order.reference(), order.amount()))
            .toList());
    facts.add(stores.webhookEvents().list("acme", Mode.LIVE, all).count());
    return facts;
  }
}
