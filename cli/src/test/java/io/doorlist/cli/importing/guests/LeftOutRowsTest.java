package io.doorlist.cli.importing.guests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Issue 69: no row is gone unsaid. */
class LeftOutRowsTest {
  @Test
  void titlesThatComeAgain_areNoGuests_andAreCounted() {
    GuestList list =
        GuestLists.read(
            "Name;Ort;Status\nAnn Lee;Ulm;Paid\nNAME;Ort;Status\nBen Fox;Bonn;Paid\n"
                + "Name;;\nName;Ulm;Paid\n");

    // The last row is somebody from Ulm, whose name is unknown.
    assertEquals(
        List.of("Ann Lee", "Ben Fox", "Name"), list.guests().stream().map(GuestRow::name).toList());
    assertTrue(
        GuestLists.notes(list).contains("left out, as they repeat the titles: 2 rows"),
        GuestLists.notes(list).toString());
  }

  @ParameterizedTest
  @ValueSource(strings = {"Ben Fox,Paid", "Ben Fox\tPaid", "Ben Fox|Paid", "Fox, Ben"})
  void rowOfOneCellThatAnotherSeparatorWouldSplit_isRefused(String row) {
    GuestList list = GuestLists.read("Name;Status\nAnn Lee;Paid\n" + row + "\nCid Ray;Paid\n");

    assertEquals(
        List.of("Ann Lee", "Cid Ray"), list.guests().stream().map(GuestRow::name).toList());
    assertEquals(
        "its cells are not separated as those of the other rows",
        list.refused().getFirst().reason().text());
  }

  @Test
  void rowWithFewerCells_isNamed_ifWhatIsMissingDecides() {
    GuestList list =
        GuestLists.read(
            "Name;Cancelled;Table\nAnn Lee;;7\nBen Fox;\nCid Ray\nDan Orr;yes;7\n",
            "void=Cancelled");

    assertEquals(4, list.guests().size());
    assertTrue(
        GuestLists.notes(list).contains("row 4 is too short: it has no cell for Cancelled"),
        GuestLists.notes(list).toString());
    assertFalse(
        GuestLists.notes(list).stream().anyMatch(note -> note.startsWith("row 3 ")),
        GuestLists.notes(list).toString());
  }
}
