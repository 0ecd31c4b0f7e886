package io.doorlist.cli.importing.guests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.cli.CommandResult;
import io.doorlist.domain.checkin.CheckinOutcome;
import io.doorlist.domain.order.TicketState;
import org.junit.jupiter.api.Test;

/** Issue 69: who of a party keeps which ticket when the list comes again. */
class CompanionTicketsTest extends GuestListFixture {
  private static final String OTHERS = "\nDan Ox;\nEva Po;\nFay Qu;\nGil Ro;\nHal Su;";

  @Test
  void whoIsIn_stays_whenFewerComeAlong() {
    imported("Name;+1\nAnn Lee;3" + OTHERS);
    String in = named("Ann Lee +3").qrCodeIdentifier();
    String out = named("Ann Lee +1").qrCodeIdentifier();
    checkIn(in);

    CommandResult result = imported("Name;+1\nAnn Lee;1" + OTHERS);

    assertEquals(TicketState.VALID, only(in).state());
    assertEquals(TicketState.VOID, only(out).state());
    assertTrue(result.err().contains("Ann Lee +1 ("), result.err());
    assertFalse(result.err().contains("Ann Lee +3 ("), result.err());
    // The same list again changes nothing.
    assertTrue(imported("Name;+1\nAnn Lee;1" + OTHERS).out().startsWith("0 created, 0 changed"));
  }

  @Test
  void whoIsIn_keepsTheTicket_whenAnotherNameComesAlong() {
    imported("Name;+1\nAnn Lee;Ben Four, Cleo Four" + OTHERS);
    String cleo = named("Cleo Four").qrCodeIdentifier();
    String ben = named("Ben Four").qrCodeIdentifier();
    checkIn(cleo);

    CommandResult result = imported("Name;+1\nAnn Lee;Cleo Fuor" + OTHERS);

    assertEquals("Cleo Fuor", only(cleo).name());
    assertEquals(TicketState.VOID, only(ben).state());
    assertTrue(result.err().contains("row 2: Cleo Four is Cleo Fuor"), result.err());
    assertTrue(result.err().contains("Ben Four ("), result.err());
  }

  /** A name comes first, whoever is in: the list says who comes along. */
  @Test
  void names_comeBeforePlaces_howeverTheyAreWritten() {
    imported("Name;+1\nAnn Lee;Ben Four, Cleo Four" + OTHERS);
    String cleo = named("Cleo Four").qrCodeIdentifier();
    checkIn(named("Ben Four").qrCodeIdentifier());

    imported("Name;+1\nAnn Lee;CLEO FOUR, Ivo Five" + OTHERS);

    assertEquals("CLEO FOUR", only(cleo).name());
  }

  @Test
  void whoGetsARowOfTheirOwn_keepsTheTicket_thoughTheHostIsGone() {
    imported("Name;E-Mail;+1\nAnn Lee;a@x.org;Ben Four" + OTHERS.replace(";", ";;"));
    String ben = named("Ben Four").qrCodeIdentifier();
    checkIn(ben);

    CommandResult result =
        imported("Name;E-Mail;+1\nBen Four;b@x.org;" + OTHERS.replace(";", ";;"), "--replace");

    assertEquals(TicketState.VALID, only(ben).state(), result.err());
    assertEquals("b@x.org", only(ben).email());
    assertEquals(TicketState.VOID, named("Ann Lee").state());
    assertInstanceOf(CheckinOutcome.AlreadyCheckedIn.class, checkIn(ben));
    assertEquals(7, tickets().size());
  }

  /** Their ticket was their host's, whose row has the same number. */
  @Test
  void whoGotARowOfTheirOwn_becomesVoid_whenTheyAreGone() {
    imported("Name;+1\nAnn Lee;Ben Four" + OTHERS);
    String ben = named("Ben Four").qrCodeIdentifier();
    imported("Name;+1\nAnn Lee;\nBen Four;" + OTHERS);

    imported("Name;+1\nAnn Lee;" + OTHERS, "--replace");

    assertEquals(TicketState.VOID, only(ben).state());
    assertEquals(TicketState.VALID, named("Ann Lee").state());
    imported("Name;+1\nAnn Lee;\nBen Four;" + OTHERS, "--replace");
    assertEquals(TicketState.VALID, only(ben).state());
    assertEquals(7, tickets().size());
  }

  /** One of two rows of a name has the ticket, and none of it is void. */
  @Test
  void twoNewRowsOfOneName_keepTheTicketOfACompanion() {
    imported("Name;+1\nAnn Lee;Ben Four" + OTHERS);
    String ben = named("Ben Four").qrCodeIdentifier();

    imported("Name;+1;Table\nAnn Lee;;\nBen Four;;1\nBen Four;;2" + OTHERS.replace(";", ";;"));

    assertEquals(TicketState.VALID, only(ben).state());
    assertEquals(8, tickets().size());
  }
}
