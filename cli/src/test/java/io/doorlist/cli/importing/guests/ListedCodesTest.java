package io.doorlist.cli.importing.guests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.cli.CommandResult;
import io.doorlist.domain.checkin.CheckinOutcome;
import io.doorlist.door.Reason;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Codes that a list says, if they differ from those of its tickets or are of other tickets. */
class ListedCodesTest extends GuestListFixture {
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
  void anotherCode_isNamed_asTheOldOneStopsOpening() {
    run("Name;Reference;Code\nAnn Lee;R1;C-old\nBen Oh;R2;C-ben\nCid Ng;R3;C-cid\nDan Ox;R4;C-4");

    CommandResult result =
        run(
            "Name;Reference;Code\n"
                + "Ann Lee;R1;C-new\n"
                + "Ben Oh;R2;C-ben\n"
                + "Cid Ng;R3;C-cid\n"
                + "Dan Ox;R4;C-4");

    assertTrue(
        result
            .err()
            .contains(
                "row 2: Ann Lee (R1, last in row 2) has a new code, and the old one stops opening"),
        result.err());
    assertEquals("C-new", named("Ann Lee").qrCodeIdentifier());
  }

  /** A ticket that somebody holds is never given to another guest, whatever list says its code. */
  @Test
  void aCodeOfAnotherList_refusesItsRow() {
    run("Name;Code\nVip One;K7Q2\nVip Two;K7Q3", "--list-name=VIP");

    CommandResult result = run("Name;Code\nAnn Lee;K7Q2\nBen Oh;B-1");

    assertEquals(1, result.status());
    assertTrue(
        result.err().contains("row 2: Code: is the code of a ticket in another list"),
        result.err());
    assertTrue(result.err().contains("row 2 is refused: Ann Lee is not on the list"), result.err());
    assertEquals("K7Q2", named("Vip One").qrCodeIdentifier());
    assertEquals(3, tickets().size());
  }

  /** Whoever still holds the old ticket would come in as somebody else. */
  @ParameterizedTest
  @CsvSource({
    "'Zoe Ray;R9;C-old', Zoe Ray is not on the list because of it",
    "'Ben Oh;R2;C-old', 'Ben Oh still comes in, as before'"
  })
  void aCodeThatAnotherTicketHad_refusesItsRow(String row, String becomes) {
    imported("Name;Reference;Code\nAnn Lee;R1;C-old\nBen Oh;R2;C-2\nCid Ng;R3;C-3");
    imported("Name;Reference;Code\nAnn Lee;R1;C-new\nBen Oh;R2;C-2\nCid Ng;R3;C-3");
    int before = tickets().size();

    CommandResult result = run("Name;Reference;Code\nAnn Lee;R1;C-new\n" + row + "\nCid Ng;R3;C-3");

    assertEquals(1, result.status(), result.err());
    assertTrue(
        result.err().contains("row 3: Code: is the code that another ticket had before"),
        result.err());
    assertTrue(result.err().contains("row 3 is refused: " + becomes), result.err());
    assertEquals(before, tickets().size());
    assertEquals("C-2", named("Ben Oh").qrCodeIdentifier());
    CheckinOutcome.NotAdmissible old =
        assertInstanceOf(CheckinOutcome.NotAdmissible.class, checkIn("C-old"));
    assertEquals(Reason.REVOKED, old.reason());
  }

  @Test
  void aCodeThatTheTicketItselfHad_opensAgain() {
    imported("Name;Reference;Code\nAnn Lee;R1;C-old\nBen Oh;R2;C-2");
    imported("Name;Reference;Code\nAnn Lee;R1;C-new\nBen Oh;R2;C-2", "--yes");

    imported("Name;Reference;Code\nAnn Lee;R1;C-old\nBen Oh;R2;C-2", "--yes");

    assertEquals("C-old", named("Ann Lee").qrCodeIdentifier());
    assertInstanceOf(CheckinOutcome.CheckedIn.class, checkIn("C-old"));
  }
}
