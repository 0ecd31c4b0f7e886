package io.doorlist.domain.webhook;

import io.doorlist.domain.Mode;
import io.doorlist.domain.Worded;
import io.doorlist.domain.order.Order;
import java.time.Instant;
import java.util.List;
import java.util.Objects;

/** What happened to orders and tickets, as read from the table's stream. */
public sealed interface Change {
  /** Slug of the account. */
  String account();

  /** Slug of the event. */
  String event();

  Mode mode();

  /**
   * Identifies the change within its account; unique, and the same however often it is reported.
   */
  String name();

  /** An order was created. */
  record OrderCreated(String account, String event, Order order) implements Change {
    public OrderCreated {
      Objects.requireNonNull(account, "account");
      Objects.requireNonNull(event, "event");
      Objects.requireNonNull(order, "order");
    }

    @Override
    public Mode mode() {
      return order.mode();
    }

    @Override
    public String name() {
      return event + "/orders/" + order.id() + "/1";
    }
  }

  /**
   * An order was rewritten; its visible content may be the same.
   *
   * @param version of the order's item afterwards; grows with every write
   */
  record OrderWritten(String account, String event, long version, Order before, Order after)
      implements Change {
    public OrderWritten {
      Objects.requireNonNull(account, "account");
      Objects.requireNonNull(event, "event");
      Objects.requireNonNull(before, "before");
      Objects.requireNonNull(after, "after");
    }

    @Override
    public Mode mode() {
      return after.mode();
    }

    @Override
    public String name() {
      return event + "/orders/" + after.id() + "/" + version;
    }
  }

  /** A check-in list's logs, one for each kind of thing that happens to tickets there. */
  enum ListLog implements Worded {
    /** Tickets were let in, by one request. */
    CHECKINS(WebhookEventType.TICKET_CHECKED_IN),

    /** A check-in was undone. */
    UNDONE(WebhookEventType.TICKET_CHECKIN_DELETED),

    /** A device let a ticket in on its own decision, and should not have. */
    DOUBLES(WebhookEventType.TICKET_ADMITTED_AGAIN),

    /** A ticket left, or came in again. */
    PASSAGES(WebhookEventType.TICKET_REENTERED);

    private final WebhookEventType type;

    ListLog(WebhookEventType type) {
      this.type = type;
    }

    /** Returns the type of its webhook event; that of an entry for passages. */
    public WebhookEventType type() {
      return type;
    }
  }

  /**
   * Something happened to tickets at a check-in list.
   *
   * @param ordinal of the row in the log
   * @param tickets ids, in the row's order
   * @param passage what the ticket did, in the log of passages; else {@code null}
   */
  record AtDoor(
      ListLog log,
      String account,
      String event,
      Mode mode,
      long list,
      long ordinal,
      List<Long> tickets,
      PassageMade passage)
      implements Change {
    public AtDoor {
      Objects.requireNonNull(log, "log");
      Objects.requireNonNull(account, "account");
      Objects.requireNonNull(event, "event");
      Objects.requireNonNull(mode, "mode");
      tickets = List.copyOf(tickets);
    }

    public WebhookEventType type() {
      return passage != null && passage.exit() ? WebhookEventType.TICKET_CHECKED_OUT : log.type();
    }

    @Override
    public String name() {
      return event + "/" + log.word() + "/" + list + "/" + mode.word() + "/" + ordinal;
    }
  }

  /**
   * An exit, or an entry after the first, as webhook events show it.
   *
   * @param scannedAt the time that the device sent, or {@code null}
   * @param scannedBy the organiser's name of the token, or {@code null}
   */
  record PassageMade(boolean exit, Instant createdAt, Instant scannedAt, String scannedBy) {}
}
