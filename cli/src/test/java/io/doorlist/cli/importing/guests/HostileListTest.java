package io.doorlist.cli.importing.guests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.cli.console.Failure;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Issue 54: a list of a stranger's costs the laptop no more than seconds and some hundred
 * megabytes, whatever is in it.
 */
class HostileListTest {
  /** Of the processor's time, as others may have it meanwhile; what is wrong takes minutes. */
  private static final Duration MOST = Duration.ofSeconds(8);

  private static final int LONG = 9_900;
  private static final int ROWS = 100;

  /** Each of these cells once made a pattern look at it from each of its characters. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Name|' '|x",
        "Name|1|x",
        "Name|#|x",
        "Ticket type|a|!",
        "Ticket type|5|!",
        "Plus one|'a '|1",
        "Plus one|a|?",
        "Status|a|!",
        "Date|1|x",
        "Date|'. '|x",
        "Code|1e|+",
        "QR code link|/|x",
        "QR code link|?#|x",
        "Quantity|0|.",
        "E-Mail|'! '|x",
        "Note|'\t'|x"
      })
  void longCell_takesNoLongerThanItIs(String title, String repeated, String end) {
    String cell = repeated.repeat(LONG / repeated.length()) + end;
    StringBuilder text = new StringBuilder(title + ";First name;Last name\n");
    for (int i = 0; i < ROWS; i++) {
      text.append("\"%s\";\"Ann\";\"Lee %d\"\n".formatted(cell, i));
    }

    GuestList list = quickly(() -> GuestLists.read(text.toString()));

    assertEquals(ROWS, list.guests().size() + list.refused().size());
  }

  /** Titles are looked for before cells are measured. */
  @ParameterizedTest
  @ValueSource(strings = {" ", "(", "a", "1", "\u0301", "(a ", "\uFDFA"})
  void longTitles_takeNoLongerThanTheyAre(String repeated) {
    String title = "Name;" + repeated.repeat(39_000 / repeated.length()) + "x;Code\n";

    assertEquals(0, quickly(() -> GuestLists.read(title.repeat(10))).guests().size());
  }

  @Test
  void manyTitles_takeNoLongerThanTheyAre() {
    String titles =
        IntStream.rangeClosed(1, CellLimit.MAX_COLUMNS - 1)
            .mapToObj(i -> "Column " + i)
            .collect(Collectors.joining(";", "Name;", "\nAnn Lee\n"));

    assertEquals(1, quickly(() -> GuestLists.read(titles)).guests().size());
    assertRefused("a row has more than 16,384 cells", titles.replace("Column 1;", ";;"));
  }

  @Test
  void manyTypes_areRefused_beforeAllAreCompared() {
    StringBuilder list = new StringBuilder("Name;Ticket type\n");
    IntStream.range(0, 60_000).forEach(i -> list.append("Ann Lee;Type ").append(i).append('\n'));
    GuestList read = GuestLists.read(list.toString());

    quickly(() -> assertThrows(Failure.class, () -> new GuestTypes(List.of(), read)));
  }

  @Test
  void rowsForThousands_areNoGuestList() {
    assertRefused(
        "lets in more than 1,000,000 people", "Name;Quantity\n" + "Ann Lee;1000\n".repeat(1_001));
  }

  @Test
  void listOfEmptyCells_isRefused() {
    String row = "Ann Lee" + ";".repeat(9_999) + "\n";

    assertRefused("the list has more than 5,000,000 cells", "Name;Code\n" + row.repeat(501));
  }

  @ParameterizedTest
  @ValueSource(strings = {"1E999999999", "-1E999999999", "1E-999999999", "1E401"})
  void number_thatNoSpreadsheetHas_refusesItsRow(String number) {
    List<Sheet.Row> rows =
        GuestLists.sheet(
                GuestLists.workbook(
                    List.of(
                        List.of(GuestLists.text("Name"), GuestLists.text("Code")),
                        List.of(GuestLists.text("Ann"), GuestLists.number(number)),
                        List.of(GuestLists.text("Ben"), GuestLists.number("1E+300")))))
            .rows();

    assertEquals("column 2 has a number that no spreadsheet has", rows.get(1).fault().text());
    assertEquals("1" + "0".repeat(300), rows.get(2).cell(1));
  }

  /** A spreadsheet shows no such day; {@code ####} tells its author. */
  @ParameterizedTest
  @ValueSource(ints = {-1, 2_958_466, Integer.MAX_VALUE})
  void day_thatThereIsNot_isANumber(int day) {
    byte[] bytes =
        GuestLists.workbook(
            List.of(
                List.of(GuestLists.text("Name"), GuestLists.text("Date")),
                List.of(GuestLists.text("Ann"), GuestLists.day(day))));

    assertEquals("" + day, GuestLists.sheet(bytes).rows().get(1).cell(1));
  }

  static List<String> longCells() {
    String cell = "<c r=\"A1\" t=\"inlineStr\"><is>%s</is></c>";
    String text = "a".repeat(41_000);
    return List.of(
        cell.formatted("<t>" + text + "</t>"),
        cell.formatted(("<r><t>" + "a".repeat(100) + "</t></r>").repeat(500)),
        "<c r=\"A1\"><v>" + "1".repeat(41_000) + "</v></c>",
        "<c r=\"A1\"><f>" + "A".repeat(2 << 20) + "</f><v>1</v></c>",
        "<c r=\"" + "A".repeat(2 << 20) + "1\"><v>1</v></c>");
  }

  @ParameterizedTest
  @MethodSource("longCells")
  void cell_thatNoSpreadsheetHas_isRefused(String cell) {
    byte[] bytes = GuestLists.workbookOf("<row r=\"1\">" + cell + "</row>");

    assertRefused("the workbook has a cell of more than 40,000 characters", bytes);
  }

  @Test
  void workbookThatUnpacksToMuch_isRefused() {
    String row = "<row>" + GuestLists.text("a".repeat(30_000)) + "</row>";
    byte[] bytes = GuestLists.workbookOf(row, 5_000);

    assertTrue(bytes.length < 1 << 20, "" + bytes.length);
    assertRefused("unpacks to more than 128 MB", bytes);
  }

  /** A cell far to the right makes all cells before it. */
  @Test
  void cellsFarToTheRight_areRefused() {
    String far = "<row><c r=\"A1\"><v>1</v></c><c r=\"XFD1\"><v>1</v></c></row>";

    assertEquals(
        CellLimit.MAX_COLUMNS,
        GuestLists.sheet(GuestLists.workbookOf(far, 3)).rows().getFirst().cells().size());
    assertRefused("more than 5,000,000 cells", GuestLists.workbookOf(far, 1_000));
    assertRefused("more than 16,384 cells", GuestLists.workbookOf(far.replace("XFD", "XFE")));
    assertRefused("cannot be read", GuestLists.workbookOf(far.replace("XFD", "ZZZZZZZ")));
    // What is only formatted is no cell.
    String formatted = "<row><c r=\"A1\"><v>1</v></c><c r=\"XFD1\" s=\"1\"/></row>";
    assertEquals(
        List.of("1"),
        GuestLists.sheet(GuestLists.workbookOf(formatted, 300)).rows().getFirst().cells());
    // One wide row widens all.
    String narrow = "<row><c><v>1</v></c></row>";
    assertRefused("more than 5,000,000 cells", GuestLists.workbookOf(far + narrow.repeat(400)));
  }

  /** Nobody asks what a formula says; its value is there. */
  @Test
  void formulas_areNotEvaluated() {
    String shared = "<c><f t=\"shared\" si=\"0\"%s>%s</f><v>1</v></c>";
    String first = shared.formatted(" ref=\"A1:A90000\"", "A1+".repeat(9_000) + "1");
    String row = "<row>" + shared.formatted("", "") + "</row>";
    String array = "<row><c><f t=\"array\" ref=\"B1\">1</f><v>1</v></c></row>";

    byte[] bytes =
        GuestLists.workbookOf(
            "<row>" + first + "</row>" + row.repeat(3_000) + array.repeat(60_000));

    assertEquals(63_001, quickly(() -> GuestLists.sheet(bytes)).rows().size());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<c t=\"s\"><v>7</v></c>",
        "<c t=\"s\"><v>-1</v></c>",
        "<c t=\"s\"><v>x</v></c>",
        "<c s=\"x\"><v>1</v></c>",
        "<c r=\"?\"><v>1</v></c>",
        "<c><v>1</v>",
        "<c><v>&nothing;</v></c>"
      })
  void malformedCell_isRefusedInWords(String cell) {
    assertRefused("cannot be read", GuestLists.workbookOf("<row>" + cell + "</row>"));
  }

  /** Entities of its own would unpack a text of a few bytes to gigabytes. */
  @Test
  void entities_areNotUnpacked() {
    String lol = "<!DOCTYPE w [<!ENTITY a \"lol\"><!ENTITY b \"&a;&a;&a;\">]>";
    byte[] bytes = GuestLists.workbookOf(lol, "<row><c><v>&b;</v></c></row>", 1);

    assertRefused("cannot be read", bytes);
  }

  /** What Excel writes of a text with signs of XML, and of many. */
  @Test
  void referencesToCharacters_areRead_howeverMany() {
    String cell = "<c t=\"inlineStr\"><is><t>" + "&amp;&#233;".repeat(100) + "</t></is></c>";
    List<Sheet.Row> rows =
        GuestLists.sheet(GuestLists.workbookOf("<row>" + cell + "</row>", 3_000)).rows();

    assertEquals(3_000, rows.size());
    assertEquals("&é".repeat(100), rows.getLast().cell(0));
  }

  private static void assertRefused(String reason, String text) {
    assertRefused(reason, text.getBytes(StandardCharsets.UTF_8));
  }

  private static void assertRefused(String reason, byte[] bytes) {
    String said =
        quickly(() -> assertThrows(Failure.class, () -> GuestLists.read(bytes))).getMessage();
    assertTrue(said.contains(reason), said);
  }

  /** Does something within a time of the processor. */
  private static <T> T quickly(Supplier<T> work) {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadCpuTime();
    T done = work.get();
    Duration took = Duration.ofNanos(threads.getCurrentThreadCpuTime() - before);
    assertTrue(took.compareTo(MOST) < 0, () -> "it took " + took);
    return done;
  }
}
