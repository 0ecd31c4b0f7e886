package io.doorlist.ingest;

import java.time.Instant;
import java.util.List;

/**
 * How far a ticket shop was followed.
 *
 * @param cursor every change that the shop made before it is in the table, but for what the shop
 *     took long to write; {@code null} if nothing is yet
 * @param events whose orders of before the cursor are in the table too, by the shop's words
 */
public record FollowedShop(Instant cursor, List<String> events) {
  public FollowedShop {
    events = List.copyOf(events);
  }
}
