package io.doorlist.ingest;

import io.doorlist.domain.Mode;
import io.doorlist.domain.event.Event;
import io.doorlist.domain.order.Customer;
import io.doorlist.domain.order.Order;
import io.doorlist.domain.order.OrderState;
import io.doorlist.domain.order.Ticket;
import io.doorlist.domain.order.TicketState;
import io.doorlist.domain.search.TicketSearch;
import io.doorlist.domain.search.TicketWords;
import io.doorlist.door.AddedGuest;
import io.doorlist.store.order.OrderFacts;
import io.doorlist.store.order.OrderItems;
import io.doorlist.store.sequence.Sequence;
import io.doorlist.store.sequence.SequenceRow;
import io.doorlist.store.table.TableSchema;
import io.doorlist.table.Item;
import io.doorlist.table.Key;
import io.doorlist.table.Table;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Finds imported orders of guests whom desks may have added already. It compares names as the
 * search of a desk does. The result is a hint: a guest who is added at that very moment may be
 * missed.
 *
 * <p>Implementation notes. An order's id shows whether a desk added the order, and the orders of an
 * event stand in one sequence. Each call reads on where the last call ended, and only the ids are
 * kept. Thread-safe.
 */
public final class AddedNamesakes {
  /** How many tickets a namesake has at most. A desk that adds a guest is told of as many. */
  private static final int MAX_SIMILAR = 5;

  private static final int ROWS = 1_000;

  private final Table table;
  private final Sequence sequence;
  private final Map<String, Known> known = new HashMap<>();

  /** The ids of orders that desks added, up to the last row of a sequence that was read. */
  private static final class Known {
    private final List<Long> ids = new ArrayList<>();
    private long last;
  }

  /**
   * An imported order, with tickets of guests whom desks added and who may be the same people.
   *
   * @param added the references of these tickets
   */
  public record Namesake(String order, List<String> added) {}

  AddedNamesakes(Table table) {
    this.table = table;
    this.sequence = new Sequence(table);
  }

  /**
   * Returns those of these orders that may be of guests whom desks added, in the given order.
   * Access pattern 66.
   */
  List<Namesake> among(Event event, List<Order> orders) {
    Map<Mode, List<Order>> added =
        orders.stream()
            .map(Order::mode)
            .distinct()
            .collect(Collectors.toMap(mode -> mode, mode -> added(event, mode)));
    return orders.stream()
        .map(order -> new Namesake(order.reference(), like(order, added.get(order.mode()))))
        .filter(each -> !each.added().isEmpty())
        .toList();
  }

  private static List<String> like(Order order, List<Order> added) {
    List<TicketSearch> names =
        names(order).map(TicketSearch::of).flatMap(Optional::stream).toList();
    return added.stream()
        .flatMap(each -> like(names, each).stream())
        .limit(MAX_SIMILAR)
        .map(Ticket::reference)
        .toList();
  }

  /** Returns the names of an order's guests and of its buyer. */
  private static Stream<String> names(Order order) {
    Customer customer = order.customer();
    String buyer =
        Stream.of(customer.firstName(), customer.lastName())
            .filter(Objects::nonNull)
            .collect(Collectors.joining(" "));
    return Stream.concat(order.tickets().stream().map(Ticket::name), Stream.of(buyer))
        .filter(Objects::nonNull)
        .distinct();
  }

  /** Returns the first valid ticket of an added order that has one of the names. */
  private static Optional<Ticket> like(List<TicketSearch> names, Order added) {
    List<TicketWords> words = TicketWords.of(added);
    for (int i = 0; i < words.size(); i++) {
      TicketWords its = words.get(i);
      boolean named = names.stream().anyMatch(name -> name.rank(its).isPresent());
      if (named && added.tickets().get(i).state() == TicketState.VALID) {
        return Optional.of(added.tickets().get(i));
      }
    }
    return Optional.empty();
  }

  private List<Order> added(Event event, Mode mode) {
    List<Key> keys =
        ids(TableSchema.orders(event.account(), event.slug(), mode)).stream()
            .map(id -> TableSchema.order(event.account(), event.slug(), id))
            .toList();
    Map<Key, Item> found = table.get(keys);
    return keys.stream()
        .map(found::get)
        .filter(Objects::nonNull)
        .map(OrderItems::order)
        .filter(order -> order.isAdded() && order.state() != OrderState.CANCELLED)
        .toList();
  }

  private synchronized List<Long> ids(String orders) {
    Known its = known.computeIfAbsent(orders, any -> new Known());
    List<SequenceRow> rows;
    do {
      rows = sequence.rows(orders, its.last + 1, Long.MAX_VALUE, ROWS, table.deadline());
      for (SequenceRow row : rows) {
        its.last = row.ordinal();
        if (row.units() > 0 && AddedGuest.isId(row.item().number(OrderFacts.ID))) {
          its.ids.add(row.item().number(OrderFacts.ID));
        }
      }
    } while (rows.size() == ROWS);
    return List.copyOf(its.ids);
  }
}
