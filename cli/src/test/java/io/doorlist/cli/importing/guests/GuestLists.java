package io.doorlist.cli.importing.guests;

import io.doorlist.cli.lines.InputFile;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Guest lists for tests, and how they are understood. */
final class GuestLists {
  private static final String PACKAGES = "http://schemas.openxmlformats.org/package/2006/";
  private static final String OFFICE =
      "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
  private static final String MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";

  /** The parts of a workbook besides its sheet, by name. */
  private static final Map<String, String> PARTS =
      Map.of(
          "[Content_Types].xml",
          """
          <Types xmlns="%1$scontent-types">
          <Default Extension="xml" ContentType="application/xml"/>
          <Default Extension="rels"
            ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
          <Override PartName="/xl/workbook.xml" ContentType=
            "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/>
          <Override PartName="/xl/worksheets/sheet1.xml" ContentType=
            "application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>
          <Override PartName="/xl/styles.xml" ContentType=
            "application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/>
          </Types>\
          """,
          "_rels/.rels",
          """
          <Relationships xmlns="%1$srelationships">
          <Relationship Id="r1" Target="xl/workbook.xml" Type="%2$s/officeDocument"/>
          </Relationships>\
          """,
          "xl/_rels/workbook.xml.rels",
          """
          <Relationships xmlns="%1$srelationships">
          <Relationship Id="r1" Target="worksheets/sheet1.xml" Type="%2$s/worksheet"/>
          <Relationship Id="r2" Target="styles.xml" Type="%2$s/styles"/>
          </Relationships>\
          """,
          "xl/workbook.xml",
          """
          <workbook xmlns="%3$s" xmlns:r="%2$s">
          <sheets><sheet name="G" sheetId="1" r:id="r1"/></sheets></workbook>\
          """,
          "xl/styles.xml",
          """
          <styleSheet xmlns="%3$s">
          <numFmts><numFmt numFmtId="170" formatCode="0000000"/></numFmts>
          <cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="170"/></cellXfs></styleSheet>\
          """);

  private GuestLists() {}

  static Sheet sheet(byte[] bytes) {
    return sheets(bytes, new GuestListOptions()).getFirst();
  }

  static List<Sheet> sheets(byte[] bytes, GuestListOptions options) {
    try (InputFile file = InputFile.open("-", new ByteArrayInputStream(bytes))) {
      return SheetReader.read(file, options);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static GuestList read(byte[] bytes, String... columns) {
    GuestListOptions options = new GuestListOptions();
    options.columns = List.of(columns);
    return read(bytes, options);
  }

  static GuestList read(byte[] bytes, GuestListOptions options) {
    return GuestList.of(sheets(bytes, options), options, ZoneOffset.UTC, ListProgress.NONE);
  }

  /** Returns a file of this package's resources, which somebody else's program made. */
  static byte[] file(String name) {
    try (InputStream in = GuestLists.class.getResourceAsStream(name)) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns what the import tells of a list. */
  static List<String> notes(GuestList list) {
    return list.findings().stream().map(Finding::text).toList();
  }

  /** Returns the columns of the only sheet of a list. */
  static GuestColumns columns(GuestList list) {
    return list.sheets().getFirst().columns();
  }

  /** Returns what makes orders of a list that comes for the first time. */
  static GuestOrders orders(GuestList list) {
    GuestTypes types = new GuestTypes(List.of(), list);
    GuestMatching matching =
        GuestMatching.of(
            new GuestCells(types, list.decides(), list.notes()),
            list.guests(),
            List.of(),
            List.of(),
            ForgottenGuests.NONE,
            Map.of());
    return new GuestOrders(
        types, "EUR", Map.of(), matching, Arrivals.NONE, 0, false, Instant.EPOCH);
  }

  static GuestList read(String text, String... columns) {
    return read(text.getBytes(StandardCharsets.UTF_8), columns);
  }

  /**
   * Makes a workbook.
   *
   * @param rows cells as XML, such as those of {@link #text}; {@code null} for none
   */
  static byte[] workbook(List<List<String>> rows) {
    StringBuilder data = new StringBuilder();
    for (int i = 0; i < rows.size(); i++) {
      data.append("<row r=\"").append(i + 1).append("\">");
      for (int j = 0; j < rows.get(i).size(); j++) {
        String cell = rows.get(i).get(j);
        String place = (char) ('A' + j) + Integer.toString(i + 1);
        data.append(cell == null ? "" : cell.replace("<c", "<c r=\"" + place + "\""));
      }
      data.append("</row>");
    }
    return workbookOf(data.toString());
  }

  /** Makes a workbook of rows as XML. */
  static byte[] workbookOf(String rows) {
    return workbookOf(rows, 1);
  }

  /** Makes a workbook of the same rows, as XML, so many times. */
  static byte[] workbookOf(String rows, int times) {
    return workbookOf("", rows, times);
  }

  /** Makes a workbook; the document type comes before its sheet. */
  static byte[] workbookOf(String documentType, String rows, int times) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      for (Map.Entry<String, String> part : PARTS.entrySet()) {
        add(zip, part.getKey(), part.getValue().formatted(PACKAGES, OFFICE, MAIN));
      }
      zip.putNextEntry(new ZipEntry("xl/worksheets/sheet1.xml"));
      write(zip, documentType + "<worksheet xmlns=\"" + MAIN + "\"><sheetData>");
      for (int i = 0; i < times; i++) {
        write(zip, rows);
      }
      write(zip, "</sheetData></worksheet>");
      zip.closeEntry();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  /**
   * Makes a workbook of several sheets.
   *
   * @param sheets what their parts have, as XML, by their names
   */
  static byte[] workbookOf(Map<String, String> sheets, Map<String, Boolean> hidden) {
    StringBuilder list = new StringBuilder();
    StringBuilder parts = new StringBuilder();
    List<String> names = List.copyOf(sheets.keySet());
    for (int i = 0; i < names.size(); i++) {
      list.append(
          "<sheet name=\"%s\" sheetId=\"%d\" r:id=\"s%d\"%s/>"
              .formatted(
                  names.get(i), i + 1, i, hidden.get(names.get(i)) ? " state=\"hidden\"" : ""));
      parts.append(
          "<Relationship Id=\"s%d\" Target=\"worksheets/s%d.xml\" Type=\"%s/worksheet\"/>"
              .formatted(i, i, OFFICE));
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      for (Map.Entry<String, String> part : PARTS.entrySet()) {
        String xml = part.getValue().formatted(PACKAGES, OFFICE, MAIN);
        add(
            zip,
            part.getKey(),
            switch (part.getKey()) {
              case "xl/workbook.xml" -> xml.replaceFirst("<sheet .*/>", list.toString());
              case "xl/_rels/workbook.xml.rels" ->
                  xml.replaceFirst("<Relationship Id=\"r1\".*/>", parts.toString());
              default -> xml;
            });
      }
      for (int i = 0; i < names.size(); i++) {
        zip.putNextEntry(new ZipEntry("xl/worksheets/s" + i + ".xml"));
        write(
            zip, "<worksheet xmlns=\"" + MAIN + "\">" + sheets.get(names.get(i)) + "</worksheet>");
        zip.closeEntry();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  private static void add(ZipOutputStream zip, String name, String xml) throws IOException {
    zip.putNextEntry(new ZipEntry(name));
    write(zip, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>" + xml);
    zip.closeEntry();
  }

  private static void write(ZipOutputStream zip, String xml) throws IOException {
    zip.write(xml.getBytes(StandardCharsets.UTF_8));
  }

  static String text(String text) {
    String escaped = text.replace("&", "&amp;").replace("<", "&lt;");
    return "<c t=\"inlineStr\"><is><t xml:space=\"preserve\">" + escaped + "</t></is></c>";
  }

  static String number(String number) {
    return "<c><v>" + number + "</v></c>";
  }

  /** Makes a cell of a day, by its number since 1900. */
  static String day(int number) {
    return "<c s=\"1\"><v>" + number + "</v></c>";
  }
}
