package io.doorlist.testing;

import io.doorlist.domain.event.Event;
import io.doorlist.domain.event.TicketType;
import java.util.List;

/** An event with three types of tickets. */
public final class SampleEvent {
  public static final String ACCOUNT = "acme";
  public static final String EVENT = "gala";

  private SampleEvent() {}

  /** Returns the event. */
  public static Event event() {
    return new Event(
        ACCOUNT,
        7,
        EVENT,
        "Gala",
        List.of(
            new TicketType(1, "adult", "Adult"),
            new TicketType(2, "child", "Child"),
            new TicketType(3, "vip", "VIP")));
  }
}
