package io.doorlist.ingest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.doorlist.domain.Mode;
import io.doorlist.domain.checkin.Scan;
import io.doorlist.domain.desk.AddGuestOutcome;
import io.doorlist.domain.desk.GuestEdit;
import io.doorlist.domain.desk.NewGuest;
import io.doorlist.domain.event.DeskTerms;
import io.doorlist.domain.order.Address;
import io.doorlist.domain.order.Customer;
import io.doorlist.domain.order.Order;
import io.doorlist.door.AddedGuest;
import io.doorlist.ingest.AddedNamesakes.Namesake;
import io.doorlist.testing.Gala;
import io.doorlist.testing.Imports;
import io.doorlist.testing.OrderBuilder;
import io.doorlist.testing.TicketBuilder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Issue 70: what a source brings may be of a guest whom a desk has added. */
class AddedNamesakesTest extends ImportFixture {
  private static final String KEY = "5a1d27f0-9c3e-4a86-8f57-2b7c0d1e9a3%x";

  private final ImportStore store = Imports.into(stores);

  AddedNamesakesTest() {
    addingIs(new DeskTerms.AddGuests(List.of("adult"), 1000));
  }

  private void addingIs(DeskTerms.AddGuests adding) {
    Imports.into(stores)
        .putEvent(
            Gala.event().with(new DeskTerms(adding, false, false, false, DeskTerms.NotesAt.DESK)));
  }

  /** Adds a guest; returns the reference of the ticket. */
  private String add(int number, String name, int companions, Mode mode) {
    AddedGuest derived = new AddedGuest(KEY.formatted(number));
    NewGuest guest =
        new NewGuest(derived.key(), "request", name, "adult", companions, null, null, null, null);
    Scan scan = new Scan(mode, "desk", true, false, null, null, Instant.now().plusSeconds(60));
    assertInstanceOf(
        AddGuestOutcome.Added.class,
        new AddedGuests(stores.table()).add(gala.definition(), guest, null, scan));
    return derived.ticketReference(1);
  }

  private static Order named(long id, String name) {
    return OrderBuilder.order(id)
        .tickets(List.of(TicketBuilder.ticket(id * 10_000, "adult").name(name).build()))
        .build();
  }

  private List<Namesake> namesakes(Order... orders) {
    return store.namesakes(Gala.ACCOUNT, Gala.EVENT, List.of(orders));
  }

  @Test
  void namesakes_areFound_asADeskFindsThem() {
    String zoe = add(1, "Zoë Example", 1, Mode.LIVE);
    add(2, "Grace Example", 0, Mode.LIVE);
    Customer buyer = new Customer("zoe", "EXAMPLE", null, null, null, null, Address.UNKNOWN);
    Order bought =
        OrderBuilder.order(3)
            .of(buyer)
            .tickets(List.of(TicketBuilder.ticket(30_000, "adult").name(null).build()))
            .build();

    assertEquals(
        List.of(new Namesake("R1", List.of(zoe)), new Namesake("R3", List.of(zoe))),
        namesakes(named(1, "Example, Zoe"), named(2, "Tim Example"), bought));
  }

  @Test
  void guestsWhomADeskAddsLater_areFoundToo_fiveAtMost() {
    assertEquals(List.of(), namesakes(named(1, "Ada Example")));
    List<String> added = new ArrayList<>();
    for (int i = 1; i <= 6; i++) {
      gala.put(named(100 + i, "Tim Example"));
      added.add(add(i, "Ada Example", 0, Mode.LIVE));

      assertEquals(
          List.of(new Namesake("R1", added.subList(0, Math.min(i, 5)))),
          namesakes(named(1, "Ada Example")));
    }
  }

  @Test
  void nobodyIsFound_whoIsVoid_orOfTheOtherMode_orOfAnEventWhereDesksAddNobody() {
    String reference = add(1, "Ada Example", 0, Mode.LIVE);
    add(2, "Tim Example", 0, Mode.TEST);
    assertEquals(List.of(), namesakes(named(1, "Tim Example")));
    assertEquals(
        List.of(new Namesake("R1", List.of(reference))), namesakes(named(1, "Ada Example")));

    new GuestEdits(stores.table())
        .edit(
            gala.definition(),
            Mode.LIVE,
            new AddedGuest(KEY.formatted(1)).ticketId(1),
            new GuestEdit.MakeVoid(false),
            "Desk",
            Instant.now().plusSeconds(60));

    assertEquals(List.of(), namesakes(named(1, "Ada Example")));
    add(3, "Ada Example", 0, Mode.LIVE);
    addingIs(null);
    assertEquals(
        List.of(),
        Imports.into(stores(table.engine()))
            .namesakes(Gala.ACCOUNT, Gala.EVENT, List.of(named(1, "Ada Example"))));
  }
}
