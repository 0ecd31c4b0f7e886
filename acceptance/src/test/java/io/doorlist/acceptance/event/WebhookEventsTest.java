package io.doorlist.acceptance.event;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.acceptance.client.Answer;
import io.doorlist.acceptance.client.Call;
import io.doorlist.acceptance.client.Json;
import io.doorlist.acceptance.client.Link;
import io.doorlist.acceptance.service.ContractTest;
import io.doorlist.acceptance.service.Event;
import io.doorlist.acceptance.service.Order;
import io.doorlist.acceptance.service.Service;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** listWebhookEvents and getWebhookEvent, with the webhook events of the demo data. */
class WebhookEventsTest extends ContractTest {
  private static final String PATH = "/" + Service.DEMO + "/webhooks/events";

  private static List<Map<String, Object>> live = List.of();

  @BeforeEach
  void readAllOnce() {
    if (live.isEmpty()) {
      live = all(PATH + "?items=250", service.demo);
    }
    assertFalse(live.isEmpty(), "the demo data has no webhook events");
  }

  @Test
  void listWebhookEvents_isNewestFirst_andHasItsMembersInTheContractsOrder() {
    List<Long> ids = live.stream().map(row -> (Long) Json.at(row, "id")).toList();

    assertEquals(ids.stream().sorted(Collections.reverseOrder()).toList(), ids);
    for (Map<String, Object> row : live) {
      assertEquals(
          List.of(
              "id",
              "webhook_event",
              "state",
              "attempts",
              "created_at",
              "data",
              "event_slug",
              "deliveries"),
          List.copyOf(row.keySet()));
      assertEquals(
          List.of("type", "id", "object"), List.copyOf(Json.object(row.get("data")).keySet()));
    }
  }

  @Test
  void listWebhookEvents_carriesTheWholeObjectThatItNames() {
    for (Map<String, Object> row : live) {
      String type = (String) Json.at(row, "data", "type");
      assertTrue(((String) row.get("webhook_event")).startsWith(type + "."), row::toString);
      assertEquals(Json.at(row, "data", "id"), Json.at(row, "data", "object", "id"));
      Set<String> members = Json.object(Json.at(row, "data", "object")).keySet();
      List<String> contract =
          type.equals("order")
              ? List.of("reference", "state", "payment_state", "customer", "amount", "tickets")
              : List.of("reference", "state", "name", "ticket_type");
      assertTrue(members.containsAll(contract), () -> type + " " + members);
    }
  }

  @Test
  void listWebhookEvents_isTheSumOfItsEvents() {
    List<Map<String, Object>> sum = new ArrayList<>();
    for (String slug : slugs()) {
      sum.addAll(all(PATH + "?event_slug=" + slug, service.demo));
    }

    assertEquals(live.size(), sum.size());
    assertEquals(new HashSet<>(live), new HashSet<>(sum));
  }

  /** Issue 53: a filter that was none returned everything. */
  @Test
  void listWebhookEvents_readsOn_andFilters() {
    List<Map<String, Object>> oldest = live.reversed();
    String slug = slugs().getFirst();
    for (String filter :
        List.of(
            "after=0",
            "state=not_subscribed",
            "state=failed",
            "type=order.created",
            "type=ticket.checked_in&items=17",
            "after=0&event_slug=" + slug)) {
      List<Map<String, Object>> wanted =
          oldest.stream()
              .filter(
                  row -> List.of(filter.split("&")).stream().allMatch(part -> matches(part, row)))
              .toList();

      assertEquals(wanted, readOn("?" + filter), filter);
    }
    Object middle = oldest.get(oldest.size() / 2).get("id");
    assertEquals(oldest.subList(oldest.size() / 2 + 1, oldest.size()), readOn("?after=" + middle));
    assertEquals(List.of(), readOn("?after=" + live.getFirst().get("id")));
  }

  private static boolean matches(String filter, Map<String, Object> row) {
    String value = filter.substring(filter.indexOf('=') + 1);
    return switch (filter.substring(0, filter.indexOf('='))) {
      case "state" -> value.equals(row.get("state"));
      case "type" -> value.equals(row.get("webhook_event"));
      case "event_slug" -> value.equals(row.get("event_slug"));
      default -> true;
    };
  }

  private List<Map<String, Object>> readOn(String query) {
    List<Map<String, Object>> rows = new ArrayList<>();
    for (String next = "events" + query; next != null; ) {
      Answer part = get("/" + Service.DEMO + "/webhooks/" + next, service.demo);
      rows.addAll(part.rows("webhook_events"));
      next = (String) part.at("meta", "next");
    }
    return rows;
  }

  @Test
  void listWebhookEvents_namesAFilterThatCannotBe() {
    for (String query : List.of("state=lost", "type=ticket.stolen", "after=x", "page=1&after=1")) {
      Call call = Call.get(PATH + "?" + query).by(service.demo);
      Answer answer = service.client.refused(400, "invalid_parameter", call);
      assertEquals(query.substring(0, query.indexOf('=')), answer.at("errors", 0, "parameter"));
    }
  }

  @Test
  void listWebhookEvents_isEmpty_whenTheEventIsUnknownOrNotTheTokens() {
    String own = slugs().getFirst();
    String other = slugs().getLast();
    String token = service.tokens.create(Service.DEMO, "--event", own);

    String expected =
        """
        {"webhook_events":[],"meta":{"lookup_mode":"live","pagination":{"page":1,"items":50,"pages":0,"count":0}}}\
        """;
    for (String slug : List.of(other, "no-such-event", "a%23b", "")) {
      String path = PATH + "?event_slug=" + slug;
      assertEquals(expected, Json.compact(get(path, token).text()), slug);
    }
  }

  @Test
  void listWebhookEvents_showsOnlyWhatTheTokenOpens() {
    List<String> slugs = slugs();
    String one = service.tokens.create(Service.DEMO, "--event", slugs.get(0));
    String two =
        service.tokens.create(Service.DEMO, "--event", slugs.get(0), "--event", slugs.get(1));

    List<Map<String, Object>> ofFirst = all(PATH + "?event_slug=" + slugs.get(0), service.demo);
    Set<Object> ofBoth = new HashSet<>(ofFirst);
    ofBoth.addAll(all(PATH + "?event_slug=" + slugs.get(1), service.demo));

    assertEquals(ofFirst, all(PATH, one));
    assertEquals(live.stream().filter(ofBoth::contains).toList(), all(PATH + "?items=60", two));
  }

  @Test
  void listWebhookEvents_neverMixesModes() {
    List<Map<String, Object>> test = all(PATH, service.demoTest);
    assertFalse(test.isEmpty(), "the demo data has no webhook events of test mode");

    Set<Object> ids = live.stream().map(row -> row.get("id")).collect(Collectors.toSet());
    for (Map<String, Object> row : test) {
      assertFalse(ids.contains(row.get("id")), row::toString);
      assertNotEquals(false, Json.at(row, "data", "object", "test_mode"), row::toString);
    }
    service.client.refused(
        404, "not_found", Call.get(PATH + "/" + test.getFirst().get("id")).by(service.demo));
    service.client.refused(
        404, "not_found", Call.get(PATH + "/" + live.getFirst().get("id")).by(service.demoTest));
  }

  @Test
  void listWebhookEvents_hasTrueMeta_whateverThePageSize() {
    assertEquals(live, all(PATH + "?items=17", service.demo));
    Answer past = get(PATH + "?items=5&page=100000", service.demo);
    assertEquals(List.of(), past.rows("webhook_events"));
    assertEquals((long) live.size(), past.at("meta", "pagination", "count"));
  }

  @Test
  void getWebhookEvent_showsTheWebhookEventAsItsItemDoes() {
    for (Map<String, Object> row : live.subList(0, 2)) {
      Answer answer = get(PATH + "/" + row.get("id"), service.demo);
      assertEquals(Json.write(row), Json.compact(answer.text()));
    }
  }

  @Test
  void webhookEvent_tellsOfACheckIn_once() {
    Order order = Order.of(1, "adult");
    Event event = service.eventWithOneList(order);
    String path = "/" + event.account() + "/webhooks/events?event_slug=" + event.slug();
    service.client.expect(201, event.checkIn(1, order.ticket(0)).by(service.door));

    service.await(() -> all(path, service.door).size() == 2);

    List<Map<String, Object>> told = all(path, service.door);
    assertEquals(
        List.of("order.created", "ticket.checked_in"),
        told.stream().map(row -> row.get("webhook_event")).sorted().toList());
    for (Map<String, Object> row : told) {
      boolean checkin = row.get("webhook_event").equals("ticket.checked_in");
      assertEquals("not_subscribed", row.get("state"));
      assertEquals("0", String.valueOf(row.get("attempts")));
      long id = checkin ? order.ticket(0).id() : order.id();
      assertEquals(Long.toString(id), String.valueOf(Json.at(row, "data", "id")));
    }
    String detail = "/" + event.account() + "/webhooks/events/" + told.getFirst().get("id");
    Answer answer = get(detail, service.door);
    assertEquals(Json.write(told.getFirst()), Json.compact(answer.text()));
  }

  /** Reads a list to its end. */
  private List<Map<String, Object>> all(String path, String token) {
    List<Map<String, Object>> rows = new ArrayList<>();
    String next = path;
    while (next != null) {
      Answer answer = get(next, token);
      rows.addAll(answer.rows("webhook_events"));
      next = Link.read(answer).get("next");
      if (next == null) {
        assertEquals((long) rows.size(), answer.at("meta", "pagination", "count"));
      }
    }
    return rows;
  }

  /** Returns the demo's events that have webhook events. */
  private List<String> slugs() {
    List<String> slugs = service.eventsWithWebhookEvents();
    assertTrue(slugs.size() >= 2, slugs::toString);
    return slugs;
  }
}
