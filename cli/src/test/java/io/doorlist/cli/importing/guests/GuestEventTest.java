package io.doorlist.cli.importing.guests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.cli.CommandResult;
import io.doorlist.cli.CommandTable;
import io.doorlist.domain.Mode;
import io.doorlist.domain.checkin.CheckinOutcome;
import io.doorlist.domain.checkin.Scan;
import io.doorlist.domain.event.DeskTerms;
import io.doorlist.domain.event.DeskTerms.NotesAt;
import io.doorlist.domain.event.Event;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.domain.event.TicketType;
import io.doorlist.door.Reentry;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Issue 69: what an organiser could not say of the event. */
class GuestEventTest {
  private static final String LIST = "Name;Code;Type\nAnn Lee;A1;VIP\nBen Fox;A2;Normal\n";

  private final CommandTable table = new CommandTable();

  @Test
  void newEvent_hasTheTimeZoneOfTheMachine_andSaysSo() {
    CommandResult result = run();

    assertEquals(ZoneId.systemDefault(), gala().event().timeZone());
    assertTrue(
        result
            .err()
            .contains(
                "time zone "
                    + ZoneId.systemDefault()
                    + ", as of this machine (--time-zone says another)"),
        result.err());

    run("--time-zone=Asia/Tokyo");
    assertEquals("Asia/Tokyo", gala().event().timeZone().getId());
    run();
    assertEquals("Asia/Tokyo", gala().event().timeZone().getId());
  }

  @Test
  void dateAndPlace_stay_untilTheyAreSaidAnew() {
    run("--date=2026-05-01", "--place=Town Hall");
    run();
    Event event = gala().event();

    assertEquals(LocalDate.of(2026, 5, 1), event.date());
    assertEquals("Town Hall", event.place());
    assertEquals("2026-05-01 · Town Hall", event.whenAndWhere());

    run("--place=");
    assertNull(gala().event().place());
    assertEquals("2026-05-01", gala().event().whenAndWhere());
  }

  @Test
  void ticketsSayWhenAndWhere() {
    run("--date=2026-05-01", "--place=Café <Nord>");

    String sheets = table.run("tickets --account acme --event gala").out();

    assertTrue(sheets.contains("<p dir=\"auto\">2026-05-01 · Café &lt;Nord&gt;</p>"), sheets);
  }

  @Test
  void reentry_isOfTheListThatTheImportMakes_andMayChange() {
    run("--reentry=after-exit");
    assertEquals(Reentry.AFTER_EXIT, gala().lists().getFirst().terms().reentry());
    assertInstanceOf(CheckinOutcome.CheckedIn.class, checkIn());

    run("--reentry=always");
    assertEquals(Reentry.ALWAYS, gala().lists().getFirst().terms().reentry());
    assertInstanceOf(CheckinOutcome.Reentered.class, checkIn());

    run();
    assertEquals(Reentry.ALWAYS, gala().lists().getFirst().terms().reentry());
    run("--reentry=never");
    assertInstanceOf(CheckinOutcome.AlreadyCheckedIn.class, checkIn());
  }

  @Test
  void reentry_isRefused_ifTheListIsSomebodyElses() {
    table.runWith(
        """
        {"kind":"account","slug":"acme","name":"Acme"}
        {"kind":"event","account":"acme","id":7,"slug":"gala","title":"Gala","ticket_types":[]}
        {"kind":"checkin_list","account":"acme","event":"gala","id":3,"name":"Main door"}
        """
            .getBytes(StandardCharsets.UTF_8),
        "import",
        "-");

    CommandResult result = run("--reentry=always");

    assertEquals(1, result.status());
    assertTrue(
        result.err().contains("--reentry is for a list that an import of guests made"),
        result.err());
    assertEquals(Reentry.NEVER, gala().lists().getFirst().terms().reentry());
  }

  /** Issue 70: on AWS the organiser says whether laptops have everybody's names. */
  @Test
  void deskOfANewEvent_keepsNames_butNotOnAws() {
    run();
    DeskTerms here = gala().event().deskTerms();
    GuestListOptions onAws = new GuestListOptions();
    onAws.goesToAws(true);
    GuestEvent elsewhere = new GuestEvent("acme", "ball", List.of(), onAws, Event.NO_CURRENCY);

    assertEquals(List.of("normal"), here.addGuests().ticketTypes());
    assertTrue(here.namesOffline());
    assertFalse(elsewhere.desk(gala().event().ticketTypes()).namesOffline());
    String exported = table.run("export --account acme").out();
    assertTrue(exported.contains("\"names_offline\":true"), exported);
    CommandTable other = new CommandTable();
    other.runWith(exported, "import", "-");
    assertEquals(
        here, other.stores().events().readDefinition("acme", "gala").orElseThrow().event().desk());
  }

  @Test
  void note_isOfATypeOfTheList_andMayChange() {
    run("--note=VIP=check ID", "--note=normal=wristband, please");
    assertEquals(List.of("check ID", "wristband, please"), notes());

    run("--note=VIP=");
    ArrayList<String> without = new ArrayList<>();
    without.add(null);
    without.add("wristband, please");
    assertEquals(without, notes());
  }

  @Test
  void note_ofAnUnknownType_isRefusedWithThoseThatAre() {
    CommandResult result = run("--note=Crew=hello");

    assertEquals(1, result.status());
    assertTrue(
        result.err().contains("--note: there is no type 'Crew', but 'VIP', 'Normal'"),
        result.err());
    assertTrue(table.items().isEmpty(), "nothing is written");
  }

  /** What a desk may do besides stays as it is. */
  @Test
  void notes_areReadAtTheDoor_ifTheImportSaysSo_untilItSaysOtherwise() {
    run();
    DeskTerms before = gala().event().deskTerms();
    assertEquals(NotesAt.DESK, before.notesAt());

    run("--notes-at=door");
    run();
    assertEquals(before.notesAt(NotesAt.DOOR), gala().event().deskTerms());
    String exported = table.run("export --account acme").out();
    assertTrue(exported.contains("\"notes_at\":\"door\""), exported);
    assertEquals(
        0, table.runWith(exported.getBytes(StandardCharsets.UTF_8), "import", "-").status());
    assertEquals(NotesAt.DOOR, gala().event().deskTerms().notesAt());

    run("--notes-at=desk");
    assertEquals(before, gala().event().deskTerms());
  }

  private List<String> notes() {
    return gala().event().ticketTypes().stream().map(TicketType::note).toList();
  }

  private CommandResult run(String... more) {
    List<String> words = new ArrayList<>(List.of("import", "-", "--account=acme", "--event=gala"));
    words.addAll(List.of(more));
    return table.runWith(LIST.getBytes(StandardCharsets.UTF_8), words.toArray(String[]::new));
  }

  private EventDefinition gala() {
    return table.stores().events().readDefinition("acme", "gala").orElseThrow();
  }

  private CheckinOutcome checkIn() {
    Scan scan = new Scan(Mode.LIVE, "phone", true, true, null, null, Instant.now().plusSeconds(60));
    return table.stores().checkins().checkInTicket(gala(), gala().lists().getFirst(), "A1", scan);
  }
}
