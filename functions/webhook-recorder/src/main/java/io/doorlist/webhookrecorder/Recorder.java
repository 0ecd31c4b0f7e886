package io.doorlist.webhookrecorder;

import io.doorlist.domain.Change;
import io.doorlist.domain.NewWebhookEvent;
import io.doorlist.domain.RecordedWebhookEvent;
import io.doorlist.domain.UnavailableException;
import io.doorlist.domain.WebhookSubscription;
import io.doorlist.http.FunctionLog;
import io.doorlist.queue.Delivery;
import io.doorlist.queue.DeliveryQueue;
import io.doorlist.store.Changes;
import io.doorlist.store.DeliveryStore;
import io.doorlist.store.Stores;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** Records the webhook events of a batch of changes, then sends their deliveries. Thread-safe. */
final class Recorder {
  private final Stores stores;
  private final DeliveryQueue queue;

  Recorder(Stores stores, DeliveryQueue queue) {
    this.stores = stores;
    this.queue = queue;
  }

  /** Records what the records tell; returns the first that is not done with. */
  Optional<StreamRecord> record(List<StreamRecord> records, FunctionLog log) {
    try {
      recordAll(records, log);
      return Optional.empty();
    } catch (UnavailableException e) {
      // One by one they would not fare better.
      log.failed("changes_not_recorded", records.getFirst().sequenceNumber(), e);
      return Optional.of(records.getFirst());
    } catch (RuntimeException e) {
      return recordOneByOne(records, log);
    }
  }

  /** Finds the record that something is wrong with, and does those before it. */
  private Optional<StreamRecord> recordOneByOne(List<StreamRecord> records, FunctionLog log) {
    for (StreamRecord record : records) {
      try {
        recordAll(List.of(record), log);
      } catch (RuntimeException e) {
        log.failed("change_not_recorded", record.sequenceNumber(), e);
        return Optional.of(record);
      }
    }
    return Optional.empty();
  }

  private void recordAll(List<StreamRecord> records, FunctionLog log) {
    List<Change> changes = records.stream().flatMap(record -> changes(record, log)).toList();
    List<NewWebhookEvent> webhookEvents = new Teller(stores, changes).webhookEvents();

    List<Delivery> deliveries = new ArrayList<>();
    for (RecordedWebhookEvent each : stores.webhookEvents().record(webhookEvents, wanting())) {
      for (String webhookId : each.undelivered()) {
        deliveries.add(new Delivery(each.account(), each.mode(), each.id(), webhookId, 1));
      }
    }
    for (StreamRecord record : records) {
      DeliveryStore.asked(record.change())
          .map(asked -> Delivery.of(asked.id(), asked.nextAttempt()))
          .ifPresent(deliveries::add);
    }
    if (!deliveries.isEmpty()) {
      queue.send(deliveries, Duration.ZERO);
    }
  }

  /** Reads a record; one that will never be readable must not hold up those that come after it. */
  private static Stream<Change> changes(StreamRecord record, FunctionLog log) {
    try {
      return Changes.of(record.change()).stream();
    } catch (IllegalArgumentException e) {
      log.failed("change_unreadable", record.sequenceNumber(), e);
      return Stream.empty();
    }
  }

  /** Returns who wants a webhook event, by what the table says when it is first asked. */
  private Function<NewWebhookEvent, List<String>> wanting() {
    Map<String, List<WebhookSubscription>> read = new HashMap<>();
    return each ->
        read
            .computeIfAbsent(
                each.account() + "/" + each.mode().word(),
                any -> stores.webhooks().list(each.account(), each.mode()))
            .stream()
            .filter(subscription -> subscription.wants(each.type(), each.event()))
            .map(WebhookSubscription::id)
            .toList();
  }
}
