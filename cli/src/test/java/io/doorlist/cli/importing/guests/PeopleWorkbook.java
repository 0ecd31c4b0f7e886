package io.doorlist.cli.importing.guests;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Makes a workbook as people do, by hand. Not thread-safe. */
final class PeopleWorkbook {
  private final Map<String, Tab> tabs = new LinkedHashMap<>();
  private Tab tab;

  /** A sheet while it is made. */
  private static final class Tab {
    private final boolean hidden;
    private final List<List<String>> rows = new ArrayList<>();
    private final List<Boolean> hiddenRows = new ArrayList<>();
    private final List<String> merged = new ArrayList<>();

    private Tab(boolean hidden) {
      this.hidden = hidden;
    }
  }

  /** Begins a sheet that is shown. */
  void sheet(String name) {
    tab = new Tab(false);
    tabs.put(name, tab);
  }

  /** Adds a hidden sheet with titles, and a row in which each cell is this text. */
  void hiddenSheet(String name, List<String> titles, String text) {
    tab = new Tab(true);
    tabs.put(name, tab);
    row(titles.stream().map(PeopleWorkbook::text).toList());
    row(Collections.nCopies(titles.size(), text(text)));
  }

  /** Adds a row of cells as XML. */
  void row(List<String> cells) {
    tab.rows.add(new ArrayList<>(cells));
    tab.hiddenRows.add(false);
  }

  void hiddenRow(List<String> cells) {
    row(cells);
    tab.hiddenRows.set(tab.hiddenRows.size() - 1, true);
  }

  /** Merges equal cells of a column that are one below the other, from a row on. */
  void merge(int column, int from) {
    int first = from;
    for (int row = from + 1; row <= tab.rows.size(); row++) {
      String value = tab.rows.get(first).get(column);
      boolean same = row < tab.rows.size() && value.equals(tab.rows.get(row).get(column));
      if (!same || !value.contains("inlineStr")) {
        if (row - first > 1) {
          for (int other = first + 1; other < row; other++) {
            tab.rows.get(other).set(column, "");
          }
          tab.merged.add(place(column, first) + ":" + place(column, row - 1));
        }
        first = row;
      }
    }
  }

  private static String place(int column, int row) {
    return (char) ('A' + column) + Integer.toString(row + 1);
  }

  static String text(String text) {
    return text.isEmpty() ? "" : GuestLists.text(text);
  }

  static String numberOfSevenDigits(long number) {
    return "<c s=\"2\"><v>" + number + "</v></c>";
  }

  /** Makes a cell of a formula that says a text. */
  static String formula(String text) {
    return "<c t=\"str\"><f>Z1</f><v>%s</v></c>".formatted(text.replace("&", "&amp;"));
  }

  /** Makes a cell of a formula whose value is not stored. */
  static String lostFormula() {
    return "<c><f>Z1</f></c>";
  }

  byte[] bytes() {
    Map<String, String> sheets = new LinkedHashMap<>();
    Map<String, Boolean> hidden = new LinkedHashMap<>();
    tabs.forEach(
        (name, each) -> {
          sheets.put(name, xml(each));
          hidden.put(name, each.hidden);
        });
    return GuestLists.workbookOf(sheets, hidden);
  }

  private static String xml(Tab tab) {
    StringBuilder xml = new StringBuilder("<sheetData>");
    for (int i = 0; i < tab.rows.size(); i++) {
      xml.append("<row r=\"%d\"%s>".formatted(i + 1, tab.hiddenRows.get(i) ? " hidden=\"1\"" : ""));
      for (int j = 0; j < tab.rows.get(i).size(); j++) {
        xml.append(tab.rows.get(i).get(j).replace("<c", "<c r=\"" + place(j, i) + "\""));
      }
      xml.append("</row>");
    }
    xml.append("</sheetData>");
    if (!tab.merged.isEmpty()) {
      xml.append("<mergeCells>");
      tab.merged.forEach(each -> xml.append("<mergeCell ref=\"" + each + "\"/>"));
      xml.append("</mergeCells>");
    }
    return xml.toString();
  }
}
