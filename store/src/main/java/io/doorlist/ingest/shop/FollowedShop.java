package io.doorlist.ingest.shop;

import java.time.Instant;
import java.util.List;

/**
 * How far a ticket shop has been followed.
 *
 * @param cursor every change before this time is in the table, except changes that the shop
 *     published late; {@code null} if nothing has been imported yet
 * @param events the events, by the shop's names, of which the table has all orders from before the
 *     cursor
 */
public record FollowedShop(Instant cursor, List<String> events) {
  public FollowedShop {
    events = List.copyOf(events);
  }
}
