package io.doorlist.store.webhook;

import io.doorlist.domain.JsonObject;
import io.doorlist.domain.Mode;
import io.doorlist.domain.webhook.NewWebhookEvent;
import io.doorlist.domain.webhook.RecordedWebhookEvent;
import io.doorlist.domain.webhook.WebhookEvent;
import io.doorlist.paging.Page;
import io.doorlist.paging.PageRequest;
import io.doorlist.store.sequence.FollowingItems;
import io.doorlist.store.sequence.MergedSequences;
import io.doorlist.store.sequence.Sequence;
import io.doorlist.store.sequence.SequencePages;
import io.doorlist.store.sequence.SequencePages.Direction;
import io.doorlist.store.table.TableSchema;
import io.doorlist.table.Item;
import io.doorlist.table.Key;
import io.doorlist.table.Pace;
import io.doorlist.table.Table;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * Stores webhook events. Each is a row of its account's sequence, and its id is made of its ordinal
 * there. A row of its event's sequence refers to that row. Thread-safe.
 */
public final class WebhookEventStore {
  /**
   * Once a row is this old, no recorder can fill an open place before it any more. AWS takes no
   * request later than 15 minutes after it was signed.
   */
  private static final Duration PATIENCE = Duration.ofMinutes(20);

  /** How long each transaction of the recorder may take. */
  private static final Duration RECORD_PATIENCE = Duration.ofSeconds(10);

  private static final String CREATED_AT = "created_at";

  private final Table table;
  private final Sequence sequence;
  private final SequencePages pages;

  public WebhookEventStore(Table table) {
    this.table = table;
    this.sequence = new Sequence(table);
    this.pages = new SequencePages(table);
  }

  /** Lists the webhook events of an account. Access pattern 15. */
  public Page<WebhookEvent> list(String account, Mode mode, PageRequest page) {
    return pages.page(
        TableSchema.webhookEvents(account, mode),
        page,
        Direction.NEWEST_FIRST,
        row -> WebhookEventItems.webhookEvent(mode, row));
  }

  /**
   * Lists the webhook events of some events of an account. This is access pattern 16. A page of one
   * event's webhook events costs as much as a page of all of the account's. For several events it
   * costs more, by a logarithm of the page number.
   */
  public Page<WebhookEvent> list(String account, List<String> events, Mode mode, PageRequest page) {
    List<String> sequences =
        events.stream().map(event -> TableSchema.webhookEvents(account, event, mode)).toList();
    Instant deadline = table.deadline();
    SequencePages.Units units =
        sequences.size() == 1
            ? pages.page(sequences.getFirst(), page, Direction.NEWEST_FIRST, deadline)
            : new MergedSequences(pages, sequences, WebhookEventStore::named).page(page, deadline);
    String log = TableSchema.webhookEvents(account, mode);
    Map<Key, Item> found =
        table.get(
            units.units().stream().map(unit -> TableSchema.row(log, named(unit))).toList(),
            deadline);
    return units.page(
        page,
        unit -> WebhookEventItems.webhookEvent(mode, found.get(TableSchema.row(log, named(unit)))));
  }

  /**
   * Returns the webhook events of an account that were recorded after another one. The result's
   * {@code next} is an id instead of an ordinal. Access pattern 55: strongly consistent.
   *
   * @param after the id of that other webhook event, or 0 for the beginning
   */
  public FollowingItems<WebhookEvent> after(
      String account, Mode mode, long after, int items, Predicate<WebhookEvent> wanted) {
    Instant deadline = table.deadline();
    String log = TableSchema.webhookEvents(account, mode);
    Instant settled = table.clock().instant().minus(PATIENCE);
    FollowingItems<WebhookEvent> following =
        FollowingItems.read(
            after / 2,
            items,
            first ->
                sequence.inOrder(
                    log,
                    first,
                    FollowingItems.ROWS,
                    row -> isBefore(row, settled),
                    ordinal -> true,
                    deadline),
            // A row that only closes an ordinal has no type, so it cannot be read and is left out.
            row ->
                Item.tryRead(() -> WebhookEventItems.webhookEvent(mode, row.item())).filter(wanted),
            each -> each.object().text().length());
    return new FollowingItems<>(
        following.items(),
        following.next() == null ? null : (Long) WebhookEventItems.id(mode, following.next()));
  }

  private static boolean isBefore(Item row, Instant time) {
    return row.has(CREATED_AT) && row.time(CREATED_AT).isBefore(time);
  }

  /** Finds a webhook event by its id. Access pattern 17: strongly consistent. */
  public Optional<WebhookEvent> find(String account, Mode mode, long id) {
    if (id % 2 != mode.ordinal()) {
      return Optional.empty();
    }
    Key key = TableSchema.webhookEvent(account, mode, id);
    return table
        .get(key)
        .filter(row -> row.has("type"))
        .map(row -> WebhookEventItems.webhookEvent(mode, row));
  }

  /**
   * Adds the webhook events that are not recorded yet. Each is pending if a subscription wants it.
   * Webhook events of one event and mode are added in their order.
   *
   * @param wanting returns the ids of the subscriptions that want a webhook event
   * @param withoutForgotten takes webhook events, and returns them in the same order without the
   *     data of people who are forgotten when it is called. It is called only if somebody of the
   *     event is forgotten
   * @return all of the webhook events, in the same order
   */
  public List<RecordedWebhookEvent> record(
      List<NewWebhookEvent> all,
      Function<NewWebhookEvent, List<String>> wanting,
      UnaryOperator<List<NewWebhookEvent>> withoutForgotten) {
    Map<String, List<NewWebhookEvent>> logs = new LinkedHashMap<>();
    for (NewWebhookEvent each : all) {
      String log = TableSchema.webhookEvents(each.account(), each.event(), each.mode());
      logs.computeIfAbsent(log, any -> new ArrayList<>()).add(each);
    }
    Table recording = table.with(Pace.FREE, RECORD_PATIENCE);
    Map<Key, RecordedWebhookEvent> recorded = new HashMap<>();
    for (List<NewWebhookEvent> some : logs.values()) {
      recorded.putAll(
          new WebhookEventWrites(recording, sequence, some.getFirst(), withoutForgotten)
              .record(some, wanting));
    }
    return all.stream().map(each -> recorded.get(WebhookEventWrites.change(each))).toList();
  }

  /** Replaces a payload that must not be kept; returns whether the webhook event exists. */
  public boolean replaceObject(String account, Mode mode, long id, JsonObject object) {
    Key key = TableSchema.webhookEvent(account, mode, id);
    return table.write(WebhookEventItems.replacement(key, object));
  }

  /** Returns the ordinal in the account's sequence that a row of the event's sequence refers to. */
  private static long named(SequencePages.Unit unit) {
    return Item.tryRead(() -> unit.row().item().number("named")).orElse(0L);
  }
}
