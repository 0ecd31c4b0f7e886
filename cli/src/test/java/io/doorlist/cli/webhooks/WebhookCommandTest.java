package io.doorlist.cli.webhooks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpServer;
import io.doorlist.cli.CommandFixture;
import io.doorlist.cli.CommandResult;
import io.doorlist.domain.JsonObject;
import io.doorlist.domain.Mode;
import io.doorlist.domain.webhook.DeliveryId;
import io.doorlist.domain.webhook.DeliveryProgress;
import io.doorlist.domain.webhook.DeliveryState;
import io.doorlist.domain.webhook.NewWebhookEvent;
import io.doorlist.domain.webhook.WebhookEvent;
import io.doorlist.domain.webhook.WebhookEventType;
import io.doorlist.domain.webhook.WebhookSecret;
import io.doorlist.domain.webhook.WebhookSubscription;
import io.doorlist.store.webhook.WebhookEventStore;
import io.doorlist.webhook.Message;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class WebhookCommandTest extends CommandFixture {
  private static final String URL = "http://127.0.0.1:9/hook";
  private static final String ADD = "webhook add --account=acme --to-lan --url=" + URL;

  private Map<String, Object> add(String... options) {
    CommandResult result = table.run(ADD + " --json", options);
    assertEquals(0, result.status(), result.err());
    return result.json();
  }

  private WebhookSubscription only(Mode mode) {
    List<WebhookSubscription> all = table.stores().webhooks().list("acme", mode);
    assertEquals(1, all.size());
    return all.getFirst();
  }

  @Test
  void add_takesAllThatAWebhookCanHave() {
    Map<String, Object> printed =
        add("--types=ticket.checked_in,order.created", "--events=spring-gala", "--mode=test");

    WebhookSubscription kept = only(Mode.TEST);
    assertEquals(kept.id(), printed.get("id"));
    assertEquals(kept.secret().reveal(), printed.get("secret"));
    assertEquals(URL, kept.url());
    assertEquals(
        List.of(WebhookEventType.TICKET_CHECKED_IN, WebhookEventType.ORDER_CREATED), kept.types());
    assertEquals(List.of("spring-gala"), kept.events());
    assertEquals(List.of("ticket.checked_in", "order.created"), printed.get("types"));
    assertEquals(List.of("spring-gala"), printed.get("events"));
  }

  @Test
  void secret_isShownOnce_onStandardOutputAlone() {
    CommandResult added = table.run(ADD);

    String[] lines = added.out().split("\n");
    assertEquals(only(Mode.LIVE).id(), lines[0]);
    String secret = lines[1];
    assertTrue(WebhookSecret.read(secret).isPresent(), added.out());
    assertFalse(added.err().contains(secret));
    for (CommandResult result :
        List.of(
            table.run("webhook", "list", "--account=acme"),
            table.run("webhook", "list", "--account=acme", "--json"),
            table.run("webhook", "test", "--account=acme", lines[0]),
            table.run("webhook", "remove", "--account=acme", lines[0], "--json"))) {
      assertFalse((result.out() + result.err()).contains(secret.substring(6)), result.out());
    }
  }

  /** HostileTargetsTest has them all. */
  @Test
  void add_refusesTargetsThatAreNotPublic() {
    for (String url : List.of("http://hooks.example.com/", "https://user@127.0.0.1/secret-path")) {
      CommandResult result = table.run("webhook", "add", "--account=acme", "--url", url);

      assertEquals(1, result.status());
      assertTrue(result.err().startsWith("doorlist: --url is refused: a target"), result.err());
      assertFalse(result.err().contains("secret-path"));
    }
    assertEquals(List.of(), table.stores().webhooks().list("acme", Mode.LIVE));
  }

  @Test
  void add_refusesTheLan_forATableOnAws() {
    CommandResult result = CommandResult.run(ADD, "--region=eu-west-1");

    assertEquals(2, result.status());
    assertTrue(result.err().contains("--to-lan"), result.err());
  }

  @Test
  void add_refusesWrongValues_asWrongUse() {
    for (String option : List.of("--types=order.deleted", "--mode=both", "--account=007")) {
      String account = option.startsWith("--account") ? "" : " --account=acme";

      assertEquals(2, table.run("webhook add --to-lan" + account, "--url=" + URL, option).status());
    }
    assertEquals(List.of(), table.stores().webhooks().list("acme", Mode.LIVE));
  }

  @Test
  void add_refusesUnknownAccountsAndEvents_andTooMany() {
    assertEquals(
        "doorlist: there is no account 'nobody'\n",
        table.run("webhook", "add", "--account=nobody", "--to-lan", "--url=" + URL).err());
    assertEquals(
        "account 'acme' has no webhooks\n", table.run("webhook list --account=acme").err());
    assertEquals(
        "doorlist: account 'acme' has no event 'autumn-gala'\n",
        table.run(ADD, "--events=autumn-gala").err());
    for (int i = 0; i < 20; i++) {
      add();
    }
    assertEquals(1, table.run(ADD).status());
  }

  @Test
  void list_showsATable() {
    add("--types=order.created");
    WebhookSubscription kept = only(Mode.LIVE);

    assertEquals(
        """
        ID                           URL                      TYPES          EVENTS  MODE  CREATED
        %s  %s  order.created  all     live  %.10s
        """
            .formatted(kept.id(), URL, kept.createdAt()),
        table.run("webhook", "list", "--account=acme").out());
  }

  @Test
  void rotate_keepsTheFormerSecretForAWhile() {
    add();
    WebhookSubscription before = only(Mode.LIVE);

    CommandResult result =
        table.run("webhook", "rotate", "--account=acme", before.id(), "--overlap=PT1H", "--json");

    WebhookSubscription after = only(Mode.LIVE);
    assertEquals(after.secret().reveal(), result.json().get("secret"));
    assertFalse(after.secret().reveal().equals(before.secret().reveal()));
    assertEquals(before.secret().reveal(), after.formerSecret().reveal());
    assertEquals(2, after.secrets(Instant.now()).size());
    assertEquals(1, after.secrets(Instant.now().plusSeconds(3600)).size());
    assertEquals(
        2,
        table.run("webhook", "rotate", "--account=acme", before.id(), "--overlap=-P1D").status());
    assertEquals(1, table.run("webhook", "rotate", "--account=acme", "wh_none").status());
  }

  @Test
  void remove_endsAWebhook() {
    add();
    String id = only(Mode.LIVE).id();

    assertEquals(
        "removed " + id + " " + URL + "\n",
        table.run("webhook", "remove", "--account=acme", id).out());
    assertEquals(List.of(), table.stores().webhooks().list("acme", Mode.LIVE));
    assertEquals(
        "doorlist: account 'acme' has no such webhook\n",
        table.run("webhook", "remove", "--account=acme", id).err());
  }

  @Test
  void test_sendsASignedMessage_andShowsWhatCameOfIt() throws IOException {
    List<String> signatures = Collections.synchronizedList(new ArrayList<>());
    List<String> expected = Collections.synchronizedList(new ArrayList<>());
    HttpServer receiver =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    receiver.createContext(
        "/",
        exchange -> {
          Headers headers = exchange.getRequestHeaders();
          Message message =
              new Message(headers.getFirst("webhook-id"), exchange.getRequestBody().readAllBytes());
          Instant sent =
              Instant.ofEpochSecond(Long.parseLong(headers.getFirst("webhook-timestamp")));
          expected.add(
              message.headers(sent, List.of(only(Mode.LIVE).secret())).get("webhook-signature"));
          signatures.add(headers.getFirst("webhook-signature"));
          exchange.sendResponseHeaders(signatures.size() == 1 ? 204 : 500, -1);
          exchange.close();
        });
    receiver.start();
    String url = "--url=http://127.0.0.1:" + receiver.getAddress().getPort() + "/";
    table.run("webhook", "add", "--account=acme", "--to-lan", url);
    String id = only(Mode.LIVE).id();

    CommandResult good = table.run("webhook", "test", "--account=acme", id, "--json");
    CommandResult bad = table.run("webhook", "test", "--account=acme", id);
    receiver.stop(0);
    CommandResult gone = table.run("webhook", "test", "--account=acme", id);

    assertEquals(0, good.status(), good.err());
    assertEquals(true, good.json().get("success"));
    assertEquals("204", good.json().get("answer"));
    assertEquals(1, bad.status());
    assertTrue(bad.out().startsWith("failed: 500 after "), bad.out());
    assertTrue(gone.out().startsWith("failed: not_connected after "), gone.out());
    assertEquals(expected, signatures);
  }

  @Test
  void redeliver_beginsDeliveriesAnew() {
    add("--types=order.created");
    WebhookEvent happened = happen(WebhookEventType.ORDER_CREATED);
    DeliveryId id = new DeliveryId("acme", Mode.LIVE, happened.id(), only(Mode.LIVE).id());

    String number = Long.toString(happened.id());
    CommandResult first = table.run("webhook", "redeliver", "--account=acme", number);

    assertEquals(0, first.status(), first.err());
    DeliveryProgress asked = table.stores().deliveries().find(id).orElseThrow();
    assertEquals(DeliveryState.PENDING, asked.state());
    assertTrue(asked.askedAt() != null);
    assertEquals(DeliveryState.PENDING, shown(happened).state());
    assertTrue(table.stores().deliveries().change(id, asked, asked.claimed(Instant.now())));
    DeliveryProgress claimed = table.stores().deliveries().find(id).orElseThrow();
    table
        .stores()
        .deliveries()
        .change(id, claimed, claimed.ended(DeliveryState.FAILED, "503", Instant.now()));
    assertEquals(DeliveryState.FAILED, shown(happened).state());

    Map<String, Object> again =
        oneOf(table.run("webhook", "redeliver", "--account=acme", number, "--json"));

    assertEquals("failed", again.get("state_before"));
    assertEquals(1L, again.get("attempts_before"));
    assertEquals("503", again.get("answer_before"));
    assertEquals(DeliveryState.PENDING, shown(happened).state());
    assertEquals(1, shown(happened).attempts());
  }

  @Test
  void redeliver_refusesUnwantedAndUnknownWebhookEvents() {
    add("--types=order.created");
    WebhookEvent other = happen(WebhookEventType.TICKET_UPDATED);

    assertEquals(
        "no webhook of account 'acme' wants it\n",
        table.run("webhook", "redeliver", "--account=acme", Long.toString(other.id())).err());
    assertEquals(
        "doorlist: account 'acme' has no webhook event 999998\n",
        table.run("webhook", "redeliver", "--account=acme", "999998").err());
    assertEquals(2, table.run("webhook", "redeliver", "--account=acme", "last").status());
  }

  private static Map<String, Object> oneOf(CommandResult result) {
    String out = result.out().strip();
    return new CommandResult(0, out.substring(1, out.length() - 1), "").json();
  }

  private WebhookEvent happen(WebhookEventType type) {
    JsonObject object = new JsonObject("{\"id\":1001}");
    NewWebhookEvent told =
        new NewWebhookEvent(
            "acme",
            "spring-gala",
            Mode.LIVE,
            UUID.randomUUID().toString(),
            type,
            1001,
            object,
            1001);
    WebhookEventStore log = table.stores().webhookEvents();
    long id = log.record(List.of(told), any -> List.of(), UnaryOperator.identity()).getFirst().id();
    return log.find("acme", Mode.LIVE, id).orElseThrow();
  }

  private WebhookEvent shown(WebhookEvent webhookEvent) {
    return table.stores().webhookEvents().find("acme", Mode.LIVE, webhookEvent.id()).orElseThrow();
  }
}
