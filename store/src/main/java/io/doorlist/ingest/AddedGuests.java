package io.doorlist.ingest;

import io.doorlist.domain.JsonObject;
import io.doorlist.domain.checkin.Scan;
import io.doorlist.domain.desk.AddGuestOutcome;
import io.doorlist.domain.desk.NewGuest;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.event.Event;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.domain.order.AddedAtDoor;
import io.doorlist.domain.order.Address;
import io.doorlist.domain.order.AtDesk;
import io.doorlist.domain.order.Corrections;
import io.doorlist.domain.order.Customer;
import io.doorlist.domain.order.DeskNote;
import io.doorlist.domain.order.Order;
import io.doorlist.domain.order.OrderState;
import io.doorlist.domain.order.Payment;
import io.doorlist.domain.order.PaymentState;
import io.doorlist.domain.order.Ticket;
import io.doorlist.domain.order.TicketState;
import io.doorlist.domain.order.TicketTerms;
import io.doorlist.door.AddedGuest;
import io.doorlist.store.checkin.Arrival;
import io.doorlist.store.guest.GuestStore;
import io.doorlist.store.order.OrderItems;
import io.doorlist.store.order.OrderStore;
import io.doorlist.store.sequence.Sequence;
import io.doorlist.store.table.TableSchema;
import io.doorlist.table.Item;
import io.doorlist.table.Key;
import io.doorlist.table.Table;
import io.doorlist.table.Transaction;
import io.doorlist.table.Update;
import io.doorlist.table.Write;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;

/**
 * Adds guests whom staff enter at a desk, and whom no shop or guest list knows. Each idempotency
 * key stands for one guest. The id of the guest's order is derived from the key. So a repeated
 * request finds the order, and of two requests at once only one can create it.
 *
 * <p>Implementation notes. Order, tickets, codes, rows and any check-ins are written in one
 * transaction. The order says in which row of a list's log its check-ins are. So every request, the
 * first one too, reads its answer from the table. See ADR 0058. Thread-safe.
 */
public final class AddedGuests {
  private static final Duration HOUR = Duration.ofHours(1);
  private static final String COUNT = "guests";

  private final Table table;
  private final Sequence sequence;
  private final SearchIndex index;
  private final GuestStore guests;

  public AddedGuests(Table table) {
    this.table = table;
    this.sequence = new Sequence(table);
    this.index = new SearchIndex(table, new OrderStore(table));
    this.guests = new GuestStore(table);
  }

  /**
   * Adds a guest, or returns the outcome of an earlier request with the same key. Access pattern
   * 60.
   *
   * @param list the list on which the guest is checked in, or {@code null}
   * @param scan who adds the guest, and when; with {@code online} false the guest is in already
   */
  public AddGuestOutcome add(
      EventDefinition definition, NewGuest guest, CheckinList list, Scan scan) {
    Attempt attempt = new Attempt(definition, guest, list, scan);
    Optional<AddGuestOutcome> before = attempt.found();
    if (before.isPresent()) {
      return before.get();
    }
    if (attempt.arrival != null && attempt.arrival.refusal().isPresent() && scan.online()) {
      return new AddGuestOutcome.Refused(attempt.arrival.refusal().get());
    }
    if (attempt.isTooLarge()) {
      return new AddGuestOutcome.TooLarge();
    }
    OptionalLong wait = attempt.count();
    if (wait.isPresent()) {
      return new AddGuestOutcome.TooMany(wait.getAsLong());
    }
    return OrderTable.until("a guest", attempt::write);
  }

  /** One request to add a guest. */
  private final class Attempt {
    private final EventDefinition definition;
    private final NewGuest guest;
    private final CheckinList list;
    private final Scan scan;
    private final AddedGuest derived;
    private final Key key;
    private final Instant now;
    private final Arrival arrival;

    Attempt(EventDefinition definition, NewGuest guest, CheckinList list, Scan scan) {
      this.definition = definition;
      this.guest = guest;
      this.list = list;
      this.scan = scan;
      this.derived = new AddedGuest(guest.key());
      this.key = new OrderClaims(definition).order(derived.orderId());
      this.now = table.clock().instant().truncatedTo(ChronoUnit.MILLIS);
      this.arrival = list == null ? null : arrival();
    }

    private Arrival arrival() {
      OrderWrites writes = new OrderWrites(List.of(plan(order(null))));
      return Arrival.of(definition, list, scan, table.clock(), codes(writes.changes()));
    }

    /** Returns the items that the codes of the tickets will have. */
    private List<Item> codes(List<Write> writes) {
      Map<Key, Item> items = new LinkedHashMap<>();
      writes.forEach(write -> items.put(write.key(), write.applied(new Item())));
      return ticketCodes().stream().map(items::get).toList();
    }

    private List<Key> ticketCodes() {
      OrderClaims claims = new OrderClaims(definition);
      return IntStream.rangeClosed(1, persons())
          .mapToObj(number -> claims.code(derived.ticketCode(number)))
          .toList();
    }

    private int persons() {
      return 1 + guest.companions();
    }

    private OrderPlan plan(Order order) {
      return OrderPlan.of(definition, StoredOrder.NONE, order);
    }

    /** Returns what desks have to collect for the guest and all companions, in cents. */
    private long price() {
      return definition.event().priceAtDesk(guest.ticketType()) * persons();
    }

    private List<Payment> payments() {
      return guest.collected() == 0
          ? List.of()
          : List.of(
              new Payment(
                  guest.key(),
                  derived.ticketId(1),
                  guest.collected(),
                  definition.event().currency(),
                  now,
                  scan.tokenId(),
                  scan.tokenName()));
    }

    private Order order(AddedAtDoor.Arrival at) {
      long price = price();
      boolean free = price == 0;
      return new Order(
          derived.orderId(),
          derived.orderReference(),
          scan.mode(),
          free ? OrderState.CONFIRMED : OrderState.PENDING,
          free ? PaymentState.PAID : PaymentState.UNPAID,
          new Customer(
              null,
              guest.name(),
              guest.email(),
              guest.phoneNumber(),
              guest.company(),
              null,
              Address.UNKNOWN),
          now,
          now,
          free && guest.collected() == 0 ? Event.NO_CURRENCY : definition.event().currency(),
          price,
          0,
          null,
          JsonObject.EMPTY,
          derived.orderCode(),
          IntStream.rangeClosed(1, persons()).mapToObj(this::ticket).toList(),
          false,
          false,
          new AtDesk(
              new AddedAtDoor(now, scan.tokenName(), guest.request(), at),
              Corrections.NONE,
              payments()));
    }

    private Ticket ticket(int number) {
      boolean first = number == 1;
      return new Ticket(
          derived.ticketId(number),
          derived.ticketReference(number),
          TicketState.VALID,
          guest.name(number),
          first ? guest.email() : null,
          first ? guest.phoneNumber() : null,
          guest.ticketType(),
          JsonObject.EMPTY,
          derived.ticketCode(number),
          now,
          now,
          TicketTerms.NONE,
          false,
          first ? new DeskNote(guest.note(), false) : DeskNote.NONE,
          Corrections.NONE);
    }

    boolean isTooLarge() {
      int rows = arrival == null ? 0 : arrival.rows();
      return plan(order(null)).newWrites() + rows > OrderWrites.MAX_WRITES;
    }

    /**
     * Adds this guest and the companions to the count of the hour. If the count is too high,
     * returns how many seconds the desk must wait.
     */
    OptionalLong count() {
      long hour = now.getEpochSecond() / HOUR.toSeconds();
      Instant end = Instant.ofEpochSecond((hour + 1) * HOUR.toSeconds());
      long counted =
          table
              .update(
                  Update.of(
                          TableSchema.addedGuests(
                              definition.event().account(), definition.event().slug(), hour))
                      .add(COUNT, persons())
                      .set(TableSchema.EXPIRE_AT, end.plus(HOUR).getEpochSecond()),
                  scan.deadline())
              .orElseThrow()
              .number(COUNT);
      return counted <= definition.event().deskTerms().addGuests().perHour()
          ? OptionalLong.empty()
          : OptionalLong.of(Duration.between(now, end).toSeconds() + 1);
    }

    /** Returns the answer if the order with the derived id exists. */
    Optional<AddGuestOutcome> found() {
      return table.get(key, scan.deadline()).map(this::answer);
    }

    private AddGuestOutcome answer(Item item) {
      Order order = OrderItems.order(item);
      AddedAtDoor added = order.desk().added();
      if (added == null
          || !added.request().equals(guest.request())
          || order.mode() != scan.mode()) {
        return new AddGuestOutcome.KeyReused();
      }
      Optional<Item> row = Optional.ofNullable(added.arrival()).flatMap(this::row);
      return new AddGuestOutcome.Added(
          guests.guests(definition, List.of(item), scan.deadline()),
          row.map(it -> Arrival.checkins(list, scan.mode(), it)).orElse(List.of()),
          row.map(Arrival::reason).orElse(null));
    }

    /**
     * Finds the row of the list's log that records the guest's arrival. The row is missing if this
     * table got the order by an import.
     */
    private Optional<Item> row(AddedAtDoor.Arrival at) {
      String account = definition.event().account();
      String log = TableSchema.checkins(account, definition.event().slug(), at.list(), scan.mode());
      return table
          .get(TableSchema.row(log, at.ordinal()), scan.deadline())
          .filter(row -> Arrival.isOf(row, derived.ticketId(1)));
    }

    /**
     * Writes everything. Returns nothing if others closed an ordinal that it had reserved, and the
     * caller then tries again.
     */
    Optional<AddGuestOutcome> write() {
      long first =
          arrival == null ? 0 : sequence.reserve(arrival.log(), arrival.rows(), scan.deadline());
      OrderPlan plan =
          plan(order(arrival == null ? null : new AddedAtDoor.Arrival(list.id(), first)));
      OrderTable orders = OrderTable.of(table, new HashSet<>(), false);
      index.announce(definition, List.of(plan));
      OrderTable.Reservations reservations = orders.prepare(List.of(plan));
      OrderWrites writes = new OrderWrites(List.of(plan));
      Write order = writes.orders(false).getFirst();
      List<Write> all = new ArrayList<>(List.of(order));
      all.addAll(arrival == null ? writes.changes() : withArrival(writes.changes(), first));
      Transaction outcome = table.transact(all, scan.deadline());
      boolean written = outcome.written();
      if (arrival != null && !written) {
        sequence.giveUp(arrival.log(), first, arrival.rows(), scan.deadline());
      }
      orders.settle(reservations, written);
      if (arrival != null && written) {
        sequence.settleInTurn(arrival.log(), first, arrival.rows(), scan.deadline());
      }
      Optional<AddGuestOutcome> found = found();
      boolean placesLost =
          outcome instanceof Transaction.Rejected rejected
              && rejected.failed().keySet().stream()
                  .allMatch(write -> Character.isDigit(write.key().sk().charAt(0)));
      // Any other item in the way has an id or a code derived from this key, so the key was used
      // before.
      return found.isPresent() || placesLost ? found : Optional.of(new AddGuestOutcome.KeyReused());
    }

    private List<Write> withArrival(List<Write> writes, long first) {
      Arrival.Written arrived = arrival.written(first, now);
      List<Write> all = new ArrayList<>();
      for (Write write : writes) {
        Item code = arrived.codes().get(write.key());
        all.add(code == null ? write : Write.put(code).ifAbsent());
      }
      arrived.rows().forEach(row -> all.add(Sequence.append(row)));
      return all;
    }
  }
}
