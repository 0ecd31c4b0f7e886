package io.doorlist.cli.importing.guests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.cli.CommandResult;
import io.doorlist.cli.CommandTable;
import io.doorlist.cli.connection.AccountReader;
import io.doorlist.domain.order.DeskNote;
import io.doorlist.domain.order.DeskNote.Shown;
import io.doorlist.domain.order.Order;
import io.doorlist.domain.order.Ticket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Columns of notes for staff: they are of the ticket, and say nothing of who the guest is. */
class GuestNotesTest {
  private static final String COLUMNS = "--columns=note=Bemerkung,attention=VIP-Hinweis";

  private final CommandTable table = new CommandTable();

  @Test
  void columns_fillNoteAndAttention_andAreNoAnswers() {
    CommandResult result =
        run(
            """
            Name;Bemerkung;VIP-Hinweis;Tisch
            Ann Lee;by taxi;;4
            Ben Oh;;call Anna;
            Cid Ng;by taxi;call Anna;
            Dan Ox;;ja;
            Eva Po;;nein;
            Fay Qu;-;-;
            """,
            COLUMNS);

    assertEquals(
        Map.of(
            "Ann Lee", new DeskNote("by taxi", false),
            "Ben Oh", new DeskNote("call Anna", true),
            "Cid Ng", new DeskNote("call Anna; by taxi", true),
            "Dan Ox", new DeskNote(null, true),
            "Eva Po", DeskNote.NONE,
            "Fay Qu", DeskNote.NONE),
        notes());
    assertEquals("{\"Tisch\":\"4\"}", named("Ann Lee").responses().text());
    assertEquals("{}", named("Ben Oh").responses().text());
    assertTrue(
        result.err().contains("'Bemerkung', 'VIP-Hinweis': notes that a desk reads"), result.err());
  }

  /** Columns that doors show stay what they are, and are of companions too. */
  @Test
  void shownColumns_areOfTheWholeRow_andStayAnswers() {
    String list = "Name;Quantity;Firma;Tisch\nAnn Lee;2;Acme;4\nBen Oh;1;;-\n";
    CommandResult result = run(list, "--columns=show=Tisch,firma");
    assertEquals(
        List.of(new Shown("Tisch", "4"), new Shown("Firma", "Acme")),
        named("Ann Lee").note().shown());
    assertEquals(named("Ann Lee").note(), named("Ann Lee +1").note());
    assertEquals("{\"Firma\":\"Acme\",\"Tisch\":\"4\"}", named("Ann Lee").responses().text());
    assertEquals(DeskNote.NONE, named("Ben Oh").note());
    assertTrue(result.err().contains("'Tisch', 'Firma': every door shows them"), result.err());
    Map<String, String> codes = codes();
    Map<String, String> before = table.items();

    run(list);
    assertEquals(before, table.items());

    run(list.replace(";4", ";5"), "--columns=show=Tisch,note=Firma", "--replace");
    assertEquals(codes, codes());
    assertEquals(
        new DeskNote("Acme", false, List.of(new Shown("Tisch", "5"))), named("Ann Lee").note());
    assertEquals(List.of(new Shown("Tisch", "5")), named("Ann Lee +1").note().shown());
  }

  @Test
  void shownColumns_areFourAtMost_andMustBeThere_andLongValuesAreCut() {
    String list = "Name;A;B;C;D;E\nAnn Lee;" + "x".repeat(101) + ";b;c;d;e";
    assertEquals(2, run(list, "--columns=show=A,B,C,D,E").status());
    CommandResult missing = run(list, "--columns=show=A,Tisch");
    assertTrue(missing.err().contains("no column has the title 'Tisch'"), missing.err());

    run(list, "--columns=show=A");
    assertEquals(List.of(new Shown("A", "x".repeat(99) + "…")), named("Ann Lee").note().shown());
  }

  @Test
  void shownValues_areExported_andImported() {
    run("Name;Tisch\nAnn Lee;4", "--columns=show=Tisch");
    String exported = table.run("export --account acme").out();
    Ticket before = named("Ann Lee");
    CommandTable other = new CommandTable();

    CommandResult imported =
        other.runWith(exported.getBytes(StandardCharsets.UTF_8), "import", "-");

    assertEquals(0, imported.status(), imported.err());
    assertTrue(exported.contains("\"shown\":[{\"title\":\"Tisch\",\"value\":\"4\"}]"), exported);
    assertFalse(exported.contains("\"note\":null,\"attention\":false,\"shown\""), exported);
    assertEquals(exported, other.run("export --account acme").out());
    assertEquals(List.of(new Shown("Tisch", "4")), before.note().shown());
  }

  /** A no with more words is a text, of which nothing is lost. */
  @Test
  void attention_keepsARemark() {
    run("Name;Achtung\nAnn Lee;no (not before 8)", "--columns=attention=Achtung");

    assertEquals(new DeskNote("no (not before 8)", true), named("Ann Lee").note());
  }

  @Test
  void notesOfSeveralPeople_areTheGuests() {
    run("Name;Quantity;Bemerkung\nAnn Lee;2;by taxi", COLUMNS.replaceFirst(",.*", ""));

    assertEquals(
        Map.of("Ann Lee", new DeskNote("by taxi", false), "Ann Lee +1", DeskNote.NONE), notes());
  }

  @Test
  void theListAgain_changesNotes_andEmptyCellsClearThem_andTicketsStay() {
    run("Name;Bemerkung;VIP-Hinweis\nAnn Lee;by taxi;\nBen Oh;;call Anna\nCid Ng;x;", COLUMNS);
    Map<String, String> codes = codes();
    Map<String, String> before = GuestListFixture.butRows(table);
    run("Name;Bemerkung;VIP-Hinweis\nCid Ng;x;\nAnn Lee;by taxi;\nBen Oh;;call Anna", COLUMNS);
    assertEquals(before, GuestListFixture.butRows(table));

    CommandResult result =
        run(
            "Name;Bemerkung;VIP-Hinweis\nAnn Lee;by train;\nBen Oh;;\nCid Ng;x;z",
            COLUMNS,
            "--replace");

    assertEquals(codes, codes());
    assertEquals(
        Map.of(
            "Ann Lee", new DeskNote("by train", false),
            "Ben Oh", DeskNote.NONE,
            "Cid Ng", new DeskNote("z; x", true)),
        notes());
    assertFalse(Pattern.compile("rows? \\d").matcher(result.err()).find(), result.err());
  }

  @Test
  void aListWithoutTheColumns_leavesNotes() {
    run("Name;Bemerkung;VIP-Hinweis\nAnn Lee;by taxi;call Anna", COLUMNS);

    run("Name;Phone\nAnn Lee;123");

    assertEquals("123", named("Ann Lee").phoneNumber());
    assertEquals(new DeskNote("call Anna; by taxi", true), named("Ann Lee").note());
  }

  /** Of people of one name a note tells who is who, as long as it is the same. */
  @Test
  void namesakes_areToldApartByTheirNotes() {
    run("Name;Bemerkung\nN.N.;a\nN.N.;b\nN.N.;c", "--columns=note=Bemerkung");
    Map<String, String> codes = codesByNote();

    run("Name;Bemerkung;Phone\nN.N.;b;\nN.N.;c;\nN.N.;a;", "--columns=note=Bemerkung");

    assertEquals(codes, codesByNote());
  }

  /** Earlier versions kept such a column as an answer. */
  @ParameterizedTest
  @ValueSource(strings = {"by taxi", "by train"})
  void aColumnThatWasAnAnswer_becomesTheNote_ofTheSameGuests(String now) {
    run("Name;Bemerkung\nAnn Lee;by taxi\nAnn Leeds;x\nBen Oh;");
    Map<String, String> codes = codes();
    assertEquals("{\"Bemerkung\":\"by taxi\"}", named("Ann Lee").responses().text());

    run(
        "Name;Bemerkung\nBen Oh;\nAnn Leeds;x\nAnn Lee;" + now,
        "--columns=note=Bemerkung",
        "--replace");

    assertEquals(codes, codes());
    assertEquals(new DeskNote(now, false), named("Ann Lee").note());
    assertEquals("{}", named("Ann Lee").responses().text());
  }

  @ParameterizedTest
  @ValueSource(strings = {"--columns=note=Bemerkung", "--unanswered=in"})
  void whoeverWasForgotten_doesNotComeBackByARowWithANote(String forgottenAs) {
    String list = "Name;Bemerkung\nAnn Lee;by taxi\nBen Oh;\nCid Ng;\nDan Ox;";
    run(list, forgottenAs);
    Order ann =
        orders().stream()
            .filter(it -> "Ann Lee".equals(it.tickets().getFirst().name()))
            .findFirst()
            .orElseThrow();
    String order = "--order=" + ann.id();
    assertEquals(0, table.runWith("", "forget", "--account=acme", "--event=gala", order).status());

    CommandResult result = run(list, "--columns=note=Bemerkung");

    assertTrue(result.err().contains("row 2 is left out: its guest was forgotten"), result.err());
    assertEquals(List.of(), orders().stream().filter(this::isAnn).toList());
    assertTrue(table.items().values().stream().noneMatch(it -> it.contains("by taxi")));
  }

  /** Issue 69: what a column is taken for may change from one list to the next. */
  @ParameterizedTest
  @ValueSource(strings = {"--columns=note=Bemerkung", "--columns=attention=Bemerkung"})
  void whoeverWasForgotten_doesNotComeBack_whenTheNoteIsAnAnswerAgain(String forgottenAs) {
    String list = "Name;Type;Tisch;Bemerkung\nAnn Lee;VIP;4;by taxi\nBen Oh;VIP;4;\nCid Ng;VIP;5;";
    run(list, forgottenAs);
    Order ann = orders().stream().filter(this::isAnn).findFirst().orElseThrow();
    String order = "--order=" + ann.id();
    assertEquals(0, table.runWith("", "forget", "--account=acme", "--event=gala", order).status());

    CommandResult result = run(list + "\nAnn Lee;Crew;6;");

    assertTrue(result.err().contains("row 2 is left out: its guest was forgotten"), result.err());
    assertFalse(result.err().contains("row 5 is left out"), result.err());
    assertEquals(1, orders().stream().filter(this::isAnn).count());
    assertTrue(table.items().values().stream().noneMatch(it -> it.contains("by taxi")));
  }

  private boolean isAnn(Order order) {
    return order.tickets().stream().anyMatch(it -> "Ann Lee".equals(it.name()));
  }

  @Test
  void notes_areExported_andImportedAgain() {
    run("Name;Bemerkung;VIP-Hinweis\nAnn Lee;by taxi;\nBen Oh;;call Anna\nDan Ox;;x", COLUMNS);
    Map<String, DeskNote> notes = notes();
    assertEquals(new DeskNote("call Anna", true), notes.get("Ben Oh"));
    String exported = table.run("export", "--account=acme").out();
    CommandTable other = new CommandTable();

    other.runWith(exported.getBytes(StandardCharsets.UTF_8), "import", "-");

    assertEquals(
        notes,
        new AccountReader(other.stores().forCommand(), "acme")
            .orders("gala", id -> true)
            .flatMap(order -> order.tickets().stream())
            .collect(Collectors.toMap(Ticket::name, Ticket::note)));
  }

  @ParameterizedTest
  @CsvSource({
    "Internal Notes, note",
    "Check-in Note, note",
    "VIP notes, attention",
    "Interne Notiz, note",
    "VIP-Hinweis, attention",
    "Remarque interne, note",
    "Nota interna, note",
    "Interne opmerking, note",
    "Notatka wewnętrzna, note",
    "Observação interna, note",
    "Dahili not, note",
    "Внутрішня примітка, note",
    "ملاحظة داخلية, note",
    "社内メモ, note",
    "Note, response",
    "Comments, response",
    "Bemerkung, response",
    "Remarques, response",
    "備考, response"
  })
  void onlyTitlesThatNoGuestAnswers_areNotes(String title, String kind) {
    GuestList list = GuestLists.read("Name;" + title + "\nAnn Lee;x");

    assertEquals(kind, GuestLists.columns(list).kinds().getLast().word());
    assertTrue(GuestLists.columns(list).known().getLast());
  }

  private CommandResult run(String text, String... more) {
    List<String> words = new ArrayList<>(List.of("import", "-", "--account=acme", "--event=gala"));
    words.addAll(List.of(more));
    return table.runWith(text.getBytes(StandardCharsets.UTF_8), words.toArray(String[]::new));
  }

  private List<Order> orders() {
    return new AccountReader(table.stores().forCommand(), "acme")
        .orders("gala", id -> true)
        .toList();
  }

  private List<Ticket> tickets() {
    return orders().stream().flatMap(order -> order.tickets().stream()).toList();
  }

  private Ticket named(String name) {
    return tickets().stream().filter(it -> name.equals(it.name())).findFirst().orElseThrow();
  }

  private Map<String, DeskNote> notes() {
    return tickets().stream().collect(Collectors.toMap(Ticket::name, Ticket::note));
  }

  private Map<String, String> codes() {
    return tickets().stream().collect(Collectors.toMap(Ticket::name, Ticket::qrCodeIdentifier));
  }

  private Map<String, String> codesByNote() {
    return tickets().stream()
        .collect(Collectors.toMap(it -> it.note().text(), Ticket::qrCodeIdentifier));
  }
}
