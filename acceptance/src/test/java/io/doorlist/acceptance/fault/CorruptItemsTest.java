package io.doorlist.acceptance.fault;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.acceptance.client.Answer;
import io.doorlist.acceptance.client.Call;
import io.doorlist.acceptance.client.Client;
import io.doorlist.acceptance.client.Json;
import io.doorlist.acceptance.service.Event;
import io.doorlist.acceptance.service.Order;
import io.doorlist.acceptance.service.Service;
import io.doorlist.acceptance.service.SharedData;
import io.doorlist.store.table.DynamoClients;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * An item that is not as we write it: a request for it gets 500, a list leaves it out but counts
 * it, and the log names it once.
 */
@ExtendWith(Service.Provider.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CorruptItemsTest {
  private static final AttributeValue NONSENSE = AttributeValue.fromBool(true);

  private final Service service;

  /** Not the shared client, whose answers StatusesTest checks: no client can cause a 500. */
  private final Client client;

  private DynamoDbClient table;
  private Event event;

  CorruptItemsTest(Service service) {
    this.service = service;
    this.client = new Client(service.client.base(), service.overheard);
  }

  @BeforeAll
  void fill() {
    Assumptions.assumeTrue(service.store != null, "items are broken behind the API's back");
    table = DynamoClients.connect(service.store, null);
    event =
        service.freshEvent(
            Order.of(1, "adult"), Order.of(2, "adult"), Order.of(3, "adult"), Order.of(4, "crew"));
    for (long order = 1; order <= 3; order++) {
      client.expect(201, event.checkIn(1, event.order(order).ticket(0)).by(service.door));
    }
  }

  @AfterAll
  void close() {
    if (table != null) {
      table.close();
    }
  }

  private String partition() {
    return event.account() + "#" + event.slug();
  }

  private static String ordinal(long number) {
    return "%016d".formatted(number);
  }

  /** Returns the item of a code in the table. */
  private static String digest(String code) throws NoSuchAlgorithmException {
    byte[] digest =
        MessageDigest.getInstance("SHA-256").digest(code.getBytes(StandardCharsets.UTF_8));
    return Base64.getUrlEncoder().withoutPadding().encodeToString(digest);
  }

  /** Replaces an attribute with nonsense. */
  private void corrupt(String pk, String sk, String attribute) {
    table.updateItem(
        update ->
            update
                .tableName(Service.TABLE)
                .key(Map.of("pk", AttributeValue.fromS(pk), "sk", AttributeValue.fromS(sk)))
                .updateExpression("SET #a = :nonsense")
                .conditionExpression("attribute_exists(#a)")
                .expressionAttributeNames(Map.of("#a", attribute))
                .expressionAttributeValues(Map.of(":nonsense", NONSENSE)));
  }

  private long logged(String word) {
    return service.overheard.toString().lines().filter(line -> line.contains(word)).count();
  }

  /** Corrupts a row; the list at the path shows the others, and the log names the row once. */
  private void assertGoesOnWithout(
      String rows, int ordinal, String attribute, String path, int count, long... ids) {
    corrupt(partition() + rows, ordinal(ordinal), attribute);

    Answer page = client.expect(200, Call.get(path).by(service.door));

    String member = path.substring(path.lastIndexOf('/') + 1);
    String id = rows.equals("#list#1#orders#live") ? "order_id" : "id";
    assertEquals(
        LongStream.of(ids).boxed().toList(),
        page.rows(member).stream().map(row -> Json.at(row, id)).toList(),
        page::toString);
    assertEquals((long) count, page.at("meta", "pagination", "count"), page::toString);
    assertEquals(1, logged(partition() + rows + " " + ordinal(ordinal)), rows);
  }

  @Test
  void orders_goOnWithoutARow() {
    assertGoesOnWithout("#orders#live", 2, "created_at", event.path() + "/orders", 4, 1, 3, 4);
  }

  @Test
  void ordersOfAList_goOnWithoutARow() {
    assertGoesOnWithout("#list#1#orders#live", 2, "id", event.list(1) + "/orders", 3, 1, 3);
  }

  @Test
  void ticketsOfAList_goOnWithoutARow() {
    assertGoesOnWithout("#list#1#tickets#live", 3, "qr", event.list(1) + "/tickets", 3, 1001, 2001);
  }

  @Test
  void checkins_goOnWithoutARow() {
    String row = partition() + "#list#1#checkins#live";
    corrupt(row, ordinal(2), "tickets");

    Answer page = client.expect(200, Call.get(event.list(1) + "/checkins").by(service.door));

    assertEquals(
        List.of(3001L, 1001L),
        page.rows("checkins").stream().map(each -> Json.at(each, "ticket", "id")).toList());
    assertEquals(3L, page.at("meta", "pagination", "count"));
    assertEquals(1, logged("#list#1#checkins#live " + ordinal(2)));
    Answer list = client.expect(200, Call.get(event.list(1)).by(service.door));
    assertEquals(3L, list.at("checked_in_count"));
  }

  @Test
  void anOrder_is500_andOthersAreThere() {
    corrupt(partition() + "#order#4", "ORDER", "customer");

    Answer broken = client.send(Call.get(event.path() + "/orders/4").by(service.door));

    assertEquals(500, broken.status(), broken::toString);
    String id = broken.header("X-Request-Id").orElseThrow();
    assertEquals(1, logged(id) - problems(id), "one logged error");
    client.expect(200, Call.get(event.path() + "/orders/3").by(service.door));
  }

  /** Counts the captured problem bodies, which contain the request's id too. */
  private long problems(String id) {
    return service
        .overheard
        .toString()
        .lines()
        .filter(line -> line.contains(id) && line.contains("\"detail\""))
        .count();
  }

  @Test
  void aCode_is500_andOthersAreLetIn() throws Exception {
    Event other = service.freshEvent(Order.of(1, "adult"), Order.of(2, "adult"));
    String codes = other.account() + "#" + other.slug() + "#qr#";
    corrupt(codes + digest(other.order(1).ticket(0).qr()), "QR", "v");

    Answer broken = client.send(other.checkIn(1, other.order(1).ticket(0)).by(service.door));

    assertEquals(500, broken.status(), broken::toString);
    client.expect(201, other.checkIn(1, other.order(2).ticket(0)).by(service.door));
    assertTrue(service.secrets.in(service.overheard.toString()).isEmpty());
  }

  @Test
  void aCheckinList_is500_andTheOtherDoorsAreOpen() {
    Event other = service.freshEvent(Order.of(1, "adult"));
    corrupt(other.account() + "#" + other.slug(), "LIST#" + ordinal(2), "name");

    Answer lists = client.expect(200, Call.get(other.listsPath()).by(service.door));
    Answer broken = client.send(Call.get(other.list(2)).by(service.door));

    assertEquals(
        List.of(1L, 3L),
        lists.rows("checkin_lists").stream().map(each -> Json.at(each, "id")).toList());
    assertEquals(500, broken.status(), broken::toString);
    client.expect(201, other.checkIn(1, other.order(1).ticket(0)).by(service.door));
  }

  @Test
  void webhookEvents_goOnWithoutARow() {
    Event own = event.of("corrupt");
    service.cli.load(List.of(SharedData.account(own.account(), "Corrupt")));
    service.cli.load(own.lines());
    String token = service.tokens.create(own.account());
    Call list = Call.get("/" + own.account() + "/webhooks/events").by(token);
    service.await(() -> recorded(client.send(list)) == 4);
    Answer before = client.expect(200, list);
    long id = (Long) Json.at(before.rows("webhook_events").get(1), "id");
    corrupt(own.account() + "#@webhooks#live", ordinal(id / 2), "attempts");

    Answer page = client.expect(200, list);
    Answer broken = client.send(Call.get("/" + own.account() + "/webhooks/events/" + id).by(token));

    assertEquals(3, page.rows("webhook_events").size());
    assertEquals(before.at("meta"), page.at("meta"));
    assertEquals(500, broken.status(), broken::toString);
  }

  /** Counts the webhook events; none if the service is too busy to say. */
  private static int recorded(Answer answer) {
    return answer.status() == 503 ? 0 : answer.rows("webhook_events").size();
  }
}
