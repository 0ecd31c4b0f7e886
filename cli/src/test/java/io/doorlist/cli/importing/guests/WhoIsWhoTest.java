package io.doorlist.cli.importing.guests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.cli.CommandResult;
import io.doorlist.domain.checkin.CheckinOutcome;
import io.doorlist.domain.order.Ticket;
import io.doorlist.domain.order.TicketState;
import io.doorlist.door.Reason;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Issue 69: which ticket is whose when a list comes again, case by case. */
class WhoIsWhoTest extends GuestListFixture {
  private static final String OTHERS =
      "\nCid Ng;c@x.org%1$s\nDan Ox;d@x.org%1$s\nEva Po;e@x.org%1$s\nFay Qu;f@x.org%1$s";

  /** Of two of whom the list says the same, whoever comes in has their ticket first. */
  @Test
  void voidTickets_areGivenLast() {
    imported("Name;RSVP\nN.N.;no\nN.N.;yes\nAnn Lee;yes\nBen Oh;yes\nCid Ng;yes");
    Set<String> before = codes(TicketState.VALID);

    imported("Name\nN.N.\nAnn Lee\nBen Oh\nCid Ng");

    assertEquals(before, codes(TicketState.VALID));
    assertEquals(5, tickets().size());
  }

  @Test
  void theCode_comesBeforeTheReference() {
    imported("Name;Reference;Code\nAnn Lee;R1;C-1\nBen Oh;R2;C-2\nCid Ng;R3;C-3\nDan Ox;R4;C-4");

    CommandResult result =
        run("Name;Reference;Code\nAnn Lee;R2;C-1\nBen Oh;R1;C-2\nCid Ng;R3;C-3\nDan Ox;R4;C-4");

    assertEquals("C-1", named("Ann Lee").qrCodeIdentifier(), result.err());
    assertEquals("C-2", named("Ben Oh").qrCodeIdentifier());
    assertEquals(4, tickets().size());
  }

  @Test
  void aCorrection_keepsTheCheckIn() {
    imported("Name;E-Mail\nLea Schmidt;lea@x.org" + OTHERS.formatted(""));
    String code = named("Lea Schmidt").qrCodeIdentifier();
    checkIn(code);

    imported("Name;E-Mail\nLea Schmitt;lea@x.org" + OTHERS.formatted(""), "--replace");

    assertEquals("Lea Schmitt", only(code).name());
    assertInstanceOf(CheckinOutcome.AlreadyCheckedIn.class, checkIn(code));
  }

  @Test
  void aNewCodeForAReference_opens_andTheOldOneIsRevoked() {
    imported("Name;Reference;Code\nAnn Lee;R1;C-old\nBen Oh;R2;C-2\nCid Ng;R3;C-3\nDan Ox;R4;C-4");

    imported("Name;Reference;Code\nAnn Lee;R1;C-new\nBen Oh;R2;C-2\nCid Ng;R3;C-3\nDan Ox;R4;C-4");

    CheckinOutcome.NotAdmissible old =
        assertInstanceOf(CheckinOutcome.NotAdmissible.class, checkIn("C-old"));
    assertEquals(Reason.REVOKED, old.reason());
    assertInstanceOf(CheckinOutcome.CheckedIn.class, checkIn("C-new"));
  }

  /** Three are transfers, and named; of four or more the column looks renumbered. */
  @ParameterizedTest
  @CsvSource({"Code, 3", "Code, 4", "Reference, 3", "Reference, 4"})
  void marksOfOtherPeople_areTransfersIfTheyAreFew(String mark, int others) {
    String titles = "Name;E-Mail;" + mark + "\n";
    imported(titles + marked("Old", 0, others) + "\n" + marked("Guest", others, 9));

    CommandResult result =
        run(titles + marked("New", 0, others) + "\n" + marked("Guest", others, 9));

    if (others > 3) {
      assertEquals(1, result.status());
      assertTrue(
          result.err().contains("4 rows with the code or reference of a guest"), result.err());
      assertEquals(others, tickets().stream().filter(it -> it.name().startsWith("Old")).count());
    }
    CommandResult transferred =
        others > 3 ? imported(titles + marked("New", 0, others), "--transfers") : result;
    for (Ticket ticket : tickets()) {
      assertFalse(ticket.name().startsWith("Old"), ticket.name());
      assertTrue(
          !ticket.name().startsWith("New")
              || transferred.err().contains(") is " + ticket.name() + "'s now"),
          transferred.err());
    }
    assertEquals(9, tickets().size());
  }

  private static String marked(String name, int from, int to) {
    StringBuilder rows = new StringBuilder();
    for (int i = from; i < to; i++) {
      rows.append(i == from ? "" : "\n");
      rows.append("%s Nr%c;%s%d@x.org;K7Q2-%d".formatted(name, 'a' + i, name, i, i * 7919));
    }
    return rows.toString();
  }

  @Test
  void aNewTicket_takesNoIdReferenceOrCodeThatTheEventHasHad() {
    imported("Name;E-Mail\nLea Schmidt;lea@x.org\nBen Oh;b@x.org" + OTHERS.formatted(""));
    imported("Name;E-Mail\nLea Schmitt;lea@x.org" + OTHERS.formatted(""), "--replace");
    Set<Object> had = new HashSet<>();
    tickets().forEach(it -> had.addAll(List.of(it.id(), it.reference(), it.qrCodeIdentifier())));

    imported(
        "Name;E-Mail\nLea Schmidt;other@x.org\nLea Schmitt;lea@x.org\nGil Ro;g@x.org"
            + OTHERS.formatted(""),
        "--replace");

    for (String name : List.of("Lea Schmidt", "Gil Ro")) {
      Ticket fresh = named(name);
      for (Object each : List.of(fresh.id(), fresh.reference(), fresh.qrCodeIdentifier())) {
        assertFalse(had.contains(each), name + " has " + each);
      }
    }
    assertEquals(TicketState.VOID, named("Ben Oh").state());
    assertNotEquals(named("Lea Schmidt").id(), named("Lea Schmitt").id());
  }

  /** A type that no list admits keeps its guest out, too. */
  @Test
  void whoeverGetsATypeThatNoListAdmits_isNamed() {
    table.runWith(
        """
        {"kind":"account","slug":"acme","name":"Acme"}
        {"kind":"event","account":"acme","id":7,"slug":"gala","title":"Gala","ticket_types":\
        [{"id":1,"slug":"vip","name":"VIP"},{"id":2,"slug":"crew","name":"Crew"}]}
        {"kind":"checkin_list","account":"acme","event":"gala","id":3,"name":"Door",\
        "ticket_types":["vip"]}
        """,
        "import",
        "-");
    String others = "\nBen Oh;VIP\nCid Ng;VIP\nDan Ox;VIP";
    imported("Name;Type\nAnn Lee;VIP" + others);

    CommandResult result = imported("Name;Type\nAnn Lee;Crew" + others);

    assertTrue(result.err().contains("row 2: Ann Lee ("), result.err());
    assertTrue(result.err().contains("does not come in any more"), result.err());
  }

  /** References that the list did not have before tell nobody apart (random seed 6315). */
  @Test
  void aNoAmongNamesakes_isNamed_thoughTheyHaveReferencesNow() {
    imported("Name;RSVP\nAnn Lee;yes\nBen Oh;yes\nCid Ng;yes");
    String list = "Name;RSVP;Reference\nAnn Lee;yes;R-17\nAnn Lee;no;R-94\nBen Oh;yes;R-38\n";

    CommandResult result = imported(list + "Cid Ng;yes;R-56");

    assertTrue(result.err().contains("row 3: Ann Lee says no"), result.err());
    assertFalse(imported(list + "Cid Ng;yes;R-56").err().contains("says no"));
  }

  /** The holder of a shop's ticket came in as the list's guest, and the shop's had a new code. */
  @ParameterizedTest
  @CsvSource({"shop-ticket", "shop-order"})
  void aCodeOfATicketThatNoGuestListBrought_refusesItsRow(String code) {
    imported("Name\nZoe Li");
    CommandResult shop =
        table.runWith(
            """
            {"kind":"order","account":"acme","event":"gala","id":71,"reference":"S71",\
            "qr_code_identifier":"shop-order","state":"confirmed","payment_state":"paid",\
            "currency":"XXX","amount":0,"created_at":"2026-03-01T10:00:00Z",\
            "updated_at":"2026-03-01T10:00:00Z","customer":{"last_name":"Shop Guest"},\
            "tickets":[{"id":711,"reference":"S71-1","state":"valid","name":"Shop Guest",\
            "ticket_type":"guest","qr_code_identifier":"shop-ticket",\
            "created_at":"2026-03-01T10:00:00Z","updated_at":"2026-03-01T10:00:00Z"}]}
            """,
            "import",
            "-");
    assertEquals(0, shop.status(), shop.err());

    CommandResult result = run("Name;Code\nZoe Li;\nAnn Lee;" + code + "\nBen Oh;B-1");

    assertEquals(1, result.status(), result.err());
    assertTrue(
        result.err().contains("row 3: Code: is the code of a ticket that no guest list brought"),
        result.err());
    assertTrue(result.err().contains("row 3 is refused: Ann Lee is not on the list"), result.err());
    assertEquals(
        Set.of("Zoe Li", "Shop Guest", "Ben Oh"),
        tickets().stream().map(Ticket::name).collect(Collectors.toSet()));
    assertEquals("shop-ticket", named("Shop Guest").qrCodeIdentifier());
    assertInstanceOf(CheckinOutcome.CheckedIn.class, checkIn("shop-ticket"));
  }

  /** A list that has no addresses, or had none, knows its guests by their names. */
  @ParameterizedTest
  @CsvSource({
    "Lea Schmidt;;VIP, Lea Schmidt;l@x.org;Crew",
    "Lea Schmidt;l@x.org;VIP, LEA SCHMIDT;;Crew"
  })
  void theName_decides_ifOneOfTheTwoHasNoAddress(String before, String after) {
    String titles = "Name;E-Mail;Type\n";
    imported(titles + before + OTHERS.formatted(";VIP"));
    String code = named("Lea Schmidt").qrCodeIdentifier();

    imported(titles + after + OTHERS.formatted(";VIP"), "--replace");

    assertEquals("crew", only(code).ticketType());
    assertEquals(TicketState.VALID, only(code).state());
    assertEquals(5, tickets().size());
  }

  /** Half of the rows are known: it is the same list. Of fewer, the user says so. */
  @Test
  void aListWithFewKnownRows_isAnother_unlessTheUserIsSure() {
    imported("Name\nAnn Lee\nBen Oh\nCid Ng");
    String another = "Name\nAnn Lee\nNew One\nNew Two";

    CommandResult refused = run(another, "--replace");
    assertEquals(1, refused.status());
    assertTrue(refused.err().contains("--list-name"), refused.err());
    assertEquals(3, tickets().size());

    imported(another, "--replace", "--yes");
    assertEquals(TicketState.VOID, named("Ben Oh").state());
    assertEquals(TicketState.VALID, named("New Two").state());
    imported("Name\nAnn Lee\nNew One\nNew Two\nDan Ox\nEva Po\nFay Qu", "--replace");
    assertEquals(TicketState.VALID, named("Fay Qu").state());
  }

  @Test
  void namesakesWhomNothingTellsApart_areSaid_withWhatWouldDecide() {
    imported("Name;Note\nN.N.;a\nN.N.;b\nAnn Lee;");

    CommandResult result = imported("Name;Note\nN.N.;c\nN.N.;d\nAnn Lee;");

    assertTrue(result.err().contains("A column with a code or number would decide"), result.err());
  }

  private Set<String> codes(TicketState state) {
    Set<String> codes = new HashSet<>();
    tickets().stream()
        .filter(it -> it.state() == state)
        .forEach(it -> codes.add(it.qrCodeIdentifier()));
    return codes;
  }
}
