package io.doorlist.store.search;

import io.doorlist.domain.event.EventDefinition;
import io.doorlist.domain.order.Order;
import io.doorlist.domain.order.Ticket;
import io.doorlist.domain.search.SearchCommand;
import io.doorlist.domain.search.SearchOutcome;
import io.doorlist.domain.search.SearchOutcome.FoundTicket;
import io.doorlist.domain.search.TicketWords;
import io.doorlist.store.checkin.ticket.CodeItems;
import io.doorlist.store.checkin.ticket.MarksKey;
import io.doorlist.store.checkin.ticket.TicketKeys;
import io.doorlist.store.order.OrderItems;
import io.doorlist.store.table.TableSchema;
import io.doorlist.store.token.MinuteLimit;
import io.doorlist.table.Item;
import io.doorlist.table.Key;
import io.doorlist.table.Range;
import io.doorlist.table.Table;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Finds tickets by what people can say about them: names, e-mail addresses, order references.
 *
 * <p>Implementation notes (ADR 0031). Words are stored in blocks ({@link SearchBlock}). A block may
 * have too many words, because an order was not written or has changed since. So each ticket that a
 * block names is checked in its present order. Thread-safe.
 */
public final class SearchStore {
  /** The most tickets in an answer. */
  static final int MAX_FOUND = 25;

  /** How often a token may search in a minute of the clock. */
  static final int MAX_SEARCHES = 30;

  /**
   * The most tickets to check of those that blocks name. If there are others, the answer says that
   * there may be more.
   */
  private static final int MAX_LOOKED_AT = 400;

  private final Table table;
  private final MinuteLimit limit;

  public SearchStore(Table table) {
    this.table = table;
    this.limit = new MinuteLimit(table, MAX_SEARCHES);
  }

  /** Finds tickets, best matches first. Access pattern 38: strongly consistent. */
  public SearchOutcome find(EventDefinition definition, SearchCommand scan) {
    Optional<SearchOutcome> tooMany = tooMany(definition, scan);
    if (tooMany.isPresent()) {
      return tooMany.get();
    }
    String account = definition.event().account();
    String event = definition.event().slug();
    List<Named> named = named(account, event, scan);
    List<Hit> hits = new ArrayList<>();
    int lookedAt = 0;
    while (lookedAt < Math.min(named.size(), MAX_LOOKED_AT) && hits.size() <= MAX_FOUND) {
      List<Named> some = named.subList(lookedAt, Math.min(named.size(), lookedAt + MAX_FOUND + 1));
      hits.addAll(confirmed(account, event, scan, some));
      lookedAt += some.size();
    }
    boolean more =
        hits.size() > MAX_FOUND || (lookedAt < named.size() && lookedAt >= MAX_LOOKED_AT);
    List<Hit> shown = hits.subList(0, Math.min(hits.size(), MAX_FOUND));
    return new SearchOutcome.Found(found(shown, scan.deadline()), more);
  }

  /**
   * Finds the best matches of a search that no person asked for. It is not counted, and looks at no
   * more tickets than an answer shows. Strongly consistent.
   */
  public List<FoundTicket> named(EventDefinition definition, SearchCommand scan) {
    String account = definition.event().account();
    String event = definition.event().slug();
    List<Named> named = named(account, event, scan).stream().limit(MAX_FOUND).toList();
    return found(confirmed(account, event, scan, named), scan.deadline());
  }

  /** Counts a search and returns the answer to it if the token searches too often. */
  public Optional<SearchOutcome> tooMany(EventDefinition definition, SearchCommand scan) {
    String account = definition.event().account();
    OptionalLong wait =
        limit.count(minute -> TableSchema.searches(account, scan.tokenId(), minute));
    return wait.isPresent()
        ? Optional.of(new SearchOutcome.TooManySearches(wait.getAsLong()))
        : Optional.empty();
  }

  /**
   * Returns the code of the ticket that is found; empty if there is none, or more than one. This
   * does not count as a search. Access pattern 38.
   */
  public Optional<String> codeOfReference(EventDefinition definition, SearchCommand scan) {
    String account = definition.event().account();
    String event = definition.event().slug();
    List<Named> named = named(account, event, scan).stream().limit(2).toList();
    List<Hit> hits = confirmed(account, event, scan, named);
    return hits.size() == 1
        ? Optional.of(hits.getFirst().ticket().qrCodeIdentifier())
        : Optional.empty();
  }

  /** Returns where everything about the found tickets is kept, for 25 tickets at most. */
  public List<TicketKeys> places(EventDefinition definition, SearchCommand scan) {
    String account = definition.event().account();
    String event = definition.event().slug();
    List<Named> named = named(account, event, scan).stream().limit(MAX_FOUND).toList();
    return confirmed(account, event, scan, named).stream()
        .map(
            hit ->
                new TicketKeys(
                    hit.ticket().id(),
                    hit.ticket().reference(),
                    hit.ticket().note(),
                    hit.marks(),
                    List.of(
                        TableSchema.ticket(account, event, hit.ticket().id()),
                        TableSchema.qr(account, event, hit.ticket().qrCodeIdentifier()),
                        TableSchema.qr(account, event, hit.order().qrCodeIdentifier())),
                    hit.order().correctionsOf(hit.ticket())))
        .toList();
  }

  /** A ticket that a block names. */
  private record Named(int rank, TicketWords words) {
    static final Comparator<Named> BEST_FIRST =
        Comparator.comparingInt(Named::rank)
            .thenComparing(named -> named.words().name())
            .thenComparing(named -> named.words().order())
            .thenComparing(named -> named.words().ticket());

    TicketOfOrder place() {
      return new TicketOfOrder(words.order(), words.ticket());
    }

    static Named better(Named one, Named other) {
      return BEST_FIRST.compare(one, other) <= 0 ? one : other;
    }
  }

  private record TicketOfOrder(long order, long ticket) {}

  /** Returns the tickets that blocks name, each once, best matches first. */
  private List<Named> named(String account, String event, SearchCommand scan) {
    Map<TicketOfOrder, Named> all = new HashMap<>();
    Range blocks = Range.whole(TableSchema.search(account, event, scan.mode()));
    String hint = scan.search().hint();
    for (Item block : table.query(blocks, scan.deadline())) {
      for (TicketWords words :
          Item.tryRead(() -> SearchBlock.tickets(block, hint)).orElse(List.of())) {
        OptionalInt rank = scan.search().rank(words);
        if (rank.isPresent()) {
          Named named = new Named(rank.getAsInt(), words);
          all.merge(named.place(), named, Named::better);
        }
      }
    }
    return all.values().stream().sorted(Named.BEST_FIRST).toList();
  }

  /** A found ticket, with its order and the key of the item that has its marks. */
  private record Hit(Order order, Ticket ticket, Key marks) {}

  /** Returns the tickets that still match in their present orders. */
  private List<Hit> confirmed(String account, String event, SearchCommand scan, List<Named> named) {
    Set<Key> keys = new LinkedHashSet<>();
    named.forEach(each -> keys.add(TableSchema.order(account, event, each.words().order())));
    Map<TicketOfOrder, Hit> found = new HashMap<>();
    for (Item item : table.get(keys, scan.deadline()).values()) {
      Item.tryRead(() -> hits(account, event, scan, item)).ifPresent(found::putAll);
    }
    return named.stream().map(Named::place).map(found::get).filter(hit -> hit != null).toList();
  }

  private static Map<TicketOfOrder, Hit> hits(
      String account, String event, SearchCommand scan, Item item) {
    Order order = OrderItems.order(item);
    List<TicketWords> words = TicketWords.of(order);
    List<Item> tickets = item.items("tickets");
    Map<TicketOfOrder, Hit> hits = new HashMap<>();
    for (int i = 0; i < tickets.size(); i++) {
      if (order.mode() == scan.mode() && scan.search().rank(words.get(i)).isPresent()) {
        Ticket ticket = order.tickets().get(i);
        Key marks =
            MarksKey.of(tickets.get(i), order.id()).key(account, event, ticket.qrCodeIdentifier());
        hits.put(new TicketOfOrder(order.id(), ticket.id()), new Hit(order, ticket, marks));
      }
    }
    return hits;
  }

  private List<FoundTicket> found(List<Hit> hits, Instant deadline) {
    Set<Key> keys = new LinkedHashSet<>();
    hits.forEach(hit -> keys.add(hit.marks()));
    Map<Key, Item> found = table.get(keys, deadline);
    return hits.stream()
        .map(
            hit ->
                new FoundTicket(
                    hit.ticket().id(),
                    hit.ticket().reference(),
                    hit.order().reference(),
                    hit.ticket().name(),
                    hit.ticket().ticketType(),
                    hit.ticket().state(),
                    hit.ticket().qrCodeIdentifier(),
                    CodeItems.checkedIn(
                        found.getOrDefault(hit.marks(), new Item()), hit.ticket().id()),
                    hit.ticket().note()))
        .toList();
  }
}
