package io.doorlist.acceptance.door;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.doorlist.acceptance.client.Answer;
import io.doorlist.acceptance.client.Call;
import io.doorlist.acceptance.service.ContractTest;
import io.doorlist.acceptance.service.Event;
import io.doorlist.acceptance.service.Order;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The Idempotency-Key header of checkInOrder and checkInTicket; its races are exactness's. */
class IdempotencyTest extends ContractTest {
  private final String key = UUID.randomUUID().toString();

  @Test
  void answer_staysTheSame_whenTheRequestComesAgain_whateverHasChangedSince() {
    Event event = service.eventWithOneList(Order.of(1, "adult", "adult", "child"));
    Call ticket = ticket(event, 0).query("online=false").key(key);
    Call order = event.checkIn(1, event.order(1), "adult=1&child=1").by(service.door);
    Answer in = service.client.expect(201, ticket);
    Answer together = service.client.expect(201, order.key(key + "-order"));

    Order cancelled = event.order(1).in("cancelled", "refunded").withVoid(0);
    service.cli.load(event.with(cancelled).lines());

    assertEquals(in.text(), service.client.expect(201, ticket).text());
    assertEquals(together.text(), service.client.expect(201, order.key(key + "-order")).text());
  }

  @Test
  void key_isForOneRequestOfOneToken() {
    Event event = service.freshEvent(Order.of(1, "adult", "adult", "crew"));
    service.client.expect(422, ticket(event, 2).key(key));
    Answer in = service.client.expect(201, ticket(event, 0).key(key));
    for (String said : List.of("online=false", "qr_code_scanned=false")) {
      Call same = ticket(event, 0).query(said).key(key);
      assertEquals(in.text(), service.client.expect(201, same).text());
    }

    for (Call other :
        List.of(
            ticket(event, 1),
            event.checkIn(3, event.order(1).ticket(0)).by(service.door),
            event.checkIn(1, event.order(1), "adult=1").by(service.door))) {
      service.client.refused(422, "idempotency_key_reused", other.key(key));
    }
    assertEquals(1L, get(event.list(1), service.door).at("checked_in_count"));
    Call others = event.checkIn(1, event.order(1).ticket(1)).by(service.otherDoor);
    service.client.expect(201, others.key(key));
  }

  @Test
  void uuidWithATime_namesAScan_askedOrTold_byWhateverToken() {
    Event event = service.freshEvent(Order.of(1, "adult", "adult", "adult"));
    String at = "scanned_at=2026-09-14T17:01:00Z";
    Call group = event.checkIn(1, event.order(1), "adult=1").query(at).key(UUID.randomUUID() + "");
    Answer one = service.client.expect(201, group.by(service.door));
    Answer in = service.client.expect(201, ticket(event, 1).query(at).key(key));

    Call told = event.checkIn(1, event.order(1).ticket(1)).query(at + "&online=false").key(key);
    assertEquals(in.text(), service.client.expect(201, told.by(service.door)).text());
    assertEquals(in.text(), service.client.expect(201, told.by(service.otherDoor)).text());
    assertEquals(one.text(), service.client.expect(201, group.by(service.otherDoor)).text());
    Call later = ticket(event, 1).query("scanned_at=2026-09-14T17:02:00Z").key(key);
    service.client.refused(422, "idempotency_key_reused", later);
    assertEquals(2L, get(event.list(1), service.door).at("checked_in_count"));
  }

  @Test
  void key_has1To255VisibleCharacters() {
    Event event = service.eventWithOneList(Order.of(1, "adult"));
    for (String wrong : List.of("", "two words", "k".repeat(256))) {
      Answer answer = service.client.refused(400, "invalid_parameter", ticket(event, 0).key(wrong));
      assertEquals("Idempotency-Key", answer.at("errors", 0, "parameter"));
    }
    service.client.expect(201, ticket(event, 0).key("~!".repeat(127) + "k"));
  }

  private Call ticket(Event event, int number) {
    return event.checkIn(1, event.order(1).ticket(number)).by(service.door);
  }
}
