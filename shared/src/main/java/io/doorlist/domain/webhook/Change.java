package io.doorlist.domain.webhook;

import io.doorlist.domain.Mode;
import io.doorlist.domain.checkin.Happening;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.order.Order;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** A change of an order or tickets, as read from the table's stream. */
public sealed interface Change {
  String account();

  String event();

  Mode mode();

  /**
   * Returns the unique name of the change within its account. It is the same each time that the
   * stream reports the change.
   */
  String name();

  /**
   * An order was written, though its visible content may not have changed.
   *
   * @param version the version of the order's item after the write, 1 for a new order; every write
   *     increases it
   * @param before the order before the write; {@code null} for a new one
   */
  record OrderWritten(String account, String event, long version, Order before, Order after)
      implements Change {
    @Override
    public Mode mode() {
      return after.mode();
    }

    @Override
    public String name() {
      return event + "/orders/" + after.id() + "/" + version;
    }
  }

  /**
   * Something happened to tickets at a check-in list.
   *
   * @param happenings reads the happenings from the row; for this it needs the list
   * @param opens by ticket, ids of entries that this change made unexplained
   * @param closes by ticket, ids of entries that this change explained
   */
  record AtDoor(
      WebhookEventType type,
      String account,
      String event,
      Mode mode,
      long list,
      long ordinal,
      List<Long> tickets,
      Function<CheckinList, List<Happening>> happenings,
      Map<Long, List<Long>> opens,
      Map<Long, List<Long>> closes)
      implements Change {
    public AtDoor {
      tickets = List.copyOf(tickets);
      opens = Map.copyOf(opens);
      closes = Map.copyOf(closes);
    }

    public List<Long> opens(long ticket) {
      return opens.getOrDefault(ticket, List.of());
    }

    public List<Long> closes(long ticket) {
      return closes.getOrDefault(ticket, List.of());
    }

    /** Returns whether it is about an exit, an entry after the first or a wrong admission. */
    public boolean isPassage() {
      return type != WebhookEventType.TICKET_CHECKED_IN
          && type != WebhookEventType.TICKET_CHECKIN_DELETED;
    }

    @Override
    public String name() {
      return event + "/checkins/" + list + "/" + mode.word() + "/" + ordinal + "/" + type.word();
    }
  }
}
