package io.doorlist.store.checkin.pulse;

import io.doorlist.domain.checkin.Evening;
import io.doorlist.domain.checkin.ListPulse;
import java.util.List;

/**
 * The pulse of an event: how its guests come in.
 *
 * @param evening that it shows, {@code null} if nobody asked
 * @param version of what the lists show, {@code null} if only the whole pulse can tell
 */
public record Pulse(List<ListPulse> lists, Evening evening, String version) {
  public Pulse {
    lists = List.copyOf(lists);
  }
}
