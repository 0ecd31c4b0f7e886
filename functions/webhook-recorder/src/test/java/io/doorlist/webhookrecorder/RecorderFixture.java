package io.doorlist.webhookrecorder;

import io.doorlist.domain.Mode;
import io.doorlist.domain.webhook.WebhookEvent;
import io.doorlist.json.Json;
import io.doorlist.queue.Delivery;
import io.doorlist.queue.DeliveryQueue;
import io.doorlist.table.Engine;
import io.doorlist.table.Item;
import io.doorlist.testing.Call;
import io.doorlist.testing.Pages;
import io.doorlist.testing.RelayingEngine;
import io.doorlist.testing.Stores;
import io.doorlist.testing.TestContext;
import io.doorlist.testing.TestTable;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequest;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchResponse;

/** A table with its stream, the messages that recorders sent, and the log. */
final class RecorderFixture implements AutoCloseable {
  private final List<Delivery> sent = Collections.synchronizedList(new ArrayList<>());
  final StreamTap stream = new StreamTap();
  private final TestTable table = new TestTable(stream);
  final Stores stores = table.stores(Clock.systemUTC());

  /** Runs before and after each call of the table or the queue; throws to kill the function. */
  interface Hook {
    void at();
  }

  /** Thrown to simulate a killed process. */
  static final class Killed extends Error {
    private static final long serialVersionUID = 1L;
  }

  /** Returns a hook that kills the function when it has passed so many times. */
  static Hook killedAfter(int calls) {
    AtomicInteger left = new AtomicInteger(calls);
    return () -> {
      if (left.getAndDecrement() == 0) {
        throw new Killed();
      }
    };
  }

  WebhookRecorderFunction function() {
    return function(() -> {});
  }

  /** Returns a function with a hook around its calls. */
  WebhookRecorderFunction function(Hook hook) {
    Engine hooked =
        new RelayingEngine(table.engine()) {
          @Override
          protected <A> A relay(Call<A> call) {
            hook.at();
            A answer = super.relay(call);
            hook.at();
            return answer;
          }
        };
    // Its clock is fixed, so that hooks use up none of its patience.
    Clock clock = Clock.fixed(Clock.systemUTC().instant(), ZoneOffset.UTC);
    return new WebhookRecorderFunction(
        RecorderStores.over(table.stores(hooked, clock).table()),
        new DeliveryQueue(new Queue(hook), ""));
  }

  /** Takes messages, as SQS would. */
  private final class Queue implements SqsClient {
    private final Hook hook;

    Queue(Hook hook) {
      this.hook = hook;
    }

    @Override
    public SendMessageBatchResponse sendMessageBatch(SendMessageBatchRequest request) {
      hook.at();
      request.entries().forEach(entry -> sent.add(Delivery.of(entry.messageBody())));
      hook.at();
      return SendMessageBatchResponse.builder().build();
    }

    @Override
    public String serviceName() {
      return "sqs";
    }

    @Override
    public void close() {}
  }

  /** Calls a function with records; returns the sequence number that it reports as failed. */
  static Optional<String> call(WebhookRecorderFunction function, List<Map<String, Object>> records)
      throws IOException {
    return call(function, records, line -> {});
  }

  /** Calls a function like {@link #call}, and keeps the lines of its log. */
  static Optional<String> call(
      WebhookRecorderFunction function, List<Map<String, Object>> records, Consumer<String> lines)
      throws IOException {
    byte[] input = Json.writeValue(Map.of("Records", records)).getBytes(StandardCharsets.UTF_8);
    ByteArrayOutputStream output = new ByteArrayOutputStream();
    function.handleRequest(
        new ByteArrayInputStream(input), output, TestContext.logging(10_000, lines));
    List<?> failures = (List<?>) Json.readObject(output.toByteArray()).get("batchItemFailures");
    return failures.stream()
        .map(failure -> (String) ((Map<?, ?>) failure).get("itemIdentifier"))
        .findFirst();
  }

  /** Returns every item of the table that contains a word. */
  List<String> itemsWith(String word) {
    return table.items().stream().map(Item::toString).filter(item -> item.contains(word)).toList();
  }

  /** Returns the deliveries that were sent. */
  List<Delivery> sent() {
    return List.copyOf(sent);
  }

  /** Reads a log to its end, oldest first; of all events if none is named. */
  List<WebhookEvent> log(Mode mode, String... events) {
    List<WebhookEvent> all =
        Pages.all(
            97,
            page ->
                events.length == 0
                    ? stores.webhookEvents().list(ImportingOrganiser.ACCOUNT, mode, page)
                    : stores
                        .webhookEvents()
                        .list(ImportingOrganiser.ACCOUNT, List.of(events), mode, page));
    return all.reversed();
  }

  @Override
  public void close() {
    stores.close();
  }
}
