package io.doorlist.cli.importing.guests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.cli.CommandResult;
import io.doorlist.cli.CommandTable;
import io.doorlist.cli.connection.AccountReader;
import io.doorlist.domain.order.Order;
import io.doorlist.domain.order.Ticket;
import io.doorlist.domain.order.TicketState;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The same list again, corrected, sorted and shortened: every printed ticket keeps its guest. */
class SecondListTest {
  private final CommandTable table = new CommandTable();

  @Test
  void sortedNamesakes_keepTheirTickets() {
    run("Name;Type\nN.N.;VIP\nN.N.;Normal\nN.N.;Crew");
    Map<String, String> codes = codesBy(Ticket::ticketType);

    run("Name;Type\nN.N.;Normal\nN.N.;Crew\nN.N.;VIP");
    assertEquals(codes, codesBy(Ticket::ticketType));

    CommandResult result = run("Name;Type\nN.N.;Crew\nN.N.;VIP", "--replace");
    assertTrue(result.err().contains("is not in the list any more and becomes void"), result.err());
    assertEquals(codes, codesBy(Ticket::ticketType));
    assertEquals(TicketState.VOID, only(codes.get("normal")).state());
    assertEquals(TicketState.VALID, only(codes.get("vip")).state());
  }

  @Test
  void aCorrectedName_keepsItsTicket_andIsNamed() {
    run("Name;E-Mail\nLea Schmidt;lea@x.org\nBen Oh;ben@x.org");
    String code = named("Lea Schmidt").qrCodeIdentifier();

    CommandResult result = run("Name;E-Mail\nLea Schmitt;lea@x.org\nBen Oh;ben@x.org", "--replace");

    assertTrue(result.err().contains("row 2: Lea Schmidt is Lea Schmitt\n"), result.err());
    assertEquals(2, tickets().size());
    assertEquals(code, named("Lea Schmitt").qrCodeIdentifier());
    assertEquals(TicketState.VALID, named("Lea Schmitt").state());
  }

  @Test
  void aNewNameAtTheSameAddress_isProposed_andNotMade() {
    run("Name;E-Mail\nBernd Alt;office@x.org\nBen Oh;ben@x.org\nCid Ng;c@x.org\nDan Ox;d@x.org");
    Ticket bernd = named("Bernd Alt");
    String list =
        "Name;E-Mail\nCarla Neu;office@x.org\nBen Oh;ben@x.org\nCid Ng;c@x.org\nDan Ox;d@x.org";

    CommandResult dry = run(list, "--dry-run");
    assertTrue(dry.err().contains("--same 2=" + bernd.reference()), dry.err());
    run(list, "--replace");
    assertNotEquals(bernd.qrCodeIdentifier(), named("Carla Neu").qrCodeIdentifier());
    assertEquals(TicketState.VOID, named("Bernd Alt").state());
  }

  @Test
  void theUserSays_whoIsWho() {
    run("Name;E-Mail\nLea Maier;lea@x.org\nBen Oh;ben@x.org");
    Ticket lea = named("Lea Maier");

    run("Name;E-Mail\nL. Berg;berg@y.org\nBen Oh;ben@x.org", "--same=2=" + lea.reference());

    assertEquals(lea.qrCodeIdentifier(), named("L. Berg").qrCodeIdentifier());
    assertEquals(2, tickets().size());
  }

  @Test
  void twoPeopleAtOneAddress_neverChangeTickets() {
    run("Name;E-Mail\nBernd Alt;office@x.org\nCarla Alt;office@x.org");
    Map<String, String> codes = codesBy(Ticket::name);

    run("Name;E-Mail\nCarla Alt;office@x.org", "--replace", "--yes");

    assertEquals(codes, codesBy(Ticket::name));
    assertEquals(TicketState.VOID, named("Bernd Alt").state());
    assertEquals(TicketState.VALID, named("Carla Alt").state());
  }

  @Test
  void aColumnThatIsNumberedAnew_writesNothing() {
    String titles = "Name;E-Mail;Ticket No\n";
    run(titles + rows(0, 10, 0));
    Map<String, String> before = table.items();

    CommandResult result = run(titles + rows(0, 10, 1));
    assertEquals(1, result.status());
    assertTrue(result.err().contains("nothing is written"), result.err());
    assertTrue(result.err().contains("--transfers"), result.err());
    assertEquals(before, table.items());
    run(titles + rows(0, 10, 1), "--transfers");
    assertEquals("1", named("Guest Nr 1").qrCodeIdentifier());
  }

  /** Writes guests with numbers that begin elsewhere the second time. */
  private static String rows(int from, int to, int shift) {
    List<String> rows = new ArrayList<>();
    for (int i = from; i < to; i++) {
      int number = (i + to - shift) % to + 1;
      rows.add("Guest Nr %d;g%d@x.org;%d".formatted(i, i, number));
    }
    return String.join("\n", rows);
  }

  @Test
  void codesOfOurs_areReplacedOnlyIfTheUserIsSure() {
    run("Name;E-Mail\nAnn Lee;a@x.org\nBen Oh;b@x.org");
    String ours = named("Ann Lee").qrCodeIdentifier();
    String list = "Name;E-Mail;Code\nAnn Lee;a@x.org;A-1\nBen Oh;b@x.org;B-1";

    CommandResult result = run(list);
    assertEquals(1, result.status());
    assertTrue(result.err().contains("2 codes that Doorlist made would stop"), result.err());
    assertEquals(ours, named("Ann Lee").qrCodeIdentifier());
    assertEquals(0, run(list, "--yes").status());
    assertEquals("A-1", named("Ann Lee").qrCodeIdentifier());
  }

  @Test
  void replace_concernsOneList() {
    run("Name\nVip One\nVip Two\nVip Three", "--list-name=VIP");
    run("Name\nAnn Lee\nBen Oh");

    CommandResult another = run("Name\nNew One\nNew Two\nNew Three", "--replace");
    assertEquals(1, another.status());
    assertTrue(another.err().contains("--list-name"), another.err());
    assertEquals(5, tickets().size());
    run("Name\nAnn Lee\nBen Oh\nCid Ng", "--replace");

    assertEquals(TicketState.VALID, named("Vip One").state());
    assertEquals(TicketState.VALID, named("Cid Ng").state());
    run("Name\nVip One\nVip Three", "--replace", "--list-name=vip");
    assertEquals(TicketState.VOID, named("Vip Two").state());
    assertEquals(TicketState.VALID, named("Ann Lee").state());
  }

  @Test
  void whoComesBack_hasTheirOldTicketAgain() {
    run("Name;E-Mail\nAnn Lee;a@x.org\nBen Oh;b@x.org\nCid Ng;c@x.org\nDan Ox;d@x.org");
    String code = named("Ben Oh").qrCodeIdentifier();
    run("Name;E-Mail\nAnn Lee;a@x.org\nCid Ng;c@x.org\nDan Ox;d@x.org", "--replace");
    assertEquals(TicketState.VOID, only(code).state());

    run(
        "Name;E-Mail\nBen Oh;b@x.org\nAnn Lee;a@x.org\nCid Ng;c@x.org\nDan Ox;d@x.org",
        "--replace");

    assertEquals(4, tickets().size());
    assertEquals(TicketState.VALID, only(code).state());
  }

  @Test
  void companions_areKnownByTheirNames() {
    run(
        "Name;Begleitung\nAnn Lee;Ben Four, Cleo Four\nDan Ox;\nEva Po;\nFay Qu;\nGil Ro;\nHal Su;");
    Map<String, String> codes = codesBy(Ticket::name);

    CommandResult result =
        run(
            "Name;Begleitung\nAnn Lee;Cleo Four\nBen Four;\nDan Ox;\nEva Po;\nFay Qu;\nGil Ro;\nHal Su;",
            "--replace");

    assertEquals(codes, codesBy(Ticket::name));
    assertEquals(TicketState.VALID, named("Ben Four").state());
    assertFalse(result.err().contains("becomes void"), result.err());
    CommandResult cut =
        run("Name;Begleitung\nAnn Lee;\nBen Four;\nDan Ox;\nEva Po;\nFay Qu;\nGil Ro;\nHal Su;");
    assertTrue(cut.err().contains("Cleo Four ("), cut.err());
    assertEquals(TicketState.VOID, only(codes.get("Cleo Four")).state());
  }

  @Test
  void namesakesWithoutAnythingElse_keepTheirTickets_andAreNamed() {
    run("Name;Note\nN.N.;a\nN.N.;b\nN.N.;c");
    Map<String, String> before = table.items();

    CommandResult result = run("Name;Note\nN.N.;d\nN.N.;e\nN.N.;f", "--replace");
    assertTrue(result.err().contains("rows 2, 3, 4: guests named N.N."), result.err());
    assertEquals(before, table.items());
    run("Name;Note\nN.N.;d\nN.N.;e\nN.N.;f\nN.N.;g", "--replace");
    assertEquals(4, tickets().size());
  }

  /** Ids of lists that were imported before rows had numbers are made of what rows said. */
  @Test
  void listsOfAnEarlierVersion_keepTheirTickets() {
    String line =
        """
        {"kind":"order","account":"acme","event":"gala","id":%d,"reference":"%s","state":"confirmed",\
        "payment_state":"paid","currency":"XXX","amount":0,"created_at":"2026-03-01T10:00:00Z",\
        "updated_at":"2026-03-01T10:00:00Z","customer":{"last_name":"%s"},"tickets":[%s]}
        """;
    String ticket =
        """
        {"id":%d,"reference":"%s","state":"valid","name":"%s","ticket_type":"guest",\
        "qr_code_identifier":"%s","created_at":"2026-03-01T10:00:00Z",\
        "updated_at":"2026-03-01T10:00:00Z"}""";
    long first = (1L << 53) - 900_000_000_000_000L;
    String ann =
        ticket.formatted(first, "8K1ZQ7A2BC", "Ann Lee", "code-ann")
            + ","
            + ticket.formatted(first + 77, "8K1ZQ7A2BC-2", "Ann Lee +1", "code-plus");
    String ben = ticket.formatted(first + 500, "7J0ABCDEF1", "Ben Oh", "code-ben");
    run("Name\nZoë Li");
    table.runWith(
        line.formatted(first + 1, "8K1ZQ7A2BC", "Ann Lee", ann)
            + line.formatted(first + 501, "7J0ABCDEF1", "Ben Oh", ben),
        "import",
        "-");
    assertEquals(4, tickets().size());
    Map<String, String> codes = codesBy(Ticket::name);

    CommandResult result = run("Name;+1\nBen Oh;\nZoë Li;\nAnn Lee;2", "--replace");

    assertEquals(0, result.status(), result.err());
    assertEquals(5, tickets().size());
    codes.forEach((name, code) -> assertEquals(code, named(name).qrCodeIdentifier(), name));
    assertTrue(tickets().stream().allMatch(it -> it.state() == TicketState.VALID));
    CommandResult again = run("Name;+1\nAnn Lee;2\nBen Oh;\nZoë Li;", "--replace");
    assertTrue(again.out().startsWith("0 created, 0 changed"), again.out() + again.err());
  }

  /**
   * A newcomer's afternoon: 200 guests with 20 namesakes, sorted anew, 10 added, 5 removed and 5
   * corrected.
   */
  @Test
  void everyPrintedTicket_stillOpensForItsGuest() {
    List<String> guests = new ArrayList<>();
    for (int i = 0; i < 180; i++) {
      guests.add("Guest%d Family%d;g%d@x.org;%s".formatted(i, i, i, i % 7 == 0 ? "VIP" : "Normal"));
    }
    for (int i = 0; i < 20; i++) {
      guests.add("N.N.;;%s".formatted(i < 5 ? "VIP" : i < 10 ? "Crew" : "Normal"));
    }
    run("Name;E-Mail;Type\n" + String.join("\n", guests));
    Map<String, Ticket> printed = new HashMap<>();
    tickets().forEach(ticket -> printed.put(ticket.qrCodeIdentifier(), ticket));
    assertEquals(200, printed.size());

    List<String> later = new ArrayList<>(guests.subList(5, guests.size()));
    for (int i = 0; i < 5; i++) {
      later.set(i, later.get(i).replace(" Family", " Familie"));
    }
    for (int i = 0; i < 10; i++) {
      later.add("New%d Person;n%d@x.org;Normal".formatted(i, i));
    }
    Collections.shuffle(later, new Random(5));
    CommandResult result = run("Name;E-Mail;Type\n" + String.join("\n", later), "--replace");

    assertEquals(0, result.status(), result.err());
    assertEquals(210, tickets().size());
    Map<String, Ticket> now = new HashMap<>();
    tickets().forEach(ticket -> now.put(ticket.qrCodeIdentifier(), ticket));
    int removed = 0;
    int corrected = 0;
    for (Map.Entry<String, Ticket> each : printed.entrySet()) {
      Ticket before = each.getValue();
      Ticket after = now.get(each.getKey());
      assertEquals(before.email(), after.email());
      assertEquals(before.ticketType(), after.ticketType());
      if (after.state() == TicketState.VOID) {
        removed++;
        assertTrue(result.err().contains(before.name() + " ("), result.err());
      } else if (!before.name().equals(after.name())) {
        corrected++;
        assertTrue(result.err().contains(before.name() + " is " + after.name()), result.err());
      }
    }
    assertEquals(5, removed);
    assertEquals(5, corrected);
  }

  private CommandResult run(String text, String... more) {
    List<String> words = new ArrayList<>(List.of("import", "-", "--account=acme", "--event=gala"));
    words.addAll(List.of(more));
    return table.runWith(text.getBytes(StandardCharsets.UTF_8), words.toArray(String[]::new));
  }

  private List<Ticket> tickets() {
    return new AccountReader(table.stores(), "acme")
        .orders("gala", id -> true)
        .map(Order::tickets)
        .flatMap(List::stream)
        .toList();
  }

  private Ticket named(String name) {
    return tickets().stream().filter(it -> name.equals(it.name())).findFirst().orElseThrow();
  }

  private Ticket only(String code) {
    return tickets().stream()
        .filter(it -> it.qrCodeIdentifier().equals(code))
        .findFirst()
        .orElseThrow();
  }

  private Map<String, String> codesBy(Function<Ticket, String> key) {
    return tickets().stream().collect(Collectors.toMap(key, Ticket::qrCodeIdentifier));
  }
}
