package io.doorlist.store.webhook;

import io.doorlist.domain.checkin.Happening;
import io.doorlist.domain.webhook.Change;
import io.doorlist.domain.webhook.WebhookEventType;
import io.doorlist.store.checkin.history.DoorLog;
import io.doorlist.store.checkin.ticket.CheckinMark;
import io.doorlist.store.checkin.ticket.CodeItems;
import io.doorlist.store.checkin.ticket.LogRow;
import io.doorlist.store.checkin.ticket.ScanItems;
import io.doorlist.store.order.OrderItems;
import io.doorlist.store.sequence.SequenceRow;
import io.doorlist.store.table.KeyParts;
import io.doorlist.table.Item;
import io.doorlist.table.ItemChange;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Reads changes from the table's stream: an order's item before and after, or a row of a list's
 * log. When a row changes later, it stands for the same change, which is recorded already.
 */
public final class Changes {
  private Changes() {}

  /**
   * Returns the changes that a change of an item stands for; none if clients see nothing of it.
   *
   * @throws IllegalArgumentException if an image is not as we write it
   */
  public static List<Change> of(ItemChange item) {
    return Item.tryRead(() -> read(item))
        .orElseThrow(() -> new IllegalArgumentException("an image is not as we write it"));
  }

  /** Returns the log that a change of an item is about; empty if it is of something else. */
  public static Optional<KeyParts.Log> log(ItemChange item) {
    return KeyParts.streamed(item.key())
        .filter(KeyParts.LogRow.class::isInstance)
        .map(row -> ((KeyParts.LogRow) row).log());
  }

  private static List<Change> read(ItemChange item) {
    Item now = item.now();
    return switch (now.isEmpty() ? null : KeyParts.streamed(now.key()).orElse(null)) {
      case null -> List.of();
      case KeyParts.StreamedOrder order -> List.of(order(order, item.before(), now));
      case KeyParts.LogRow row -> atDoor(row, now);
    };
  }

  private static Change order(KeyParts.StreamedOrder place, Item before, Item now) {
    boolean created = before.isEmpty();
    return new Change.OrderWritten(
        place.account(),
        place.event(),
        created ? 1 : now.number(CodeItems.VERSION),
        created ? null : OrderItems.order(before),
        OrderItems.order(now));
  }

  private static List<Change> atDoor(KeyParts.LogRow place, Item row) {
    Happening.Type type = LogRow.type(row).orElse(null);
    List<Long> tickets =
        type == Happening.Type.CHECK_IN
            ? row.items(CheckinMark.TICKETS, ticket -> ticket.number(OrderItems.ID))
            : Stream.ofNullable(row.numberOrNull(ScanItems.TICKET)).toList();
    if (tickets.isEmpty()) {
      return List.of(); // A void, or a code that nobody has.
    }
    List<Change> changes = new ArrayList<>();
    told(type, row).ifPresent(told -> changes.add(atDoor(place, told, tickets, row)));
    if (type != Happening.Type.CHECK_IN && (row.has(LogRow.OPENS) || row.has(LogRow.CLOSES))) {
      changes.add(atDoor(place, WebhookEventType.TICKET_ADMITTED_AGAIN, tickets, row));
    }
    return changes;
  }

  /** Returns as what a row is told, besides what it opens and closes. */
  private static Optional<WebhookEventType> told(Happening.Type type, Item row) {
    return switch (type) {
      case CHECK_IN -> Optional.of(WebhookEventType.TICKET_CHECKED_IN);
      case EXIT -> Optional.of(WebhookEventType.TICKET_CHECKED_OUT);
      case ENTRY ->
          row.numbers(LogRow.OPENS).isEmpty()
              ? Optional.of(WebhookEventType.TICKET_REENTERED)
              : Optional.empty();
      case UNDO ->
          LogRow.undid(row) == Happening.Type.CHECK_IN
              ? Optional.of(WebhookEventType.TICKET_CHECKIN_DELETED)
              : Optional.empty();
      case WRONG, REFUSAL -> Optional.empty();
    };
  }

  private static Change atDoor(
      KeyParts.LogRow place, WebhookEventType type, List<Long> tickets, Item row) {
    KeyParts.Log log = place.log();
    SequenceRow whole = SequenceRow.of(row);
    return new Change.AtDoor(
        type,
        log.account(),
        log.event(),
        log.mode(),
        log.list(),
        place.ordinal(),
        tickets,
        list -> DoorLog.happenings(whole, list, log.mode()),
        row.numbers(LogRow.OPENS),
        row.numbers(LogRow.CLOSES));
  }
}
