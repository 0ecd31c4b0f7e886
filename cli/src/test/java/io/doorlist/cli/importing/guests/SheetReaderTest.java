package io.doorlist.cli.importing.guests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.cli.console.Failure;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SheetReaderTest {
  private static final List<List<String>> ROWS =
      List.of(
          List.of("Name", "E-Mail", "Ticketart"), List.of("Jörg Müßig", "j@example.org", "VIP"));

  @ParameterizedTest
  @ValueSource(strings = {",", ";", "\t", "|"})
  void read_findsEncodingAndSeparator(String separator) {
    String text =
        String.join(separator, ROWS.getFirst()) + "\r\n" + String.join(separator, ROWS.getLast());
    for (Charset charset :
        List.of(StandardCharsets.UTF_8, StandardCharsets.UTF_16LE, StandardCharsets.UTF_16BE)) {
      assertEquals(ROWS, cells(("\uFEFF" + text).getBytes(charset)), charset + separator);
      assertEquals(ROWS, cells(text.getBytes(charset)), charset + separator);
    }
    assertEquals(ROWS, cells(text.getBytes(Charset.forName("windows-1252"))));
    assertEquals(
        ROWS, cells(("sep=" + separator + "\r\n" + text).getBytes(StandardCharsets.UTF_8)));
  }

  @Test
  void read_keepsLineBreaksAndMarksInQuotes_andNumbersRowsAsASpreadsheet() {
    Sheet sheet =
        GuestLists.sheet(
            "Name,E-Mail,Note\n,,\n\"Ann \"\"A\"\" Lee\",,\"one\ntwo\"\n\nBen,\"b@x.org\" ,\n"
                .getBytes(StandardCharsets.UTF_8));

    assertEquals(List.of(1L, 3L, 5L), sheet.rows().stream().map(Sheet.Row::number).toList());
    assertEquals(List.of("Ann \"A\" Lee", "", "one\ntwo"), sheet.rows().get(1).cells());
    assertEquals(List.of("Ben", "b@x.org", ""), sheet.rows().get(2).cells());
  }

  @Test
  void read_losesOneRow_whenAQuotationMarkIsNotClosed() {
    List<Sheet.Row> rows =
        GuestLists.sheet(
                "Name;Code\nAnn;A1\n\"Ben;B1\nCid;C1\n\"Dan\";D1\nEve;E1\n"
                    .getBytes(StandardCharsets.UTF_8))
            .rows();

    assertEquals(
        List.of("Name", "Ann", "Cid", "Dan", "Eve"),
        rows.stream().filter(row -> row.fault() == null).map(row -> row.cell(0)).toList());
    assertEquals(3, rows.stream().filter(row -> row.fault() != null).findFirst().get().number());
  }

  @Test
  void read_refusesWhatFollowsAnOpenMark_unlessItLooksLikeARow() {
    List<Sheet.Row> rows =
        GuestLists.sheet(
                "Name,Code,Note\nAnn,A1,\"says \"hi\"\nno, really\"\nBen,B1,\n"
                    .getBytes(StandardCharsets.UTF_8))
            .rows();

    assertEquals(List.of("Name", "Ben"), good(rows));
    rows =
        GuestLists.sheet("Name,Code\n\"Ann,A1\nBen,B1\nCid\",C1\n".getBytes(StandardCharsets.UTF_8))
            .rows();
    assertEquals(List.of("Name"), good(rows));
    assertNotNull(rows.get(1).fault());
  }

  @Test
  void read_takesTheFirstSheetOfAWorkbook() {
    byte[] bytes =
        GuestLists.workbook(
            List.of(
                List.of(
                    GuestLists.text("Name"), GuestLists.text("Code"), GuestLists.text("Created")),
                new ArrayList<>(),
                List.of(
                    GuestLists.text("Zoë & Co"),
                    GuestLists.number("123456789012"),
                    GuestLists.day(46_000)),
                List.of(GuestLists.text("Ann"), GuestLists.number("1.2345678901234567E+17"))));

    List<Sheet.Row> rows = GuestLists.sheet(bytes).rows();

    assertEquals(List.of("Zoë & Co", "123456789012", "2025-12-09T00:00"), rows.get(1).cells());
    assertEquals(3, rows.get(1).number());
    // A spreadsheet has rounded this one: as a code it is refused.
    assertTrue(rows.get(2).cell(1).contains("E+"), rows.get(2).cell(1));
    assertEquals(
        List.of("Zoë & Co"), GuestLists.read(bytes).guests().stream().map(GuestRow::name).toList());
  }

  @Test
  void read_takesWhatFormulasSay_andNoErrors() {
    byte[] bytes =
        GuestLists.workbook(
            List.of(
                List.of(GuestLists.text("Name"), GuestLists.text("VIP")),
                List.of("<c t=\"str\"><f>A1</f><v>Ann Lee</v></c>", "<c t=\"b\"><v>1</v></c>"),
                List.of("<c><f>B9</f></c>", "<c><f>1+1</f><v>2</v></c>"),
                List.of(GuestLists.text("Ben"), "<c t=\"e\"><f>1/0</f><v>#DIV/0!</v></c>"),
                List.of(GuestLists.text("Cid"), "<c t=\"e\"><v>#N/A</v></c>")));

    List<Sheet.Row> rows = GuestLists.sheet(bytes).rows();

    assertEquals(List.of("Ann Lee", "true"), rows.get(1).cells());
    assertEquals(List.of("", "2"), rows.get(2).cells());
    assertNotNull(rows.get(3).fault());
    assertNotNull(rows.get(4).fault());
  }

  @Test
  void read_saysWhatItCannotRead() {
    byte[] old = {
      (byte) 0xD0, (byte) 0xCF, 0x11, (byte) 0xE0, (byte) 0xA1, (byte) 0xB1, 0x1A, (byte) 0xE1, 0
    };
    byte[] zip = {'P', 'K', 3, 4, 0, 0, 0, 0, 0, 0};
    byte[] unknown = {'N', 1, 2, (byte) 0x81, (byte) 0x8D};
    for (byte[] bytes :
        List.of(old, zip, unknown, "{\"kind\":1}".getBytes(StandardCharsets.UTF_8))) {
      assertThrows(Failure.class, () -> GuestLists.sheet(bytes));
    }
  }

  @Test
  void isGuestList_needsAKnownTitle() {
    assertTrue(SheetReader.isGuestList("Vorname;Nachname\n".getBytes(StandardCharsets.UTF_8)));
    for (String text : List.of("hello", "", "{\"name\":1}", "[{\"code\":1}]")) {
      assertFalse(SheetReader.isGuestList(text.getBytes(StandardCharsets.UTF_8)), text);
    }
  }

  private static List<String> good(List<Sheet.Row> rows) {
    return rows.stream().filter(row -> row.fault() == null).map(row -> row.cell(0)).toList();
  }

  private static List<List<String>> cells(byte[] bytes) {
    return GuestLists.sheet(bytes).rows().stream().map(Sheet.Row::cells).toList();
  }
}
