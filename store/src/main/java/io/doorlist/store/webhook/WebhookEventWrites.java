package io.doorlist.store.webhook;

import io.doorlist.domain.UnavailableException;
import io.doorlist.domain.webhook.DeliveryState;
import io.doorlist.domain.webhook.NewWebhookEvent;
import io.doorlist.domain.webhook.RecordedWebhookEvent;
import io.doorlist.store.sequence.Sequence;
import io.doorlist.store.sequence.SequenceRow;
import io.doorlist.store.table.KeyParts;
import io.doorlist.store.table.TableSchema;
import io.doorlist.table.Item;
import io.doorlist.table.Key;
import io.doorlist.table.Table;
import io.doorlist.table.Write;
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
 * <p>Implementation notes (ADR 0011, 0019). Each row of an event's sequence names a later ordinal
 * of the account's sequence than the rows before it ({@link Sequence#reserveNaming}). So both
 * sequences have one order, although several recorders write at the same time. The HEAD of the
 * event's sequence also says whether anybody of the event was ever forgotten. A recorder that
 * reserved before an erasure has either written already or writes nothing. A recorder that reserves
 * afterwards finds the notes of the erasure. Not thread-safe.
 */
final class WebhookEventWrites {
  /** A webhook event needs three of the 100 writes of a transaction. */
  private static final int MAX_AT_ONCE = 33;

  /** Half of what a transaction can hold, in characters of the objects. */
  private static final int MAX_CHARACTERS_AT_ONCE = 1_000_000;

  private static final int MAX_TRIES = 50;
  private static final String NAMED = "named";

  private final Table table;
  private final Sequence sequence;
  private final NewWebhookEvent any;
  private final UnaryOperator<List<NewWebhookEvent>> withoutForgotten;
  private final String ofAccount;
  private final String ofEvent;
  private final Map<Key, RecordedWebhookEvent> recorded = new HashMap<>();

  /** Creates a recorder. {@code any} is one of the webhook events, and gives the event and mode. */
  WebhookEventWrites(
      Table table,
      Sequence sequence,
      NewWebhookEvent any,
      UnaryOperator<List<NewWebhookEvent>> withoutForgotten) {
    this.table = table;
    this.sequence = sequence;
    this.any = any;
    this.withoutForgotten = withoutForgotten;
    this.ofAccount = TableSchema.webhookEvents(any.account(), any.mode());
    this.ofEvent = TableSchema.webhookEvents(any.account(), any.event(), any.mode());
  }

  /** Records what is not recorded yet, in its order; returns all by {@link #change}. */
  Map<Key, RecordedWebhookEvent> record(
      List<NewWebhookEvent> all, Function<NewWebhookEvent, List<String>> wanting) {
    find(all);
    List<NewWebhookEvent> open = open(all);
    for (int tries = 0; !open.isEmpty(); open = open(open)) {
      if (tries++ == MAX_TRIES) {
        throw new UnavailableException(null);
      }
      List<NewWebhookEvent> next = portion(open);
      if (write(next, wanting)) {
        tries = 0;
      } else {
        find(next);
      }
    }
    return recorded;
  }

  static Key change(NewWebhookEvent webhookEvent) {
    return TableSchema.change(webhookEvent.account(), webhookEvent.change());
  }

  /** Leaves out webhook events that are recorded, and duplicates. */
  private List<NewWebhookEvent> open(List<NewWebhookEvent> all) {
    Set<Key> seen = new HashSet<>(recorded.keySet());
    return all.stream().filter(each -> seen.add(change(each))).toList();
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

  private void find(List<NewWebhookEvent> all) {
    Instant deadline = table.deadline();
    Map<Key, Key> rows = new HashMap<>();
    table
        .get(all.stream().map(WebhookEventWrites::change).distinct().toList(), deadline)
        .forEach(
            (change, note) -> rows.put(change, TableSchema.row(ofAccount, note.number(NAMED))));
    Map<Key, Item> found = table.get(rows.values(), deadline);
    rows.forEach(
        (change, row) ->
            recorded.put(
                change,
                recorded(KeyParts.number(row), undelivered(found.getOrDefault(row, new Item())))));
  }

  private static List<String> undelivered(Item row) {
    return WebhookEventItems.state(row) == DeliveryState.PENDING
        ? WebhookEventItems.webhooks(row)
        : List.of();
  }

  private RecordedWebhookEvent recorded(long ordinal, List<String> undelivered) {
    return new RecordedWebhookEvent(
        any.account(), any.mode(), WebhookEventItems.id(any.mode(), ordinal), undelivered);
  }

  /** Writes all of these or, if something was in the way, none; returns whether it wrote. */
  private boolean write(
      List<NewWebhookEvent> some, Function<NewWebhookEvent, List<String>> wanting) {
    Instant deadline = table.deadline();
    int count = some.size();
    long first = sequence.reserve(ofAccount, count, deadline);
    Optional<Sequence.NamingOrdinals> places =
        sequence.reserveNaming(ofEvent, count, first, deadline);
    if (places.isEmpty()) {
      sequence.giveUp(ofAccount, first, count, deadline);
      return false;
    }
    long firstOfEvent = places.get().first();
    List<NewWebhookEvent> shown = places.get().edited() ? withoutForgotten.apply(some) : some;
    Instant now = table.clock().instant().truncatedTo(ChronoUnit.MILLIS);
    List<Write> writes = new ArrayList<>();
    Map<Key, RecordedWebhookEvent> written = new HashMap<>();
    for (int i = 0; i < count; i++) {
      NewWebhookEvent each = shown.get(i);
      List<String> webhooks = wanting.apply(each);
      Item row = SequenceRow.row(ofAccount, first + i, 1);
      Item name = SequenceRow.row(ofEvent, firstOfEvent + i, 1);
      writes.add(Sequence.append(new Item(change(each)).put(NAMED, first + i)));
      writes.add(Sequence.append(WebhookEventItems.row(row, each, now, webhooks)));
      writes.add(Sequence.append(name.put(NAMED, first + i)));
      written.put(change(each), recorded(first + i, webhooks));
    }
    if (!table.transact(writes, deadline).written()) {
      // Another recorder has recorded one of these changes, or our ordinals were closed.
      sequence.giveUp(ofAccount, first, count, deadline);
      sequence.giveUp(ofEvent, firstOfEvent, count, deadline);
      return false;
    }
    recorded.putAll(written);
    sequence.settleInTurn(ofAccount, first, count, deadline);
    sequence.settleInTurn(ofEvent, firstOfEvent, count, deadline);
    return true;
  }
}
