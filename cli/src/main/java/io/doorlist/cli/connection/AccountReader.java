package io.doorlist.cli.connection;

import io.doorlist.cli.console.Failure;
import io.doorlist.cli.console.FailureType;
import io.doorlist.domain.Mode;
import io.doorlist.domain.Slug;
import io.doorlist.domain.event.Account;
import io.doorlist.domain.event.Event;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.domain.order.Order;
import io.doorlist.paging.Page;
import io.doorlist.paging.PageRequest;
import io.doorlist.store.event.EventStore;
import io.doorlist.store.order.OrderStore;
import io.doorlist.table.Item;
import io.doorlist.table.Table;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongPredicate;
import java.util.stream.Gatherers;
import java.util.stream.Stream;

/** Reads everything that an account has. Thread-safe. */
public final class AccountReader {
  /** How many orders of an account are read, or worked on, at the same time. */
  public static final int AT_A_TIME = 8;

  private final EventStore events;
  private final OrderStore orders;
  private final String account;

  public AccountReader(Table table, String account) {
    this.events = new EventStore(table);
    this.orders = new OrderStore(table);
    this.account = account;
  }

  /** Reads the account itself; fails if there is none. */
  public Account account() {
    return Optional.of(account)
        .filter(Slug::valid)
        .flatMap(events::findAccount)
        .orElseThrow(() -> new Failure(FailureType.GONE, "there is no account '" + account + "'"));
  }

  /** Fails if the account lacks one of these events. */
  public void checkEvents(List<String> events) {
    events.forEach(this::definitions);
  }

  /**
   * Reads the event with this id, or all events of the account, sorted by id. Fails if the account
   * has no event with this id.
   *
   * @param event {@code null} for all events
   */
  public List<EventDefinition> definitions(String event) {
    if (event == null) {
      return everyPage(request -> events.list(account, request)).stream()
          .sorted(Comparator.comparingLong(Event::id))
          .flatMap(each -> events.readDefinition(account, each.slug()).stream())
          .toList();
    }
    return Optional.of(event)
        .filter(Slug::validForEvent)
        .flatMap(slug -> events.readDefinition(account, slug))
        .map(List::of)
        .orElseThrow(
            () ->
                new Failure(
                    FailureType.GONE, "account '" + account + "' has no event '" + event + "'"));
  }

  /** Returns the sorted ids of all orders of an event. It keeps only the ids in memory. */
  public List<Long> orderIds(String event) {
    List<Long> ids = new ArrayList<>();
    for (Mode mode : Mode.values()) {
      everyPage(
          request -> orders.list(account, event, mode, request), order -> ids.add(order.id()));
    }
    ids.sort(null);
    return ids;
  }

  /** Reads the wanted orders of an event, several at a time, and returns them sorted by id. */
  public Stream<Order> orders(String event, LongPredicate wanted) {
    return orderIds(event).stream()
        .filter(wanted::test)
        .gather(Gatherers.mapConcurrent(AT_A_TIME, id -> order(event, id)));
  }

  public Order order(String event, long id) {
    return Item.tryRead(() -> orders.find(account, event, id))
        .orElseThrow(() -> new Failure("order " + id + " of the table cannot be read"))
        .orElseThrow(
            () -> new Failure(FailureType.GONE, "event '" + event + "' has no order " + id));
  }

  public static <T> List<T> everyPage(Function<PageRequest, Page<T>> read) {
    List<T> all = new ArrayList<>();
    everyPage(read, all::add);
    return all;
  }

  private static <T> void everyPage(Function<PageRequest, Page<T>> read, Consumer<T> take) {
    Page<T> page;
    long number = 1;
    do {
      page = read.apply(new PageRequest(number++, PageRequest.MAX_ITEMS));
      checkComplete(page);
      page.items().forEach(take);
    } while (number <= page.pages());
  }

  /** Fails if a row of the page cannot be read, so that nobody takes a part for the whole. */
  public static void checkComplete(Page<?> page) {
    if (!page.unreadable().isEmpty()) {
      throw new Failure("rows of the table cannot be read: " + page.unreadable());
    }
  }
}
