package io.doorlist.webhookrecorder;

import static io.doorlist.webhookrecorder.ImportingOrganiser.order;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.domain.Mode;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.domain.order.Erasure;
import io.doorlist.domain.order.TicketState;
import io.doorlist.domain.webhook.WebhookEvent;
import io.doorlist.ingest.ErasureStore;
import io.doorlist.ingest.Forgetting;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Records of the stream come late: data of people who were forgotten in the meantime must not come
 * back. The customer and all attendees are called Canary.
 */
class ForgottenPeopleTest {
  private static final String GALA = "gala";
  private static final int MAX_MOMENTS = 40;
  private static final String[] EVENTS =
      Stream.concat(
              Stream.of(GALA), IntStream.range(0, MAX_MOMENTS).mapToObj(ForgottenPeopleTest::fair))
          .toArray(String[]::new);
  private static final String NAME = "Canary";

  private final RecorderFixture world = new RecorderFixture();
  private ImportingOrganiser organiser = new ImportingOrganiser(world.stores, GALA);

  /** Returns the slug of an event in which nobody was forgotten before its moment. */
  private static String fair(int moment) {
    return "fair-" + moment;
  }

  @AfterEach
  void close() {
    world.close();
  }

  /** Imports an order, changes it and lets a ticket in: five webhook events. */
  private List<Map<String, Object>> happenings(String event, long id) {
    organiser.put(event, order(id, Mode.LIVE, 2));
    organiser.change(event, id, ImportingOrganiser.renamed(NAME));
    organiser.change(event, id, ImportingOrganiser.ticket(0, TicketState.VALID, NAME + " senior"));
    organiser.change(event, id, ImportingOrganiser.ticket(1, TicketState.VALID, NAME + " junior"));
    assertTrue(organiser.checkIn(event, organiser.get(id), 0));
    return world.stream.read();
  }

  private static List<String> happened(long id) {
    long ticket = id * 10_000;
    return List.of(
        "order.created " + id,
        "order.updated " + id,
        "ticket.updated " + ticket,
        "ticket.updated " + (ticket + 1),
        "ticket.checked_in " + ticket);
  }

  /** Forgets everybody in an order, as the command line does. */
  private void forget(String event, long id) {
    Forgetting forgetting =
        new Forgetting(
            world.stores.forCommand(),
            ImportingOrganiser.ACCOUNT,
            false,
            page -> assertEquals(List.of(), page.unreadable()));
    forgetting.ask(event, id, Set.of());
    forgetting.run(List.of(organiser.definition(event)), null);
  }

  /** Returns what the log has gained, without the webhook events of the erasure itself. */
  private List<String> gained(int before, int events) {
    return world.log(Mode.LIVE).stream()
        .skip(before)
        .limit(events)
        .map(each -> each.type().word() + " " + each.objectId())
        .toList();
  }

  @Test
  void whatIsRecordedLate_hasNobodyWhoIsForgotten_andSomebodyElseStays() throws Exception {
    List<Map<String, Object>> late = happenings(GALA, 1);
    late.addAll(happenings(GALA, 2));
    forget(GALA, 1);

    assertEquals(Optional.empty(), RecorderFixture.call(world.function(), late));

    assertEquals(happened(1), gained(0, 5));
    List<WebhookEvent> log = world.log(Mode.LIVE);
    for (WebhookEvent each : log) {
      boolean ofTheOther = log.indexOf(each) > 5;
      assertEquals(ofTheOther, each.object().text().contains(NAME), each.object()::text);
    }
    WebhookEvent created = log.getFirst();
    assertTrue(created.object().text().contains("\"last_name\":null"), created.object()::text);
    assertTrue(created.object().text().contains("\"reference\":\"R1-0\""));
  }

  @Test
  void ticketThatIsForgotten_takesNobodyElseWithIt() throws Exception {
    List<Map<String, Object>> late = happenings(GALA, 1);
    EventDefinition gala = organiser.definition(GALA);
    ErasureStore erasures = new ErasureStore(world.stores.forCommand(), false);
    Erasure asked = erasures.ask(GALA, 1, Set.of(10_001L));
    erasures.begin(ImportingOrganiser.ACCOUNT, asked);
    erasures.announce(ImportingOrganiser.ACCOUNT, GALA);
    erasures.forget(gala, asked);

    RecorderFixture.call(world.function(), late);

    assertEquals(List.of(), world.itemsWith(NAME + " junior"));
    List<WebhookEvent> log = world.log(Mode.LIVE);
    assertTrue(log.get(1).object().text().contains("\"last_name\":\"" + NAME));
    assertTrue(log.get(2).object().text().contains(NAME + " senior"));
    assertTrue(log.get(3).object().text().contains("\"name\":null"));
    assertTrue(log.get(4).object().text().contains(NAME + " senior"));
  }

  /**
   * Forgets people before and after each call of the recorder in turn, and sends the records again.
   */
  @Test
  @Tag("long")
  void recorderUnderway_bringsNobodyBack_wheneverTheyAreForgotten() throws Exception {
    int orders = underway(0, 1);
    assertTrue(orders > 10, orders + " moments");
    // From now on the logs of these events say that somebody was forgotten.
    underway(orders, 4);
  }

  /** Forgets people at every moment, or at every few. */
  private int underway(int ordersBefore, int step) throws Exception {
    organiser = new ImportingOrganiser(world.stores, EVENTS);
    long id = ordersBefore;
    boolean late = false;
    for (int moment = 0; !late; moment += step) {
      long order = ++id;
      String event = fair(moment);
      List<Map<String, Object>> records = happenings(event, order);
      int before = world.log(Mode.LIVE).size();
      int[] left = {moment};
      WebhookRecorderFunction function =
          world.function(
              () -> {
                if (left[0]-- == 0) {
                  forget(event, order);
                }
              });

      assertEquals(Optional.empty(), RecorderFixture.call(function, records));
      late = left[0] >= 0;
      if (late) {
        forget(event, order);
      }

      assertEquals(List.of(), world.itemsWith(NAME), "forgotten at moment " + moment);
      assertEquals(happened(order), gained(before, 5), "forgotten at moment " + moment);
      int after = world.log(Mode.LIVE).size();
      RecorderFixture.call(world.function(), records);
      assertEquals(after, world.log(Mode.LIVE).size());
      assertEquals(List.of(), world.itemsWith(NAME), "handed over again");
      RecorderFixture.call(world.function(), world.stream.read());
      assertEquals(List.of(), world.itemsWith(NAME), "after the erasure's own records");
    }
    return (int) id - ordersBefore;
  }
}
