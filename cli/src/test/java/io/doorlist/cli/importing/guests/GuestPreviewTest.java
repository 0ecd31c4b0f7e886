package io.doorlist.cli.importing.guests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.cli.CommandTable;
import io.doorlist.cli.console.Failure;
import io.doorlist.cli.lines.Importer;
import io.doorlist.ingest.ImportOutcome;
import io.doorlist.ingest.ImportStore;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The preview as data, by which a page shows what the command line says. */
class GuestPreviewTest {
  private static final Instant NOW = Instant.parse("2026-05-01T10:00:00Z");
  private static final String FIRST =
      "Name;E-Mail;Type\nLea Schmidt;lea@x.org;VIP\nBen Oh;b@x.org;Crew\nCid Ng;c@x.org;Crew\n"
          + "Dan Ox;d@x.org;Crew";

  private final CommandTable table = new CommandTable();
  private final List<ImportOutcome> outcomes = new ArrayList<>();

  @Test
  void preview_saysSheetColumnsRowsAndWhoIsRefused() {
    GuestPreview preview =
        plan("Name;RSVP;Table\nLea Schmidt;yes;1\nBen Oh;no;2\nCid Ng;curry;3").preview();

    assertEquals(
        List.of(
            new GuestPreview.ReadSheet(
                null,
                null,
                "UTF-8, separator ;",
                1,
                List.of(
                    new GuestPreview.Column("Name", "name"),
                    new GuestPreview.Column("RSVP", "answer"),
                    new GuestPreview.Column("Table", "response")),
                List.of(
                    new DecidingColumn(
                        "RSVP",
                        List.of(
                            new DecidingColumn.Word("no", Admission.VOID, 1),
                            new DecidingColumn.Word("yes", Admission.VALID, 1)),
                        1)))),
        preview.sheets());
    assertEquals(
        List.of("Lea Schmidt VALID", "Ben Oh VOID"),
        preview.rows().stream().map(row -> row.name() + " " + row.admission()).toList());
    assertEquals(
        List.of(
            new GuestPreview.RefusedRow(
                new Place(null, 4),
                "Cid Ng",
                new Refusal(RefusalType.ANSWER_NOT_UNDERSTOOD, "RSVP", "curry", Map.of()))),
        preview.refused());
    assertEquals(Map.of("Guest", 2), preview.types());
    assertTrue(
        preview.lines().stream().anyMatch(line -> line.matches("2\\s+RSVP\\s+answer\\s*")),
        preview.lines()::toString);
    assertTrue(
        preview
            .lines()
            .contains(
                "'RSVP' keeps out 1 row (no: 1) and lets in 1 row (yes: 1); it refuses 1 row"),
        preview.lines()::toString);
    assertTrue(
        preview
            .lines()
            .contains(
                "2 rows, 2 tickets, 1 row not let in, 1 refused row, 0 codes of its own; types:"
                    + " {Guest=2}"),
        preview.lines()::toString);
    assertTrue(
        preview.findings().stream()
            .anyMatch(
                it ->
                    it.equals(
                        new Finding(
                            FindingType.REFUSED_NOT_LISTED,
                            List.of(new Place(null, 4)),
                            Map.of("guest", "Cid Ng")))),
        preview.findings().toString());
  }

  @Test
  void preview_namesCorrectionsAndWhoStopsComing_asData() {
    write(plan(FIRST));

    GuestPreview preview =
        plan(
                "Name;E-Mail;Type\nLea Schmitt;lea@x.org;VIP\nBen Oh;b@x.org;Crew\n"
                    + "Cid Ng;c@x.org;Crew",
                "--replace")
            .preview();

    assertTrue(
        preview
            .findings()
            .contains(
                new Finding(
                    FindingType.CORRECTED,
                    List.of(new Place(null, 2)),
                    Map.of("before", "Lea Schmidt", "name", "Lea Schmitt"))),
        preview.findings().toString());
    List<Finding> stops = preview.findings().stream().filter(it -> it.what().stops()).toList();
    assertEquals(1, stops.size(), stops.toString());
    assertEquals("Dan Ox", ((Finding.Named) stops.getFirst().values().get("ticket")).name());
    assertEquals(List.of(), preview.objections());
  }

  /** What the preview says is what is written: the options are those of the command line. */
  @Test
  void write_writesWhatThePreviewSays_orNothing() {
    write(plan(FIRST));
    Map<String, String> before = table.items();
    GuestImport other = plan("Name;E-Mail\nLea Schmidt;lea@x.org", "--replace");
    assertEquals(
        List.of(FindingType.TOO_MANY_STOP),
        other.preview().objections().stream().map(Finding::what).toList());
    assertThrows(Failure.class, () -> write(other));
    assertEquals(before, table.items());

    write(plan("Name;E-Mail\nLea Schmidt;lea@x.org", "--replace", "--yes"));
    assertFalse(before.equals(table.items()));
  }

  /** An order has 1,000 tickets at most, so the import would refuse more. */
  @ParameterizedTest
  @CsvSource({
    "1000, 0, , ",
    "999, 1, , ",
    "1000, 1, Quantity, 999",
    "600, 600, Companions, 400",
    "1, 1000, Companions, 999",
  })
  void peopleAndCompanions_thatAreTooManyForAnOrder_areRefused(
      int people, int companions, String column, Integer most) {
    GuestPreview preview =
        plan("Name;Quantity;Companions\nAnn Lee;%d;%d\n".formatted(people, companions)).preview();

    assertEquals(column == null ? 0 : 1, preview.refused().size(), preview.refused().toString());
    if (column != null) {
      assertEquals(
          column + ": must be a number from 1 to " + most,
          preview.refused().getFirst().reason().text());
    }
  }

  /** Each text has a name for each of its values, and none else. */
  @ParameterizedTest
  @EnumSource
  void text_hasTheNamesOfItsValues(FindingType what) {
    Matcher names = Pattern.compile("\\{([^}]*)}").matcher(what.text());
    Map<String, Object> values =
        names
            .results()
            .map(found -> found.group(1))
            .collect(
                Collectors.toMap(
                    name -> name.replaceFirst(":.*", ""),
                    name -> name.contains(":") ? (Object) 2 : "\u001b[2J" + name,
                    (one, other) -> one));

    String text = new Finding(what, List.of(new Place(null, 7)), values).text();

    assertFalse(text.contains("{") || text.contains("\u001b"), text);
  }

  /** Which row, which column and which value, with a word for the reason. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "null",
      value = {
        "Ann;;1;;|STATUS_EMPTY|Status||Status: is empty; with --columns 'void=Status' an"
            + " empty cell lets the guest in",
        "Ann;paid;many;;|NO_NUMBER_OF_PEOPLE|Quantity|many|Quantity: must be a number from 1 to"
            + " 1000",
        "Ann;paid;1;Z-1;|THERE_ALREADY|Code|Z-1|Code: row 2 has it too",
        "Ann;paid;1;1,2E+12;|CODE_ROUNDED|Code|1,2E+12|Code: was rounded by a spreadsheet: make the"
            + " column text and export again",
        "12;paid;1;;|NO_NAME|Name|12|Name: is not a name",
        ";paid;1;;|NOBODY|null|null|nothing says who it is: no name, e-mail, code or reference",
        "Total;;;;|TOTALS|null|null|it looks like a row of totals",
        "Ann;paid;1;;A;B|MORE_CELLS_THAN_TITLES|null|null|it has more cells than there are titles",
        "\"Ann;paid|QUOTE_NOT_CLOSED|null|null|a quotation mark is not closed, or stands within a"
            + " cell",
        "Ann,paid|OTHER_SEPARATOR|null|null|its cells are not separated as those of the other rows"
      })
  void refusals_areData_andTextRepeatsNoValue(
      String row, RefusalType why, String column, String value, String text) {
    GuestPreview preview =
        plan("Name;Status;Quantity;Code;Table\nZoë;paid;1;Z-1;7\n" + row + "\n").preview();

    assertEquals(1, preview.refused().size(), preview.refused().toString());
    GuestPreview.RefusedRow refused = preview.refused().getFirst();
    assertEquals(new Place(null, 3), refused.place());
    Refusal reason = refused.reason();
    assertEquals(why, reason.why());
    assertEquals(column, reason.column());
    assertEquals(column == null ? null : Objects.toString(value, ""), reason.value());
    assertEquals(text, reason.text());
  }

  /** Each text has a name for each of its values, and none else. */
  @ParameterizedTest
  @EnumSource
  void text_hasTheNamesOfItsValues(RefusalType why) {
    Map<String, Object> values =
        Map.of("lines", 2, "number", 2, "most", 2, "other", new Place("\u001b[2J", 2));

    String text = new Refusal(why, "Code", "A-1", values).text();

    assertFalse(text.contains("{") || text.contains("null") || text.contains("\u001b"), text);
    assertFalse(text.contains("A-1"), text);
  }

  private GuestImport plan(String text, String... words) {
    GuestListOptions options = GuestListOptions.of(List.of(words), List.of(), Map.of());
    return GuestImport.of(
        GuestTarget.read(table.stores().forCommand(), "acme", "gala", null),
        SheetReader.read("guests.csv", text.getBytes(StandardCharsets.UTF_8), options),
        options,
        NOW);
  }

  private void write(GuestImport list) {
    Importer importer =
        new Importer(
            new ImportStore(table.stores().forCommand(), false, () -> {}),
            (line, outcome) -> outcomes.add(outcome));
    assertTrue(list.write(importer, () -> true));
    importer.finish();
  }
}
