package io.doorlist.cli.connection;

import io.doorlist.cli.console.Failure;
import io.doorlist.domain.Mode;
import io.doorlist.domain.Slug;
import io.doorlist.domain.event.Account;
import io.doorlist.domain.event.Event;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.domain.order.Order;
import io.doorlist.domain.order.OrderSummary;
import io.doorlist.paging.Page;
import io.doorlist.paging.PageRequest;
import io.doorlist.store.Stores;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongPredicate;
import java.util.stream.Gatherers;
import java.util.stream.Stream;

/** Reads everything that an account has. Thread-safe. */
public final class AccountReader {
  /** How many things of an account are read, or worked on, at the same time. */
  public static final int AT_A_TIME = 8;

  private final Stores stores;
  private final String account;

  public AccountReader(Stores stores, String account) {
    this.stores = stores;
    this.account = account;
  }

  /**
   * Reads the account itself.
   *
   * @throws Failure if there is none
   */
  public Account account() {
    return Optional.of(account)
        .filter(Slug::valid)
        .flatMap(stores.events()::findAccount)
        .orElseThrow(() -> new Failure("there is no account '" + account + "'"));
  }

  /**
   * Reads one of the account's events, or all of them, ordered by id.
   *
   * @param event its slug, or {@code null} for all
   * @throws Failure if it is not there
   */
  public List<EventDefinition> definitions(String event) {
    List<String> slugs = new ArrayList<>();
    if (event == null) {
      everyPage(request -> stores.events().list(account, request)).stream()
          .sorted(Comparator.comparingLong(Event::id))
          .map(Event::slug)
          .forEach(slugs::add);
    } else if (Slug.validForEvent(event)) {
      slugs.add(event);
    }
    List<EventDefinition> definitions = new ArrayList<>();
    for (String slug : slugs) {
      stores.events().readDefinition(account, slug).ifPresent(definitions::add);
    }
    if (event != null && definitions.isEmpty()) {
      throw new Failure("account '" + account + "' has no event '" + event + "'");
    }
    return definitions;
  }

  /**
   * Returns the ids of all orders of an event, sorted. Nothing else of the event is held in memory.
   */
  public List<Long> orderIds(String event) {
    List<Long> ids = new ArrayList<>();
    for (Mode mode : Mode.values()) {
      Page<OrderSummary> page;
      long number = 1;
      do {
        page = stores.orders().list(account, event, mode, request(number++));
        checkComplete(page);
        page.items().forEach(order -> ids.add(order.id()));
      } while (number <= page.pages());
    }
    ids.sort(null);
    return ids;
  }

  /** Reads those orders of an event whose ids are wanted, some at the same time, by id. */
  public Stream<Order> orders(String event, LongPredicate wanted) {
    return orderIds(event).stream()
        .filter(wanted::test)
        .gather(Gatherers.mapConcurrent(AT_A_TIME, id -> order(event, id)));
  }

  /**
   * Reads an order.
   *
   * @throws Failure if it is not there
   */
  public Order order(String event, long id) {
    return stores
        .orders()
        .find(account, event, id)
        .orElseThrow(() -> new Failure("event '" + event + "' has no order " + id));
  }

  /** Reads all pages. */
  static <T> List<T> everyPage(Function<PageRequest, Page<T>> read) {
    List<T> all = new ArrayList<>();
    Page<T> page;
    long number = 1;
    do {
      page = read.apply(request(number++));
      checkComplete(page);
      all.addAll(page.items());
    } while (number <= page.pages());
    return all;
  }

  /**
   * Makes sure that nothing is skipped.
   *
   * @throws Failure if a row of the page cannot be read
   */
  public static void checkComplete(Page<?> page) {
    if (!page.unreadable().isEmpty()) {
      throw new Failure("rows of the table cannot be read: " + page.unreadable());
    }
  }

  private static PageRequest request(long number) {
    return new PageRequest(number, PageRequest.MAX_ITEMS);
  }
}
