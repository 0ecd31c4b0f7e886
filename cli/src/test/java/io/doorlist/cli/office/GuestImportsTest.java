package io.doorlist.cli.office;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.cli.CommandResult;
import io.doorlist.cli.importing.guests.SheetReader;
import io.doorlist.domain.Mode;
import io.doorlist.domain.checkin.Scan;
import io.doorlist.domain.event.DeskTerms;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.domain.order.DeskNote;
import io.doorlist.domain.order.Order;
import io.doorlist.domain.order.Ticket;
import io.doorlist.json.Json;
import io.doorlist.json.MalformedJsonException;
import io.doorlist.table.Engine;
import io.doorlist.testing.Call;
import io.doorlist.testing.RelayingEngine;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;

/** A guest list from its preview to its end, and back (issue 71). */
class GuestImportsTest extends OfficeFixture {
  private static final String LIST =
      "Name,E-Mail,Category,Coming\nAda,ada@example.org,VIP,yes\nBen,ben@example.org,Guest,yes\n"
          + "Cleo,cleo@example.org,Guest,no\n";

  private static final byte[] OLD_WORKBOOK = {
    (byte) 0xD0, (byte) 0xCF, 0x11, (byte) 0xE0, (byte) 0xA1, (byte) 0xB1, 0x1A, (byte) 0xE1, 0
  };

  private static final byte[] BROKEN_WORKBOOK = {'P', 'K', 3, 4, 0, 0, 0, 0, 0};

  @Test
  void preview_writesNothing_andSaysWhoComes() {
    String event = event("Gala");
    Map<String, String> before = table.items();

    Answer preview = read(event, LIST);

    assertEquals(201, preview.status(), preview.text());
    assertEquals(before, table.items());
    assertEquals(3L, preview.members().get("tickets"));
    List<Map<String, Object>> out = preview.all("kept_out");
    assertEquals(List.of("Cleo"), out.stream().map(each -> each.get("name")).toList());
    assertEquals("void", out.getFirst().get("state"));
    assertEquals("4", out.getFirst().get("row"));
    Map<String, Object> sheet = preview.all("sheets").getFirst();
    assertEquals(
        List.of(
            Map.of(
                "title",
                "Coming",
                "kept_out",
                1L,
                "refused",
                0L,
                "words",
                List.of(
                    Map.of("word", "no", "rows", 1L, "state", "void"),
                    Map.of("word", "yes", "rows", 2L, "state", "valid")))),
        sheet.get("deciding"));
    assertTrue(sheet.toString().contains("{title=E-Mail, kind=email}"), sheet.toString());
    assertTrue(sheet.toString().contains("[Ada, ada@example.org, VIP, yes]"), sheet.toString());
  }

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

  /** Issue 71: an organiser decides by names, and each language says them from data. */
  @Test
  void preview_namesWhoIsNewCorrectedRefusedAndWithoutATicket() {
    String event = event("Gala");
    imported(event, LIST);
    String next =
        "Name,E-Mail,Category,Coming\nAda King,ada@example.org,VIP,yes\n"
            + "Ben,ben@example.org,Guest,no\nDora,dora@example.org,Guest,yes\n"
            + "Eve,eve@example.org,Guest,perhaps not\n";

    Answer preview = read(event, next);

    assertEquals(1L, preview.members().get("added"));
    assertEquals(List.of("Dora"), names(preview, "added_first"));
    assertEquals(List.of("Eve"), names(preview, "refused"));
    Map<String, Object> stops = preview.all("stops").getFirst();
    assertEquals("no_longer_comes", stops.get("what"));
    assertEquals(List.of("3"), stops.get("rows"));
    assertEquals("Ben", ((Map<?, ?>) values(stops).get("ticket")).get("name"));
    Map<String, Object> refused = preview.all("refused").getFirst();
    assertEquals("answer_not_understood", refused.get("why"));
    assertEquals("Coming", refused.get("column"));
    Map<String, Object> corrected = preview.all("corrected").getFirst();
    assertEquals("corrected", corrected.get("what"));
    assertEquals(Map.of("before", "Ada", "name", "Ada King"), values(corrected));
  }

  private static List<Object> names(Answer preview, String member) {
    return preview.all(member).stream().map(each -> each.get("name")).toList();
  }

  private static Map<?, ?> values(Map<String, Object> finding) {
    return (Map<?, ?>) finding.get("values");
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

  /** Issue 71: several files are one list, as with the command line. */
  @Test
  void filesThatAreDroppedTogether_areOneList() throws IOException {
    String event = event("Gala");
    Answer preview = read(event, files());
    assertEquals(201, preview.status(), preview.text());
    assertEquals("guests.xlsx, more=x.csv, more=x.csv (2)", preview.text("file"));
    assertEquals(List.of("guests.xlsx", "more=x.csv", "more=x.csv (2)"), sheetNames(preview));
    assertTrue(((List<?>) preview.members().get("charsets")).contains("windows-1250"));

    Answer chosen =
        choose(preview, "{\"sheets\":[\"guests.xlsx/Guests\",\"guests.xlsx/Crew & Press\"]}");

    assertEquals(
        List.of("guests.xlsx/Guests", "guests.xlsx/Crew & Press", "more=x.csv", "more=x.csv (2)"),
        sheetNames(chosen));
    assertEquals(201, begin(chosen).status());
    assertEquals("guests.xlsx, more=x.csv, more=x.csv (2)", awaited(event).get("file"));
    assertEquals(Set.of("Ann Lee", "Ben Fox", "Cid Ray", "Dora", "Eve"), guests(event).keySet());

    String reference =
        orders(event)
            .flatMap(order -> order.tickets().stream())
            .filter(ticket -> "Dora".equals(ticket.name()))
            .findFirst()
            .orElseThrow()
            .reference();
    Map<String, byte[]> next = new LinkedHashMap<>(files());
    next.put("more=x.csv", "Name\nTheodora\n".getBytes(StandardCharsets.UTF_8));
    Answer same =
        choose(read(event, next), "{\"same\":{\"more=x.csv:2\":\"%s\"}}".formatted(reference));
    assertEquals(200, same.status(), same.text());
    assertEquals(201, begin(same).status());
    awaited(event);
    assertTrue(guests(event).containsKey("Theodora"), guests(event).toString());
    assertFalse(guests(event).containsKey("Dora"), guests(event).toString());
  }

  private static List<Object> sheetNames(Answer preview) {
    return preview.all("sheets").stream().map(each -> each.get("name")).toList();
  }

  /** A workbook and two texts. */
  private static Map<String, byte[]> files() throws IOException {
    Map<String, byte[]> files = new LinkedHashMap<>();
    files.put("guests.xlsx", workbook("Cid Ray"));
    files.put("more=x.csv", "Name\nDora\n".getBytes(StandardCharsets.UTF_8));
    files.put("folder/more=x.csv", "Name\nEve\n".getBytes(StandardCharsets.UTF_8));
    return files;
  }

  @Test
  void oneOfSeveralFiles_thatIsNoList_isNamed_andNothingIsRead() {
    String event = event("Gala");
    Map<String, byte[]> files = new LinkedHashMap<>();
    files.put("guests.csv", LIST.getBytes(StandardCharsets.UTF_8));
    files.put("page.csv", "<html><table>".getBytes(StandardCharsets.UTF_8));

    Answer refused = read(event, files);

    assertRefused("web_page", refused);
    assertEquals("page.csv", refused.text("about"));
    files.put("page.csv", "Ada\nBen\n".getBytes(StandardCharsets.UTF_8));
    refused = read(event, files);
    assertRefused("no_titles", refused);
    assertEquals("page.csv", refused.text("about"));
  }

  @Test
  void sizesThatDoNotFit_areRefused() {
    String event = event("Gala");
    byte[] body = "Name\nAda\nName\nBen\n".getBytes(StandardCharsets.UTF_8);
    for (List<String> sizes :
        List.of(List.of("9"), List.of("9", "x"), List.of("9", "-9"), List.of("9", "10"))) {
      Map<String, List<String>> query = Map.of("name", List.of("a.csv", "b.csv"), "size", sizes);
      assertEquals(400, ask("POST", "events/" + event + "/previews", body, query).status());
    }
    Map<String, List<String>> many =
        Map.of("name", Collections.nCopies(21, "a.csv"), "size", Collections.nCopies(21, "0"));
    assertEquals(400, ask("POST", "events/" + event + "/previews", body, many).status());
  }

  /** A kill in the middle, or a reload: the next start reads all files again. */
  @Test
  void kill_leavesAnImportOfSeveralFiles_thatTheNextStartEnds() throws IOException {
    table.keepIn(folder);
    String event = event("Gala");
    assertEquals(201, begin(read(event, files())).status());
    Map<String, Object> done = awaited(event);
    Path note = folder.resolve("imports/doorlist/" + done.get("id") + ".json");
    Files.writeString(note, Files.readString(note).replace("\"done\"", "\"running\""));
    office.close();

    office = office(table.stores());
    office.resume();
    Map<String, Object> resumed = awaited(event);

    assertEquals("done", resumed.get("state"), resumed.toString());
    assertEquals(true, resumed.get("resumed"));
    assertEquals(
        Map.of("created", 0L, "changed", 0L, "unchanged", 4L, "refused", 0L),
        resumed.get("counts"));
    assertEquals(Set.of("Ann Lee", "Ben Fox", "Dora", "Eve"), guests(event).keySet());
    assertEquals(6, kept().size(), "three files, a note, and what was before and after");
    assertEquals(200, ask("POST", "forget", "{\"email\":\"b@x.org\"}").status());
  }

  /** Returns a workbook of four sheets; this guest is in the last one. */
  private static byte[] workbook(String name) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipInputStream in =
            new ZipInputStream(SheetReader.class.getResourceAsStream("sheets-openpyxl.xlsx"));
        ZipOutputStream out = new ZipOutputStream(bytes)) {
      for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
        out.putNextEntry(new ZipEntry(entry.getName()));
        String part = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        out.write(part.replace("Cid Ray", name).getBytes(StandardCharsets.UTF_8));
        out.closeEntry();
      }
    }
    return bytes.toByteArray();
  }

  /** Issue 71: a file is kept as a whole, whatever was read of it. */
  @Test
  void show_printsTheRowsOfAPerson_ofEverySheet() throws IOException {
    table.keepIn(folder);
    String event = event("Gala");
    assertEquals(201, begin(read(event, "guests.xlsx", workbook("cid@example.org"))).status());
    awaited(event);

    CommandResult shown = table.run("show --account doorlist --email cid@example.org");

    assertEquals(
        Map.of(
            "kind",
            "guest_list_row",
            "event",
            event,
            "file",
            "guests.xlsx",
            "sheet",
            "Crew & Press",
            "row",
            2L,
            "cells",
            List.of("cid@example.org", "C1")),
        Json.readObject(shown.out()));
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

  private Answer choose(Answer preview, String choices) {
    return ask("POST", "previews/" + preview.text("id"), choices);
  }

  private static Map<?, ?> options(Answer preview) {
    return (Map<?, ?>) preview.members().get("options");
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

  /** Issue 71: what went wrong is a word, which the page says in its language. */
  private static void assertRefused(String word, Answer answer) {
    assertEquals(422, answer.status(), answer.text());
    assertEquals(word, answer.text("word"), answer.text());
  }

  @Test
  void files_thatAreNoLists_areRefused() {
    String event = event("Gala");
    assertRefused("no_list", read(event, "{\"no\":\"list\"}"));
    assertRefused("empty_list", read(event, ""));
    assertRefused("no_titles", read(event, "Ada\nBen\n"));
    assertRefused("web_page", read(event, "<html><table>"));
    assertRefused("save_as_xlsx", read(event, "guests.xls", OLD_WORKBOOK));
    assertRefused("broken_workbook", read(event, "guests.xlsx", BROKEN_WORKBOOK));
    assertEquals(422, read("nothing", LIST).status());
    assertEquals(404, begin(new Answer(0, "", Map.of("id", "none", "stamp", "x"))).status());
  }

  /** Some kilobytes that unpack to a gigabyte. */
  @Test
  void zipBomb_isRefused() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      for (String part : List.of("[Content_Types].xml", "xl/workbook.xml")) {
        zip.putNextEntry(new ZipEntry(part));
        byte[] blanks = " ".repeat(1 << 20).getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < 1_024; i++) {
          zip.write(blanks);
        }
        zip.closeEntry();
      }
    }
    assertTrue(bytes.size() < 4 << 20, "it is short");
    String event = event("Gala");

    Answer refused =
        ask(
            "POST",
            "events/" + event + "/previews",
            bytes.toByteArray(),
            Map.of("name", List.of("guests.xlsx")));

    assertEquals(422, refused.status(), refused.text());
  }

  @Test
  void import_writesThePreview_andNothingElse() {
    String event = event("Gala");

    Map<String, Object> done = imported(event, LIST);

    assertEquals("done", done.get("state"), done.toString());
    assertEquals(
        Map.of("created", 3L, "changed", 0L, "unchanged", 0L, "refused", 0L), done.get("counts"));
    assertEquals(Set.of("Ada", "Ben"), guests(event).keySet());
  }

  @Test
  void tableThatChangedMeanwhile_showsAnotherPreview_andWritesNothing() {
    String event = event("Gala");
    imported(event, LIST);
    Answer one = read(event, LIST.replace("Ada,", "Adah,"));
    Answer other = read(event, LIST.replace("Ben,", "Benn,"));
    assertEquals(201, begin(one).status());
    awaited(event);
    Map<String, String> before = table.items();

    Answer refused = begin(other);

    assertEquals(409, refused.status());
    assertEquals(before, table.items());
    assertTrue(refused.text().contains("Ada"), "it says now that Adah is called Ada again");
    assertEquals(201, begin(refused).status());
    awaited(event);
    assertEquals(Set.of("Ada", "Benn"), guests(event).keySet());
  }

  @Test
  void objections_keepAListOut_untilSomebodyIsSure() {
    String event = event("Gala");
    imported(event, LIST);
    Answer preview = read(event, "Name,E-Mail\nAda,ada@example.org\n");
    String whole = "{\"replace\":true}";
    Answer replacing = ask("POST", "previews/" + preview.text("id"), whole);
    assertEquals(1, replacing.all("objections").size(), replacing.text());

    assertEquals(422, begin(replacing).status());
    assertEquals(Set.of("Ada", "Ben"), guests(event).keySet());
    Answer sure = ask("POST", "previews/" + preview.text("id"), "{\"replace\":true,\"sure\":true}");
    assertEquals(201, begin(sure).status(), sure.text());
    awaited(event);
    assertEquals(Set.of("Ada"), guests(event).keySet());
  }

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

  private Map<String, String> codes(String event) {
    return orders(event)
        .flatMap(order -> order.tickets().stream())
        .collect(Collectors.toMap(each -> each.name(), each -> each.qrCodeIdentifier()));
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

  /** Ends the process that uses it, as nothing catches it. */
  private static final class Kill extends Error {
    private static final long serialVersionUID = 1L;
  }

  private static final class KillingEngine extends RelayingEngine {
    private final AtomicInteger left;

    KillingEngine(Engine next, int writes) {
      super(next);
      left = new AtomicInteger(writes);
    }

    @Override
    protected <A> A relay(Call<A> call) {
      if (!call.writes().isEmpty() && left.getAndDecrement() <= 0) {
        throw new Kill();
      }
      return super.relay(call);
    }
  }

  /** Whatever write a kill comes before, the next start goes on, and says so. */
  @Test
  void kill_atAnyWrite_leavesAnImportThatTheNextStartEnds() throws IOException {
    Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
    Thread.setDefaultUncaughtExceptionHandler(
        (thread, fault) -> {
          if (!(fault instanceof Kill)) {
            throw new AssertionError(fault);
          }
        });
    try {
      int cutOff = 0;
      boolean whole = false;
      for (int writes = 0; !whole; writes++) {
        String event = event("Gala " + writes);
        Answer preview = read(event, LIST);
        office = office(table.stores(new KillingEngine(table.engine(), writes), Clock.systemUTC()));
        Answer again = read(event, LIST);
        assertEquals(preview.members().get("tickets"), again.members().get("tickets"));
        assertEquals(201, begin(again).status());
        office.close();
        Map<String, Object> left =
            ask("GET", "events/" + event + "/imports", "").all("imports").getFirst();
        whole = left.get("state").equals("done");
        cutOff += whole ? 0 : 1;
        noteNothingOfTheFailure((String) left.get("id"));

        office = office(table.stores());
        office.resume();
        Map<String, Object> done = awaited(event);

        assertEquals("done", done.get("state"), "killed at write " + writes + ": " + done);
        assertEquals(!whole, done.get("resumed"));
        assertEquals(Set.of("Ada", "Ben"), guests(event).keySet(), "killed at write " + writes);
        assertEquals(3, orders(event).count(), "nobody is twice");
      }
      assertTrue(cutOff > 2, "killed " + cutOff + " times");
    } finally {
      Thread.setDefaultUncaughtExceptionHandler(before);
    }
  }

  /** A process that is killed says nothing any more; here a thread of it still could. */
  private void noteNothingOfTheFailure(String id) throws IOException {
    Path note = folder.resolve("imports/doorlist").resolve(id + ".json");
    String said = Files.readString(note);
    Files.writeString(note, said.replace("\"state\":\"failed\"", "\"state\":\"running\""));
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
      } catch (Kill | RuntimeException e) {
        assertTrue(e instanceof Kill || e.getCause() instanceof Kill, e.toString());
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

  private Map<String, Object> last(String event) {
    return ask("GET", "events/" + event + "/imports", "").all("imports").getFirst();
  }

  /** Two tabs that import at the same time: one does, and the other is told. */
  @Test
  void secondTab_isToldOfTheImportThatRuns() throws InterruptedException {
    String event = event("Gala");
    CountDownLatch writing = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    Engine waiting =
        new RelayingEngine(table.engine()) {
          @Override
          protected <A> A relay(Call<A> call) {
            if (!call.writes().isEmpty()) {
              writing.countDown();
              try {
                goOn.await();
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
            }
            return super.relay(call);
          }
        };
    office = office(table.stores(waiting, Clock.systemUTC()));
    Answer one = read(event, LIST);
    Answer other = read(event, LIST);
    assertEquals(201, begin(one).status());
    writing.await();

    Answer refused = begin(other);

    assertEquals(422, refused.status());
    assertTrue(refused.text().contains("another import runs"), refused.text());
    assertEquals("running", last(event).get("state"), "a reload shows it");
    goOn.countDown();
    assertEquals("done", awaited(event).get("state"));
    Answer again = begin(other);
    assertEquals(409, again.status(), "it shows what it would do now");
    assertEquals(0L, again.members().get("added"));
    assertEquals(3, orders(event).count());
  }

  /** How far a preview is can be asked while it is made. */
  @Test
  void progress_isSaidWhileAPreviewIsMade() {
    String event = event("Gala");
    String codes = "Name,Code\nAda,C0DE-AAAA-0001\nBen,C0DE-BBBB-0002\nCleo,C0DE-CCCC-0003\n";
    imported(event, codes);
    Set<String> said = new LinkedHashSet<>();
    Engine asking =
        new RelayingEngine(table.engine()) {
          @Override
          protected <A> A relay(Call<A> call) {
            A answer = super.relay(call);
            Answer progress = ask("GET", "progress/mine", "");
            if (!progress.text("step").isEmpty()) {
              said.add(
                  "%s %s of %s"
                      .formatted(
                          progress.text("step"),
                          progress.members().get("done"),
                          progress.members().get("of")));
            }
            return answer;
          }
        };
    office = office(table.stores(asking, Clock.systemUTC()));

    Answer preview =
        ask(
            "POST",
            "events/" + event + "/previews",
            (codes + "Dora,C0DE-DDDD-0004\n").getBytes(StandardCharsets.UTF_8),
            Map.of("name", List.of("guests.csv"), "progress", List.of("mine")));

    assertEquals(201, preview.status(), preview.text());
    assertTrue(said.contains("before 0 of 0"), said.toString());
    assertTrue(said.contains("before 3 of 0"), said.toString());
    assertTrue(said.contains("rows 3 of 4"), said.toString());
    assertEquals("", ask("GET", "progress/mine", "").text("step"), "it is over");
  }

  /** A page that shows all of many is slow, and nobody reads it. */
  @Test
  void firstOfMany_areNamed_andTheOthersCounted() {
    String event = event("Gala");
    StringBuilder list = new StringBuilder("Name,E-Mail,Coming\n");
    for (int i = 0; i < 700; i++) {
      list.append("Guest Number%d,guest%d@example.org,no\n".formatted(i, i));
    }
    for (int i = 0; i < 600; i++) {
      list.append("Other Number%d,other%d@example.org,who knows\n".formatted(i, i));
    }

    Answer preview = read(event, list.toString());

    assertEquals(500, preview.all("kept_out").size());
    assertEquals(500, preview.all("refused").size());
    Map<?, ?> all = (Map<?, ?>) preview.members().get("all");
    assertEquals(700L, all.get("kept_out"));
    assertEquals(600L, all.get("refused"));
  }

  /** Before its note is there an import was not begun, whatever else is kept of it. */
  @Test
  void importWithoutItsNote_wasNotBegun() throws IOException {
    String event = event("Gala");
    Path imports = Files.createDirectories(folder.resolve("imports/doorlist"));
    Files.writeString(imports.resolve("x.file"), LIST);
    Files.writeString(imports.resolve("x.before"), "");
    Files.writeString(imports.resolve("x.json.new"), "{");

    office.resume();

    assertEquals(List.of(), ask("GET", "events/" + event + "/imports", "").all("imports"));
    assertEquals(Map.of(), guests(event));
  }

  @Test
  void whatIsKept_isItsOwnersOnly_andGoesWithAnybodyWhoIsForgotten() throws IOException {
    String event = event("Gala");
    imported(event, LIST);
    List<Path> kept = kept();
    assertEquals(4, kept.size());
    for (Path each : kept) {
      assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(each)));
    }

    Answer wrong = ask("POST", "forget", "{\"event\":\"" + event + "\",\"title\":\"Gal\"}");
    assertEquals(422, wrong.status());
    assertEquals(4, kept().size());
    Answer erased = ask("POST", "forget", "{\"email\":\"ada@example.org\"}");

    assertEquals(200, erased.status(), erased.text());
    assertEquals(1L, erased.members().get("orders"));
    assertEquals(List.of(), kept());
    assertFalse(orders(event).map(Order::toString).anyMatch(order -> order.contains("Ada")));
    Answer everybody = ask("POST", "forget", "{\"event\":\"" + event + "\",\"title\":\"Gala\"}");
    assertEquals(200, everybody.status(), everybody.text());
    assertFalse(orders(event).map(Order::toString).anyMatch(order -> order.contains("Ben")));
  }

  /**
   * The command line runs in another process than the office, whose files and memory it reaches.
   */
  @Test
  void forgetOfTheCommandLine_reachesFilesAndPreviews_ofTheEventAlone() throws IOException {
    table.keepIn(folder);
    String event = event("Gala");
    String other = event("Picnic");
    Map<String, Object> done = imported(event, LIST);
    imported(other, "Name,E-Mail\nDora,dora@example.org\n");
    // What a kill leaves when an import begins: nobody can tell of which event it is.
    Files.writeString(folder.resolve("imports/doorlist/2f1c.file.new"), LIST);
    Answer preview = read(event, "Name,E-Mail\nEve,eve@example.org\n");
    long ada =
        orders(event).filter(it -> it.toString().contains("Ada")).findFirst().orElseThrow().id();
    String forget = "forget --account doorlist --event " + event + " --order " + ada;

    CommandResult dry = table.run(forget, "--dry-run");

    assertEquals(0, dry.status(), dry.err());
    assertTrue(dry.err().contains("dry run: would delete 2 guest lists that"), dry.err());
    assertEquals(9, kept().size());
    assertEquals(200, ask("POST", "previews/" + preview.text("id"), "{}").status());

    CommandResult result = table.run(forget);

    assertEquals(0, result.status(), result.err());
    assertTrue(result.err().contains("deleted 2 guest lists that the office kept"), result.err());
    assertEquals(4, kept().size());
    for (Path each : kept()) {
      assertFalse(Files.readString(each).contains("Ada"), each.toString());
    }
    assertEquals(404, ask("POST", "previews/" + preview.text("id"), "{}").status());
    assertEquals(List.of(), ask("GET", "events/" + event + "/imports", "").all("imports"));
    assertEquals(422, ask("POST", "imports/" + done.get("id") + "/take-back", "").status());
    assertEquals(1, ask("GET", "events/" + other + "/imports", "").all("imports").size());
    CommandResult all = table.run("forget --account doorlist --email eve@example.org");
    assertEquals(0, all.status(), all.err());
    assertEquals(List.of(), kept());
    CommandResult none = table.run("forget --account doorlist --email eve@example.org");
    assertFalse(none.err().contains("guest list"), none.err());
  }

  /** A folder that no {@code up} has. */
  @Test
  void forgetOfAFolder_reachesFilesBesideItsTable() throws IOException {
    Files.createDirectories(folder.resolve("imports/acme"));
    Path file = folder.resolve("imports/acme/2f1c.file");
    List<String> data = List.of("--data", folder.toString());
    String account = "{\"kind\":\"account\",\"slug\":\"acme\",\"name\":\"Acme\"}";
    List<String> filling = new ArrayList<>(List.of("import", "-"));
    filling.addAll(data);
    CommandResult filled =
        CommandResult.of(account.getBytes(StandardCharsets.UTF_8), filling.toArray(String[]::new));
    assertEquals(0, filled.status(), filled.err());
    Files.writeString(file, LIST);

    CommandResult result =
        CommandResult.run(
            "forget --account acme --email ada@example.org", data.toArray(String[]::new));

    assertEquals(0, result.status(), result.err());
    assertTrue(result.err().contains("deleted 1 guest list that the office kept"), result.err());
    assertFalse(Files.exists(file));
  }

  /** Issue 71: one folder of data has several accounts, whose events may be called the same. */
  @Test
  void accounts_haveTheirOwnImports_andForgettingInOneLeavesTheOthers() throws IOException {
    table.keepIn(folder);
    String event = event("Gala");
    imported(event, LIST);
    OfficePage first = office;
    try (OfficePage other = office("Doorlist")) {
      office = other;
      assertEquals(event, event("Gala"));
      assertEquals(List.of(), ask("GET", "events/" + event + "/imports", "").all("imports"));
      imported(event, LIST);
      assertEquals(200, ask("POST", "forget", "{\"email\":\"ada@example.org\"}").status());
      assertEquals(List.of(), ask("GET", "events/" + event + "/imports", "").all("imports"));
    }
    office = first;

    assertEquals(1, ask("GET", "events/" + event + "/imports", "").all("imports").size());
    assertEquals(4, kept().size());
    String forget = "forget --account Doorlist --everyone --event ";
    assertEquals(0, table.run(forget + event).status());
    assertEquals(4, kept().size());
  }

  /** Issue 71: what `forget` deletes of a person, `show` prints, and nothing of others. */
  @Test
  void show_printsTheRowsOfAPerson_inListsThatAreKept() throws MalformedJsonException {
    table.keepIn(folder);
    String event = event("Gala");
    imported(event, LIST + "Anna,nada@example.org,Guest,yes\n");
    imported(event, LIST.replace("Ada,ada@example.org", "Ada Lovelace,Ada <ADA@example.org>"));

    CommandResult shown = table.run("show --account doorlist --email ada@example.org");

    assertEquals(0, shown.status(), shown.err());
    List<List<?>> rows = new ArrayList<>();
    int orders = 0;
    for (String line : shown.out().lines().toList()) {
      Map<String, Object> members = Json.readObject(line);
      if (members.get("kind").equals("guest_list_row")) {
        assertEquals("guests.csv", members.get("file"));
        assertEquals(2L, members.get("row"));
        rows.add((List<?>) members.get("cells"));
      }
      orders += members.get("kind").equals("guest_list_order") ? 1 : 0;
      assertTrue(line.toLowerCase(Locale.ROOT).contains("ada@example.org"), line);
    }
    assertEquals(
        Set.of(
            List.of("Ada", "ada@example.org", "VIP", "yes"),
            List.of("Ada Lovelace", "Ada <ADA@example.org>", "VIP", "yes")),
        Set.copyOf(rows));
    assertTrue(orders > 0, shown.out());
    for (String others : List.of("Ben", "Cleo", "Anna", "nada@")) {
      assertFalse(shown.out().contains(others), others);
    }
    String none = table.run("show --account doorlist --email zoe@example.org").out();
    assertEquals("", none);
  }

  @Test
  void forget_waitsForAnImportThatRuns_andErasesNothingBefore() throws IOException {
    table.keepIn(folder);
    String event = event("Gala");
    Path note = folder.resolve("imports/doorlist/" + imported(event, LIST).get("id") + ".json");
    Files.writeString(note, Files.readString(note).replace("\"done\"", "\"running\""));
    Map<String, String> before = table.items();

    CommandResult result = table.run("forget --account doorlist --email ada@example.org");
    Answer office = ask("POST", "forget", "{\"email\":\"ada@example.org\"}");

    assertEquals(1, result.status());
    assertTrue(result.err().contains("a guest list is being imported"), result.err());
    assertEquals(422, office.status());
    assertEquals(before, table.items());
    assertEquals(4, kept().size());
  }

  private List<Path> kept() throws IOException {
    try (Stream<Path> files = Files.list(folder.resolve("imports/doorlist"))) {
      return files.toList();
    }
  }
}
