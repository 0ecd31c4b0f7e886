package io.doorlist.store.checkin;

import io.doorlist.store.checkin.request.ScannedTicket;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * The tickets of an order that a command lets in: the first free ones of each type.
 *
 * @param chosen fewer than wanted if there are not enough
 * @param free ticket type to how many of the order's tickets were free before
 * @param remaining ticket type to how many are free once the chosen ones are checked in
 * @param enough whether there are as many as wanted
 */
record OrderChoice(
    List<ScannedTicket> chosen,
    SortedMap<String, Integer> free,
    SortedMap<String, Integer> remaining,
    boolean enough) {
  OrderChoice {
    chosen = List.copyOf(chosen);
    free = Collections.unmodifiableSortedMap(free);
    remaining = Collections.unmodifiableSortedMap(remaining);
  }

  /** Chooses among the order's tickets that the list admits. */
  static OrderChoice of(
      List<ScannedTicket> tickets,
      SortedMap<String, Integer> wanted,
      Predicate<ScannedTicket> free) {
    SortedMap<String, Integer> open = new TreeMap<>(wanted);
    SortedMap<String, Integer> freeTickets = new TreeMap<>();
    wanted.keySet().forEach(type -> freeTickets.put(type, 0));
    List<ScannedTicket> chosen = new ArrayList<>();
    for (ScannedTicket ticket : tickets) {
      String type = ticket.ticketType();
      boolean isFree = free.test(ticket);
      freeTickets.merge(type, isFree ? 1 : 0, Integer::sum);
      if (isFree && open.getOrDefault(type, 0) > 0) {
        open.merge(type, -1, Integer::sum);
        chosen.add(ticket);
      }
    }
    SortedMap<String, Integer> remaining = new TreeMap<>(freeTickets);
    chosen.forEach(ticket -> remaining.merge(ticket.ticketType(), -1, Integer::sum));
    boolean enough = open.values().stream().allMatch(missing -> missing == 0);
    return new OrderChoice(chosen, freeTickets, remaining, enough);
  }
}
