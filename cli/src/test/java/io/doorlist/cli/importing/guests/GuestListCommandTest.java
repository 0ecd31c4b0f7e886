package io.doorlist.cli.importing.guests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.cli.CommandResult;
import io.doorlist.cli.CommandTable;
import io.doorlist.cli.SampleLines;
import io.doorlist.cli.connection.AccountReader;
import io.doorlist.domain.Mode;
import io.doorlist.domain.checkin.CheckinOutcome;
import io.doorlist.domain.checkin.Scan;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.domain.event.TicketType;
import io.doorlist.domain.order.Order;
import io.doorlist.domain.order.OrderState;
import io.doorlist.domain.order.Ticket;
import io.doorlist.domain.order.TicketState;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A guest list through the command, as an organiser brings it. */
class GuestListCommandTest {
  private final CommandTable table = new CommandTable();

  @Test
  void import_takesAListOf500_withOneBrokenRow_andTheFirstGuestComesIn() {
    StringBuilder text =
        new StringBuilder("Vorname;Nachname;E-Mail;Ticketart;Ticketnummer;Status\r\n");
    for (int i = 1; i <= 500; i++) {
      text.append(
          "Jörg;Müßig %d;j%d@example.org;%s;TÜR-%06d-KQ;%s\r\n"
              .formatted(i, i, i % 5 == 0 ? "VIP+" : "VIP", i, i == 250 ? "Canary?" : "bezahlt"));
    }
    byte[] bytes = text.toString().getBytes(Charset.forName("windows-1252"));

    CommandResult shown = table.runWith(bytes, words("--dry-run"));
    assertEquals(Map.of(), table.items());
    assertTrue(shown.out().contains("499 rows, 499 tickets"), shown.out());
    assertTrue(shown.out().contains("types: {VIP=400, VIP+=99}"), shown.out());
    assertTrue(
        shown.out().contains("Jörg Müßig 3") && !shown.out().contains("Müßig 4"), shown.out());

    CommandResult result = table.runWith(bytes, words("--title=Gala", "--time-zone=Europe/Berlin"));

    assertEquals(1, result.status());
    assertEquals("502 created, 0 changed, 0 unchanged, 1 refused\n", result.out());
    assertTrue(
        result
            .err()
            .contains(
                "\nrow 251: Status: is not understood; words such as valid, pending and void are\n"),
        result.err());
    assertTrue(
        result.err().contains("row 251 is refused: Jörg Müßig 250 is not on the list"),
        result.err());
    for (String personal : List.of("Canary", "Müßig 249", "example.org", "TÜR")) {
      assertFalse(result.err().contains(personal), result.err());
    }
    EventDefinition gala = gala();
    assertEquals("Gala", gala.event().title());
    assertEquals("Europe/Berlin", gala.event().timeZone().getId());
    assertEquals(
        List.of("VIP", "VIP+"), gala.event().ticketTypes().stream().map(TicketType::name).toList());
    assertTrue(checkIn("TÜR-000001-KQ") instanceof CheckinOutcome.CheckedIn);
    assertFalse(checkIn("TÜR-000250-KQ") instanceof CheckinOutcome.CheckedIn);
  }

  @Test
  void import_writesOnlyWhatChanged_whenAListIsSortedAnewOrHasMoreRows() {
    List<String> rows = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      String code = i % 3 == 0 ? "" : "K-" + i;
      // Namesakes, orders of several rows, groups with and without a code.
      rows.add(
          "Ann %d;a%d@x.org;%s;O%d;%d;VIP".formatted(i / 2, i / 4, code, i / 5, 1 + i % 4 / 3));
    }
    String titles = "Name;E-Mail;Code;Order;Quantity;Type\n";
    run(titles + String.join("\n", rows));
    Map<String, String> before = GuestListFixture.butRows(table);

    Collections.shuffle(rows, new Random(7));
    CommandResult again = run(titles + String.join("\n", rows));
    assertTrue(again.out().startsWith("0 created, 0 changed, "), again.out());
    assertEquals(before, GuestListFixture.butRows(table));

    rows.add(0, "Zoë;z@x.org;Z-1;;1;VIP");
    rows.set(5, rows.get(5).replace(";VIP", ";Crew"));
    CommandResult more = run(titles + String.join("\n", rows));
    // One guest more, one type, one order that is different.
    assertTrue(more.out().startsWith("1 created, 2 changed, "), more.out());
  }

  @Test
  void import_keepsEventCheckInsAndCodes_whenAListComesAgain() {
    run("Name;E-Mail\nAnn;a@x.org\nBen;b@x.org");
    String code = ticket("Ann").qrCodeIdentifier();
    checkIn(code);

    CommandResult again = run("Name;E-Mail;Telefon;Type\nBen;b@x.org;1;Crew\nAnn;a@x.org;2;");

    assertEquals("0 created, 3 changed, 0 unchanged, 0 refused\n", again.out());
    assertEquals(1, gala().lists().size());
    assertEquals("gala", gala().event().title());
    assertEquals(code, ticket("Ann").qrCodeIdentifier());
    assertEquals("2", ticket("Ann").phoneNumber());
    assertTrue(checkIn(code) instanceof CheckinOutcome.AlreadyCheckedIn);
  }

  @Test
  void replace_makesVoidWhoIsGone_andBringsThemBack() {
    run("Name;Code;Order\nAnn;A;1\nBen;B;1\nCid;C;2\nDan;D;3");
    assertEquals(
        "0 created, 0 changed, 2 unchanged, 0 refused\n", run("Name;Code;Order\nAnn;A;1").out());

    CommandResult refused = run("Name;Code;Order\nAnn;A;1\nDan;D;4", "--replace");

    assertTrue(refused.err().contains("Ben ("), refused.err());
    assertTrue(refused.err().contains("2 of 4 tickets of the list would stop"), refused.err());
    assertEquals(TicketState.VALID, ticket("Ben").state());
    CommandResult result = run("Name;Code;Order\nAnn;A;1\nDan;D;4", "--replace", "--yes");

    assertTrue(result.err().contains("makes them void: 2 tickets\n"), result.err());
    assertEquals(TicketState.VALID, ticket("Ann").state());
    assertEquals(TicketState.VOID, ticket("Ben").state());
    assertEquals(TicketState.VOID, ticket("Cid").state());
    assertEquals(TicketState.VALID, ticket("Dan").state());
    assertFalse(checkIn("B") instanceof CheckinOutcome.CheckedIn);
    String list = "Name;Code;Order\nAnn;A;1\nDan;D;4\nBen;B;1";
    assertTrue(
        run("Name;Code;Order\nAnn;A;1\nDan;D;4", "--replace")
            .out()
            .startsWith("0 created, 0 changed"));
    assertTrue(run(list).err().contains("that they come: 1 ticket;"));
    assertEquals(TicketState.VOID, ticket("Ben").state());
    run(list, "--replace");
    assertEquals(TicketState.VALID, ticket("Ben").state());
    CommandResult broken = run("Name;Code;Status\nAnn;A;paid\nEve;E;whatever", "--replace");
    assertTrue(broken.err().contains("makes nobody void"), broken.err());
    assertTrue(run("Name;Code;Status", "--replace").err().contains("makes nobody void"));
    assertEquals(TicketState.VALID, ticket("Dan").state());
  }

  @Test
  void import_neverLetsInByAListThatDoesNotSaySo() {
    run("Name;Code;Status\nAnn;A;refunded\nBen;B;pending\nCid;C;paid");
    assertEquals(OrderState.PENDING, order("Ben").state());

    CommandResult result = run("Name;Code\nAnn;A\nBen;B\nCid;C");

    assertTrue(result.err().contains("no column says who is not let in"), result.err());
    assertEquals(TicketState.VOID, ticket("Ann").state());
    assertEquals(OrderState.PENDING, order("Ben").state());
    run("Name;Code;Status\nAnn;A;paid\nBen;B;paid\nCid;C;refunded", "--yes");
    assertEquals(TicketState.VALID, ticket("Ann").state());
    assertEquals(OrderState.CONFIRMED, order("Ben").state());
    assertEquals(TicketState.VOID, ticket("Cid").state());
  }

  @Test
  void import_keepsOutWhoWaits_whoeverElseOfTheOrderPays() {
    run("Name;Code;Order;Status\nAnn;A;1;pending\nBen;B;1;pending\nCid;C;2;void");

    run("Name;Code;Order;Status\nAnn;A;1;paid\nBen;B;1;whatever");
    assertTrue(checkIn("A") instanceof CheckinOutcome.CheckedIn);
    assertFalse(checkIn("B") instanceof CheckinOutcome.CheckedIn);
    // Another order, and no column that decides.
    CommandResult moved = run("Name;Code;Order\nBen;B;7\nCid;C;7");
    assertTrue(moved.err().contains("that they come: 2 tickets;"), moved.err());
    assertTrue(moved.err().contains("stay as they are: 1 ticket;"), moved.err());
    assertFalse(checkIn("B") instanceof CheckinOutcome.CheckedIn);
    assertFalse(checkIn("C") instanceof CheckinOutcome.CheckedIn);
    run("Name;Code;Order;Status\nBen;B;7;paid");
    assertTrue(checkIn("B") instanceof CheckinOutcome.CheckedIn);
  }

  @Test
  void import_saysWhatOfTheTableCannotBeRead() {
    run("Name;Code\nAnn;A");
    table.corrupt("acme#gala#order#" + order("Ann").id(), "ORDER", "customer");
    CommandResult order = run("Name;Code\nAnn;A");
    assertEquals(1, order.status());
    assertTrue(order.err().contains("cannot be read"), order.err());

    table.runWith(
        String.join("\n", SampleLines.ACCOUNT, SampleLines.EVENT, SampleLines.ORDER),
        "import",
        "-");
    table.corrupt("acme#spring-gala#order#1001", "ORDER", "customer");
    CommandResult line = table.runWith(SampleLines.ORDER, "import", "-");
    assertEquals(1, line.status());
    assertTrue(line.err().contains("an order cannot be read"), line.err());
    table.corrupt("acme#spring-gala#orders#live", "0000000000000001", "created_at");
    // The list that it adds has to show all orders.
    CommandResult row =
        table.runWith("Name;Code\nBen;B", "import", "-", "--account=acme", "--event=spring-gala");
    assertEquals(1, row.status());
    assertTrue(row.err().contains("cannot be read: [acme#spring-gala#orders#live"), row.err());
  }

  @Test
  void import_countsPartiesAnew() {
    run("Name;Code;Anzahl\nAnn;;3\nBen;B;2");
    assertEquals("B", order("Ben").qrCodeIdentifier());
    assertEquals(List.of("Ann", "Ann +1", "Ann +2"), names(order("Ann")));

    run("Name;Code;Anzahl\nAnn;;2\nBen;B;1", "--yes");

    assertEquals(TicketState.VOID, ticket("Ann +2").state());
    assertEquals(TicketState.VALID, ticket("Ann +1").state());
    assertEquals(TicketState.VOID, ticket("Ben +1").state());
    assertTrue(run("Name;Code;Anzahl\nAnn;;2\nBen;B;1").out().startsWith("0 created, 0 changed"));
  }

  @Test
  void tickets_areAPageOfWhoComesIn() {
    run("Name;Code;Status\n<Ann> & Co;A;paid\nBen;B;void\nCid;C;pending");

    CommandResult page = table.run("tickets --account acme --event gala");

    assertEquals(0, page.status(), page.err());
    assertTrue(page.out().contains("&lt;Ann&gt; &amp; Co"), page.out());
    assertEquals(2, page.out().split("<section>").length);
    assertTrue(page.out().contains("<svg "));
    assertEquals("1 ticket\n", page.err());
    assertEquals(1, table.run("tickets --account acme --event none").status());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--from=csv",
        "--account=acme --event=a=b",
        "--account=acme --event=gala --columns=nam=x",
        "--account=acme --event=gala --columns=name",
        "--account=acme --event=gala --dates=first",
        "--account=acme --event=gala --time-zone=Nowhere",
        "--replace",
        "--from=pretix --account=acme --replace",
        "--from=pretix",
        "--from=pretix --account=acme --event=no/slug",
        "--from=pretix --account=acme --event=spring-gala --currency=euro",
        "--from=eventbrite --account=acme --event=spring-gala --currency=EUR",
        "--account=acme",
        "--currency=EUR"
      })
  void import_refusesWrongOptions(String options) {
    assertEquals(2, table.run("import - " + options).status());
  }

  /** Issue 69: what is copied from a mail or a web page has marks that nobody sees. */
  @Test
  void import_takesCodesAndNames_withoutWhatNobodySees() {
    run("Name;Code\nZoe\u0308\u00A0Lee\u200B;\u202AT\u00AD-1\u202C\nBen Fox;\uFEFFT\u00A02\n");

    assertEquals("T-1", ticket("Zo\u00EB Lee").qrCodeIdentifier());
    assertTrue(checkIn("T-1") instanceof CheckinOutcome.CheckedIn);
    assertTrue(checkIn("T\u00A02") instanceof CheckinOutcome.CheckedIn);
    assertTrue(checkIn("T 2") instanceof CheckinOutcome.AlreadyCheckedIn);
  }

  @Test
  void import_readsAListAsItIsTold() {
    byte[] text = "Name;Code\nJörg Müßig;C1\n".getBytes(Charset.forName("IBM850"));
    byte[] workbook = GuestLists.file("hidden-openpyxl.xlsx");

    assertEquals(0, table.runWith(text, words("--charset=IBM850")).status());
    assertEquals("C1", ticket("Jörg Müßig").qrCodeIdentifier());
    assertEquals(0, table.runWith(workbook, words()).status());
    assertTrue(checkIn("A2") instanceof CheckinOutcome.UnknownQrCode);
    assertEquals(0, table.runWith(workbook, words("--hidden")).status());
    assertTrue(checkIn("A2") instanceof CheckinOutcome.CheckedIn);
  }

  @Test
  void import_makesTheCodesOfEventTickets() {
    run(
        "Order ID,Order Status,Ticket,Ticket ID,Security Code,Check in,Purchaser name,E-mail\n"
            + "51,Completed,Day,9001,abc,,Ada Byron,ada@x.org\n");
    String link =
        "https://shop.example/?event_qr_code=1&ticket_id=9001&event_id=37&security_code=%s&path=qr";

    assertTrue(checkIn(link.formatted("other")) instanceof CheckinOutcome.UnknownQrCode);
    assertTrue(checkIn(link.formatted("abc")) instanceof CheckinOutcome.CheckedIn);
  }

  @Test
  void import_saysThatAListMustGoSomewhere() {
    CommandResult result = table.runWith("Name,Email\nAnn,a@x.org", "import", "-");

    assertEquals(1, result.status());
    assertTrue(result.err().contains("looks like a guest list"), result.err());
  }

  private static String[] words(String... more) {
    List<String> words = new ArrayList<>(List.of("import", "-", "--account=acme", "--event=gala"));
    words.addAll(List.of(more));
    return words.toArray(String[]::new);
  }

  private CommandResult run(String text, String... more) {
    return table.runWith(text.getBytes(StandardCharsets.UTF_8), words(more));
  }

  private EventDefinition gala() {
    return table.stores().events().readDefinition("acme", "gala").orElseThrow();
  }

  private Order order(String name) {
    return new AccountReader(table.stores().forCommand(), "acme")
        .orders("gala", id -> true)
        .filter(order -> names(order).contains(name))
        .findFirst()
        .orElseThrow();
  }

  private static List<String> names(Order order) {
    return order.tickets().stream().map(Ticket::name).toList();
  }

  private Ticket ticket(String name) {
    return order(name).tickets().get(names(order(name)).indexOf(name));
  }

  private CheckinOutcome checkIn(String code) {
    CheckinList list = gala().lists().getFirst();
    Instant soon = Instant.now().plusSeconds(60);
    Scan command = new Scan(Mode.LIVE, "phone", true, true, null, null, soon);
    return table.stores().checkins().checkInTicket(gala(), list, code, command);
  }
}
