package io.doorlist.bench.door;

import io.doorlist.exactness.history.Asked;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * The requests of phones at the doors, one after the other. They are the same in every run. Of 100
 * check-ins, 9 are for two tickets of an order (checkInOrder), and the others for one ticket
 * (checkInTicket). Half of the check-ins have an idempotency key. Besides 100 check-ins there are 5
 * repeats, 1 wrong code, 5 reads of check-ins (listCheckins) and 2 of tickets (listTicketsOfList).
 * Not thread-safe.
 */
final class DoorTraffic {
  /** The kinds of requests. A duplicate is a retry, or another visitor with the same ticket. */
  enum Kind {
    CHECK_IN,
    DUPLICATE,
    WRONG_CODE,
    CHECKINS,
    TICKETS
  }

  /**
   * A request.
   *
   * @param asked its entry in the history, which has no entries for {@link Kind#TICKETS}
   */
  record Wish(Kind kind, Asked asked) {}

  /** How many requests there are for 100 check-ins. */
  private static final int OF_ALL = 113;

  private static final int CHECKINS_FROM = 100;
  private static final int WRONG_CODES_FROM = 105;
  private static final int READS_FROM = 106;
  private static final int TICKETS_FROM = 111;

  private static final int ONE_ORDER_IN = 3;
  private static final int REMEMBERED = 2_000;
  private static final int CHECKINS_ITEMS = 50;
  private static final int TICKETS_ITEMS = 250;

  private final DoorEvent event;
  private final List<String> tokens;
  private final SplittableRandom random = new SplittableRandom(1);
  private final Deque<Asked> coming = new ArrayDeque<>();
  private final List<Asked> been = new ArrayList<>();
  private int orders;
  private int number;

  /**
   * Creates the requests for an event's tickets, except the first ones.
   *
   * @param others how many of the first tickets others use
   */
  DoorTraffic(DoorEvent event, int others) {
    this.event = event;
    this.orders = (others + DoorEvent.TICKETS_OF_ORDER - 1) / DoorEvent.TICKETS_OF_ORDER;
    this.tokens = event.tokenIds();
  }

  static double requestsPerCheckin() {
    return OF_ALL / 100.0;
  }

  /** Returns how many tickets are enough for a number of check-ins. */
  static int tickets(double checkins) {
    // Every third order needs three check-ins for its four tickets.
    double tickets = checkins * 12 / 11;
    return (int) (tickets + 6 * Math.sqrt(tickets) + 100);
  }

  Wish next() {
    number++;
    int kind = random.nextInt(OF_ALL);
    if (kind < CHECKINS_FROM || been.isEmpty()) {
      return new Wish(Kind.CHECK_IN, checkin());
    }
    if (kind < WRONG_CODES_FROM) {
      return new Wish(Kind.DUPLICATE, again());
    }
    int list = 1 + random.nextInt(event.lists());
    if (kind < READS_FROM) {
      String code = "nobody-%020d".formatted(number);
      return new Wish(Kind.WRONG_CODE, Asked.ticket(list, code, token(), null, ""));
    }
    int page = 1 + random.nextInt(3);
    return kind < TICKETS_FROM
        ? new Wish(Kind.CHECKINS, Asked.page(list, token(), page, CHECKINS_ITEMS))
        : new Wish(Kind.TICKETS, Asked.page(list, token(), page, TICKETS_ITEMS));
  }

  Wish nextCheckin() {
    return new Wish(Kind.CHECK_IN, checkin());
  }

  private Asked checkin() {
    if (coming.isEmpty()) {
      come(orders++);
    }
    Asked asked = coming.poll();
    if (been.size() < REMEMBERED) {
      been.add(asked);
    } else {
      been.set(random.nextInt(REMEMBERED), asked);
    }
    return asked;
  }

  private void come(int order) {
    if (order >= event.orders()) {
      throw new IllegalStateException("all tickets are in");
    }
    int list = event.list(order);
    int from = 0;
    if (order % ONE_ORDER_IN == 0) {
      from = 2;
      coming.add(
          Asked.order(
              list,
              DoorEvent.orderCode(order),
              token(),
              key("o" + order),
              Map.of(DoorEvent.type(list), from)));
    }
    for (int i = from; i < DoorEvent.TICKETS_OF_ORDER; i++) {
      coming.add(
          Asked.ticket(
              list, DoorEvent.ticketCode(order, i), token(), key("t" + order + "." + i), ""));
    }
  }

  private String key(String name) {
    return random.nextBoolean() ? "key-" + name : null;
  }

  private String token() {
    return tokens.get(random.nextInt(tokens.size()));
  }

  /**
   * Returns a repeat of a check-in from the same phone, or a check-in of the same ticket from
   * another phone.
   */
  private Asked again() {
    Asked before = been.get(random.nextInt(been.size()));
    if (before.key() != null && (before.kind() == Asked.Kind.ORDER || random.nextBoolean())) {
      return before;
    }
    return before.kind() == Asked.Kind.ORDER
        ? Asked.ticket(before.list(), firstTicket(before), token(), null, "")
        : Asked.ticket(before.list(), before.subject(), token(), null, "");
  }

  private static String firstTicket(Asked order) {
    int number = Integer.parseInt(order.subject().substring("order-".length()));
    return DoorEvent.ticketCode(number, 0);
  }
}
