package io.doorlist.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.domain.Mode;
import io.doorlist.domain.checkin.AdmittedOrder;
import io.doorlist.domain.checkin.AdmittedTicket;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.domain.event.ListTerms;
import io.doorlist.domain.event.TicketType;
import io.doorlist.domain.order.OrderSummary;
import io.doorlist.domain.token.AccessToken;
import io.doorlist.domain.token.Role;
import io.doorlist.domain.token.TokenSecret;
import io.doorlist.domain.webhook.CircuitBreaker;
import io.doorlist.domain.webhook.DeliveryId;
import io.doorlist.domain.webhook.DeliveryProgress;
import io.doorlist.domain.webhook.WebhookEvent;
import io.doorlist.domain.webhook.WebhookSecret;
import io.doorlist.domain.webhook.WebhookSubscription;
import io.doorlist.paging.Page;
import io.doorlist.paging.PageRequest;
import io.doorlist.store.checkin.CheckinStore;
import io.doorlist.store.checkin.ticket.CheckinMark;
import io.doorlist.store.checkin.ticket.ScanAttributes;
import io.doorlist.store.event.EventItems;
import io.doorlist.store.event.EventStore;
import io.doorlist.store.order.OrderItems;
import io.doorlist.store.order.OrderStore;
import io.doorlist.store.sequence.Sequence;
import io.doorlist.store.sequence.SequenceRow;
import io.doorlist.store.table.TableSchema;
import io.doorlist.store.webhook.WebhookEventStore;
import io.doorlist.table.Item;
import io.doorlist.testing.CountingEngine.Cost;
import io.doorlist.testing.Effort;
import io.doorlist.testing.Gala;
import io.doorlist.testing.Recorded;
import io.doorlist.testing.Stores;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Checks the read costs that docs/table-design.md states, in read units as DynamoDB Local counts
 * them. Every page of a list of 20,000, or of 2,200 with every build, costs the same within one
 * unit, in three round trips at most. So does every page across 20,000 voids.
 */
class ReadCostTest extends CostFixture {
  private static final int ROWS = Effort.of(1_100, 20_000);
  private static final String ACCOUNT = "acme";
  private static final String EVENT = "spring-gala";
  private static final Instant AT = Instant.parse("2026-05-01T18:00:00.123Z");
  private static final CheckinList LIST =
      new CheckinList(3, 1, "Main door", true, List.of(), ListTerms.NONE, AT, AT);

  /**
   * A paged read.
   *
   * @param number of its row in docs/table-design.md
   * @param row fills the row of an ordinal
   */
  private record Pattern(
      int number,
      String sequence,
      BiFunction<Item, Long, Item> row,
      BiFunction<Stores, PageRequest, Page<?>> read) {
    @Override
    public String toString() {
      return "pattern " + number;
    }
  }

  private static List<Pattern> patterns() {
    String checkins = TableSchema.checkins(ACCOUNT, EVENT, 3, Mode.LIVE);
    return List.of(
        new Pattern(
            2,
            TableSchema.events(ACCOUNT),
            (row, n) -> EventItems.event(row, event(n)),
            (from, page) -> from.events().list(ACCOUNT, page)),
        new Pattern(
            8,
            checkins,
            (row, n) ->
                CheckinMark.row(
                    checkins,
                    List.of(mark(n)),
                    List.of(new Item().put(ScanAttributes.TYPE, "adult"))),
            (from, page) -> from.log().list(ACCOUNT, EVENT, LIST, Mode.LIVE, page)),
        new Pattern(
            11,
            TableSchema.orders(ACCOUNT, EVENT, Mode.LIVE),
            (row, n) -> OrderItems.summary(row, summary(n)),
            (from, page) -> from.orders().list(ACCOUNT, EVENT, Mode.LIVE, page)),
        new Pattern(
            13,
            TableSchema.admittedOrders(ACCOUNT, EVENT, 3, Mode.LIVE),
            (row, n) ->
                OrderItems.admittedOrder(
                    row,
                    new AdmittedOrder(
                        code(n), "K7QX" + n, n, new TreeMap<>(Map.of("adult", 2, "child", 1)))),
            (from, page) ->
                from.orders().listAdmittedOrders(ACCOUNT, EVENT, LIST, Mode.LIVE, page)),
        new Pattern(
            14,
            TableSchema.admittedTickets(ACCOUNT, EVENT, 3, Mode.LIVE),
            (row, n) ->
                OrderItems.admittedTicket(
                    row, new AdmittedTicket(code(n), "K7QX" + n + "-1", n, "adult")),
            (from, page) ->
                from.orders().listAdmittedTickets(ACCOUNT, EVENT, LIST, Mode.LIVE, page)),
        new Pattern(
            15,
            TableSchema.webhookEvents(ACCOUNT, Mode.LIVE),
            (row, n) -> webhook(row),
            (from, page) -> from.webhookEvents().list(ACCOUNT, Mode.LIVE, page)));
  }

  private static io.doorlist.domain.event.Event event(long n) {
    return new io.doorlist.domain.event.Event(
        ACCOUNT,
        n,
        String.format(Locale.ROOT, "gala-%06d", n),
        "Spring Gala",
        List.of(new TicketType(1, "adult", "Adult"), new TicketType(2, "child", "Child")));
  }

  private static CheckinMark mark(long n) {
    return new CheckinMark(
        n,
        0,
        900_000 + n,
        "K7QX2-" + n,
        "Ada Example",
        AT,
        "0123456789abcdef01234567",
        "Gate 1",
        null,
        true,
        true,
        null,
        false,
        AT,
        false);
  }

  private static OrderSummary summary(long n) {
    return new OrderSummary(
        n, "Ada", "Example", "ada" + n + "@example.org", "K7QX" + n, "EUR", 5000, AT, AT);
  }

  private static String code(long n) {
    return String.format(Locale.ROOT, "%027d", n);
  }

  private static Item webhook(Item row) {
    return row.put("event", EVENT)
        .put("type", "order.created")
        .put("webhooks", List.of("wh_0123456789abcdefghijklmn"))
        .put("open", 0L)
        .put("failed", 0L)
        .put("attempts", 1L)
        .put("created_at", AT)
        .put("object_id", 1L)
        .put("object", "{\"id\":1,\"padding\":\"" + "x".repeat(1500) + "\"}");
  }

  @ParameterizedTest
  @MethodSource("patterns")
  void everyPage_costsTheSame(Pattern pattern) throws Exception {
    load(pattern);

    Cost first = cost(pattern, 1);
    Cost middle = cost(pattern, ROWS / 50 / 2);
    Cost last = cost(pattern, ROWS / 50);

    assertEquals(first.readUnits(), middle.readUnits(), 1.0);
    assertEquals(first.readUnits(), last.readUnits(), 1.0);
    for (Cost cost : List.of(first, middle, last)) {
      assertTrue(cost.reads() <= 3, cost.reads() + " round trips");
    }
    assertDocumented(pattern.number(), first.readUnits());
  }

  @Test
  void singleReads_costWhatIsDocumented() throws Exception {
    Gala gala = new Gala(stores);
    gala.put(Gala.order(1, "adult", "adult"));
    gala.importer().settle();
    WebhookEventStore webhooks = stores.webhookEvents();
    long webhook = Recorded.webhookEvent(stores);
    TokenSecret secret = TokenSecret.create(Mode.LIVE, new Random(1));
    stores.tokens().create(token(secret), secret);
    EventDefinition definition = gala.definition();
    CheckinList main = gala.list(Gala.MAIN);
    EventStore events = stores.events();
    CheckinStore checkins = stores.checkins();

    assertCost(1, () -> events.findAccount(Gala.ACCOUNT));
    assertCost(3, () -> events.readDefinition(Gala.ACCOUNT, Gala.EVENT));
    assertCost(4, () -> events.find(Gala.ACCOUNT, Gala.EVENT));
    assertCost(5, () -> events.find(Gala.ACCOUNT, 7));
    assertCost(
        9, () -> checkins.checkInTicket(definition, main, "t10000", Gala.scan("phone", null)));
    table
        .sequence()
        .settleAll(
            TableSchema.checkins(Gala.ACCOUNT, Gala.EVENT, Gala.MAIN, Mode.LIVE),
            Instant.now().plusSeconds(10));
    assertCost(7, () -> stores.log().counts(Gala.ACCOUNT, Gala.EVENT, Mode.LIVE, List.of(main)));
    assertCost(
        9, () -> checkins.checkInTicket(definition, main, "t10000", Gala.scan("phone", null)));
    assertCost(31, () -> stores.log().version(Gala.ACCOUNT, Gala.EVENT, Gala.MAIN, Mode.LIVE));
    OrderStore orders = stores.orders();
    assertCost(12, () -> orders.find(Gala.ACCOUNT, Gala.EVENT, 1));
    assertCost(31, () -> orders.version(Gala.ACCOUNT, Gala.EVENT, Mode.LIVE));
    assertCost(
        56, () -> orders.updatedSince(Gala.ACCOUNT, Gala.EVENT, Mode.LIVE, Instant.EPOCH, 0, 50));
    assertCost(17, () -> webhooks.find(Gala.ACCOUNT, Mode.LIVE, webhook));
    stores.tokens().find(secret.hash());
    assertCost(18, () -> stores.tokens().find(secret.hash()));
    assertCost(19, () -> stores.tokens().list(Gala.ACCOUNT));
    WebhookSubscription subscription = subscription();
    stores.webhooks().create(subscription);
    DeliveryId delivery = new DeliveryId(Gala.ACCOUNT, Mode.LIVE, webhook, subscription.id());
    assertTrue(stores.deliveries().begin(delivery, DeliveryProgress.NEW.asked(AT)));
    assertCost(20, () -> stores.webhooks().find(Gala.ACCOUNT, Mode.LIVE, subscription.id()));
    assertCost(21, () -> stores.webhooks().list(Gala.ACCOUNT, Mode.LIVE));
    assertCost(24, () -> stores.deliveries().find(delivery));
    List<WebhookEvent> shown = List.of(webhooks.find(Gala.ACCOUNT, Mode.LIVE, webhook).get());
    assertCost(54, () -> stores.deliveries().find(Gala.ACCOUNT, Mode.LIVE, shown));
    assertCost(55, () -> webhooks.after(Gala.ACCOUNT, Mode.LIVE, 0, 50, any -> true));
  }

  private static WebhookSubscription subscription() {
    Random random = new Random(1);
    return new WebhookSubscription(
        WebhookSubscription.newId(random),
        Gala.ACCOUNT,
        "https://hooks.example.com/",
        List.of(),
        List.of(),
        Mode.LIVE,
        WebhookSecret.create(random),
        null,
        null,
        AT,
        CircuitBreaker.CLOSED);
  }

  private static AccessToken token(TokenSecret secret) {
    return AccessToken.of(secret, "Gate 1", Gala.ACCOUNT, List.of(), Role.SCANNER, AT, null);
  }

  private Cost cost(Pattern pattern, long number) {
    client.spent();
    PageRequest page = new PageRequest(number, 50);
    assertEquals(50, pattern.read().apply(stores, page).items().size());
    return client.spent();
  }

  /** Appends rows as fast as the store can, and settles. */
  private void load(Pattern pattern) {
    String sequence = pattern.sequence();
    Sequence rows = table.sequence();
    Instant deadline = Instant.now().plusSeconds(300);
    long first = rows.reserve(sequence, ROWS, deadline);
    table.put(
        LongStream.range(first, first + ROWS)
            .mapToObj(n -> pattern.row().apply(SequenceRow.row(sequence, n, 1), n))
            .toList());
    rows.settleAll(sequence, deadline);
  }
}
