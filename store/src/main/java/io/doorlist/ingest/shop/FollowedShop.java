package io.doorlist.ingest.shop;

import java.time.Instant;
import java.util.List;

/**
 * How far a ticket shop has been followed.
 *
 * @param cursor every change before this time is in the table, except what the shop was slow to
 *     write; {@code null} if nothing has been imported yet
 * @param events the shop's names of the events whose orders before the cursor are in the table too
 */
public record FollowedShop(Instant cursor, List<String> events) {
  public FollowedShop {
    events = List.copyOf(events);
  }
}
