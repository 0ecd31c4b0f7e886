package io.doorlist.store.checkin.pulse;

import io.doorlist.domain.checkin.Evening;
import io.doorlist.domain.checkin.ListPulse;
import java.util.List;

/**
 * The pulse of an event: how its guests come in.
 *
 * @param evening the evening that it shows, or {@code null} if nobody asked for it
 * @param version the version of what the lists show, or {@code null} if it has none
 */
public record Pulse(List<ListPulse> lists, Evening evening, String version) {
  public Pulse {
    lists = List.copyOf(lists);
  }
}
