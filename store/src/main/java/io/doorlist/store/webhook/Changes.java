package io.doorlist.store.webhook;

import io.doorlist.domain.Mode;
import io.doorlist.domain.Worded;
import io.doorlist.domain.webhook.Change;
import io.doorlist.store.checkin.passage.PassageRow;
import io.doorlist.store.checkin.ticket.CheckinMark;
import io.doorlist.store.checkin.ticket.CodeItems;
import io.doorlist.store.checkin.ticket.ScanItems;
import io.doorlist.store.order.OrderItems;
import io.doorlist.store.table.Item;
import io.doorlist.store.table.KeyParts;
import io.doorlist.store.table.StreamChange;
import io.doorlist.store.table.TableSchema;
import io.doorlist.store.table.Unreadable;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Reads changes from the table's stream.
 *
 * <p>Implementation notes. A few kinds of items tell everything that webhook events are about. An
 * order's own item holds the whole order, even if more items were written for it over some time, so
 * its images before and after are the change; its version distinguishes its writes. A row of a
 * list's check-ins is written once, in the transaction that let the tickets in; when a name is
 * removed from it later, or one of its check-ins is undone, it stands for the same change, which is
 * recorded already. An undo has a row of its own in the list's log of undos, and a double admission
 * has one in its sequence, as has a passage. An undone passage stands for the same change.
 */
public final class Changes {
  private Changes() {}

  /**
   * Returns the change that a change of an item stands for, or empty if clients see nothing of it.
   *
   * @throws IllegalArgumentException if an image is not as we write it
   */
  public static Optional<Change> of(StreamChange item) {
    return Unreadable.tryRead(() -> read(item))
        .orElseThrow(() -> new IllegalArgumentException("an image is not as we write it"));
  }

  /** A list whose check-ins or other passages changed. */
  public record OfList(String account, String event, long list, Mode mode) {}

  /**
   * Returns the list whose check-ins or other passages a change of an item is about; empty if it is
   * about something else.
   */
  public static Optional<OfList> checkins(StreamChange item) {
    return KeyParts.streamed(item.key())
        .flatMap(
            place ->
                place instanceof KeyParts.ListRow in
                        && (in.log().equals(TableSchema.CHECKINS)
                            || in.log().equals(TableSchema.PASSAGES))
                    ? Optional.of(
                        new OfList(
                            in.account(),
                            in.event(),
                            in.list(),
                            Worded.read(Mode.class, in.mode())))
                    : Optional.empty());
  }

  private static Optional<Change> read(StreamChange item) {
    Item now = item.now();
    if (now.isEmpty()) {
      return Optional.empty();
    }
    return KeyParts.streamed(now.key())
        .flatMap(
            place ->
                switch (place) {
                  case KeyParts.StreamedOrder order ->
                      Optional.of(order(order, item.before(), now));
                  case KeyParts.ListRow row -> atDoor(row, now);
                });
  }

  private static Change order(KeyParts.StreamedOrder place, Item before, Item now) {
    return before.isEmpty()
        ? new Change.OrderCreated(place.account(), place.event(), OrderItems.order(now))
        : new Change.OrderWritten(
            place.account(),
            place.event(),
            now.number(CodeItems.VERSION),
            OrderItems.order(before),
            OrderItems.order(now));
  }

  private static Optional<Change> atDoor(KeyParts.ListRow place, Item row) {
    List<Long> tickets =
        place.log().equals(TableSchema.CHECKINS)
            ? row.items(CheckinMark.TICKETS, ticket -> ticket.number(OrderItems.ID))
            : Stream.ofNullable(row.numberOrNull(ScanItems.TICKET)).toList();
    if (tickets.isEmpty()) {
      return Optional.empty(); // A void, or a code that nobody has.
    }
    boolean passages = place.log().equals(TableSchema.PASSAGES);
    Optional<Change.PassageMade> passage = passages ? PassageRow.told(row) : Optional.empty();
    if (passages && passage.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new Change.AtDoor(
            Worded.read(Change.ListLog.class, place.log()),
            place.account(),
            place.event(),
            Worded.read(Mode.class, place.mode()),
            place.list(),
            place.ordinal(),
            tickets,
            passage.orElse(null)));
  }
}
