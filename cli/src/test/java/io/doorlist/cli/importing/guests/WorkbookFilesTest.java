package io.doorlist.cli.importing.guests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.cli.console.Failure;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Issue 69: workbooks of other programs are read. {@code make.py} beside them says how each was
 * made.
 */
class WorkbookFilesTest {
  @ParameterizedTest
  @ValueSource(strings = {"merged-openpyxl.xlsx", "merged-libreoffice.xlsx"})
  void mergedCell_hasItsValueInEachOfItsRows(String file) {
    GuestList list = GuestLists.read(GuestLists.file(file));

    assertEquals(
        List.of(Admission.VOID, Admission.VOID, Admission.VOID, Admission.VALID, Admission.VALID),
        list.guests().stream().map(GuestRow::admission).toList());
    assertEquals(
        List.of("7", "7", "7", "7", "8"),
        list.guests().stream().map(guest -> guest.responses().get("Table")).toList());
  }

  /** Without the value nobody knows whether Ben is void, and what Cid's code is. */
  @Test
  void formulaWithoutAValue_refusesItsRow_whereItMatters_andIsNamedElsewhere() {
    GuestList list = GuestLists.read(GuestLists.file("formulas-openpyxl.xlsx"));

    assertEquals(
        Map.of(
            2L, "Void: has a formula without a stored value",
            3L, "Void: has a formula without a stored value",
            4L, "Code: has a formula without a stored value"),
        refused(list));
    assertEquals(
        List.of("Dan Orr", "Eve Poe"), list.guests().stream().map(GuestRow::name).toList());
    assertTrue(
        GuestLists.notes(list)
            .contains("row 5: Seat has a formula without a stored value: it stays empty"),
        GuestLists.notes(list).toString());
  }

  /** Whatever decides, or is a code, a type or a number of people. */
  @ParameterizedTest
  @CsvSource({
    "Quantity, true",
    "Adults, true",
    "Ticket Type, true",
    "Reference, true",
    "Order Number, true",
    "RSVP, true",
    "Cancelled, true",
    "Phone, false",
    "Table, false",
    "Internal Note, false"
  })
  void formulaWithoutAValue_refusesItsRow_whereItMatters(String title, boolean matters) {
    byte[] bytes =
        GuestLists.workbook(
            List.of(
                List.of(GuestLists.text("Name"), GuestLists.text(title)),
                List.of(GuestLists.text("Ann Lee"), "<c><f>Z1</f></c>"),
                List.of(GuestLists.text("Ben Oh"), "<c t=\"str\"><f>Z2</f><v></v></c>")));

    GuestList list = GuestLists.read(bytes);

    assertEquals(matters ? 1 : 0, list.refused().size());
    if (matters) {
      assertEquals(
          new Refusal(RefusalType.FORMULA_WITHOUT_VALUE, title, "", Map.of()),
          list.refused().getFirst().reason());
    } else {
      assertTrue(
          GuestLists.notes(list)
              .contains(
                  "row 2: %s has a formula without a stored value: it stays empty"
                      .formatted(title)),
          GuestLists.notes(list).toString());
    }
  }

  @Test
  void formulaWithAValue_isItsValue() {
    GuestList list = GuestLists.read(GuestLists.file("formulas-libreoffice.xlsx"));

    assertEquals(List.of(), list.refused());
    assertEquals(
        List.of(Admission.VALID, Admission.VOID, Admission.VALID, Admission.VALID, Admission.VALID),
        list.guests().stream().map(GuestRow::admission).toList());
    assertEquals("A3", list.guests().get(2).code());
    assertEquals("Row 20", list.guests().getFirst().responses().get("Seat"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"formats-xlsxwriter.xlsx", "formats-libreoffice.xlsx"})
  void code_isWhatItsFormatShows_orItsRowIsRefused(String file) {
    GuestList list = GuestLists.read(GuestLists.file(file));
    List<String> codes = list.guests().stream().map(GuestRow::code).limit(10).toList();

    assertEquals(
        List.of(
            "00012",
            "T-0012",
            "123-456-7890",
            "A-012",
            "12",
            "1234567",
            "out 5",
            "K07",
            "123456789012345",
            "No. 77"),
        codes.stream().distinct().toList());
    String other = "Code: has a number format that cannot be read as shown";
    Map<Long, String> refused = refused(list);
    // LibreOffice took over the value 0 of the formula, which nobody can tell from a code.
    assertEquals(
        "Code: has a number of more than 15 digits, which is rounded", refused.remove(12L));
    refused.remove(11L);
    refused.remove(18L);
    assertEquals(Map.of(13L, other, 14L, other, 15L, other, 16L, other), refused);
    assertEquals("12.50 €", list.guests().getFirst().responses().get("Amount"));
    assertEquals(2, list.guests().getFirst().persons());
  }

  /** XlsxWriter writes 0 for a formula, and that the workbook is still to be calculated. */
  @Test
  void formulaOfAWorkbookThatIsNotCalculated_hasNoValue() {
    GuestList list = GuestLists.read(GuestLists.file("formats-xlsxwriter.xlsx"));

    assertEquals("Code: has a formula without a stored value", refused(list).get(18L));
  }

  @ParameterizedTest
  @ValueSource(strings = {"sheets-openpyxl.xlsx", "sheets-libreoffice.xlsx"})
  void sheet_isTheFirstThatIsShownAndHasTitles_andTheOthersAreNamed(String file) {
    GuestList list = GuestLists.read(GuestLists.file(file));

    assertEquals(List.of("A1", "A2"), list.guests().stream().map(GuestRow::code).toList());
    assertEquals("xlsx, sheet 'Guests'", list.sheets().getFirst().sheet().format());
    assertTrue(
        GuestLists.notes(list)
            .contains(
                "read: sheet 'Guests'; not read: 'Last year' (hidden), 'Cover', 'Crew & Press';"
                    + " --sheet NAME reads another"),
        GuestLists.notes(list).toString());
  }

  @ParameterizedTest
  @CsvSource({"Crew & Press,C1", "crew & press,C1", "Last year,OLD"})
  void sheet_isTheOneThatIsSaid_alsoAHiddenOne(String sheet, String code) {
    GuestListOptions options = new GuestListOptions();
    options.sheets = List.of(sheet);
    GuestList list = GuestLists.read(GuestLists.file("sheets-openpyxl.xlsx"), options);

    assertEquals(List.of(code), list.guests().stream().map(GuestRow::code).toList());
  }

  @Test
  void sheetThatIsNotThere_isSaidWithThoseThatAre() {
    GuestListOptions options = new GuestListOptions();
    options.sheets = List.of("Gäste");

    assertEquals(
        "--sheet: the workbook has no sheet 'Gäste', but 'Last year' (hidden), 'Cover', 'Guests',"
            + " 'Crew & Press'",
        assertThrows(
                Failure.class,
                () -> GuestLists.read(GuestLists.file("sheets-openpyxl.xlsx"), options))
            .getMessage());
    byte[] text = "Name,Code\nAnn,A1\n".getBytes(StandardCharsets.UTF_8);
    assertThrows(Failure.class, () -> GuestLists.read(text, options));
  }

  @ParameterizedTest
  @ValueSource(strings = {"hidden-openpyxl.xlsx", "hidden-libreoffice.xlsx"})
  void rowsThatAreHiddenOrFilteredOut_comeInOnlyIfThatIsSaid(String file) {
    GuestListOptions options = new GuestListOptions();
    GuestList shown = GuestLists.read(GuestLists.file(file), options);

    assertEquals(List.of("A1", "A3"), shown.guests().stream().map(GuestRow::code).toList());
    assertTrue(
        GuestLists.notes(shown)
            .contains(
                "hidden or filtered out in the sheet, and left out here: 2 rows (3, 5); --hidden"
                    + " takes them too"),
        GuestLists.notes(shown).toString());

    options.hidden = true;
    GuestList all = GuestLists.read(GuestLists.file(file), options);
    assertEquals(
        List.of("A1", "A2", "A3", "A4"), all.guests().stream().map(GuestRow::code).toList());
  }

  @ParameterizedTest
  @CsvSource({
    "plain-libreoffice.ods,'(.ods): open it, and save it as .xlsx'",
    "plain-libreoffice.xls,'(.xls), or one with a password: open it, and save it as .xlsx'",
    "plain-strict.xlsx,'Strict Open XML: open it, and save it as .xlsx'",
    "plain-libreoffice.html,'a web page or XML, whatever the file is called: open it'"
  })
  void otherFormats_areRefused_withHowToSaveThem(String file, String reason) {
    byte[] bytes = GuestLists.file(file);
    String said = assertThrows(Failure.class, () -> GuestLists.read(bytes)).getMessage();

    assertTrue(said.contains(reason), said);
  }

  private static Map<Long, String> refused(GuestList list) {
    return list.refused().stream()
        .collect(Collectors.toMap(each -> each.row().number(), each -> each.reason().text()));
  }
}
