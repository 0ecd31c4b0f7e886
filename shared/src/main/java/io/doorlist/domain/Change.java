package io.doorlist.domain;

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

  /** An order came in. */
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
   * An order was written again; its visible content may be the same.
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

  /** What happened to tickets at a check-in list. */
  sealed interface AtDoor extends Change {
    /** Id of the list. */
    long list();

    /** Ids of the tickets. */
    List<Long> tickets();
  }

  /**
   * Tickets were let in, by one request.
   *
   * @param ordinal of the row among the list's check-ins
   * @param tickets ids, in the row's order
   */
  record TicketsCheckedIn(
      String account, String event, Mode mode, long list, long ordinal, List<Long> tickets)
      implements AtDoor {
    public TicketsCheckedIn {
      Objects.requireNonNull(account, "account");
      Objects.requireNonNull(event, "event");
      Objects.requireNonNull(mode, "mode");
      tickets = List.copyOf(tickets);
    }

    @Override
    public String name() {
      return event + "/checkins/" + list + "/" + mode.word() + "/" + ordinal;
    }
  }

  /**
   * A check-in was undone.
   *
   * @param ordinal of its row in the list's log of undos
   */
  record CheckinDeleted(
      String account, String event, Mode mode, long list, long ordinal, long ticket)
      implements AtDoor {
    public CheckinDeleted {
      Objects.requireNonNull(account, "account");
      Objects.requireNonNull(event, "event");
      Objects.requireNonNull(mode, "mode");
    }

    @Override
    public List<Long> tickets() {
      return List.of(ticket);
    }

    @Override
    public String name() {
      return event + "/undone/" + list + "/" + mode.word() + "/" + ordinal;
    }
  }

  /**
   * A ticket was let in by a device's own decision, and should not have been.
   *
   * @param ordinal of its row in the list's record of such admissions
   */
  record TicketAdmittedAgain(
      String account, String event, Mode mode, long list, long ordinal, long ticket)
      implements AtDoor {
    public TicketAdmittedAgain {
      Objects.requireNonNull(account, "account");
      Objects.requireNonNull(event, "event");
      Objects.requireNonNull(mode, "mode");
    }

    @Override
    public List<Long> tickets() {
      return List.of(ticket);
    }

    @Override
    public String name() {
      return event + "/doubles/" + list + "/" + mode.word() + "/" + ordinal;
    }
  }
}
