package io.doorlist.store.checkin;

import io.doorlist.domain.ListPulse;
import java.util.List;

/**
 * How an event comes in.
 *
 * @param version names what the lists show, {@code null} if that takes all of it
 */
public record Pulse(List<ListPulse> lists, String version) {
  public Pulse {
    lists = List.copyOf(lists);
  }
}
