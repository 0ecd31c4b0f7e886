package io.doorlist.cli.office;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.cli.importing.guests.SheetReader;
import io.doorlist.domain.event.DeskTerms;
import io.doorlist.domain.order.DeskNote;
import io.doorlist.domain.order.Order;
import java.io.IOException;
import java.nio.charset.Charset;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What somebody chooses about a guest list that was read (issue 71). */
class ListChoicesTest extends ImportingFixture {
  @Test
  void menuOfATitle_changesThePreview_andIsKeptForTheNextFile() {
    String event = event("Gala");
    Answer preview = read(event, LIST);
    String choice = "{\"columns\":{\"Category\":\"type\"}}";

    Answer chosen = ask("POST", "previews/" + preview.text("id"), choice);

    assertEquals(200, chosen.status(), chosen.text());
    assertEquals(Map.of("Guest", 2L, "VIP", 1L), chosen.members().get("types"));
    assertEquals(409, begin(preview).status(), "what is imported is what was seen last");
    assertEquals(201, begin(chosen).status());
    awaited(event);
    assertEquals(Map.of("Ada", "vip", "Ben", "guest"), guests(event));
    Answer next = read(event, LIST);
    assertEquals(Map.of("Category", "type"), options(next).get("columns"));
    Answer other = read(event, "Name\nDora\n");
    assertEquals(Map.of(), options(other).get("columns"), "a file without that column");
  }

  /** Issue 70: whose table everybody sees at the door, and who reads a note. */
  @Test
  void columnsThatDoorsShow_andReadersOfNotes_areChosen_andTheColumnsAreKeptForTheNextFile() {
    String event = event("Gala");
    String list =
        "Name,\"Table, row\",Company,Remark\nAda,\"7, 2\",Works,call Anna\nBen,\"8, 1\",,\n";
    Answer preview = read(event, list);
    assertEquals(List.of(), options(preview).get("shown"));
    String choice =
        """
        {"columns":{"Remark":"note"},"shown":["Table, row","Company"],"notes_at":"door"}\
        """;

    Answer chosen = ask("POST", "previews/" + preview.text("id"), choice);

    assertEquals(200, chosen.status(), chosen.text());
    assertEquals(201, begin(chosen).status());
    awaited(event);
    DeskNote note =
        orders(event)
            .map(order -> order.tickets().getFirst())
            .filter(ticket -> ticket.name().equals("Ada"))
            .findFirst()
            .orElseThrow()
            .note();
    assertEquals(
        new DeskNote(
            "call Anna",
            false,
            List.of(
                new DeskNote.Shown("Table, row", "7, 2"), new DeskNote.Shown("Company", "Works"))),
        note);
    assertEquals("door", ask("GET", "events", "").all("events").getFirst().get("notes_at"));
    EventSetup events = new EventSetup(table.stores().forCommand(), ACCOUNT);
    DeskTerms terms = events.get(event).event().deskTerms();
    assertTrue(terms.correctGuests(), "the desk may do what a guest list lets it do");
    Answer next = read(event, list);
    assertEquals(List.of("Table, row", "Company"), options(next).get("shown"));
    Answer other = read(event, "Name,Company\nDora,Works\n");
    assertEquals(List.of("Company"), options(other).get("shown"), "a file without that column");
    assertEquals(List.of("Company"), options(read(event, "Name,Company\nDora,\n")).get("shown"));

    ask("POST", "previews/" + next.text("id"), "{\"notes_at\":\"bar\"}");
    Answer desk = ask("POST", "previews/" + next.text("id"), "{\"notes_at\":\"desk\"}");
    assertEquals(201, begin(desk).status());
    awaited(event);
    assertEquals("desk", ask("GET", "events", "").all("events").getFirst().get("notes_at"));
  }

  /** Issue 71: the page reads every sheet that --sheet reads, and several as one list. */
  @Test
  void sheetsOfAWorkbook_areChosen_andAreOneList() throws IOException {
    String event = event("Gala");
    Answer preview = read(event, "guests.xlsx", workbook("Cid Ray"));
    assertEquals(
        List.of(
            Map.of(
                "file",
                "guests.xlsx",
                "tabs",
                List.of("Last year", "Cover", "Guests", "Crew & Press"))),
        preview.all("workbooks"));
    assertEquals(List.of("Guests"), tabs(preview));
    assertEquals(List.of(), preview.members().get("charsets"), "a workbook says its own");

    Answer both = choose(preview, "{\"sheets\":[\"Guests\",\"Crew & Press\"]}");

    assertEquals(List.of("Guests", "Crew & Press"), tabs(both));
    assertEquals(3L, both.members().get("tickets"));
    assertEquals(
        List.of("Crew & Press:2", "Guests:2", "Guests:3"),
        both.all("added_first").stream().map(each -> each.get("row")).toList());
    assertEquals(422, choose(both, "{\"sheets\":[\"Nowhere\"]}").status());
    assertEquals(201, begin(both).status());
    awaited(event);
    assertEquals(Set.of("Ann Lee", "Ben Fox", "Cid Ray"), guests(event).keySet());
  }

  private static List<Object> tabs(Answer preview) {
    return preview.all("sheets").stream().map(each -> each.get("tab")).toList();
  }

  @Test
  void characterSet_isChosen_ifNamesLookWrong() {
    String event = event("Gala");
    byte[] text = "Name\nJi\u0159\u00ed\n".getBytes(Charset.forName("windows-1250"));
    Answer guessed = read(event, "guests.csv", text);
    assertEquals(List.of("Ji\u00f8\u00ed"), names(guessed, "added_first"));
    assertTrue(guessed.text().contains("\"charset_guessed\""), guessed.text());
    assertEquals(List.of(), guessed.all("workbooks"));
    assertTrue(((List<?>) guessed.members().get("charsets")).contains("windows-1250"));

    Answer chosen = choose(guessed, "{\"charset\":\"windows-1250\"}");

    assertEquals(List.of("Ji\u0159\u00ed"), names(chosen, "added_first"));
    assertFalse(chosen.text().contains("\"charset_guessed\""), chosen.text());
    assertEquals(422, choose(chosen, "{\"charset\":\"none\"}").status());
  }

  @Test
  void everyCharacterSetOfTheMenu_isKnownHere() {
    assertEquals(
        List.of(),
        SheetReader.charsets().stream().filter(name -> !Charset.isSupported(name)).toList());
  }

  @Test
  void datesThatAreNotUnderstood_areOnceSomebodySaysWhatComesFirst() {
    String event = event("Gala");
    Answer preview = read(event, "Name,Order Date\nAda,04/03/2026\n");
    assertTrue(preview.text().contains("\"dates_not_understood\""), preview.text());

    Answer chosen = choose(preview, "{\"dates\":\"month-first\"}");

    assertFalse(chosen.text().contains("\"dates_not_understood\""), chosen.text());
    assertEquals("month-first", options(chosen).get("dates"));
    assertEquals(422, choose(chosen, "{\"dates\":\"year-first\"}").status());
    assertEquals(201, begin(chosen).status());
    awaited(event);
    Instant day = LocalDate.of(2026, 4, 3).atStartOfDay(ZoneId.systemDefault()).toInstant();
    assertEquals(List.of(day), orders(event).map(Order::createdAt).toList());
  }

  /** Issue 71: who may be the same is proposed, and one tap says so. */
  @Test
  void guestWhoIsTheSame_keepsTheTicket_onceSomebodySaysSo() {
    String event = event("Gala");
    imported(event, LIST);
    String code = codes(event).get("Ben");
    Answer preview = read(event, LIST.replace("Ben,ben@", "Benjamin Franklin,ben@"));
    Map<String, Object> likely =
        preview.all("findings").stream()
            .filter(each -> each.get("what").equals("likely_the_same"))
            .findFirst()
            .orElseThrow(() -> new AssertionError(preview.text()));
    String row = (String) ((List<?>) likely.get("rows")).getFirst();
    Object reference = ((Map<?, ?>) values(likely).get("ticket")).get("reference");

    Answer chosen =
        ask(
            "POST",
            "previews/" + preview.text("id"),
            "{\"same\":{\"%s\":\"%s\"}}".formatted(row, reference));

    assertEquals(200, chosen.status(), chosen.text());
    assertEquals(Map.of(row, reference), options(chosen).get("same"));
    assertEquals(0L, chosen.members().get("added"));
    assertEquals(201, begin(chosen).status());
    awaited(event);
    assertEquals(Set.of("Ada", "Benjamin Franklin"), guests(event).keySet());
    assertEquals(code, codes(event).get("Benjamin Franklin"));
  }

  @Test
  void choicesThatCannotBe_areRefused_andThePreviewStays() {
    String event = event("Gala");
    Answer preview = read(event, LIST);

    Answer refused =
        ask("POST", "previews/" + preview.text("id"), "{\"columns\":{\"Category\":\"nonsense\"}}");

    assertEquals(422, refused.status(), refused.text());
    assertEquals(201, begin(preview).status());
    awaited(event);
  }
}
