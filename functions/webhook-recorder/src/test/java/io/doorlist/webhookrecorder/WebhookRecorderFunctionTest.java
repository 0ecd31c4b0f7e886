package io.doorlist.webhookrecorder;

import static io.doorlist.webhookrecorder.ImportingOrganiser.order;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.domain.Mode;
import io.doorlist.domain.checkin.CheckinOutcome;
import io.doorlist.domain.checkin.CheckinOutcome.AdmittedAgain;
import io.doorlist.domain.checkin.CheckinOutcome.CheckedIn;
import io.doorlist.domain.checkin.Happening;
import io.doorlist.domain.checkin.Scan;
import io.doorlist.domain.checkin.UndoOutcome;
import io.doorlist.domain.checkin.UndoRequest;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.domain.order.Order;
import io.doorlist.domain.order.OrderState;
import io.doorlist.domain.order.Ticket;
import io.doorlist.domain.order.TicketState;
import io.doorlist.domain.token.Role;
import io.doorlist.domain.webhook.CircuitBreaker;
import io.doorlist.domain.webhook.DeliveryId;
import io.doorlist.domain.webhook.DeliveryProgress;
import io.doorlist.domain.webhook.DeliveryState;
import io.doorlist.domain.webhook.WebhookEvent;
import io.doorlist.domain.webhook.WebhookEventType;
import io.doorlist.domain.webhook.WebhookSecret;
import io.doorlist.domain.webhook.WebhookSubscription;
import io.doorlist.ingest.EventRemoval;
import io.doorlist.json.HappeningJson;
import io.doorlist.json.Json;
import io.doorlist.json.PayloadJson;
import io.doorlist.queue.Delivery;
import io.doorlist.store.table.TableSchema;
import io.doorlist.table.Item;
import io.doorlist.table.Write;
import io.doorlist.webhookrecorder.RecorderFixture.Killed;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What the recorder does with real changes, read from the table's stream. */
class WebhookRecorderFunctionTest {
  private static final String GALA = "gala";

  private final RecorderFixture world = new RecorderFixture();
  private final ImportingOrganiser organiser = new ImportingOrganiser(world.stores, GALA);

  @AfterEach
  void close() {
    world.close();
  }

  /**
   * Delivers the stream's new records, and returns the types and objects of the webhook events
   * recorded.
   */
  private List<String> recorded(Mode mode) throws Exception {
    int before = world.log(mode).size();
    assertEquals(Optional.empty(), RecorderFixture.call(world.function(), world.stream.read()));
    return words(world.log(mode).stream().skip(before).toList());
  }

  private static List<String> words(List<WebhookEvent> log) {
    return log.stream().map(each -> each.type().word() + " " + each.objectId()).toList();
  }

  /** In the order of the changes, however often and in whatever pieces the records come. */
  @Test
  void everyChange_isToldOnce_byItsType() throws Exception {
    organiser.addList(GALA, 2);
    organiser.put(GALA, order(1, Mode.LIVE, 2));
    organiser.change(GALA, 1, ImportingOrganiser.renamed("Lovelace"));
    organiser.change(GALA, 1, ImportingOrganiser.ticket(0, TicketState.VALID, "Grace"));
    organiser.change(GALA, 1, ImportingOrganiser.ticket(0, TicketState.VOID, "Grace"));
    organiser.change(GALA, 1, ImportingOrganiser.ticket(0, TicketState.VALID, "Grace"));
    organiser.change(GALA, 1, ImportingOrganiser.in(OrderState.CANCELLED));
    organiser.change(GALA, 1, ImportingOrganiser.in(OrderState.CONFIRMED));
    organiser.checkIn(GALA, organiser.get(1), 1);
    List<Map<String, Object>> records = world.stream.read();

    for (int from = 0; from < records.size(); from += 5) {
      List<Map<String, Object>> piece = records.subList(from, Math.min(from + 7, records.size()));
      RecorderFixture.call(world.function(), piece);
      RecorderFixture.call(world.function(), piece);
    }

    assertEquals(
        List.of(
            "order.created 1",
            "order.updated 1",
            "ticket.updated 10000",
            "ticket.voided 10000",
            "ticket.updated 10000",
            "order.cancelled 1",
            "order.updated 1",
            "ticket.checked_in 10001",
            "ticket.checked_in 10001"),
        words(world.log(Mode.LIVE)));
  }

  /** A record may come after its event was taken away, and must not hold up others (issue 71). */
  @Test
  void changeOfAnEventThatIsGone_isPassedOver() throws Exception {
    organiser.put(GALA, order(1, Mode.LIVE, 1));
    organiser.checkIn(GALA, organiser.get(1), 0);
    List<Map<String, Object>> records = world.stream.read();
    EventRemoval removal = new EventRemoval(world.stores.table(), ImportingOrganiser.ACCOUNT);
    removal.begin(GALA);

    assertEquals(Optional.empty(), RecorderFixture.call(world.function(), records));

    assertEquals(List.of(), world.log(Mode.LIVE));
  }

  /** What nobody can read is passed over and named, so that the shard goes on. */
  @Test
  void recordThatCannotBeRead_isNamedInTheLog_andHoldsUpNoOther() throws Exception {
    organiser.put(GALA, order(1, Mode.LIVE, 1));
    organiser.put(GALA, order(2, Mode.LIVE, 1));
    List<Map<String, Object>> records = world.stream.read();
    Map<String, Object> key = Map.of("pk", Map.of("S", "acme"), "sk", Map.of("S", "ORDER"));
    Map<String, Object> text = Map.of("S", Map.of("no", "text"));
    List<Map<String, Object>> odd =
        List.of(
            Map.of("dynamodb", Map.of("SequenceNumber", "71", "Keys", key, "NewImage", text)),
            Map.of("dynamodb", Map.of("SequenceNumber", "72", "Keys", Map.of("pk", text))),
            Map.of(
                "dynamodb",
                Map.of(
                    "SequenceNumber",
                    "73",
                    "Keys",
                    key,
                    "NewImage",
                    Map.of("asked_at", Map.of("N", "7")))),
            Map.of("dynamodb", "none"),
            Map.of());
    List<Map<String, Object>> all = new ArrayList<>(odd);
    records.forEach(record -> all.add(all.size() - 2, record));
    List<String> lines = new ArrayList<>();

    assertEquals(Optional.empty(), RecorderFixture.call(world.function(), all, lines::add));

    assertEquals(List.of("order.created 1", "order.created 2"), words(world.log(Mode.LIVE)));
    List<Object> named = new ArrayList<>();
    for (String line : lines) {
      Map<String, Object> said = Json.readObject(line);
      assertEquals("change_unreadable", said.get("code"));
      named.add(said.get("record"));
    }
    assertEquals(Set.of("71", "72", "73", ""), Set.copyOf(named));
  }

  /** Kills the function after each of its calls in turn, and delivers the records again. */
  @Test
  void functionKilledAnywhere_losesNothingAndDoublesNothing() throws Exception {
    boolean alive = false;
    int orders = 0;
    for (int calls = 0; !alive; calls++) {
      organiser.put(GALA, order(++orders, Mode.LIVE, 2));
      organiser.change(GALA, orders, ImportingOrganiser.ticket(0, TicketState.VOID, "Guest"));
      organiser.checkIn(GALA, organiser.get(orders), 1);
      List<Map<String, Object>> records = world.stream.read();
      try {
        WebhookRecorderFunction dying = world.function(RecorderFixture.killedAfter(calls));
        assertEquals(Optional.empty(), RecorderFixture.call(dying, records));
        alive = true;
      } catch (Killed e) {
        assertEquals(Optional.empty(), RecorderFixture.call(world.function(), records));
      }
      assertEquals(
          List.of(
              "order.created " + orders,
              "ticket.voided " + orders * 10_000L,
              "ticket.checked_in " + (orders * 10_000L + 1)),
          words(world.log(Mode.LIVE).stream().skip(3L * (orders - 1)).toList()),
          "killed after " + calls + " calls");
    }
    assertTrue(orders > 10, orders + " places to die at");
  }

  @Test
  void webhookEvent_carriesTheWholeObject() throws Exception {
    organiser.put(GALA, order(1, Mode.LIVE, 2));
    Order created = organiser.get(1);
    organiser.change(GALA, 1, ImportingOrganiser.ticket(1, TicketState.VALID, "Grace"));
    organiser.checkIn(GALA, organiser.get(1), 1);
    RecorderFixture.call(world.function(), world.stream.read());

    EventDefinition gala = organiser.definition(GALA);
    CheckinList list = gala.lists().getFirst();
    Ticket ticket = organiser.get(1).tickets().get(1);
    assertEquals(
        List.of(PayloadJson.of(created, gala.event()), PayloadJson.of(ticket, gala.event())),
        world.log(Mode.LIVE).stream().limit(2).map(WebhookEvent::object).toList());
    Map<String, Object> told = Json.readObject(world.log(Mode.LIVE).get(2).object().text());
    assertEquals(happening(gala, happened(gala, list, 0).getFirst()), told.remove("happening"));
    assertEquals(Map.of("id", list.id(), "name", list.name()), told.remove("checkin_list"));
    assertEquals(Json.readObject(PayloadJson.of(ticket, gala.event()).text()), told);
  }

  /** Returns what happened as listHappenings shows it (issue 53). */
  private static Object happening(EventDefinition gala, Happening happening) throws Exception {
    String log = HappeningJson.log(List.of(happening), null, null, Mode.LIVE, gala.event()).text();
    return ((List<?>) Json.readObject(log).get("log")).getFirst();
  }

  /** Issue 49: an entry that nothing explains is told, and that it is explained later. */
  @Test
  void doubleAdmission_isToldOnce_andOnceItIsExplained() throws Exception {
    organiser.put(GALA, order(1, Mode.LIVE, 2));
    EventDefinition gala = organiser.definition(GALA);
    CheckinList list = gala.lists().getFirst();
    String code = organiser.get(1).tickets().get(1).qrCodeIdentifier();
    Instant now = Instant.now();
    CheckedIn in = assertInstanceOf(CheckedIn.class, scan(gala, list, code, true, now));
    long checkin = in.checkin().id();
    assertEquals(List.of("order.created 1", "ticket.checked_in 10001"), recorded(Mode.LIVE));

    // It was at the door first, so it is the check-in that nothing explains.
    Instant earlier = now.minusSeconds(10);
    assertInstanceOf(AdmittedAgain.class, scan(gala, list, code, false, earlier));
    assertInstanceOf(AdmittedAgain.class, scan(gala, list, code, false, earlier));
    assertEquals(List.of("ticket.admitted_again 10001"), recorded(Mode.LIVE));
    long entry = happened(gala, list, checkin).getFirst().id();
    assertTold("\"passage\":{\"id\":" + entry + ",\"type\":\"entry\"");
    assertTold("\"unexplained\":[" + checkin + "],\"explained\":[]");

    assertEquals(UndoOutcome.HAS_PASSAGES, undo(gala, list, checkin));
    assertEquals(UndoOutcome.UNDONE, undo(gala, list, entry));
    assertEquals(UndoOutcome.NOT_FOUND, undo(gala, list, entry));
    assertEquals(List.of("ticket.admitted_again 10001"), recorded(Mode.LIVE));
    assertTold("\"type\":\"undo\"");
    assertTold("\"unexplained\":[],\"explained\":[" + checkin + "]");
    assertEquals(UndoOutcome.UNDONE, undo(gala, list, checkin));
    assertEquals(List.of("ticket.checkin_deleted 10001"), recorded(Mode.LIVE));
    assertTold("\"undoes\":{\"type\":\"check_in\",\"id\":" + checkin + "}");
  }

  private void assertTold(String part) {
    String said = world.log(Mode.LIVE).getLast().object().text();
    assertTrue(said.contains(part), said);
  }

  private List<Happening> happened(EventDefinition gala, CheckinList list, long after) {
    return world.stores.log().after(gala, list, Mode.LIVE, after, 50).happenings();
  }

  private UndoOutcome undo(EventDefinition gala, CheckinList list, long id) {
    UndoRequest request =
        new UndoRequest(Mode.LIVE, "desk", "Desk", Role.DESK, Instant.now().plusSeconds(60));
    return world.stores.undos().undo(gala, list, id, request);
  }

  /** Issue 31: who leaves and comes back is told once, with list, area and passage. */
  @Test
  void passages_areRecordedOnce_withListAreaAndPassage() throws Exception {
    organiser.put(GALA, order(1, Mode.LIVE, 2));
    organiser.addReentryList(GALA, 9);
    EventDefinition gala = organiser.definition(GALA);
    CheckinList list = gala.list(9).orElseThrow();
    String code = organiser.get(1).tickets().get(1).qrCodeIdentifier();
    Instant now = Instant.now();
    assertInstanceOf(CheckedIn.class, scan(gala, list, code, true, now));
    Scan leaving = ImportingOrganiser.scan(Mode.LIVE);
    CheckinOutcome.CheckedOut out =
        assertInstanceOf(
            CheckinOutcome.CheckedOut.class,
            world.stores.checkins().exit(gala, list, code, leaving));
    CheckinOutcome.Reentered again =
        assertInstanceOf(
            CheckinOutcome.Reentered.class, scan(gala, list, code, true, now.plusSeconds(1)));
    assertEquals(
        List.of(
            "order.created 1",
            "ticket.checked_in 10001",
            "ticket.checked_out 10001",
            "ticket.reentered 10001"),
        recorded(Mode.LIVE));

    String said = world.log(Mode.LIVE).get(2).object().text();
    assertTrue(said.contains("\"checkin_list\":{\"id\":9,\"name\":\"Smoking door\"}"), said);
    assertTrue(said.contains("\"area\":{\"slug\":null,\"name\":\"Smoking door\"}"), said);
    assertTrue(
        said.contains("\"passage\":{\"id\":" + out.passage().id() + ",\"type\":\"exit\""), said);
    assertTrue(
        world.log(Mode.LIVE).get(3).object().text().contains("\"id\":" + again.passage().id()));
  }

  private CheckinOutcome scan(
      EventDefinition gala, CheckinList list, String code, boolean online, Instant now) {
    Scan scan =
        new Scan(
            Mode.LIVE,
            online ? "phone" : "other",
            online,
            true,
            online ? null : now,
            null,
            now.plusSeconds(60));
    return world.stores.checkins().checkInTicket(gala, list, code, scan);
  }

  @Test
  void invisibleChanges_areNotRecorded() throws Exception {
    organiser.put(GALA, order(1, Mode.LIVE, 150));
    assertEquals(List.of("order.created 1"), recorded(Mode.LIVE));

    organiser.put(GALA, organiser.get(1));
    organiser.addList(GALA, 4);

    assertEquals(List.of(), recorded(Mode.LIVE));
  }

  @Test
  void deliveries_areSent_toThoseWhoWantThem_andAgainWithTheSameRecords() throws Exception {
    WebhookSubscription checkins =
        subscription(List.of(WebhookEventType.TICKET_CHECKED_IN), List.of());
    subscription(List.of(), List.of("other-event"));
    organiser.put(GALA, order(1, Mode.LIVE, 1));
    organiser.checkIn(GALA, organiser.get(1), 0);
    List<Map<String, Object>> records = world.stream.read();

    RecorderFixture.call(world.function(), records);
    RecorderFixture.call(world.function(), records);

    List<WebhookEvent> log = world.log(Mode.LIVE);
    assertEquals(
        List.of(DeliveryState.NOT_SUBSCRIBED, DeliveryState.PENDING),
        log.stream().map(WebhookEvent::state).toList());
    Delivery delivery =
        new Delivery(
            new DeliveryId(ImportingOrganiser.ACCOUNT, Mode.LIVE, log.get(1).id(), checkins.id()),
            1);
    assertEquals(List.of(delivery, delivery), world.sent());
  }

  /**
   * Issue 5: `webhook redeliver` writes its request into the table, and the recorder queues the
   * attempt.
   */
  @Test
  void delivery_isSentAgain_whenSomebodyAsksForIt() throws Exception {
    organiser.put(GALA, order(1, Mode.LIVE, 1));
    RecorderFixture.call(world.function(), world.stream.read());
    long webhookEvent = world.log(Mode.LIVE).getFirst().id();
    DeliveryId id = new DeliveryId(ImportingOrganiser.ACCOUNT, Mode.LIVE, webhookEvent, "wh_a");
    DeliveryProgress asked = DeliveryProgress.NEW.asked(Instant.EPOCH);

    assertTrue(world.stores.deliveries().begin(id, asked));
    RecorderFixture.call(world.function(), world.stream.read());
    assertEquals(List.of(new Delivery(id, 1)), world.sent());

    // The sender's changes of a delivery are no requests.
    DeliveryProgress claimed = asked.claimed(Instant.EPOCH);
    assertTrue(world.stores.deliveries().change(id, asked, claimed));
    DeliveryProgress failed = claimed.ended(DeliveryState.FAILED, "500", Instant.EPOCH);
    assertTrue(world.stores.deliveries().change(id, claimed, failed));
    RecorderFixture.call(world.function(), world.stream.read());
    assertEquals(1, world.sent().size());

    DeliveryProgress again = failed.asked(Instant.EPOCH.plusSeconds(1));
    assertTrue(world.stores.deliveries().change(id, failed, again));
    RecorderFixture.call(world.function(), world.stream.read());
    assertEquals(List.of(new Delivery(id, 1), new Delivery(id, 2)), world.sent());
  }

  @Test
  void firstRecordThatFails_isNamed_andThoseBeforeItAreDone() throws Exception {
    List<Map<String, Object>> records = threeOrders();
    // Of an event that nobody can read.
    world.stores.table().write(Write.put(new Item(TableSchema.event("acme", "nowhere"))));
    Map<String, Object> image = new LinkedHashMap<>();
    ((Map<?, ?>) change(records.get(1)).get("NewImage"))
        .forEach((name, value) -> image.put((String) name, value));
    image.put("pk", Map.of("S", "acme#nowhere#order#2"));
    String number = replace(records, 1, image);

    Optional<String> failed = RecorderFixture.call(world.function(), records);

    assertEquals(Optional.of(number), failed);
    assertEquals(List.of(1L), world.log(Mode.LIVE).stream().map(WebhookEvent::objectId).toList());
  }

  @Test
  void recordThatCannotBeRead_holdsUpNoOther() throws Exception {
    List<Map<String, Object>> records = threeOrders();
    replace(records, 1, Map.of("pk", Map.of("S", "acme#gala#order#2"), "sk", Map.of("S", "ORDER")));

    Optional<String> failed = RecorderFixture.call(world.function(), records);

    assertEquals(Optional.empty(), failed);
    assertEquals(
        List.of(1L, 3L), world.log(Mode.LIVE).stream().map(WebhookEvent::objectId).toList());
  }

  private List<Map<String, Object>> threeOrders() throws Exception {
    for (int id = 1; id <= 3; id++) {
      organiser.put(GALA, order(id, Mode.LIVE, 1));
    }
    return new ArrayList<>(
        world.stream.read().stream()
            .filter(record -> StreamTap.key(record).contains("ORDER"))
            .toList());
  }

  /** Replaces a record's image; returns its number in the stream. */
  private static String replace(
      List<Map<String, Object>> records, int index, Map<String, Object> image) {
    Map<String, Object> record = new LinkedHashMap<>(records.get(index));
    Map<String, Object> change = change(record);
    change.put("NewImage", image);
    record.put("dynamodb", change);
    records.set(index, record);
    return (String) change.get("SequenceNumber");
  }

  private static Map<String, Object> change(Map<String, Object> record) {
    Map<String, Object> change = new LinkedHashMap<>();
    ((Map<?, ?>) record.get("dynamodb")).forEach((name, value) -> change.put((String) name, value));
    return change;
  }

  private WebhookSubscription subscription(List<WebhookEventType> types, List<String> events) {
    WebhookSubscription subscription =
        new WebhookSubscription(
            WebhookSubscription.newId(new SecureRandom()),
            ImportingOrganiser.ACCOUNT,
            "https://example.org/hook",
            types,
            events,
            Mode.LIVE,
            WebhookSecret.create(new SecureRandom()),
            null,
            null,
            Instant.parse("2026-08-02T10:15:30Z"),
            CircuitBreaker.CLOSED);
    world.stores.webhooks().create(subscription);
    return subscription;
  }
}
