package io.doorlist.store.webhook;

import io.doorlist.domain.checkin.Happening;
import io.doorlist.domain.webhook.Change;
import io.doorlist.domain.webhook.WebhookEventType;
import io.doorlist.store.checkin.history.DoorLog;
import io.doorlist.store.checkin.ticket.CodeItems;
import io.doorlist.store.checkin.ticket.LogRow;
import io.doorlist.store.checkin.ticket.ScanAttributes;
import io.doorlist.store.order.OrderFacts;
import io.doorlist.store.order.OrderItems;
import io.doorlist.store.sequence.SequenceRow;
import io.doorlist.store.table.KeyParts;
import io.doorlist.table.Item;
import io.doorlist.table.ItemChange;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Reads changes from the table's stream: an order's item before and after, or a row of a list's
 * log. If a row changes later, it still stands for the same change, which is recorded already.
 */
public final class Changes {
  private Changes() {}

  /**
   * Returns what clients see of a change of an item; none if they see nothing of it.
   *
   * @throws IllegalArgumentException if an image is not as we write it
   */
  public static List<Change> of(ItemChange item) {
    return Item.tryRead(() -> read(item))
        .orElseThrow(() -> new IllegalArgumentException("an image is not as we write it"));
  }

  /** Returns the log of which an item is a row; empty if the item is something else. */
  public static Optional<KeyParts.Log> log(ItemChange item) {
    return KeyParts.streamed(item.key())
        .filter(KeyParts.StreamedLogRow.class::isInstance)
        .map(row -> ((KeyParts.StreamedLogRow) row).log());
  }

  private static List<Change> read(ItemChange item) {
    Item now = item.now();
    return switch (now.isEmpty() ? null : KeyParts.streamed(now.key()).orElse(null)) {
      case null -> List.of();
      case KeyParts.StreamedOrder order -> List.of(order(order, item.before(), now));
      case KeyParts.StreamedLogRow row -> atDoor(row, now);
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

  private static List<Change> atDoor(KeyParts.StreamedLogRow place, Item row) {
    Map<WebhookEventType, List<Item>> told = new LinkedHashMap<>();
    Happening.Type type = LogRow.type(row).orElse(null);
    for (LogRow.Part part : LogRow.parts(row)) {
      told(type, row, part.item())
          .forEach(each -> told.computeIfAbsent(each, any -> new ArrayList<>()).add(part.item()));
    }
    String id = type == Happening.Type.CHECK_IN ? OrderFacts.ID : ScanAttributes.TICKET;
    return told.entrySet().stream()
        .map(each -> atDoor(place, row, each.getKey(), each.getValue(), id))
        .toList();
  }

  /**
   * Returns the types of webhook events that a part of a row causes; none if the part is about a
   * code that no ticket has.
   */
  private static List<WebhookEventType> told(Happening.Type type, Item row, Item part) {
    if (type != Happening.Type.CHECK_IN && !part.has(ScanAttributes.TICKET)) {
      return List.of();
    }
    boolean opens = part.has(LogRow.OPENS);
    Optional<WebhookEventType> what =
        switch (type) {
          case CHECK_IN -> Optional.of(WebhookEventType.TICKET_CHECKED_IN);
          case EXIT -> Optional.of(WebhookEventType.TICKET_CHECKED_OUT);
          case ENTRY -> Optional.of(WebhookEventType.TICKET_REENTERED).filter(again -> !opens);
          case UNDO ->
              Optional.of(WebhookEventType.TICKET_CHECKIN_DELETED)
                  .filter(deleted -> LogRow.undid(row) == Happening.Type.CHECK_IN);
          case WRONG, REFUSAL -> Optional.empty();
        };
    boolean again = type != Happening.Type.CHECK_IN && (opens || part.has(LogRow.CLOSES));
    return Stream.concat(
            what.stream(),
            again ? Stream.of(WebhookEventType.TICKET_ADMITTED_AGAIN) : Stream.empty())
        .toList();
  }

  private static Change atDoor(
      KeyParts.StreamedLogRow place, Item row, WebhookEventType type, List<Item> parts, String id) {
    KeyParts.Log log = place.log();
    SequenceRow whole = SequenceRow.of(row);
    Map<Long, List<Long>> opens = new HashMap<>();
    Map<Long, List<Long>> closes = new HashMap<>();
    for (Item part : parts) {
      opens.put(part.number(id), part.numbers(LogRow.OPENS));
      closes.put(part.number(id), part.numbers(LogRow.CLOSES));
    }
    return new Change.AtDoor(
        type,
        log.account(),
        log.event(),
        log.mode(),
        log.list(),
        place.ordinal(),
        parts.stream().map(part -> part.number(id)).toList(),
        list -> DoorLog.happenings(whole, list, log.mode()),
        opens,
        closes);
  }
}
