package io.doorlist.cli.importing.guests;

import io.doorlist.cli.connection.AccountReader;
import io.doorlist.domain.event.Event;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.domain.order.Order;
import io.doorlist.ingest.ErasureStore;
import io.doorlist.ingest.ListedGuestStore;
import io.doorlist.store.event.EventStore;
import io.doorlist.table.Table;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Where a guest list goes, and what is stored there already.
 *
 * @param currency the currency in which guests pay at a desk
 * @param accountThere whether the account exists
 * @param events the events of the account
 * @param orders the orders of all guest lists of the event by their ids, as the lists last gave
 *     them
 * @param codesOfOthers says who has or had a code that is in no guest list
 * @param arrivals says which guests of the event have come in
 * @param forgotten the event's guests who were forgotten
 * @param lastRows where guests stood in their lists
 */
public record GuestTarget(
    String account,
    String event,
    String currency,
    boolean accountThere,
    List<EventDefinition> events,
    Map<Long, Order> orders,
    CodesOfOthers codesOfOthers,
    Arrivals arrivals,
    ForgottenGuests forgotten,
    LastRows lastRows) {
  /**
   * Reads what is stored.
   *
   * @param currency the currency in which guests pay at a desk, or {@code null} for the event's own
   */
  public static GuestTarget read(Table table, String account, String event, String currency) {
    return read(table, account, event, currency, ListProgress.NONE);
  }

  /** Reads what is stored, and reports how many orders it has read. */
  public static GuestTarget read(
      Table table, String account, String event, String currency, ListProgress progress) {
    AtomicLong orders = new AtomicLong();
    progress.at(ListProgress.Step.BEFORE, 0, 0);
    AccountReader reader = new AccountReader(table, account);
    boolean there = new EventStore(table).findAccount(account).isPresent();
    List<EventDefinition> events = there ? reader.definitions(null) : List.of();
    Optional<EventDefinition> known =
        events.stream().filter(it -> it.event().slug().equals(event)).findFirst();
    return new GuestTarget(
        account,
        event,
        Optional.ofNullable(currency)
            .or(() -> known.map(EventDefinition::event).map(Event::currency))
            .orElse(Event.NO_CURRENCY),
        there,
        events,
        known.isPresent()
            ? reader
                .orders(event, GuestIds::ofGuestList)
                .map(Order::asSourceSaid)
                .peek(any -> progress.at(ListProgress.Step.BEFORE, orders.incrementAndGet(), 0))
                .collect(Collectors.toMap(Order::id, Function.identity()))
            : Map.of(),
        known.isPresent() ? CodesOfOthers.of(table, account, event) : CodesOfOthers.NONE,
        known.map(it -> Arrivals.of(table, it)).orElse(Arrivals.NONE),
        new ForgottenGuests(
            new ErasureStore(table, true)
                .list(account).stream().filter(it -> it.event().equals(event)).toList()),
        new LastRows(new ListedGuestStore(table).read(account, event)));
  }
}
