package io.doorlist.webhookrecorder;

import io.doorlist.domain.UnavailableException;
import io.doorlist.domain.order.Erasure;
import io.doorlist.domain.webhook.Change;
import io.doorlist.domain.webhook.DeliveryId;
import io.doorlist.domain.webhook.NewWebhookEvent;
import io.doorlist.domain.webhook.RecordedWebhookEvent;
import io.doorlist.domain.webhook.WebhookSubscription;
import io.doorlist.http.FunctionLog;
import io.doorlist.json.Json;
import io.doorlist.json.PersonalData;
import io.doorlist.queue.Delivery;
import io.doorlist.queue.DeliveryQueue;
import io.doorlist.store.table.KeyParts;
import io.doorlist.store.webhook.Changes;
import io.doorlist.store.webhook.DeliveryStore;
import io.doorlist.table.ItemChange;
import io.doorlist.table.aws.StreamJson;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Records the webhook events of a batch of changes, then queues their deliveries. Thread-safe. */
record ChangeRecorder(RecorderStores stores, DeliveryQueue queue) {
  record StreamRecord(String sequenceNumber, ItemChange change) {
    /** Reads Lambda's input: an object with the member {@code Records}. */
    static List<StreamRecord> readAll(InputStream input, FunctionLog log) throws IOException {
      Map<String, Object> members = Json.readObject(input.readAllBytes());
      return ((List<?>) members.get("Records"))
          .stream().flatMap(record -> read(record, log)).toList();
    }

    private static Stream<StreamRecord> read(Object record, FunctionLog log) {
      Map<?, ?> change =
          record instanceof Map<?, ?> all && all.get("dynamodb") instanceof Map<?, ?> members
              ? members
              : Map.of();
      String number = change.get("SequenceNumber") instanceof String text ? text : "";
      return said(number, log, () -> List.of(new StreamRecord(number, StreamJson.read(change))));
    }

    /**
     * Returns what was read from a record. An unreadable record must not block the ones after it.
     * So it is skipped and logged, and ChangesGivenUpAlarm rings.
     */
    static <T> Stream<T> said(String number, FunctionLog log, Supplier<List<T>> reader) {
      try {
        return reader.get().stream();
      } catch (RuntimeException e) {
        log.failed("change_unreadable", number, e);
        return Stream.empty();
      }
    }

    private <T> Stream<T> said(FunctionLog log, Function<ItemChange, List<T>> reader) {
      return said(sequenceNumber, log, () -> reader.apply(change));
    }
  }

  /**
   * Records the changes in these records. If recording all of them together fails, each record is
   * tried alone. Returns the first record that could not be handled.
   */
  Optional<StreamRecord> record(List<StreamRecord> records, FunctionLog log) {
    try {
      recordAll(records, log);
      return Optional.empty();
    } catch (RuntimeException e) {
      if (records.size() > 1 && !(e instanceof UnavailableException)) {
        return records.stream()
            .map(record -> record(List.of(record), log))
            .flatMap(Optional::stream)
            .findFirst();
      }
      log.failed("change_not_recorded", records.getFirst().sequenceNumber(), e);
      return Optional.of(records.getFirst());
    }
  }

  private void recordAll(List<StreamRecord> records, FunctionLog log) {
    keepUpSums(records, log);
    List<Change> changes =
        records.stream().flatMap(record -> record.said(log, Changes::of)).toList();
    List<NewWebhookEvent> webhookEvents = new WebhookEventFactory(stores, changes).webhookEvents();

    List<Delivery> deliveries = new ArrayList<>();
    for (RecordedWebhookEvent each :
        stores.webhookEvents().record(webhookEvents, wanting(), this::withoutForgotten)) {
      for (String webhookId : each.undelivered()) {
        DeliveryId id = new DeliveryId(each.account(), each.mode(), each.id(), webhookId);
        deliveries.add(new Delivery(id, 1));
      }
    }
    for (StreamRecord record : records) {
      record
          .said(log, change -> DeliveryStore.asked(change).stream().toList())
          .map(asked -> new Delivery(asked.id(), asked.nextAttempt()))
          .forEach(deliveries::add);
    }
    if (!deliveries.isEmpty()) {
      queue.send(deliveries, Duration.ZERO);
    }
  }

  /**
   * Adds new rows of lists' logs to the lists' sums. Readers of a sum add missing rows themselves,
   * so a failure here delays nothing.
   */
  private void keepUpSums(List<StreamRecord> records, FunctionLog log) {
    Set<KeyParts.Log> logs = new LinkedHashSet<>();
    for (StreamRecord record : records) {
      record.said(log, change -> Changes.log(change).stream().toList()).forEach(logs::add);
    }
    for (KeyParts.Log list : logs) {
      try {
        stores.sums().keepUp(list.account(), list.event(), list.list(), list.mode());
      } catch (RuntimeException e) {
        log.failed("sum_not_kept_up", records.getFirst().sequenceNumber(), e);
      }
    }
  }

  /**
   * Removes data about people who were forgotten after the change. All of these webhook events
   * belong to the same event.
   */
  private List<NewWebhookEvent> withoutForgotten(List<NewWebhookEvent> reported) {
    NewWebhookEvent any = reported.getFirst();
    Set<Long> orders = reported.stream().map(NewWebhookEvent::order).collect(Collectors.toSet());
    Map<Long, Erasure> erasures = stores.orders().findErasures(any.account(), any.event(), orders);
    return reported.stream()
        .map(each -> withoutForgotten(each, erasures.get(each.order())))
        .toList();
  }

  private static NewWebhookEvent withoutForgotten(NewWebhookEvent reported, Erasure erasure) {
    if (erasure == null) {
      return reported;
    }
    if (reported.type().objectType().equals("order")) {
      return reported.with(PersonalData.without(reported.object(), erasure));
    }
    return erasure.covers(reported.objectId())
        ? reported.with(PersonalData.ofTicketWithout(reported.object()))
        : reported;
  }

  /**
   * Returns a function that finds the subscriptions for a webhook event. Subscriptions are read
   * only once.
   */
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
