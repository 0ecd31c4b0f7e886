package io.doorlist.cli.office;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.domain.Mode;
import io.doorlist.domain.checkin.Scan;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.domain.order.Ticket;
import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** An import that is taken back (issue 71). */
class TakingBackTest extends ImportingFixture {
  @Test
  void takenBack_everythingIsAsBefore_andNewTicketsOpenNoDoor() {
    String event = event("Gala");
    imported(event, LIST);
    Map<String, String> codes = codes(event);
    Map<String, Object> second =
        imported(event, LIST.replace("Ben,", "Benn,") + "Dora,dora@example.org,Guest,yes\n");
    assertEquals(Set.of("Ada", "Benn", "Dora"), guests(event).keySet());

    Answer back = ask("POST", "imports/" + second.get("id") + "/take-back", "");

    assertEquals(200, back.status(), back.text());
    assertEquals("taken_back", back.text("state"));
    assertEquals(Set.of("Ada", "Ben"), guests(event).keySet());
    codes.forEach((name, code) -> assertEquals(code, codes(event).get(name), name));
    assertRefused("not_imported", ask("POST", "imports/" + second.get("id") + "/take-back", ""));

    imported(event, LIST + "Dora,dora@example.org,Guest,yes\n");
    assertEquals(Set.of("Ada", "Ben", "Dora"), guests(event).keySet());
  }

  /** Returns the references of all orders and tickets. */
  private Set<String> references(String event) {
    return orders(event)
        .flatMap(
            order ->
                Stream.concat(
                    Stream.of(order.reference()), order.tickets().stream().map(Ticket::reference)))
        .collect(Collectors.toSet());
  }

  @Test
  void whatHappenedSince_isNotTakenBack() {
    String event = event("Gala");
    Map<String, Object> first = imported(event, LIST);
    imported(event, LIST.replace("Ben,", "Benn,"));

    Answer refused = ask("POST", "imports/" + first.get("id") + "/take-back", "");

    assertRefused("changed_since", refused);
    assertTrue(references(event).contains(refused.text("about")), refused.text());
    assertEquals(Set.of("Ada", "Benn"), guests(event).keySet());
  }

  @Test
  void guestWhoCameIn_isNotTakenBack() {
    String event = event("Gala");
    Map<String, Object> first = imported(event, LIST);
    EventDefinition definition =
        table.stores().events().readDefinition(ACCOUNT, event).orElseThrow();
    Instant end = Clock.systemUTC().instant().plusSeconds(10);
    Scan scan = new Scan(Mode.LIVE, "token", "Gate", true, true, null, null, end);
    table
        .stores()
        .checkins()
        .checkInTicket(definition, definition.lists().getFirst(), codes(event).get("Ada"), scan);

    Answer refused = ask("POST", "imports/" + first.get("id") + "/take-back", "");

    assertRefused("was_at_the_door", refused);
    assertTrue(references(event).contains(refused.text("about")), refused.text());
    assertEquals(Set.of("Ada", "Ben"), guests(event).keySet());
  }

  /** The same of an import that is being taken back: it is noted before the first write. */
  @Test
  void kill_whileAnImportIsTakenBack_leavesWhatTheNextStartEnds() throws IOException {
    int cutOff = 0;
    boolean whole = false;
    for (int writes = 0; !whole; writes++) {
      String event = event("Gala " + writes);
      imported(event, LIST);
      Map<String, Object> second =
          imported(event, LIST.replace("Ben,", "Benn,") + "Dora,dora@example.org,Guest,yes\n");
      office = office(table.stores(new KillingEngine(table.engine(), writes), Clock.systemUTC()));
      try {
        assertEquals(200, ask("POST", "imports/" + second.get("id") + "/take-back", "").status());
        whole = true;
      } catch (KillingEngine.Kill | RuntimeException e) {
        assertTrue(
            e instanceof KillingEngine.Kill || e.getCause() instanceof KillingEngine.Kill,
            e.toString());
        cutOff++;
        assertEquals("taking_back", last(event).get("state"), "it says so");
        assertRefused(
            "another_import", ask("POST", "imports/" + second.get("id") + "/take-back", ""));
      }
      office.close();

      office = office(table.stores());
      office.resume();
      Map<String, Object> back = awaited(event);

      assertEquals("taken_back", back.get("state"), "killed at write " + writes);
      assertEquals(!whole, back.get("resumed"));
      assertEquals(Set.of("Ada", "Ben"), guests(event).keySet(), "killed at write " + writes);
    }
    assertTrue(cutOff > 1, "killed " + cutOff + " times");
  }
}
