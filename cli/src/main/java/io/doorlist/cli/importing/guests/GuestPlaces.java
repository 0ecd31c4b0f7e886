package io.doorlist.cli.importing.guests;

import io.doorlist.domain.order.Order;
import io.doorlist.domain.order.Ticket;
import io.doorlist.domain.order.TicketState;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Gives a ticket to each guest of a list, and to each companion. It is the ticket of an earlier
 * import, or a new one with an id and a reference that nobody has had. Not thread-safe.
 */
final class GuestPlaces {
  private final GuestMatching matching;
  private final Arrivals arrivals;
  private final long list;
  private final Map<GuestRow, List<Long>> ids = new HashMap<>();
  private final Map<GuestRow, List<Ticket>> cut = new LinkedHashMap<>();
  private final Map<GuestRow, Long> orders = new HashMap<>();
  private final Map<Long, Ticket> known = new HashMap<>();
  private final Map<String, Long> orderOf = new HashMap<>();
  private final Set<Long> takenOrders;
  private final Set<String> takenReferences = new HashSet<>();
  private final Map<Long, String> references = new HashMap<>();
  private long nextRow;

  /**
   * Gives tickets to the guests of one list.
   *
   * @param stored the orders of all guest lists of the event, by their ids
   * @param list the number of the list
   */
  GuestPlaces(GuestMatching matching, Map<Long, Order> stored, Arrivals arrivals, long list) {
    this.matching = matching;
    this.arrivals = arrivals;
    this.list = list;
    this.takenOrders = new HashSet<>(stored.keySet());
    for (Order order : stored.values()) {
      takenReferences.add(order.reference());
      orderOf.putIfAbsent(order.reference(), order.id());
      for (Ticket ticket : order.tickets()) {
        known.put(ticket.id(), ticket);
        takenReferences.add(ticket.reference());
      }
    }
    nextRow =
        Stream.concat(stored.keySet().stream(), known.keySet().stream())
                .filter(id -> GuestIds.hasRow(id) && GuestIds.list(id) == list)
                .mapToLong(GuestIds::row)
                .max()
                .orElse(-1)
            + 1;
    Set<Ticket> free = new LinkedHashSet<>();
    matching
        .matched()
        .forEach(
            (guest, row) -> {
              ids.put(guest, placed(guest, row));
              free.addAll(cut.getOrDefault(guest, List.of()));
            });
    // If a guest is gone, the companions may now have rows of their own.
    matching.gone().forEach(row -> free.addAll(row.tickets().subList(1, row.tickets().size())));
    for (GuestRow guest : matching.added()) {
      Ticket own = formerCompanion(guest, free);
      long first = own == null ? GuestIds.of(list, nextRow++, 0) : own.id();
      ids.put(guest, withNew(guest, List.of(first)));
    }
    keepOrders();
    Stream.concat(matching.matched().keySet().stream(), matching.added().stream())
        .forEach(guest -> orders.put(guest, orderOf(guest)));
  }

  /**
   * Lets orders that several rows name keep their ids. A row with a code for a group has an order
   * of its own.
   */
  private void keepOrders() {
    matching
        .matched()
        .forEach(
            (guest, row) -> {
              if (isAlone(guest)) {
                orderOf.remove(row.order().reference(), row.order().id());
              }
            });
    matching
        .matched()
        .forEach(
            (guest, row) -> {
              if (!isAlone(guest) && guest.order().equals(row.order().reference())) {
                orderOf.put(guest.order(), row.order().id());
              }
            });
  }

  private static boolean isAlone(GuestRow guest) {
    return guest.order() == null || guest.groupCode();
  }

  /**
   * Returns whether a guest gets a ticket here. A guest whose match is not sure gets none, and the
   * stored tickets stay as they are.
   */
  boolean has(GuestRow guest) {
    return ids.containsKey(guest);
  }

  /** Returns the ids of the tickets of a guest and of the companions, in their order. */
  List<Long> ids(GuestRow guest) {
    return ids.get(guest);
  }

  /**
   * Returns the id of one person's ticket.
   *
   * @param number 1 for the guest, and more for companions
   */
  long id(GuestRow guest, int number) {
    return ids.get(guest).get(number - 1);
  }

  long order(GuestRow guest) {
    return orders.get(guest);
  }

  /** Returns tickets of people who no longer come along with a guest. */
  List<Ticket> cut(GuestRow guest) {
    return cut.getOrDefault(guest, List.of());
  }

  List<Ticket> cut() {
    return cut.values().stream().flatMap(List::stream).toList();
  }

  /**
   * Returns the reference of a ticket. It comes from the list, or else from the stored ticket. If
   * neither has one, it is new.
   */
  String reference(GuestRow guest, int number) {
    long first = id(guest, 1);
    Ticket old = known.get(first);
    String own =
        guest.reference() != null
            ? guest.reference()
            : old != null
                ? old.reference()
                : references.computeIfAbsent(
                    first,
                    id -> {
                      String made = GuestIds.reference(id, takenReferences);
                      takenReferences.add(made);
                      return made;
                    });
    if (number == 1) {
      return own;
    }
    Ticket companion = known.get(id(guest, number));
    boolean stays = companion != null && old != null && own.equals(old.reference());
    return stays ? companion.reference() : own + "-" + number;
  }

  /**
   * Gives the stored tickets of a row to a guest and the companions. Companions with a name get the
   * tickets with their names, and the others get the remaining tickets in order.
   */
  private List<Long> placed(GuestRow guest, StoredRow row) {
    List<Ticket> left = new ArrayList<>(row.tickets().subList(1, row.tickets().size()));
    Long[] placed = new Long[guest.persons()];
    placed[0] = row.guest().id();
    for (int number = 2; number <= guest.persons(); number++) {
      String name = guest.companion(number);
      Ticket same =
          left.stream().filter(each -> GuestCells.same(each.name(), name)).findFirst().orElse(null);
      if (same != null) {
        left.remove(same);
        placed[number - 1] = same.id();
      }
    }
    int empty = (int) Stream.of(placed).filter(Objects::isNull).count();
    List<Ticket> stay = stay(left, empty);
    left.removeAll(stay);
    for (int place = 1; place < placed.length && !stay.isEmpty(); place++) {
      if (placed[place] == null) {
        placed[place] = stay.removeFirst().id();
      }
    }
    cut.put(guest, left);
    List<Long> some = new ArrayList<>();
    for (Long id : placed) {
      if (id != null) {
        some.add(id);
      }
    }
    return withNew(guest, some);
  }

  /**
   * Chooses at most {@code most} tickets. Valid tickets are preferred to void ones. Of several
   * valid or void ones, those of people who have come in are preferred. If all tickets are chosen,
   * valid ones come first in the result; otherwise the tickets keep their order.
   */
  private List<Ticket> stay(List<Ticket> left, int most) {
    if (left.size() <= most || most == 0) {
      List<Ticket> all = new ArrayList<>(left.subList(0, Math.min(most, left.size())));
      all.sort(Comparator.comparing(GuestPlaces::isVoid));
      return all;
    }
    Set<Long> in = arrivals.among(left);
    Set<Ticket> stay =
        left.stream()
            .sorted(
                Comparator.comparing(GuestPlaces::isVoid)
                    .thenComparing(ticket -> !in.contains(ticket.id())))
            .limit(most)
            .collect(Collectors.toSet());
    return left.stream().filter(stay::contains).collect(Collectors.toCollection(ArrayList::new));
  }

  private static boolean isVoid(Ticket ticket) {
    return ticket.state() == TicketState.VOID;
  }

  /** Returns these ids, followed by new ones for the people of the row who have none. */
  private List<Long> withNew(GuestRow guest, List<Long> some) {
    List<Long> all = new ArrayList<>(some);
    long first = all.getFirst();
    int place = GuestIds.hasRow(first) ? freePlace(first) : 0;
    while (all.size() < guest.persons()) {
      all.add(
          GuestIds.hasRow(first)
              ? GuestIds.of(list, GuestIds.row(first), place++)
              : GuestIds.of(list, nextRow++, 0));
    }
    return all;
  }

  private int freePlace(long first) {
    int place = GuestIds.place(first) + 1;
    while (known.containsKey(GuestIds.of(list, GuestIds.row(first), place))) {
      place++;
    }
    return place;
  }

  /**
   * Finds the ticket of a guest who was somebody's companion before, and has a row of their own
   * now.
   */
  private static Ticket formerCompanion(GuestRow guest, Set<Ticket> free) {
    if (guest.name() == null || guest.code() != null) {
      return null;
    }
    List<Ticket> named =
        free.stream().filter(ticket -> GuestCells.same(guest.name(), ticket.name())).toList();
    if (named.size() != 1) {
      return null;
    }
    free.remove(named.getFirst());
    return named.getFirst();
  }

  private long orderOf(GuestRow guest) {
    if (!isAlone(guest)) {
      return orderOf.computeIfAbsent(guest.order(), any -> newOrder(id(guest, 1)));
    }
    StoredRow row = matching.row(guest).orElse(null);
    boolean stays = row != null && row.alone() && id(guest, 1) == row.guest().id();
    return stays ? row.order().id() : newOrder(id(guest, 1));
  }

  /**
   * Returns the id of a new order. It is the id of the order's first ticket, unless another order
   * has that id.
   */
  private long newOrder(long ticket) {
    boolean free = GuestIds.hasRow(ticket) && takenOrders.add(ticket);
    if (free) {
      return ticket;
    }
    long id = GuestIds.of(list, nextRow++, 0);
    takenOrders.add(id);
    return id;
  }
}
