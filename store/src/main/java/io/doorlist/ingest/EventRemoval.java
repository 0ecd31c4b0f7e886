package io.doorlist.ingest;

import io.doorlist.domain.JsonObject;
import io.doorlist.domain.token.AccessToken;
import io.doorlist.ingest.shop.FollowedShopStore;
import io.doorlist.ingest.shop.ReportPositionStore;
import io.doorlist.json.PersonalData;
import io.doorlist.store.event.EventStore;
import io.doorlist.store.sequence.Sequence;
import io.doorlist.store.sequence.SequenceRemovals;
import io.doorlist.store.table.KeyParts;
import io.doorlist.store.table.TableFormat;
import io.doorlist.store.table.TableSchema;
import io.doorlist.store.token.TokenStore;
import io.doorlist.store.webhook.WebhookEventItems;
import io.doorlist.table.Engine;
import io.doorlist.table.Item;
import io.doorlist.table.Key;
import io.doorlist.table.Range;
import io.doorlist.table.Sizes;
import io.doorlist.table.Table;
import io.doorlist.table.Update;
import io.doorlist.table.Write;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongConsumer;
import java.util.stream.Stream;

/**
 * Takes events away, with everything that belongs to them: access pattern 65. The account keeps the
 * webhook events about them, without personal data.
 *
 * <p>Implementation notes. The event's own item is deleted first, in one transaction with a note
 * that the event is leaving. So nobody finds half of an event, and the note shows a run that was
 * cut off. A function, or a recorder that is late, may remember the event for some seconds and
 * still write for it. So the table is searched until that time is over and nothing is left. See ADR
 * 0083. Thread-safe.
 */
public final class EventRemoval {
  private static final String TITLE = "title";
  private static final String SINCE = "since";
  private static final String ORDINAL = "ordinal";
  private static final String ID = "id";

  /** Attributes of the items of tokens. */
  private static final String HASH = "hash";

  private static final String EVENTS = "events";

  /** A transaction has 4 MB of items at most, and deleted items may count, too. */
  private static final int BYTES_AT_ONCE = 3 << 20;

  private final Table table;
  private final String account;

  public EventRemoval(Table table, String account) {
    this.table = table;
    this.account = account;
  }

  /** An event that is being taken away, with its title. */
  public record Leaving(String event, String title, Instant since) {}

  /** How much was removed. */
  public record Removed(long orders, long items, int tokens) {}

  /** Returns the events that are being taken away, by slug. */
  public List<Leaving> list() {
    return table.query(Range.whole(TableSchema.removals(account))).stream()
        .map(EventRemoval::leaving)
        .toList();
  }

  /** Finds an event that is being taken away. */
  public Optional<Leaving> find(String event) {
    return table.get(TableSchema.removal(account, event)).map(EventRemoval::leaving);
  }

  private static Leaving leaving(Item item) {
    return new Leaving(item.key().sk(), item.text(TITLE), item.time(SINCE));
  }

  /** Hides an event, if it exists. From then on it is {@link #find found} here. */
  public void begin(String event) {
    OrderTable.until("event " + event, () -> Optional.of(event).filter(this::hides));
  }

  /** Hides the event if it exists; returns false if a concurrent change was in the way. */
  private boolean hides(String event) {
    Optional<Item> stored = table.get(TableSchema.event(account, event));
    if (stored.isEmpty()) {
      return true;
    }
    long ordinal = stored.get().number(ORDINAL);
    String rows = TableSchema.events(account);
    new Sequence(table).settleThrough(rows, ordinal, table.deadline());
    List<Write> writes =
        new ArrayList<>(new SequenceRemovals(table).removeRows(rows, List.of(ordinal)));
    writes.add(Write.delete(TableSchema.event(account, event)).ifPresent());
    writes.add(Write.delete(TableSchema.eventId(account, stored.get().number(ID))));
    writes.add(
        Write.put(
            new Item(TableSchema.removal(account, event))
                .put(TITLE, stored.get().text(TITLE))
                .put(SINCE, table.clock().instant())));
    return table.transact(writes).written();
  }

  /**
   * Deletes everything that is left of a hidden event. It can be repeated after a run that was cut
   * off.
   *
   * @param told receives how many items are deleted so far
   */
  public Removed clear(Leaving leaving, LongConsumer told) {
    int tokens = closeTokens(leaving.event());
    new FollowedShopStore(table).forget(account, leaving.event());
    ReportPositionStore.forget(table, account, leaving.event());
    Sweep sweep = new Sweep(told);
    sweep.whole(leaving.event());
    Duration remembered =
        Duration.between(table.clock().instant(), leaving.since().plus(EventStore.MEMORY));
    if (remembered.isPositive()) {
      table.time().pause().accept(remembered);
      sweep.whole(leaving.event());
    }
    return new Removed(sweep.orders, sweep.items, tokens);
  }

  /** Deletes the note about an event of which nothing is left. Its slug can then be used again. */
  public void end(String event) {
    table.write(Write.delete(TableSchema.removal(account, event)));
  }

  /** Takes the event from all tokens. Tokens of this event alone are revoked; returns how many. */
  private int closeTokens(String event) {
    TokenStore tokens = new TokenStore(table, new TableFormat(table));
    int revoked = 0;
    for (AccessToken token : tokens.list(account)) {
      if (token.events().equals(List.of(event))) {
        revoked += tokens.revoke(account, token.id()) ? 1 : 0;
      } else if (token.events().contains(event)) {
        leave(token, event);
      }
    }
    return revoked;
  }

  private void leave(AccessToken token, String event) {
    List<String> others = token.events().stream().filter(each -> !each.equals(event)).toList();
    Key own = TableSchema.tokenOf(account, token.id());
    table
        .get(own)
        .ifPresent(
            item ->
                // If somebody revokes the token meanwhile, both items are gone, and nothing is
                // written.
                table.transact(
                    Stream.of(own, TableSchema.token(item.text(HASH)))
                        .map(key -> Update.of(key).set(EVENTS, others).ifPresent())
                        .toList()));
  }

  /** Searches the table for items of an event, and deletes them. */
  private final class Sweep {
    private final LongConsumer told;
    private final List<Write> next = new ArrayList<>();
    private int bytes;
    private long orders;
    private long items;

    Sweep(LongConsumer told) {
      this.told = told;
    }

    /** Repeats the search until it finds nothing. */
    void whole(String event) {
      long before;
      do {
        before = items;
        table.scan(TableSchema.isOf(account, event), this::take);
        flush();
      } while (items > before);
    }

    private void take(Item item) {
      Key key = item.key();
      if (KeyParts.isWebhookEvent(key)) {
        withoutPeople(item);
        return;
      }
      orders += key.sk().equals(TableSchema.ORDER) ? 1 : 0;
      next.add(Write.delete(key));
      bytes += Sizes.of(item);
      if (next.size() == Engine.MAX_KEYS || bytes > BYTES_AT_ONCE) {
        flush();
      }
    }

    private void flush() {
      if (!next.isEmpty()) {
        table.transact(List.copyOf(next));
        items += next.size();
        next.clear();
        bytes = 0;
        told.accept(items);
      }
    }

    private void withoutPeople(Item row) {
      JsonObject object = WebhookEventItems.object(row);
      JsonObject kept =
          WebhookEventItems.isOfOrder(row)
              ? PersonalData.withoutAll(object)
              : PersonalData.ofTicketWithout(object);
      if (!kept.equals(object)) {
        table.write(WebhookEventItems.replacement(row.key(), kept));
      }
    }
  }
}
