package io.doorlist.cli.following;

import static java.util.stream.Collectors.partitioningBy;
import static java.util.stream.Collectors.toSet;

import io.doorlist.cli.console.Failure;
import io.doorlist.cli.console.FailureType;
import io.doorlist.cli.importing.pretix.PretixFile;
import io.doorlist.cli.importing.pretix.PretixFormat;
import io.doorlist.cli.importing.pretix.PretixSource;
import io.doorlist.cli.lines.Importer;
import io.doorlist.domain.DomainException;
import io.doorlist.domain.event.Account;
import io.doorlist.ingest.ImportOutcome;
import io.doorlist.ingest.ImportStore;
import io.doorlist.ingest.shop.FollowedShop;
import io.doorlist.ingest.shop.FollowedShopStore;
import io.doorlist.store.event.EventStore;
import io.doorlist.table.Table;
import io.doorlist.table.TableException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Imports what changed in a pretix since the last look, in the same way as files of pretix are
 * imported. It also takes over what was scanned with pretix itself.
 *
 * <p>Implementation notes. Orders are sorted by their last change, and each page begins at the last
 * change of the page before. An order that changes meanwhile moves to the end and is read there, so
 * no order is missed. After each page the table keeps how far the import came. pretix notes the
 * time of a change before its transaction ends. So an order may appear only after orders with later
 * changes. Therefore each look begins two minutes before the end of the last one. Not thread-safe.
 */
final class PretixFollower {
  /** The longest time from a change's timestamp to the end of its transaction in pretix. */
  static final Duration OVERLAP = Duration.ofMinutes(2);

  /** How long an event's products and lists are still read after the event has ended. */
  private static final Duration AFTER_THE_EVENT = Duration.ofDays(2);

  /**
   * How long to wait between two reads of all products, dates and lists, for each event that is
   * read. pretix's hosted service accepts 360 requests a minute.
   */
  private static final Duration FOR_EACH_EVENT = Duration.ofSeconds(4);

  private final PretixApi api;
  private final Table table;
  private final EventStore eventStore;
  private final ImportStore store;
  private final FollowedShopStore shops;
  private final Source source;
  private final Importer.Listener report;
  private final Clock clock;
  private final PretixCheckins checkins;
  private final PretixFormat format = new PretixFormat(null);
  private final Map<String, OrderVersion> seen = new HashMap<>();
  private FollowedShop state;
  private Instant definitionsDue = Instant.MIN;
  private boolean bringing;
  private volatile Set<String> over = Set.of();

  PretixFollower(
      PretixApi api,
      Table table,
      ImportStore store,
      Source source,
      Importer.Listener report,
      Clock clock) {
    this.api = api;
    this.table = table;
    this.eventStore = new EventStore(table);
    this.store = store;
    this.shops = new FollowedShopStore(table);
    this.source = source;
    this.report = report;
    this.clock = clock;
    this.checkins = new PretixCheckins(api, table, source.account(), source.choice(), report);
    store.meanwhile(this::bringOrders);
    store.leaveTouched();
  }

  /**
   * What to follow, and the account that gets the shop's events.
   *
   * @param shop the address and the organiser in pretix
   * @param choice which events, and their names here
   * @param fromTheStart whether to read all orders again
   */
  record Source(
      String shop, String account, PretixSource.EventChoice choice, boolean fromTheStart) {
    private String ordersPath() {
      return choice.theirs() == null ? "/orders/" : event(choice.theirs()) + "orders/";
    }

    private static String event(Object slug) {
      return "/events/" + slug + "/";
    }
  }

  private record OrderVersion(Instant changedAt, int content) {}

  /**
   * Asks pretix once for what changed, and imports it.
   *
   * @throws ShopFault if pretix does not answer; what is already imported stays
   * @throws ShutdownException if the process was asked to end; the last page that was read is
   *     imported
   */
  void look() {
    if (state == null && !source.fromTheStart()) {
      state = shops.find(source.account(), source.shop()).orElse(null);
    }
    if (!clock.instant().isBefore(definitionsDue)) {
      makeAccount();
      bringOrders();
      readDefinitions();
    }
    walk(source.ordersPath(), state.cursor(), this::remember);
  }

  /**
   * Imports the orders that have changed meanwhile. After a list has changed, the store works
   * through all orders of the event, and calls this in between. So a cancelled ticket need not wait
   * until that is done.
   */
  private void bringOrders() {
    if (state != null && state.cursor() != null && !bringing) {
      bringing = true;
      try {
        walk(source.ordersPath(), state.cursor(), this::remember);
      } finally {
        bringing = false;
      }
    }
  }

  private void makeAccount() {
    if (eventStore.findAccount(source.account()).isEmpty()) {
      Object name = api.get("/").get("name");
      store.putAccount(
          new Account(source.account(), name instanceof String text ? text : source.account()));
    }
  }

  private void readDefinitions() {
    String only = source.choice().theirs();
    List<Map<?, ?>> events =
        only == null ? api.all("/events/") : List.of(api.get(Source.event(only)));
    List<String> slugs = events.stream().map(PretixFollower::slug).toList();
    if (state == null) {
      state = new FollowedShop(null, slugs);
    }
    Map<Boolean, List<Map<?, ?>>> byPast =
        events.stream().collect(partitioningBy(event -> only == null && isOver(event)));
    byPast.get(false).forEach(this::learn);
    over = byPast.get(true).stream().map(PretixFollower::slug).collect(toSet());
    // If the token can see an event only now, the event's orders may have changed before the
    // cursor. So all of them are read.
    for (String slug : slugs) {
      if (!state.events().contains(slug)) {
        walk(Source.event(slug) + "orders/", null, ignored -> {});
        List<String> known = Stream.concat(state.events().stream(), Stream.of(slug)).toList();
        state = new FollowedShop(state.cursor(), known);
      }
    }
    definitionsDue = clock.instant().plus(FOR_EACH_EVENT.multipliedBy(byPast.get(false).size()));
  }

  /**
   * Returns pretix's slugs of the events that are over, as of the last look. Any thread may call
   * it.
   */
  Set<String> over() {
    return over;
  }

  private static String slug(Map<?, ?> event) {
    if (event.get("slug") instanceof String slug && event.get("currency") instanceof String) {
      return slug;
    }
    throw new ShopFault(FailureType.SHOP_OTHER, "pretix gives an event without slug or currency");
  }

  /** Returns whether an event is over. A series has separate dates, so it never counts as over. */
  private boolean isOver(Map<?, ?> event) {
    Object end = event.get("date_to") == null ? event.get("date_from") : event.get("date_to");
    return !Boolean.TRUE.equals(event.get("has_subevents"))
        && PretixApi.time(end)
            .filter(time -> time.plus(AFTER_THE_EVENT).isBefore(clock.instant()))
            .isPresent();
  }

  private void learn(Map<?, ?> event) {
    String path = Source.event(slug(event));
    List<Map<?, ?>> items = api.all(path + "items/");
    List<Map<?, ?>> dates =
        Boolean.TRUE.equals(event.get("has_subevents")) ? api.all(path + "subevents/") : List.of();
    List<Map<?, ?>> lists = api.all(path + "checkinlists/");
    bring(format.event(event));
    for (List<Map<?, ?>> resource : List.of(items, dates, lists)) {
      bring(format.page(resource));
    }
  }

  private void walk(String path, Instant from, Consumer<Instant> done) {
    Instant since = from == null ? null : from.minus(OVERLAP);
    int number = 1;
    boolean fresh = false;
    while (true) {
      PretixApi.Page page =
          api.orders(
              path, number, since == null ? Map.of() : Map.of("modified_since", since.toString()));
      fresh |= bring(page);
      Instant end = page.results().isEmpty() ? since : changedAt(page.results().getLast());
      if (page.more() && end.equals(since)) {
        // More orders than fit on a page changed at the same time, so the next page has the rest.
        number++;
      } else if (number > 1 && fresh) {
        // New orders appeared while later pages were read. An order that changed meanwhile has left
        // its page, so another one may have moved to a page that was already read. So all pages are
        // read again.
        number = 1;
        fresh = false;
      } else {
        since = page.more() || page.generated() == null ? end : page.generated();
        done.accept(since);
        if (!page.more()) {
          return;
        }
        number = 1;
        fresh = false;
      }
    }
  }

  private static Instant changedAt(Map<?, ?> order) {
    return PretixApi.time(order.get(PretixApi.CHANGED))
        .orElseThrow(
            () ->
                new ShopFault(
                    FailureType.SHOP_OTHER, "pretix gives orders without " + PretixApi.CHANGED));
  }

  private void remember(Instant cursor) {
    if (cursor == null || (state.cursor() != null && cursor.isBefore(state.cursor()))) {
      return;
    }
    state = new FollowedShop(cursor, state.events());
    shops.put(source.account(), source.shop(), state);
    Instant again = cursor.minus(OVERLAP);
    seen.values().removeIf(version -> version.changedAt().isBefore(again));
  }

  /**
   * Imports the orders of a page that are new, or have changed since they were last read. Returns
   * whether there were any.
   */
  private boolean bring(PretixApi.Page page) {
    List<Map<?, ?>> fresh =
        page.results().stream()
            .filter(order -> !version(order).equals(seen.get(name(order))))
            .toList();
    if (fresh.isEmpty()) {
      return false;
    }
    for (String event : format.lacking(fresh)) {
      if (source.choice().ours(event).isPresent()) {
        learn(api.get(Source.event(event)));
      }
    }
    try {
      bring(format.page(fresh));
    } catch (DomainException | TableException e) {
      throw e;
    } catch (RuntimeException e) {
      fresh.forEach(this::bringAlone);
    }
    checkins.take(fresh, page.clockBehind());
    fresh.forEach(order -> seen.put(name(order), version(order)));
    return true;
  }

  /**
   * Imports one order. If that fails, it reports why, so that the order does not hold up others.
   */
  private void bringAlone(Map<?, ?> order) {
    try {
      bring(format.page(List.of(order)));
    } catch (DomainException | TableException e) {
      throw e;
    } catch (RuntimeException e) {
      String reason =
          e instanceof Failure ? e.getMessage() : "does not look like an order of pretix";
      report.done(
          new Importer.SourceLine("pretix", "order", 1, name(order), null),
          ImportOutcome.refused(null, reason));
    }
  }

  private void bring(PretixFile file) {
    Importer importer = new Importer(store, report);
    new PretixSource(format, table, source.account(), source.choice())
        .read("pretix", file, importer, () -> true);
    importer.finish();
  }

  private static OrderVersion version(Map<?, ?> order) {
    return new OrderVersion(changedAt(order), order.hashCode());
  }

  private static String name(Map<?, ?> order) {
    return order.get("event") + "/" + order.get("code");
  }
}
