package io.doorlist.domain.desk;

import io.doorlist.domain.order.Order;
import io.doorlist.domain.order.Ticket;
import java.time.Instant;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A ticket with what a desk shows of it.
 *
 * @param checkedIn ids of the lists on which the ticket is checked in, and since when
 */
public record Guest(Order order, Ticket ticket, SortedMap<Long, Instant> checkedIn) {
  public Guest {
    checkedIn = Collections.unmodifiableSortedMap(new TreeMap<>(checkedIn));
  }
}
