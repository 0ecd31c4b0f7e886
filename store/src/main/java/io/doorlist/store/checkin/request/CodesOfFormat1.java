package io.doorlist.store.checkin.request;

import static io.doorlist.store.table.Condition.is;
import static io.doorlist.store.table.Condition.present;

import io.doorlist.domain.order.Order;
import io.doorlist.domain.order.Ticket;
import io.doorlist.store.checkin.ticket.CodeItems;
import io.doorlist.store.order.OrderItems;
import io.doorlist.store.table.Dynamo;
import io.doorlist.store.table.Item;
import io.doorlist.store.table.TableFormat;
import io.doorlist.store.table.TableSchema;
import io.doorlist.store.table.TableSchema.Key;
import io.doorlist.store.table.Write;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Codes of a table of format 1, which are found by their text: moves those of an order to where
 * they are found by their digest, with all their marks.
 *
 * <p>Implementation notes. One transaction moves one code, on condition that nobody changed it
 * meanwhile, so no check-in is lost while the door is open, and whoever comes second finds it
 * moved. The order's own code is last: where it is, its tickets' codes are. Thread-safe.
 */
public final class CodesOfFormat1 {
  private final Dynamo dynamo;
  private final TableFormat format;

  /** Creates the former codes of a table, which has this format. */
  public CodesOfFormat1(Dynamo dynamo, TableFormat format) {
    this.dynamo = dynamo;
    this.format = format;
  }

  /**
   * Moves the codes of the order to which a code belongs that was not found; returns whether there
   * are any. 1 read unit if there are none, and nothing once the table is known to be up to date.
   */
  public boolean move(String account, String event, String code, Instant deadline) {
    if (format.isCurrent()) {
      return false;
    }
    OptionalLong order =
        dynamo.get(TableSchema.qrOfText(account, event, code), deadline).stream()
            .mapToLong(CodesOfFormat1::orderOf)
            .findFirst();
    return order.isPresent() && move(account, event, order.getAsLong(), deadline);
  }

  /** Moves the codes of a ticket's order; returns whether any was left to move. */
  public boolean moveOfTicket(String account, String event, long ticket, Instant deadline) {
    return !format.isCurrent()
        && dynamo
            .get(TableSchema.ticket(account, event, ticket), deadline)
            .filter(note -> move(account, event, note.number(OrderItems.ID), deadline))
            .isPresent();
  }

  private static long orderOf(Item code) {
    return CodeItems.TICKET.equals(code.text(CodeItems.KIND))
        ? CodeItems.orderOf(code)
        : code.number(OrderItems.ID);
  }

  /** Returns whether an order's own code, which moves last, is still found by its text. */
  public boolean isLeft(String account, String event, Order order, Instant deadline) {
    Key former = TableSchema.qrOfText(account, event, order.qrCodeIdentifier());
    return dynamo.get(former, deadline).isPresent();
  }

  private boolean move(String account, String event, long order, Instant deadline) {
    Optional<Order> found =
        dynamo.get(TableSchema.order(account, event, order), deadline).map(OrderItems::order);
    return found.isPresent() && move(account, event, found.get(), deadline);
  }

  /** Moves the codes of an order; returns whether any was left to move. */
  public boolean move(String account, String event, Order order, Instant deadline) {
    boolean moved = false;
    for (Ticket ticket : order.tickets()) {
      String state = CodeItems.state(order, ticket);
      moved |= move(account, event, ticket.qrCodeIdentifier(), state, deadline);
    }
    String state = CodeItems.state(order);
    return move(account, event, order.qrCodeIdentifier(), state, deadline) || moved;
  }

  private boolean move(String account, String event, String code, String state, Instant deadline) {
    Key former = TableSchema.qrOfText(account, event, code);
    Key now = TableSchema.qr(account, event, code);
    boolean moved = false;
    for (Optional<Item> item = dynamo.get(former, deadline);
        item.isPresent();
        item = dynamo.get(former, deadline)) {
      Item copy = new Item(now).putAll(item.get().without(TableSchema.PK, TableSchema.SK));
      if (copy.has(CodeItems.STATE)) {
        copy.put(CodeItems.STATE, state);
      }
      Write left =
          Write.delete(former)
              .require(
                  item.get().has(CodeItems.VERSION)
                      ? is(CodeItems.VERSION, item.get().number(CodeItems.VERSION))
                      : present());
      moved = dynamo.transact(List.of(Write.put(copy).ifAbsent(), left), deadline).written();
    }
    return moved;
  }
}
