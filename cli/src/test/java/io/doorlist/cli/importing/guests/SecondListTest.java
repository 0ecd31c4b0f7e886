package io.doorlist.cli.importing.guests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.cli.CommandResult;
import io.doorlist.cli.connection.AccountReader;
import io.doorlist.domain.checkin.CheckinOutcome;
import io.doorlist.domain.order.Ticket;
import io.doorlist.domain.order.TicketState;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * The same list again, corrected, sorted and shortened: every printed ticket keeps its guest.
 *
 * <ul>
 *   <li>Steps of matching: {@link #aColumnThatIsNumberedAnew_writesNothing} (code, reference),
 *       {@link #sortedNamesakes_keepTheirTickets} (all cells), {@link
 *       #twoPeopleAtOneAddress_neverChangeTickets} (e-mail and name), {@link
 *       #aNewAddressOfOneName_isProposed_andAnotherEMailIsNamed} (name and what decides), {@link
 *       #aCorrectedName_keepsItsTicket_andIsNamed} (e-mail and first name), {@link
 *       #listsOfAnEarlierVersion_keepTheirTickets} (name)
 *   <li>What is not sure: {@link #aNewNameAtTheSameAddress_isProposed_andNotMade}, {@link
 *       #theUserSays_whoIsWho}, {@link #namesakesWithoutAnythingElse_keepTheirTickets_andAreNamed},
 *       {@link #aNoAmongNamesakes_isNamed}
 *   <li>What looks like a mistake: {@link #exchangedReferences_writeNothing_howeverFew}, {@link
 *       #replace_concernsOneList}, {@link #moreThanAThirdOfTheList_stopsOpeningOnlyIfTheUserIsSure}
 *   <li>Whose ticket stops opening: {@link #whoeverStopsComing_isNamedBeforeItHappens}, {@link
 *       #companions_areKnownByTheirNames}
 *   <li>Codes that a list says: {@link ListedCodesTest}
 *   <li>Any list at all: {@link RandomPeopleTest}
 * </ul>
 */
class SecondListTest extends GuestListFixture {
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
    Map<String, String> before = items();

    CommandResult result = run(titles + rows(0, 10, 1));
    assertEquals(1, result.status());
    assertTrue(result.err().contains("nothing is written"), result.err());
    assertTrue(result.err().contains("--transfers"), result.err());
    assertEquals(before, items());
    run(titles + rows(0, 10, 1), "--transfers");
    assertEquals("1", named("Guest Nr 1").reference());
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
        "Name;Begleitung\n"
            + "Ann Lee;Ben Four, Cleo Four\n"
            + "Dan Ox;\n"
            + "Eva Po;\n"
            + "Fay Qu;\n"
            + "Gil Ro;\n"
            + "Hal Su;");
    Map<String, String> codes = codesBy(Ticket::name);

    CommandResult result =
        run(
            "Name;Begleitung\n"
                + "Ann Lee;Cleo Four\n"
                + "Ben Four;\n"
                + "Dan Ox;\n"
                + "Eva Po;\n"
                + "Fay Qu;\n"
                + "Gil Ro;\n"
                + "Hal Su;",
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
    Map<String, String> before = items();

    CommandResult result = run("Name;Note\nN.N.;d\nN.N.;e\nN.N.;f", "--replace");
    assertTrue(result.err().contains("rows 2, 3, 4: guests named N.N."), result.err());
    assertEquals(before, items());
    run("Name;Note\nN.N.;d\nN.N.;e\nN.N.;f\nN.N.;g", "--replace");
    assertEquals(4, tickets().size());
  }

  /** Of namesakes who are told apart by nothing, nobody becomes void when one is gone. */
  @Test
  void namesakesThatAreFewer_allKeepTheirTickets_andAreNamed() {
    run("Name;Note\nN.N.;a\nN.N.;b\nN.N.;c\nAnn Lee;");
    Map<String, String> before = items();

    CommandResult result = run("Name;Note\nN.N.;d\nN.N.;e\nAnn Lee;", "--replace");

    assertEquals(before, items());
    assertTrue(result.err().contains("rows 2, 3: guests named N.N. cannot be told"), result.err());
    assertTrue(
        result.err().contains("may no longer be in the list, but namesakes are"), result.err());
  }

  @Test
  void equalNamesakesThatAreFewer_allKeepTheirTickets() {
    run("Name\nN.N.\nN.N.\nN.N.\nAnn Lee");

    CommandResult result = run("Name\nAnn Lee\nN.N.\nN.N.", "--replace");

    assertTrue(tickets().stream().allMatch(it -> it.state() == TicketState.VALID));
    assertTrue(result.err().contains("N.N. ("), result.err());
  }

  @Test
  void aNoAmongNamesakes_isNamed() {
    run("Name;RSVP\nN.N.;yes\nN.N.;yes\nAnn Lee;yes");

    CommandResult result = run("Name;RSVP\nN.N.;no\nN.N.;yes\nAnn Lee;yes");

    assertTrue(result.err().contains("row 2: N.N. says no"), result.err());
    assertTrue(tickets().stream().allMatch(it -> it.state() == TicketState.VALID));
  }

  /** An answer is no sign of who somebody is: only one of two namesakes has been there before. */
  @Test
  void aNewNamesakeWhoComes_doesNotHideTheNoOfTheOther() {
    run("Name;Note\nN.N.;\nAnn Lee;");
    String list = "Name;E-Mail;RSVP\nN.N.;n@x.org;yes\nN.N.;;no\nAnn Lee;;yes";

    CommandResult result = run(list);

    assertTrue(result.err().contains("N.N. says no"), result.err());
  }

  @Test
  void refusedRows_keepTheirGuestsTickets_andNameThem() {
    run("Name;E-Mail;RSVP\nAnn Lee;a@x.org;yes\nBen Oh;b@x.org;yes\nCid Ng;c@x.org;no");
    String ann = named("Ann Lee").qrCodeIdentifier();

    CommandResult result =
        run(
            "Name;E-Mail;RSVP\nAnn Lee;a@x.org;kommt leider nicht\nBen Oh;b@x.org;yes\n"
                + "Cid Ng;c@x.org;curry\nDan Ox;d@x.org;curry\nBen Oh;b@x.org;curry",
            "--replace");

    assertEquals(1, result.status());
    List.of(
            "row 2 is refused: Ann Lee still comes in, as before",
            "row 4 is refused: Cid Ng still does not come in, as before",
            "row 5 is refused: Dan Ox is not on the list because of it",
            "row 6 is refused: Ben Oh is in the list by another row")
        .forEach(line -> assertTrue(result.err().contains(line), line + "\n" + result.err()));
    assertEquals(ann, named("Ann Lee").qrCodeIdentifier());
    assertEquals(TicketState.VALID, named("Ann Lee").state());
    assertEquals(3, tickets().size());
  }

  /** A refused row counts among those by which somebody is told apart. */
  @Test
  void aRefusedRow_neverGivesItsTicketToAnother() {
    run("Name;E-Mail;RSVP\nBernd Alt;office@x.org;yes\nAnn Lee;a@x.org;yes");
    String bernd = named("Bernd Alt").qrCodeIdentifier();

    run("Name;E-Mail;RSVP\nBernt Neu;office@x.org;yes\nBernd Alt;office@x.org;curry");

    assertEquals(bernd, named("Bernd Alt").qrCodeIdentifier());
    assertNotEquals(bernd, named("Bernt Neu").qrCodeIdentifier());
  }

  @Test
  void exchangedReferences_writeNothing_howeverFew() {
    String titles = "Name;E-Mail;Reference\n";
    run(titles + "Ann Lee;a@x.org;R1\nBen Oh;b@x.org;R2\nCid Ng;c@x.org;R3");
    Map<String, String> before = items();

    CommandResult result = run(titles + "Ann Lee;a@x.org;R2\nBen Oh;b@x.org;R1\nCid Ng;c@x.org;R3");

    assertEquals(1, result.status());
    assertTrue(result.err().contains("looks renumbered"), result.err());
    assertEquals(before, items());
    CommandResult transfer =
        run(titles + "Ann Lee;a@x.org;R1\nEva Po;e@x.org;R2\nCid Ng;c@x.org;R3");
    assertTrue(
        transfer.err().contains("row 3: the ticket of Ben Oh (R2) is Eva Po's now"),
        transfer.err());
  }

  /** With {@code --dry-run} too, everybody is named who stays outside, companions as well. */
  @Test
  void whoeverStopsComing_isNamedBeforeItHappens() {
    String all = "Name;E-Mail;+1\nAnn Lee;a@x.org;Ben Four\nCid Ng;c@x.org;\n" + rowsWithoutMore();
    run(all);
    Map<String, String> before = items();
    String list = all.replace("\nAnn", ";RSVP\nAnn").replace("Ben Four", "Ben Four;no");

    CommandResult dry = run(list.replace(";\n", ";;yes\n"), "--dry-run");

    assertTrue(dry.err().contains("Ann Lee ("), dry.err());
    assertTrue(dry.err().contains("Ben Four ("), dry.err());
    assertEquals(before, items());
  }

  private static String rowsWithoutMore() {
    StringBuilder rows = new StringBuilder();
    for (int i = 0; i < 8; i++) {
      rows.append("Guest Nr%c;g%d@x.org;\n".formatted('a' + i, i));
    }
    return rows.toString();
  }

  @Test
  void moreThanAThirdOfTheList_stopsOpeningOnlyIfTheUserIsSure() {
    run("Name\nAnn Lee\nBen Oh\nCid Ng\nDan Ox");

    assertEquals(0, run("Name\nAnn Lee\nBen Oh\nCid Ng", "--replace").status());
    CommandResult half = run("Name\nAnn Lee\nBen Oh", "--replace", "--dry-run");
    assertTrue(half.err().contains("Cid Ng ("), half.err());
    assertEquals(0, run("Name\nAnn Lee\nBen Oh", "--replace").status());
    CommandResult one = run("Name\nAnn Lee", "--replace");
    assertEquals(1, one.status());
    assertTrue(one.err().contains("1 of 2 tickets of the list would stop opening"), one.err());
    assertEquals(TicketState.VALID, named("Ben Oh").state());
  }

  @Test
  void aNewAddressOfOneName_isProposed_andAnotherEMailIsNamed() {
    run("Name;E-Mail;Note\nAnn Lee;a@x.org;x\nBen Oh;b@x.org;\nCid Ng;c@x.org;");
    Ticket ann = named("Ann Lee");

    CommandResult dry =
        run("Name;E-Mail;Note\nAnn Lee;new@y.org;y\nBen Oh;b@x.org;\nCid Ng;c@x.org;", "--dry-run");
    assertTrue(dry.err().contains("--same 2=" + ann.reference()), dry.err());
    CommandResult same =
        run("Name;E-Mail;Note\nAnn Lee;new@y.org;x\nBen Oh;b@x.org;\nCid Ng;c@x.org;");
    assertTrue(same.err().contains("row 2: Ann Lee has another e-mail now"), same.err());
    assertEquals(ann.qrCodeIdentifier(), named("Ann Lee").qrCodeIdentifier());
  }

  @Test
  void aCompanionOfAnotherName_isNamed() {
    run("Name;Begleitung\nAnn Lee;Ben Four\nCid Ng;");

    CommandResult result = run("Name;Begleitung\nAnn Lee;Dan Five\nCid Ng;");

    assertTrue(result.err().contains("row 2: Ben Four is Dan Five\n"), result.err());
  }

  /** Whoever was forgotten does not come back by the row that brought them. */
  @Test
  void whoWasForgotten_doesNotComeBack_andIsNamedByNumber() {
    String list =
        "Name;E-Mail;Type\nAnn Lee;a@x.org;VIP\nBen Oh;b@x.org;VIP\nN.N.;;Crew\nCid Ng;c@x.org;VIP";
    run(list);
    table.runWith("", "forget", "--account=acme", "--email=A@x.org");
    long nobody =
        tickets().stream().filter(it -> "N.N.".equals(it.name())).findFirst().orElseThrow().id();
    long order =
        new AccountReader(table.stores().forCommand(), "acme")
            .orders("gala", id -> true)
            .filter(it -> it.tickets().getFirst().id() == nobody)
            .findFirst()
            .orElseThrow()
            .id();
    table.runWith("", "forget", "--account=acme", "--event=gala", "--order=" + order);
    Map<String, String> before = items();

    CommandResult again =
        run(
            "Name;E-Mail;Type\n"
                + "Ben Oh;b@x.org;VIP\n"
                + "Ann LEE;a@x.org;VIP\n"
                + "N.N.;;Crew\n"
                + "Cid Ng;c@x.org;VIP",
            "--replace");

    assertEquals(0, again.status(), again.err());
    assertTrue(again.err().contains("row 3 is left out: its guest was forgotten"), again.err());
    assertTrue(again.err().contains("row 4 is left out: its guest was forgotten"), again.err());
    assertFalse(again.err().contains("LEE") || again.err().contains("a@x.org"), again.err());
    assertEquals(before, items());
    String digests = String.join("\n", before.values());
    assertFalse(digests.contains("Ann Lee") || digests.contains("a@x.org"), digests);
    run("Name;E-Mail;Type\nN.N.;;Normal\nBen Oh;b@x.org;VIP\nCid Ng;c@x.org;VIP");
    assertEquals(5, tickets().size());
  }

  /** What a list leaves out of itself stays, and is named. */
  @Test
  void whoIsNotInTheList_staysAndIsNamed() {
    run("Name\nAnn Lee\nBen Oh");

    CommandResult result = run("Name\nAnn Lee");

    assertTrue(
        result.err().contains("stay as they are: 1 ticket; --replace makes them void (Ben Oh ("),
        result.err());
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
        "updated_at":"2026-03-01T10:00:00Z"}\
        """;
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
        assertInstanceOf(CheckinOutcome.NotAdmissible.class, checkIn(each.getKey()));
      } else {
        CheckinOutcome.CheckedIn in =
            assertInstanceOf(CheckinOutcome.CheckedIn.class, checkIn(each.getKey()));
        assertEquals(after.name(), in.checkin().ticketName());
        if (!before.name().equals(after.name())) {
          corrected++;
          assertTrue(result.err().contains(before.name() + " is " + after.name()), result.err());
        }
      }
    }
    assertEquals(5, removed);
    assertEquals(5, corrected);
  }

  private Map<String, String> codesBy(Function<Ticket, String> key) {
    return tickets().stream().collect(Collectors.toMap(key, Ticket::qrCodeIdentifier));
  }
}
