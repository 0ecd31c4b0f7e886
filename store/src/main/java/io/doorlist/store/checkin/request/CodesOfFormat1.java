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

  public CodesOfFormat1(Dynamo dynamo, TableFormat format) {
    this.dynamo = dynamo;
    this.format = format;
  }

  /**
   * Moves the codes of the order of a code or ticket that was not found. Returns whether it may be
   * found now, as this or another request has moved it: never once the table is known to be up to
   * date. 1 read unit if there is no such code, and nothing in a table that is up to date.
   *
   * @param place the code's, by its text, or the ticket's
   */
  public boolean moveOf(String account, String event, Key place, Instant deadline) {
    if (format.isCurrent()) {
      return false;
    }
    dynamo
        .get(place, deadline)
        .map(item -> TableSchema.order(account, event, orderOf(item)))
        .flatMap(order -> dynamo.get(order, deadline))
        .ifPresent(order -> move(account, event, OrderItems.order(order), deadline));
    return true;
  }

  private static long orderOf(Item item) {
    return CodeItems.TICKET.equals(item.text(CodeItems.KIND))
        ? CodeItems.orderOf(item)
        : item.number(OrderItems.ID);
  }

  /** Returns whether an order's own code, which moves last, is still found by its text. */
  public boolean isLeft(String account, String event, Order order, Instant deadline) {
    Key former = TableSchema.qrOfText(account, event, order.qrCodeIdentifier());
    return dynamo.get(former, deadline).isPresent();
  }

  /** Moves the codes of an order. */
  public void move(String account, String event, Order order, Instant deadline) {
    for (Ticket ticket : order.tickets()) {
      String state = CodeItems.state(order, ticket);
      move(account, event, ticket.qrCodeIdentifier(), state, deadline);
    }
    move(account, event, order.qrCodeIdentifier(), CodeItems.state(order), deadline);
  }

  private void move(String account, String event, String code, String state, Instant deadline) {
    Key former = TableSchema.qrOfText(account, event, code);
    Key now = TableSchema.qr(account, event, code);
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
      dynamo.transact(List.of(Write.put(copy).ifAbsent(), left), deadline);
    }
  }
}
