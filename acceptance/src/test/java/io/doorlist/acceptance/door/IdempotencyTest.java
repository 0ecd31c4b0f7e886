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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The Idempotency-Key header of checkInOrder and checkInTicket. */
class IdempotencyTest extends ContractTest {
  private static final int RETRIES = 8;

  private final String key = UUID.randomUUID().toString();

  @Test
  void ticket_getsTheSameAnswer_whenTheRequestComesAgain() {
    Event event = service.eventWithOneList(Order.of(1, "adult"));
    Call call = ticket(event, 0).query("online=false").key(key);

    Answer first = service.client.expect(201, call);

    assertEquals(first.text(), service.client.expect(201, call).text());
    assertEquals(first.text(), service.client.expect(201, call).text());
    assertEquals(1, count(event));
  }

  @Test
  void order_getsTheSameAnswer_whenTheRequestComesAgain() {
    Event event = service.eventWithOneList(Order.of(1, "adult", "adult", "child"));
    Call call = order(event, "adult=1&child=1").key(key);

    Answer first = service.client.expect(201, call);
    service.client.expect(201, order(event, "adult=1"));

    assertEquals(first.text(), service.client.expect(201, call).text());
    assertEquals(3, count(event));
  }

  @Test
  void answer_staysTheSame_whenTheTicketHasChangedSince() {
    Event event = service.eventWithOneList(Order.of(1, "adult"));
    Call call = ticket(event, 0).key(key);
    Answer first = service.client.expect(201, call);

    Order cancelled = event.order(1).in("cancelled", "refunded").withVoid(0);
    service.cli.load(event.with(cancelled).lines());

    assertEquals(first.text(), service.client.expect(201, call).text());
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
  void key_isRefused_whenItWasUsedInAnotherEvent() {
    Event event = service.eventWithOneList(Order.of(1, "adult"));
    Event other = service.eventWithOneList(Order.of(1, "adult"));
    service.client.expect(201, ticket(event, 0).key(key));

    service.client.refused(422, "idempotency_key_reused", ticket(other, 0).key(key));
    assertEquals(0, count(other));
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
  void anotherKey_isAnotherRequest() {
    Event event = service.eventWithOneList(Order.of(1, "adult"));
    service.client.expect(201, ticket(event, 0).key(key));

    Answer again =
        service.client.refused(409, "already_checked_in", ticket(event, 0).key(key + "-2"));

    assertEquals(true, again.at("same_token"));
  }

  @Test
  void key_ofARefusedRequest_doesNotGetInTheWay() {
    Event event = service.freshEvent(Order.of(1, "adult", "crew"));
    service.client.expect(422, ticket(event, 1).key(key));

    service.client.expect(201, ticket(event, 0).key(key));
  }

  @Test
  void key_mayHaveEveryVisibleCharacter_upTo255() {
    Event event = service.eventWithOneList(Order.of(1, "adult", "adult"));
    String visible =
        IntStream.rangeClosed('!', '~')
            .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
            .toString();
    Call all = ticket(event, 0).key(visible);
    Call longest = ticket(event, 1).key("k".repeat(255));

    assertEquals(service.client.expect(201, all).text(), service.client.expect(201, all).text());
    assertEquals(
        service.client.expect(201, longest).text(), service.client.expect(201, longest).text());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "two words", "tab\there"})
  void key_isRefused_whenItIsNot1To255VisibleCharacters(String wrong) {
    Event event = service.untouched();

    Answer answer = service.client.refused(400, "invalid_parameter", ticket(event, 0).key(wrong));

    assertEquals("Idempotency-Key", answer.at("errors", 0, "parameter"));
    assertEquals(0, count(event));
  }

  @Test
  void key_isRefused_whenItIsTooLong() {
    Event event = service.untouched();

    service.client.refused(400, "invalid_parameter", ticket(event, 0).key("k".repeat(256)));
    service.client.refused(400, "invalid_parameter", order(event, "adult=1").key("k".repeat(256)));
    assertEquals(0, count(event));
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
