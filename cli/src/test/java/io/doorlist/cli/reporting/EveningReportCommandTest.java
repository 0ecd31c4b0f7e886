package io.doorlist.cli.reporting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import io.doorlist.cli.CommandResult;
import io.doorlist.cli.CommandTable;
import io.doorlist.domain.Mode;
import io.doorlist.domain.checkin.CheckinOutcome;
import io.doorlist.domain.checkin.PulseWindow;
import io.doorlist.domain.checkin.Scan;
import io.doorlist.domain.checkin.UndoOutcome;
import io.doorlist.domain.checkin.UndoRequest;
import io.doorlist.domain.desk.AddGuestOutcome;
import io.doorlist.domain.desk.NewGuest;
import io.doorlist.domain.desk.PaymentOutcome;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.domain.order.Payment;
import io.doorlist.domain.token.Role;
import io.doorlist.door.AddedGuest;
import io.doorlist.ingest.AddedGuests;
import io.doorlist.ingest.Payments;
import io.doorlist.json.Json;
import io.doorlist.json.MalformedJsonException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class EveningReportCommandTest {
  private static final String LINES =
      """
      {"kind":"account","slug":"acme","name":"Acme"}
      {"kind":"event","account":"acme","id":7,"slug":"gala","title":"Gala",\
      "time_zone":"Asia/Tokyo","areas":[{"slug":"site","name":"Site"}],\
      "desk":{"add_guests":{"types":["adult"],"per_hour":100}},\
      "ticket_types":[{"id":1,"slug":"adult","name":"Adult"}]}
      {"kind":"checkin_list","account":"acme","event":"gala","id":1,"name":"North, \\"A\\"",\
      "area":"site","reentry":"after_exit"}
      {"kind":"checkin_list","account":"acme","event":"gala","id":2,"name":"South"}
      {"kind":"order","account":"acme","event":"gala","id":1,"reference":"R1","state":"confirmed",\
      "payment_state":"paid","currency":"EUR","amount":0,"customer":{"first_name":"Who",\
      "last_name":"Ordered","email":"buyer@example.org"},"created_at":"2026-03-01T10:00:00Z",\
      "updated_at":"2026-03-01T10:00:00Z","tickets":[\
      {"id":11,"reference":"R1-1","state":"valid","name":"Canary Person","ticket_type":"adult",\
      "qr_code_identifier":"one","created_at":"2026-03-01T10:00:00Z",\
      "updated_at":"2026-03-01T10:00:00Z"},\
      {"id":12,"reference":"R1-2","state":"valid","name":"Canary Person","ticket_type":"adult",\
      "qr_code_identifier":"two","created_at":"2026-03-01T10:00:00Z",\
      "updated_at":"2026-03-01T10:00:00Z"},\
      {"id":13,"reference":"R1-3","state":"void","name":"Canary Person","ticket_type":"adult",\
      "created_at":"2026-03-01T10:00:00Z","updated_at":"2026-03-01T10:00:00Z"},\
      {"id":14,"reference":"R1-4","state":"valid","ticket_type":"adult",\
      "created_at":"2026-03-01T10:00:00Z","updated_at":"2026-03-01T10:00:00Z"}]}
      """;

  private final CommandTable table = new CommandTable();
  private final Instant door =
      Instant.now().minus(Duration.ofHours(2)).truncatedTo(ChronoUnit.SECONDS);
  private EventDefinition gala;

  @BeforeEach
  void anEvening() {
    CommandResult imported = table.runWith(LINES, "import", "-");
    assertEquals(0, imported.status(), imported.err());
    gala = table.stores().events().readDefinition("acme", "gala").orElseThrow();
    enter(1, "one", false, door);
    exit("one", door.plusSeconds(60));
    exit("one", door.plusSeconds(120));
    enter(1, "one", false, door.plusSeconds(180));
    enter(1, "nobody", false, door.plusSeconds(240));
    for (String reason : List.of("unknown", "unknown", "void")) {
      table
          .stores()
          .refusals()
          .count("acme", "gala", 1, Mode.LIVE, reason, Instant.now().plusSeconds(60));
    }
    CheckinOutcome second = enter(2, "two", true, null);
    assertEquals(
        UndoOutcome.UNDONE,
        table
            .stores()
            .undos()
            .undo(gala, list(2), ((CheckinOutcome.CheckedIn) second).checkin().id(), desk()));
  }

  @Test
  void csv_opensInASpreadsheet_withLocalTimesAndNoFormulas() {
    CommandResult result = report("--columns", "all");

    assertEquals(0, result.status(), result.err());
    assertTrue(result.out().startsWith("\uFEFFwhat,at,zone,list,"), result.out());
    assertTrue(result.out().contains(",\"North, \"\"A\"\"\","), result.out());
    assertTrue(result.out().endsWith("\r\n"));
    List<CsvRecord> rows = records(result.out().substring(1));
    assertEquals("Canary Person", rows.get(1).getField(6));
    assertEquals(8, rows.size());
    assertTrue(
        rows.stream().allMatch(row -> row.getFieldCount() == rows.getFirst().getFieldCount()));
    assertEquals(
        List.of("check_in", "exit", "exit", "entry", "wrong"),
        rows.subList(1, 6).stream().map(row -> row.getField(0)).toList());
    String tokyo = door.plus(Duration.ofHours(9)).toString().replace('T', ' ').replace("Z", "");
    assertEquals(tokyo, rows.get(1).getField(1));
    assertEquals("Asia/Tokyo (UTC+09:00)", rows.get(1).getField(2));
    assertEquals("'=cmd|' /C calc'!A0", rows.get(1).getField(8));
    assertEquals("yes,no,yes", explained(rows.subList(2, 5)));
    assertEquals("5", rows.get(1).getField(9));
    assertEquals("not_found", rows.get(5).getField(13));
    assertEquals(
        "Desk",
        rows.stream()
            .filter(row -> row.getField(0).equals("undo"))
            .findFirst()
            .orElseThrow()
            .getField(8));
  }

  @Test
  void withoutNames_namesNobody_andTheSeparatorIsTheReaders() {
    for (String[] more :
        new String[][] {
          {},
          {"--absent"},
          {"--columns", "all"},
          {"--absent", "--columns", "all"},
          {"--format", "html"}
        }) {
      CommandResult result =
          report(
              Stream.concat(Stream.of(more), Stream.of("--without-names")).toArray(String[]::new));

      assertEquals(0, result.status(), result.err());
      assertFalse(result.out().contains("Canary"), result.out());
    }
    assertTrue(report("--separator", ";").out().startsWith("\uFEFFName;Type;Ticket;Came at;"));
  }

  /** Issue 51: whose check-in was undone has not come, and whom the door refuses is not missed. */
  @Test
  void absent_isWhoHasAValidTicket_andDidNotComeIn() {
    List<CsvRecord> rows = records(report("--absent", "--columns", "all").out().substring(1));

    assertEquals(
        List.of(
            List.of("ticket_reference", "guest", "email", "ticket_type", "ticket_id"),
            List.of("R1-2", "Canary Person", "buyer@example.org", "adult", "12"),
            List.of("R1-4", "Who Ordered", "buyer@example.org", "adult", "14")),
        rows.stream().map(CsvRecord::getFields).toList());
    assertEquals(4, records(report("--absent", "--list", "2").out()).size());
  }

  /** Issue 70: who came, in words and by name, for people who know no column of a program. */
  @Test
  void people_areInWords_byNameAndTheEventsClock() {
    table.runWith(
        """
        {"kind":"order","account":"acme","event":"gala","id":2,"reference":"R2","state":"confirmed",\
        "payment_state":"paid","currency":"EUR","amount":0,"created_at":"2026-03-01T10:00:00Z",\
        "updated_at":"2026-03-01T10:00:00Z","tickets":[\
        {"id":21,"reference":"R2-1","state":"valid","name":"Ärne <First>","ticket_type":"adult",\
        "qr_code_identifier":"three","created_at":"2026-03-01T10:00:00Z",\
        "updated_at":"2026-03-01T10:00:00Z"}]}
        """,
        "import",
        "-");
    enter(2, "three", false, door.plusSeconds(600));
    enter(2, "three", false, door.plusSeconds(700));

    List<List<String>> rows =
        records(report().out().substring(1)).stream().map(CsvRecord::getFields).toList();

    String device = "'=cmd|' /C calc'!A0";
    assertEquals(
        List.of(
            List.of("Name", "Type", "Ticket", "Came at", "By", "List", "Remark"),
            List.of("Ärne <First>", "Adult", "R2-1", tokyo(600), device, "South", "came in twice"),
            List.of("Canary Person", "Adult", "R1-1", tokyo(0), device, "North, \"A\"", ""),
            List.of(
                "",
                "",
                "",
                tokyo(240),
                device,
                "North, \"A\"",
                "let in by a code that nobody has")),
        rows);
    List<List<String>> absent =
        records(report("--absent").out().substring(1)).stream().map(CsvRecord::getFields).toList();
    assertEquals(
        List.of(
            List.of("Name", "Type", "Ticket", "E-mail"),
            List.of("Canary Person", "Adult", "R1-2", "buyer@example.org"),
            List.of("Who Ordered", "Adult", "R1-4", "buyer@example.org")),
        absent);
    String page = report("--format", "html").out();
    assertTrue(page.contains(">Ärne &lt;First&gt;</td>"), page);
    assertTrue(page.contains("<th>Came at</th>"), page);
    assertTrue(page.endsWith("</table></body></html>\n"), page);
  }

  /** Issue 70: a guest whom a desk added is in the same report, which says so and counts them. */
  @Test
  void addedGuests_areMarkedAndCounted() throws MalformedJsonException {
    String before = report().err();
    Instant now = Instant.now();
    Scan scan = new Scan(Mode.LIVE, "desk", "Desk", true, false, null, null, soon());
    NewGuest group =
        new NewGuest(
            "6f0c1d9e-6b1c-4a55-9f43-0a4f1f0d2b7a",
            "request",
            "Grace",
            "adult",
            1,
            null,
            null,
            null,
            null);
    NewGuest notIn =
        new NewGuest(
            "0b8a4a4e-2f53-4d7c-8a0e-5a3f8c1d7e11",
            "request",
            "Alan",
            "adult",
            0,
            null,
            null,
            null,
            null);
    AddedGuests desk = new AddedGuests(table.stores().table());
    assertInstanceOf(AddGuestOutcome.Added.class, desk.add(gala, group, list(2), scan));
    assertInstanceOf(AddGuestOutcome.Added.class, desk.add(gala, notIn, null, scan));
    enter(2, new AddedGuest(group.key()).ticketCode(2), false, now.plusSeconds(1));

    for (String[] more : new String[][] {{}, {"--without-names"}}) {
      CommandResult result = report(more);
      List<String> remarks =
          records(result.out().substring(1)).stream()
              .skip(1)
              .map(row -> row.getField(row.getFieldCount() - 1))
              .sorted()
              .toList();
      assertEquals(
          List.of(
              "",
              "added at the door",
              "added at the door, came in twice",
              "let in by a code that nobody has"),
          remarks);
      assertEquals("4 rows, 2 added at the door; times are of Asia/Tokyo\n", result.err());
    }
    assertEquals("2 rows; times are of Asia/Tokyo\n", before);
    assertEquals("2 rows; times are of Asia/Tokyo\n", report("--list", "1").err());
    assertTrue(report("--format", "html").out().contains(">added at the door</td>"));
    assertEquals(2L, added().get("check_ins"));
    assertEquals(1L, added().get("entries"));
    assertEquals(null, added("--list", "1"));
  }

  /** Issue 70: what each desk took is in the totals, and beside the report. */
  @Test
  void money_isAddedUp_byDesk() throws MalformedJsonException {
    gala = new EventDefinition(gala.event().in("EUR"), gala.lists());
    Payments till = new Payments(table.stores().table());
    List<String> desks = List.of("Desk 1", "Desk 2", "Desk 1");
    for (int i = 0; i < desks.size(); i++) {
      String desk = desks.get(i);
      String key = "00000000-0000-4000-8000-00000000000" + i;
      Payment payment = new Payment(key, 11, 1250, "EUR", Instant.now(), "t" + desk, desk);
      assertInstanceOf(PaymentOutcome.Taken.class, till.take(gala, payment, Mode.LIVE, soon()));
    }

    List<String> rows = new ArrayList<>();
    for (String line : report("--totals", "--format", "ndjson").out().lines().toList()) {
      Map<String, Object> row = Json.readObject(line);
      if (row.get("by").equals("takings")) {
        rows.add(
            Stream.of("name", "payments", "collected", "currency")
                .map(column -> String.valueOf(row.get(column)))
                .collect(Collectors.joining(" ")));
      }
    }

    assertEquals(List.of("Desk 1 2 25.00 EUR", "Desk 2 1 12.50 EUR"), rows);
    assertTrue(
        report().err().endsWith("Desk 1: 2 payments, 25.00 EUR\nDesk 2: 1 payment, 12.50 EUR\n"),
        report().err());
    assertTrue(report("--mode", "test").err().endsWith("times are of Asia/Tokyo\n"));
  }

  /** Returns the row of the totals that counts guests whom a desk added, or {@code null}. */
  private Map<String, Object> added(String... more) throws MalformedJsonException {
    String[] options =
        Stream.concat(Stream.of("--totals", "--format", "ndjson"), Stream.of(more))
            .toArray(String[]::new);
    for (String line : report(options).out().lines().toList()) {
      Map<String, Object> row = Json.readObject(line);
      if (row.get("by").equals("added")) {
        assertEquals("at the door", row.get("name"));
        return row;
      }
    }
    return null;
  }

  private String tokyo(long seconds) {
    return door.plusSeconds(seconds)
        .plus(Duration.ofHours(9))
        .toString()
        .replace('T', ' ')
        .substring(0, 16);
  }

  private static String explained(List<CsvRecord> rows) {
    // The first exit fits, the second does not, the entry after it does.
    return String.join(",", rows.stream().map(row -> row.getField(11)).toList());
  }

  @Test
  void ndjson_hasTheSameRows_withTimesOfUtc() throws MalformedJsonException {
    List<String> lines = report("--format", "ndjson").out().lines().toList();

    assertEquals(7, lines.size());
    Map<String, Object> first = Json.readObject(lines.getFirst());
    assertEquals(door.toString(), first.get("at"));
    assertEquals("=cmd|' /C calc'!A0", first.get("phone"));
    assertEquals(false, first.get("online"));
    assertEquals(true, first.get("explained"));
    assertEquals("R1-1", first.get("ticket_reference"));
    assertEquals(
        1,
        report("--format", "ndjson", "--list", "2")
            .out()
            .lines()
            .filter(line -> line.contains("\"what\":\"undo\""))
            .count());
    assertEquals("", report("--format", "ndjson", "--mode", "test").out());
  }

  @Test
  void totals_addUpByListHourTypePhoneGateAndArea() throws MalformedJsonException {
    Map<String, Map<String, Object>> totals = new TreeMap<>();
    for (String line : report("--totals", "--format", "ndjson").out().lines().toList()) {
      Map<String, Object> row = Json.readObject(line);
      totals.put(row.get("by") + " " + row.get("name"), row);
    }
    List<String> counts =
        List.of("check_ins", "entries", "exits", "undone_check_ins", "wrong", "open");
    for (String name : List.of("list North, \"A\"", "gate 5")) {
      assertEquals(
          List.of(1L, 1L, 2L, 0L, 1L, 1L), counts.stream().map(totals.get(name)::get).toList());
    }
    assertEquals(1L, totals.get("list South").get("undone_check_ins"));
    assertEquals(0L, totals.get("list South").get("check_ins"));
    assertEquals(1L, totals.get("area Site").get("inside"));
    assertEquals(1L, totals.get("area Site").get("unexplained_exits"));
    assertEquals(2L, totals.get("ticket_type adult").get("exits"));
    assertEquals(1L, totals.get("phone =cmd|' /C calc'!A0").get("check_ins"));
    assertTrue(totals.keySet().stream().anyMatch(name -> name.startsWith("hour 20")));
    SortedMap<String, Long> counted =
        table
            .stores()
            .pulses()
            .read("acme", "gala", List.of(list(1)), Mode.LIVE, new PulseWindow(60, false))
            .lists()
            .getFirst()
            .refused();
    assertEquals(Map.of("unknown", 2L, "void", 1L), counted);
    assertEquals(3L, totals.get("list North, \"A\"").get("refused"));
    assertEquals(2L, totals.get("refusal unknown").get("refused"));
    assertEquals(1L, totals.get("refusal void").get("refused"));
    assertTrue(report("--totals").out().startsWith("\uFEFFby,name,list_id,check_ins,"));
  }

  /** Totals that count an undone entry or exit too are higher than what the rows add up to. */
  @Test
  void totals_countUndoneEntriesAndExits_asUndone() throws MalformedJsonException {
    CheckinOutcome exit = exit("one", door.plusSeconds(300));
    CheckinOutcome entry = enter(1, "one", true, null);
    long left = ((CheckinOutcome.CheckedOut) exit).passage().id();
    long again = ((CheckinOutcome.Reentered) entry).passage().id();
    for (long passage : List.of(again, left)) {
      assertEquals(UndoOutcome.UNDONE, table.stores().undos().undo(gala, list(1), passage, desk()));
    }

    String north =
        report("--totals", "--format", "ndjson", "--list", "1").out().lines().toList().getFirst();

    Map<String, Object> totals = Json.readObject(north);
    assertEquals(
        List.of(1L, 1L, 2L, 0L, 2L),
        List.of(
            totals.get("check_ins"),
            totals.get("entries"),
            totals.get("exits"),
            totals.get("undone_check_ins"),
            totals.get("undone_passages")));
  }

  @Test
  void wrongOptions_areSaid() {
    assertEquals(2, report("--format", "xlsx").status());
    assertEquals(2, report("--format", "ndjson", "--separator", ";").status());
    assertEquals(2, report("--separator", "x").status());
    assertEquals(2, report("--totals", "--absent").status());
    assertEquals(2, report("--columns", "some").status());
    assertEquals(2, report("--columns", "people", "--format", "ndjson").status());
    assertEquals(2, report("--totals", "--format", "html").status());
    assertEquals(1, report("--list", "99").status());
  }

  @Test
  void formulas_areDefused_andOtherTextIsLeft() {
    for (String text : List.of("=1", "+1", "-1", "@a", "\t=1", "\r=1")) {
      assertEquals("'" + text, SpreadsheetRows.defused(text));
    }
    for (String text : List.of("", "a=1", "Gate 1", "1-2")) {
      assertEquals(text, SpreadsheetRows.defused(text));
    }
  }

  private CommandResult report(String... more) {
    return table.run("report --account acme --event gala", more);
  }

  private static List<CsvRecord> records(String csv) {
    return CsvReader.builder().ofCsvRecord(csv).stream().toList();
  }

  private CheckinList list(long id) {
    return gala.list(id).orElseThrow();
  }

  private CheckinOutcome enter(long list, String code, boolean online, Instant at) {
    return table
        .stores()
        .checkins()
        .checkInTicket(gala, list(list), code, command(list, online, at));
  }

  private CheckinOutcome exit(String code, Instant at) {
    return table.stores().checkins().exit(gala, list(1), code, command(1, false, at));
  }

  /** Returns a request of a phone, which is at a gate unless it scans for the second list. */
  private static Scan command(long list, boolean online, Instant at) {
    Long gate = list == 1 ? (Long) 5L : null;
    return new Scan(
        Mode.LIVE, "phone", "=cmd|' /C calc'!A0", online, true, at, null, soon(), gate, null, null);
  }

  private static UndoRequest desk() {
    return new UndoRequest(Mode.LIVE, "desk", "Desk", Role.DESK, soon());
  }

  private static Instant soon() {
    return Instant.now().plusSeconds(60);
  }
}
