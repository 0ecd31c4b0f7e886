package io.doorlist.cli.importing.guests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.cli.CommandResult;
import io.doorlist.cli.CommandTable;
import io.doorlist.domain.Mode;
import io.doorlist.domain.desk.GuestEdit;
import io.doorlist.domain.desk.GuestEditOutcome;
import io.doorlist.domain.order.GuestField;
import io.doorlist.domain.order.Ticket;
import io.doorlist.domain.order.TicketState;
import io.doorlist.ingest.GuestEdits;
import java.time.Instant;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Issue 70: guests of a list whom a desk corrected, and the list again. */
class CorrectedGuestsTest extends GuestListFixture {
  private static final String LIST = "Name;E-Mail\nLea Schmidt;lea@x.org\nBen Oh;ben@x.org";
  private static final String KEY = "0b6fd7a2-6d0e-4a3e-8a6d-5b0f7f6b2c14";

  private Ticket edit(String name, GuestEdit edit) {
    GuestEditOutcome outcome =
        new GuestEdits(table.stores().table())
            .edit(
                table.stores().events().readDefinition("acme", "gala").orElseThrow(),
                Mode.LIVE,
                named(name).id(),
                edit,
                "Desk 1",
                Instant.now().plusSeconds(60));
    return assertInstanceOf(GuestEditOutcome.Done.class, outcome).guest().ticket();
  }

  private Ticket correct(String name, GuestField field, String value) {
    return edit(name, new GuestEdit.Correct(Map.of(field, value)));
  }

  @Test
  void theSameList_changesNothing() {
    imported(LIST);
    correct("Lea Schmidt", GuestField.NAME, "Lea Schmitt");
    correct("Lea Schmitt", GuestField.COMPANY, "Works");
    edit("Lea Schmitt", new GuestEdit.ReplaceCode(KEY));
    edit("Ben Oh", new GuestEdit.MakeVoid(true));
    Map<String, String> before = table.items();

    CommandResult again = imported("Name;E-Mail\nBen Oh;ben@x.org\nLea Schmidt;lea@x.org");
    CommandResult replaced = imported(LIST, "--replace");

    assertTrue(again.out().contains("0 created, 0 changed, "), again.out());
    assertTrue(replaced.out().contains("0 created, 0 changed, "), replaced.out());
    assertEquals(before, table.items());
  }

  @Test
  void aListThatSaysSomethingNew_wins_whereItDoes() {
    imported(LIST);
    String code = correct("Lea Schmidt", GuestField.NAME, "Lea Schmitt").qrCodeIdentifier();
    correct("Lea Schmitt", GuestField.PHONE, "+49 30 1");

    imported(LIST.replace("Lea Schmidt", "Lea Braun"));

    assertEquals(2, tickets().size());
    assertEquals(code, named("Lea Braun").qrCodeIdentifier());
    assertEquals("+49 30 1", named("Lea Braun").phoneNumber());
  }

  /** Whoever the list names is known by what the list said, whatever a desk made of it. */
  @Test
  void whoIsWho_goesByWhatTheListLastSaid() {
    imported(LIST);
    Ticket lea = correct("Lea Schmidt", GuestField.NAME, "Cid Ng");
    Ticket ben = named("Ben Oh");
    correct("Ben Oh", GuestField.EMAIL, "lea@x.org");

    imported(LIST + "\nCid Ng;c@x.org");

    assertEquals(3, tickets().size());
    Map<Long, Ticket> byId = tickets().stream().collect(Collectors.toMap(Ticket::id, each -> each));
    assertEquals("Cid Ng", byId.get(lea.id()).name());
    assertEquals("lea@x.org", byId.get(lea.id()).email());
    assertEquals("Ben Oh", byId.get(ben.id()).name());
    assertEquals("lea@x.org", byId.get(ben.id()).email());
    assertEquals(lea.qrCodeIdentifier(), byId.get(lea.id()).qrCodeIdentifier());
  }

  @Test
  void whoeverIsNotInTheListAnyMore_becomesVoid_alsoCorrected() {
    imported(LIST + "\nCid Ng;c@x.org");
    correct("Ben Oh", GuestField.NAME, "Ben Oh Jr");

    imported(LIST.replace("\nBen Oh;ben@x.org", "") + "\nCid Ng;c@x.org", "--replace", "--yes");
    assertEquals(TicketState.VOID, named("Ben Oh Jr").state());

    imported(LIST + "\nCid Ng;c@x.org", "--replace");
    assertEquals(TicketState.VALID, named("Ben Oh Jr").state());
  }

  @Test
  void anExport_bringsCorrectionsAlong() {
    imported(LIST);
    correct("Lea Schmidt", GuestField.NAME, "Lea Schmitt");
    correct("Lea Schmitt", GuestField.COMPANY, "Works");
    correct("Lea Schmitt", GuestField.ATTENTION, "true");
    String code = edit("Lea Schmitt", new GuestEdit.ReplaceCode(KEY)).qrCodeIdentifier();
    edit("Ben Oh", new GuestEdit.MakeVoid(true));
    String export = table.run("export", "--account", "acme").out();
    CommandTable other = new CommandTable();

    CommandResult imported = other.runWith(export, "import", "-");

    assertEquals(0, imported.status(), imported.err());
    assertEquals(export, other.run("export", "--account", "acme").out());
    CommandResult list = other.runWith(LIST, "import", "-", "--account=acme", "--event=gala");
    assertTrue(list.out().contains("0 created, 0 changed, "), list.out());
    assertTrue(export.contains(code));
    assertTrue(export.contains("\"corrections\":[{\"field\":\"name\",\"was\":\"Lea Schmidt\""));
  }

  @Test
  void showAndForget_findWhoeverHadTheAddress_andTheListDoesNotBringThemBack() {
    imported(LIST);
    correct("Lea Schmidt", GuestField.EMAIL, "lea@y.org");
    correct("Lea Schmidt", GuestField.NAME, "Lea Schmitt");

    for (String address : new String[] {"lea@x.org", "lea@y.org"}) {
      String shown = table.run("show", "--account=acme", "--email=" + address).out();
      assertTrue(shown.contains("Lea Schmitt") && shown.contains("Lea Schmidt"), shown);
      assertFalse(shown.contains("Ben"), shown);
    }
    table.runWith("", "forget", "--account=acme", "--email=lea@y.org");

    imported(LIST);
    for (String left : new String[] {"Schmi", "lea@"}) {
      assertTrue(table.items().values().stream().noneMatch(each -> each.contains(left)), left);
    }
    assertEquals("", table.run("show", "--account=acme", "--email=lea@x.org").out());
    assertEquals(2, tickets().size());
  }

  @Test
  void aListOfAnEvent_letsItsDesksCorrect() {
    imported(LIST);

    assertTrue(
        table
            .stores()
            .events()
            .readDefinition("acme", "gala")
            .orElseThrow()
            .event()
            .deskTerms()
            .correctGuests());
  }
}
