package io.doorlist.admin.forgetting;

import static io.doorlist.admin.SampleLines.with;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.admin.CommandResult;
import io.doorlist.admin.TestTable;
import io.doorlist.admin.connection.OrderedWorkers;
import io.doorlist.domain.CheckinCommand;
import io.doorlist.domain.CheckinList;
import io.doorlist.domain.CheckinOutcome;
import io.doorlist.domain.DoubleAdmission;
import io.doorlist.domain.EventDefinition;
import io.doorlist.domain.JsonObject;
import io.doorlist.domain.Mode;
import io.doorlist.domain.NewWebhookEvent;
import io.doorlist.domain.Order;
import io.doorlist.domain.Role;
import io.doorlist.domain.Ticket;
import io.doorlist.domain.UndoCommand;
import io.doorlist.domain.UndoOutcome;
import io.doorlist.domain.UndoneCheckin;
import io.doorlist.domain.WebhookEventType;
import io.doorlist.json.OrderJson;
import io.doorlist.paging.Count;
import io.doorlist.paging.Page;
import io.doorlist.paging.PageRequest;
import io.doorlist.store.Stores;
import io.doorlist.store.table.DynamoClients;
import io.doorlist.testing.RelayingClient;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/**
 * Every personal field of the orders of one person has the word "canary" in it, and those of the
 * other one's "parrot".
 */
class ForgetCommandTest {
  private static final long WHOLE = 1;
  private static final long LARGE = 2;
  private static final long OTHER = 3;
  private static final String EMAIL = "Me@canary.example";

  private static final String PLACE =
      """
      {"kind":"account","slug":"acme","name":"Acme"}
      {"kind":"event","account":"acme","id":7,"slug":"gala","title":"Gala",\
      "ticket_types":[{"id":1,"slug":"adult","name":"Adult"}]}
      {"kind":"checkin_list","account":"acme","event":"gala","id":1,"name":"Door"}
      {"kind":"checkin_list","account":"acme","event":"gala","id":2,"name":"Other door"}
      """;

  /** Makes an order line whose every personal field has the word in it. */
  private static String line(long id, String word, String email, int tickets) {
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

  private static String ticket(long id, String word, String email) {
    return """
    {"id":%d,"reference":"T%d","state":"valid","name":"\\"%3$s\\"","email":"%4$s",\
    "phone_number":"%3$s","ticket_type":"adult","responses":{"meal":"%3$s"},\
    "qr_code_identifier":"t%1$d","created_at":"2026-03-01T10:00:00Z",\
    "updated_at":"2026-03-01T10:00:00Z"}\
    """
        .formatted(id, id, word, email);
  }

  /** The other one's order; its last ticket is for the one who is forgotten. */
  private static String otherLine() {
    String line = line(OTHER, "parrot", "parrot@example.org", 2);
    String ticket = ticket(3777, "canary", "me@CANARY.example");
    return line.substring(0, line.length() - "]}".length()) + "," + ticket + "]}";
  }

  /** Returns what takes longest: an order whose tickets share doors is left out. */
  private static String fewOrders() {
    return line(WHOLE, "canary", EMAIL, 1) + "\n" + otherLine();
  }

  private static String orders() {
    return String.join(
        "\n",
        line(WHOLE, "canary", EMAIL, 2),
        line(LARGE, "canary", " " + EMAIL.toUpperCase(Locale.ROOT), 70),
        otherLine());
  }

  /** Fills a table: both doors have let people in, and all that can be told was told. */
  private static TestTable filled() {
    TestTable table = new TestTable();
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
    var all = new TreeMap<>(Map.of("adult", 66));
    CheckinOutcome outcome =
        stores.checkins().checkInOrder(gala, gala.list(2).orElseThrow(), "o2", all, command());
    assertTrue(outcome instanceof CheckinOutcome.OrderCheckedIn);
    for (long id : List.of(WHOLE, LARGE, OTHER)) {
      Order order = stores.orders().find("acme", "gala", id).orElseThrow();
      tell(stores, WebhookEventType.ORDER_CREATED, id, OrderJson.object(order, gala.event()));
      Ticket last = order.tickets().getLast();
      tell(
          stores, WebhookEventType.TICKET_UPDATED, last.id(), OrderJson.object(last, gala.event()));
    }
    return table;
  }

  private static long letIn(Stores stores, EventDefinition gala, String code) {
    CheckinOutcome outcome =
        stores.checkins().checkInTicket(gala, gala.list(1).orElseThrow(), code, command());
    return assertInstanceOf(CheckinOutcome.CheckedIn.class, outcome).checkin().id();
  }

  private static void undone(Stores stores, EventDefinition gala, long checkin) {
    UndoCommand desk =
        new UndoCommand(Mode.LIVE, "desk", "Desk", Role.DESK, Instant.now().plusSeconds(60));
    assertEquals(
        UndoOutcome.UNDONE, stores.undos().undo(gala, gala.list(1).orElseThrow(), checkin, desk));
  }

  /** Uploads what another phone decided by itself. */
  private static void admittedAgain(Stores stores, EventDefinition gala, String code) {
    Instant now = Instant.now();
    CheckinCommand offline =
        new CheckinCommand(Mode.LIVE, "other", false, true, now, null, now.plusSeconds(60));
    assertInstanceOf(
        CheckinOutcome.AdmittedAgain.class,
        stores.checkins().checkInTicket(gala, gala.list(1).orElseThrow(), code, offline));
  }

  private static CheckinCommand command() {
    return new CheckinCommand(
        Mode.LIVE, "phone", true, true, null, null, Instant.now().plusSeconds(60));
  }

  private static void tell(Stores stores, WebhookEventType type, long id, JsonObject object) {
    NewWebhookEvent told =
        new NewWebhookEvent("acme", "gala", Mode.LIVE, type.word() + id, type, id, object);
    stores.webhookEvents().record(List.of(told), any -> List.of());
  }

  private static List<String> naming(TestTable table, String word) {
    return table.items().values().stream().filter(item -> names(item, word)).toList();
  }

  private static boolean names(String text, String word) {
    return text.toLowerCase(Locale.ROOT).contains(word);
  }

  private static CommandResult forget(TestTable table, String... more) {
    List<String> all = new ArrayList<>(List.of("forget", "--account", "acme"));
    all.addAll(List.of(more));
    CommandResult result = table.run(all.toArray(String[]::new));
    assertEquals(0, result.status(), result::toString);
    assertFalse(names(result.out() + result.err(), "canary"), result::toString);
    return result;
  }

  @Test
  void forget_leavesNoTrace_andKeepsCountsCheckinsAndOtherPeople() {
    try (TestTable table = filled()) {
      List<Object> before = publicFacts(table);
      int others = naming(table, "parrot").size();
      assertTrue(naming(table, "canary").size() > 10);
      assertEquals(2, whatWentWrong(table).split("canary").length - 1);

      CommandResult result = forget(table, "--email", EMAIL, "--json");

      assertEquals(Map.of("orders", 3L, "checkins", 71L, "webhook_events", 6L), result.json());
      assertEquals(List.of(), naming(table, "canary"));
      assertEquals(others, naming(table, "parrot").size());
      assertEquals(before, publicFacts(table));
      assertFalse(names(whatWentWrong(table), "canary"));
      String export = table.run("export", "--account", "acme").out();
      assertFalse(names(export, "canary"), export);
      assertTrue(names(export, "parrot"), export);
    }
  }

  /** Returns the double admissions and the undone check-ins as clients see them. */
  private static String whatWentWrong(TestTable table) {
    Stores stores = table.stores();
    EventDefinition gala = stores.events().readDefinition("acme", "gala").orElseThrow();
    CheckinList list = gala.list(1).orElseThrow();
    PageRequest all = new PageRequest(1, 250);
    Page<UndoneCheckin> undone = stores.undos().list("acme", "gala", list, Mode.LIVE, all);
    Page<DoubleAdmission> again = stores.doubleAdmissions().list(gala, list, Mode.LIVE, all);
    assertEquals(1, undone.count());
    assertEquals(1, again.count());
    return undone.items() + " " + again.items();
  }

  /** Returns what must stay as it is: counts, ids of check-ins and of what is let in. */
  private static List<Object> publicFacts(TestTable table) {
    Stores stores = table.stores();
    EventDefinition gala = stores.events().readDefinition("acme", "gala").orElseThrow();
    PageRequest all = new PageRequest(1, 250);
    List<Object> facts = new ArrayList<>();
    stores.checkins().counts("acme", "gala", Mode.LIVE, gala.lists()).stream()
        .map(Count::count)
        .forEach(facts::add);
    gala.lists()
        .forEach(
            list -> {
              stores.checkins().list("acme", "gala", list, Mode.LIVE, all).items().stream()
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

  @Test
  void forget_again_changesNothing() {
    try (TestTable table = filled()) {
      forget(table, "--order", "1", "--event", "gala");
      Map<String, String> once = table.items();

      CommandResult again = forget(table, "--order", "1", "--event", "gala");

      assertEquals("0 orders, 0 check-ins, 0 webhook events forgotten\n", again.out());
      assertEquals(once, table.items());
    }
  }

  @Test
  void dryRun_saysWhatWouldBe_andWritesNothing() {
    try (TestTable table = filled()) {
      Map<String, String> before = table.items();

      CommandResult dry = forget(table, "--email", EMAIL, "--dry-run");

      assertEquals(before, table.items());
      assertEquals("dry run: 3 orders, 71 check-ins, 6 webhook events forgotten\n", dry.out());
    }
  }

  @Test
  void forget_leavesALine_thatNamesNobody() {
    try (TestTable table = filled()) {
      forget(table, "--email", EMAIL);

      CommandResult log = forget(table, "--log");

      assertEquals(3, log.out().lines().count());
      assertTrue(log.out().startsWith("{\"event\":\"gala\",\"order\":1,\"tickets\":null,"));
      assertTrue(log.out().contains("\"order\":3,\"tickets\":[3777],\"asked_at\":\"20"));
      assertFalse(log.out().contains("\"done_at\":null"));
    }
  }

  @Test
  void laterImports_doNotBringTheDataBack_butChangeTheRest() {
    try (TestTable table = filled()) {
      forget(table, "--email", EMAIL);
      Map<String, String> forgotten = table.items();

      CommandResult same = table.runWith(orders(), "import", "-");

      assertEquals("0 created, 0 changed, 3 unchanged, 0 refused\n", same.out(), same.err());
      assertEquals(forgotten, table.items());

      String newer =
          with(line(WHOLE, "canary", EMAIL, 3), "updated_at", "\"2027-01-01T00:00:00Z\"");
      newer = with(newer, "tickets[1].state", "\"void\"");
      CommandResult changed = table.runWith(newer, "import", "-");

      assertEquals("0 created, 1 changed, 0 unchanged, 0 refused\n", changed.out(), changed.err());
      assertEquals(List.of(), naming(table, "canary"));
      Order order = table.stores().orders().find("acme", "gala", WHOLE).orElseThrow();
      assertEquals(3, order.tickets().size());
      assertEquals("void", order.tickets().get(1).state().word());
    }
  }

  @Test
  void export_keepsTheMark_soThatACopyStaysForgottenToo() {
    try (TestTable table = filled();
        TestTable copy = new TestTable()) {
      forget(table, "--email", EMAIL);
      String export = table.run("export", "--account", "acme").out();

      copy.runWith(export, "import", "-");
      CommandResult old = copy.runWith(orders(), "import", "-");

      assertEquals("0 created, 0 changed, 3 unchanged, 0 refused\n", old.out(), old.err());
      assertEquals(List.of(), naming(copy, "canary"));
      assertEquals(export, copy.run("export", "--account", "acme").out());
    }
  }

  @Test
  void import_doesNotForget_whatHasCheckinsAndWebhookEvents() {
    try (TestTable table = filled()) {
      String line = with(line(WHOLE, "canary", EMAIL, 2), "forgotten", "true");

      CommandResult result = table.runWith(line, "import", "-");

      assertEquals(1, result.status());
      assertEquals(
          "line 1 (gala/R1): forgotten: it is not yet; `doorlist forget` does it\n", result.err());
    }
  }

  @Test
  void checkin_ofAForgottenTicket_isTakenAndNamesNobody() {
    try (TestTable table = filled()) {
      forget(table, "--everyone", "--event", "gala");
      Stores stores = table.stores();
      EventDefinition gala = stores.events().readDefinition("acme", "gala").orElseThrow();

      letIn(stores, gala, "t2069");
      letIn(stores, gala, "t3001");

      assertEquals(List.of(), naming(table, "canary"));
      assertEquals(List.of(), naming(table, "parrot"));
    }
  }

  /** Whoever reads a name before it is erased must not write it afterwards. */
  @Test
  void checkin_underway_bringsNoNameBack() {
    for (String code : List.of("t1000", "t2010")) {
      try (TestTable table = new TestTable()) {
        table.runWith(PLACE + orders(), "import", "-");
        AtomicInteger transactions = new AtomicInteger();
        Stores slow =
            Stores.connect(
                client(
                    table,
                    request -> {
                      if (request instanceof TransactWriteItemsRequest
                          && transactions.getAndIncrement() == 0) {
                        forget(table, "--everyone", "--event", "gala");
                      }
                    }),
                table.name(),
                Clock.systemUTC());
        EventDefinition gala = slow.events().readDefinition("acme", "gala").orElseThrow();

        letIn(slow, gala, code);

        assertTrue(transactions.get() > 1);
        assertEquals(List.of(), naming(table, "canary"));
      }
    }
  }

  @Test
  void aRunThatWasCutOff_isRunAgain_atWhateverWriteItEnded() {
    boolean ended = false;
    int writes = 0;
    for (; !ended; writes++) {
      try (TestTable table = new TestTable();
          OrderedWorkers workers = new OrderedWorkers()) {
        table.runWith(PLACE + fewOrders(), "import", "-");
        EventDefinition before =
            table.stores().events().readDefinition("acme", "gala").orElseThrow();
        letIn(table.stores(), before, "t1000");
        letIn(table.stores(), before, "t3777");
        AtomicInteger left = new AtomicInteger(writes);
        Stores dying =
            Stores.connect(
                client(
                    table,
                    request -> {
                      boolean write =
                          request instanceof TransactWriteItemsRequest
                              || request instanceof UpdateItemRequest;
                      if (write && left.getAndDecrement() <= 0) {
                        throw new IllegalStateException("killed");
                      }
                    }),
                table.name(),
                Clock.systemUTC());
        Forgetting forgetting = new Forgetting(dying, "acme", workers, false);
        forgetting.ask("gala", WHOLE, Set.of());
        forgetting.ask("gala", OTHER, Set.of(3777L));
        EventDefinition gala = dying.events().readDefinition("acme", "gala").orElseThrow();
        try {
          forgetting.run(List.of(gala), EMAIL);
          ended = true;
        } catch (IllegalStateException killed) {
          assertEquals("killed", killed.getMessage());
        }

        forget(table, "--email", EMAIL);

        assertEquals(List.of(), naming(table, "canary"), "after " + writes + " writes");
        assertFalse(forget(table, "--log").out().contains("\"done_at\":null"));
      }
    }
    assertTrue(writes > 8, "after " + writes + " writes");
  }

  private interface Before {
    void call(DynamoDbRequest request);
  }

  /** Returns a client of the table that announces every call before it is made. */
  private static DynamoDbClient client(TestTable table, Before before) {
    return new RelayingClient(DynamoClients.connect(table.endpoint(), null)) {
      @Override
      protected <Q extends DynamoDbRequest, A extends DynamoDbResponse> A relay(
          Q request, Function<Q, A> call) {
        before.call(request);
        return super.relay(request, call);
      }
    };
  }

  @Test
  void forget_refusesWhatItCannotMean() {
    try (TestTable table = filled()) {
      assertEquals(2, table.run("forget", "--account", "acme").status());
      assertEquals(2, table.run("forget", "--account", "acme", "--order", "1").status());
      assertEquals(2, table.run("forget", "--account", "acme", "--everyone").status());
      assertEquals(2, table.run("forget", "--account", "acme", "--email", " ").status());
      assertEquals(1, table.run("forget", "--account", "none", "--email", EMAIL).status());
      CommandResult none =
          table.run("forget", "--account", "acme", "--event", "gala", "--order", "9");
      assertEquals(1, none.status());
      assertEquals("doorlist: event 'gala' has no order 9\n", none.err());
    }
  }
}
