package io.doorlist.acceptance.door;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.doorlist.acceptance.client.Answer;
import io.doorlist.acceptance.client.Call;
import io.doorlist.acceptance.service.ContractTest;
import io.doorlist.acceptance.service.Event;
import io.doorlist.acceptance.service.Order;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The Idempotency-Key header of checkInOrder and checkInTicket. */
class IdempotencyTest extends ContractTest {
  private static final int RETRIES = 6;

  private final String key = UUID.randomUUID().toString();

  @Test
  void answer_staysTheSame_whenTheRequestComesAgain_whateverHasChangedSince() {
    Event event = service.eventWithOneList(Order.of(1, "adult", "adult", "child"));
    Call ticket = ticket(event, 0).query("online=false").key(key);
    Call order = order(event, "adult=1&child=1").key(key + "-order");
    Answer in = service.client.expect(201, ticket);
    Answer together = service.client.expect(201, order);

    Order cancelled = event.order(1).in("cancelled", "refunded").withVoid(0);
    service.cli.load(event.with(cancelled).lines());

    assertEquals(in.text(), service.client.expect(201, ticket).text());
    assertEquals(together.text(), service.client.expect(201, order).text());
    assertEquals(3, count(event));
  }

  @Test
  void key_isRefused_whenItWasUsedForAnotherRequest() {
    Event event = service.freshEvent(Order.of(1, "adult", "adult", "adult"));
    service.client.expect(201, ticket(event, 0).key(key));

    for (Call other :
        List.of(
            ticket(event, 1),
            ticket(event, 0).query("online=false"),
            event.checkIn(3, event.order(1).ticket(0)).by(service.door),
            order(event, "adult=1"))) {
      service.client.refused(422, "idempotency_key_reused", other.key(key));
    }
    assertEquals(1, count(event));
  }

  @Test
  void key_meansNothing_withAnotherToken() {
    Event event = service.eventWithOneList(Order.of(1, "adult", "adult"));
    Answer first = service.client.expect(201, ticket(event, 0).key(key));

    Answer other =
        service.client.refused(
            409,
            "already_checked_in",
            event.checkIn(1, event.order(1).ticket(0)).by(service.otherDoor).key(key));

    assertEquals(false, other.at("same_token"));
    assertEquals(first.checkin(), other.at("checkin"));
    service.client.expect(
        201, event.checkIn(1, event.order(1).ticket(1)).by(service.otherDoor).key(key));
  }

  @Test
  void key_ofARefusedRequest_doesNotGetInTheWay() {
    Event event = service.freshEvent(Order.of(1, "adult", "crew"));
    service.client.expect(422, ticket(event, 1).key(key));

    service.client.expect(201, ticket(event, 0).key(key));
  }

  @Test
  void key_has1To255VisibleCharacters() {
    Event event = service.eventWithOneList(Order.of(1, "adult"));
    for (String wrong : List.of("", "two words", "k".repeat(256))) {
      Answer answer = service.client.refused(400, "invalid_parameter", ticket(event, 0).key(wrong));
      assertEquals("Idempotency-Key", answer.at("errors", 0, "parameter"));
    }
    assertEquals(0, count(event));
    service.client.expect(201, ticket(event, 0).key("~!".repeat(127) + "k"));
  }

  @Test
  void retriesAtOnce_letOneIn_andAllThatAreAnsweredAgree() throws Exception {
    Event event = service.eventWithOneList(Order.of(1, "adult", "adult", "child"));
    Call call = order(event, "adult=1").key(key);

    List<Answer> answers;
    try (ExecutorService retries = Executors.newFixedThreadPool(RETRIES)) {
      answers =
          retries
              .invokeAll(
                  IntStream.range(0, RETRIES)
                      .<Callable<Answer>>mapToObj(i -> () -> service.client.send(call))
                      .toList())
              .stream()
              .map(Future::resultNow)
              .toList();
    }

    List<String> done =
        answers.stream().filter(a -> a.status() == 201).map(Answer::text).distinct().toList();
    assertEquals(1, done.size(), answers::toString);
    for (Answer answer : answers) {
      if (answer.status() != 201) {
        assertEquals("idempotency_key_in_use", answer.code(), answer::toString);
      }
    }
    assertEquals(done.getFirst(), service.client.expect(201, call).text());
    assertEquals(1, count(event));
  }

  private Call ticket(Event event, int number) {
    return event.checkIn(1, event.order(1).ticket(number)).by(service.door);
  }

  private Call order(Event event, String form) {
    return event.checkIn(1, event.order(1), form).by(service.door);
  }

  private long count(Event event) {
    Answer answer = get(event.list(1), service.door);
    return (Long) answer.at("checked_in_count");
  }
}
