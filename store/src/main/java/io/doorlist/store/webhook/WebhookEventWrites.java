package io.doorlist.store.webhook;

import io.doorlist.domain.UnavailableException;
import io.doorlist.domain.webhook.DeliveryState;
import io.doorlist.domain.webhook.NewWebhookEvent;
import io.doorlist.domain.webhook.RecordedWebhookEvent;
import io.doorlist.store.sequence.Sequence;
import io.doorlist.store.sequence.SequenceRow;
import io.doorlist.store.table.Dynamo;
import io.doorlist.store.table.Item;
import io.doorlist.store.table.TableSchema;
import io.doorlist.store.table.TableSchema.Key;
import io.doorlist.store.table.Write;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * Adds webhook events of one event and mode to the logs of their account and event, each once.
 *
 * <p>Implementation notes. A webhook event is three items, written in one transaction: the note of
 * its change, on condition that there is none; its row in the account's sequence; and a row in its
 * event's sequence that refers to the first row. If a change comes again, its note is found. An
 * event's sequence hands out ordinals only for references larger than all before ({@link
 * Sequence#reserveNaming}), so its rows refer to growing ordinals although several recorders write
 * at the same time, and every list has the order of the account's sequence. See ADR 0011.
 *
 * <p>The HEAD that hands out these ordinals also says whether anybody of the event was ever
 * forgotten. An erasure writes its notes, says so on HEAD, closes the ordinals that were reserved
 * before, and then reads the log. So a recorder that reserved before has either written already or
 * writes nothing, and a recorder that reserves afterwards finds the notes. See ADR 0019. Not
 * thread-safe.
 */
final class WebhookEventWrites {
  /** Of the 100 writes that a transaction takes, a webhook event needs three. */
  private static final int MAX_AT_ONCE = 33;

  /** Half of what a transaction can hold, in characters of the objects. */
  private static final int MAX_CHARACTERS_AT_ONCE = 1_000_000;

  private static final int MAX_TRIES = 50;
  private static final String NAMED = "named";

  private final Dynamo dynamo;
  private final Sequence sequence;
  private final NewWebhookEvent any;
  private final UnaryOperator<List<NewWebhookEvent>> withoutForgotten;
  private final String ofAccount;
  private final String ofEvent;

  /**
   * Creates a recorder.
   *
   * @param any one of the webhook events to record: it gives the event and mode
   * @param withoutForgotten removes the people whom notes of erasures name at the time
   */
  WebhookEventWrites(
      Dynamo dynamo,
      Sequence sequence,
      NewWebhookEvent any,
      UnaryOperator<List<NewWebhookEvent>> withoutForgotten) {
    this.dynamo = dynamo;
    this.sequence = sequence;
    this.any = any;
    this.withoutForgotten = withoutForgotten;
    this.ofAccount = TableSchema.webhookEvents(any.account(), any.mode());
    this.ofEvent = TableSchema.webhookEvents(any.account(), any.event(), any.mode());
  }

  /**
   * Records the webhook events that are not recorded yet, in their order.
   *
   * @param wanting returns the subscriptions that want a webhook event
   * @return all of them as recorded, by change
   * @throws UnavailableException if the table did not answer in time; some may be recorded
   */
  Map<String, RecordedWebhookEvent> record(
      List<NewWebhookEvent> all, Function<NewWebhookEvent, List<String>> wanting) {
    Map<String, RecordedWebhookEvent> recorded = new HashMap<>(find(all));
    List<NewWebhookEvent> open = without(all, recorded);
    for (int tries = 0; !open.isEmpty(); tries++) {
      if (tries == MAX_TRIES) {
        throw new UnavailableException(null);
      }
      List<NewWebhookEvent> next = portion(open);
      List<RecordedWebhookEvent> written = write(next, wanting);
      if (written.isEmpty()) {
        recorded.putAll(find(next));
      } else {
        for (int i = 0; i < next.size(); i++) {
          recorded.put(next.get(i).change(), written.get(i));
        }
        tries = 0;
      }
      open = without(open, recorded);
    }
    return recorded;
  }

  /** Leaves out webhook events that are recorded, and duplicates. */
  private static List<NewWebhookEvent> without(
      List<NewWebhookEvent> all, Map<String, RecordedWebhookEvent> recorded) {
    Set<String> seen = new HashSet<>(recorded.keySet());
    return all.stream().filter(each -> seen.add(each.change())).toList();
  }

  /** Returns as many as fit into one transaction, at least one. */
  private static List<NewWebhookEvent> portion(List<NewWebhookEvent> open) {
    int characters = 0;
    int count = 0;
    for (NewWebhookEvent each : open) {
      characters += each.object().text().length();
      if (count == MAX_AT_ONCE || count > 0 && characters > MAX_CHARACTERS_AT_ONCE) {
        break;
      }
      count++;
    }
    return open.subList(0, count);
  }

  /** Finds the webhook events that are recorded. */
  private Map<String, RecordedWebhookEvent> find(List<NewWebhookEvent> all) {
    Instant deadline = dynamo.deadline();
    Map<Key, String> changes = new HashMap<>();
    for (NewWebhookEvent each : all) {
      changes.put(TableSchema.change(each.account(), each.change()), each.change());
    }
    Map<String, Long> ordinals = new HashMap<>();
    dynamo
        .get(changes.keySet(), deadline)
        .forEach((key, note) -> ordinals.put(changes.get(key), note.number(NAMED)));
    Map<Key, Item> rows =
        dynamo.get(
            ordinals.values().stream().map(each -> TableSchema.row(ofAccount, each)).toList(),
            deadline);
    Map<String, RecordedWebhookEvent> found = new HashMap<>();
    ordinals.forEach(
        (change, ordinal) -> {
          Item row = rows.get(TableSchema.row(ofAccount, ordinal));
          found.put(change, recorded(ordinal, row == null ? List.of() : undelivered(row)));
        });
    return found;
  }

  private static List<String> undelivered(Item row) {
    return DeliveryCounts.state(row) == DeliveryState.PENDING
        ? DeliveryCounts.webhooks(row)
        : List.of();
  }

  private RecordedWebhookEvent recorded(long ordinal, List<String> undelivered) {
    return new RecordedWebhookEvent(
        any.account(), any.mode(), WebhookEventItems.id(any.mode(), ordinal), undelivered);
  }

  /** Writes all of these or, if something was in the way, none. */
  private List<RecordedWebhookEvent> write(
      List<NewWebhookEvent> some, Function<NewWebhookEvent, List<String>> wanting) {
    Instant deadline = dynamo.deadline();
    int count = some.size();
    long first = sequence.reserve(ofAccount, count, deadline);
    Optional<Sequence.NamingOrdinals> places =
        sequence.reserveNaming(ofEvent, count, first, deadline);
    if (places.isEmpty()) {
      sequence.giveUp(ofAccount, first, count, deadline);
      return List.of();
    }
    long firstOfEvent = places.get().first();
    List<NewWebhookEvent> shown = places.get().edited() ? withoutForgotten.apply(some) : some;
    Instant now = dynamo.clock().instant().truncatedTo(ChronoUnit.MILLIS);
    List<Write> writes = new ArrayList<>();
    List<RecordedWebhookEvent> recorded = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      NewWebhookEvent each = shown.get(i);
      List<String> webhooks = wanting.apply(each);
      Item note = new Item(TableSchema.change(each.account(), each.change()));
      Item row = WebhookEventItems.row(SequenceRow.row(ofAccount, first + i, 1), each, now);
      Item name = SequenceRow.row(ofEvent, firstOfEvent + i, 1);
      writes.add(Sequence.append(note.put(NAMED, first + i)));
      writes.add(Sequence.append(DeliveryCounts.begin(row, webhooks)));
      writes.add(Sequence.append(name.put(NAMED, first + i)));
      recorded.add(recorded(first + i, webhooks));
    }
    if (!dynamo.transact(writes, deadline).written()) {
      // Another recorder has recorded one of these changes, or our ordinals were closed.
      sequence.giveUp(ofAccount, first, count, deadline);
      sequence.giveUp(ofEvent, firstOfEvent, count, deadline);
      return List.of();
    }
    sequence.settleInTurn(ofAccount, first, count, deadline);
    sequence.settleInTurn(ofEvent, firstOfEvent, count, deadline);
    return recorded;
  }
}
