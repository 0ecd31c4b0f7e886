package io.doorlist.ingest;

import io.doorlist.store.table.TableSchema;
import io.doorlist.table.Item;
import io.doorlist.table.Key;
import io.doorlist.table.Range;
import io.doorlist.table.Table;
import io.doorlist.table.Write;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * Stores, for each guest, the row of the guest list at the last import that had the guest: access
 * pattern 61. If two imports of a list run at the same time, the later write counts. Thread-safe.
 */
public final class ListedGuestStore {
  private static final String EVENT = "event";
  private static final String LIST = "list";
  private static final String PART = "part";
  private static final String SHEETS = "sheets";
  private static final String ROWS = "rows";

  /** How many entries fit into an item. An entry has 30 bytes at most, and usually 10. */
  private static final int ENTRIES_A_PART = 10_000;

  private static final int RADIX = 36;

  private final Table table;

  public ListedGuestStore(Table table) {
    this.table = table;
  }

  /**
   * Where a guest stood.
   *
   * @param sheet the file or sheet, if the list came in several, or {@code null}
   * @param number the number of the row, as a spreadsheet shows it
   */
  public record Row(String sheet, long number) {}

  /** Returns where the guests of all lists of an event stood, by list and ticket id. */
  public Map<Long, Map<Long, Row>> read(String account, String event) {
    Map<Long, Map<Long, Row>> lists = new TreeMap<>();
    String first = event + "#";
    for (Item item :
        table.query(Range.between(TableSchema.guestLists(account), first, first + "~"))) {
      Map<Long, Row> rows = lists.computeIfAbsent(item.number(LIST), any -> new TreeMap<>());
      List<String> sheets = item.texts(SHEETS);
      long ticket = 0;
      for (String entry : item.text(ROWS).split(",")) {
        String[] parts = entry.split("\\.");
        ticket += Long.parseLong(parts[0], RADIX);
        String sheet = parts.length == 2 ? null : sheets.get(Integer.parseInt(parts[2]));
        rows.put(ticket, new Row(sheet, Long.parseLong(parts[1])));
      }
    }
    return lists;
  }

  /**
   * Stores where the guests of a list stand, and writes only what has changed.
   *
   * @param rows the rows by ticket id, including guests who are no longer in the list
   */
  public void put(String account, String event, long list, Map<Long, Row> rows) {
    List<Map.Entry<Long, Row>> sorted = new ArrayList<>(new TreeMap<>(rows).entrySet());
    for (int from = 0; from < sorted.size(); from += ENTRIES_A_PART) {
      Key key = TableSchema.guestList(account, event, list, from / ENTRIES_A_PART);
      Item item =
          new Item(key)
              .put(EVENT, event)
              .put(LIST, list)
              .put(PART, (long) from / ENTRIES_A_PART)
              .putAll(said(sorted.subList(from, Math.min(from + ENTRIES_A_PART, sorted.size()))));
      if (table.get(key).filter(stored -> saysTheSame(stored, item)).isEmpty()) {
        table.write(Write.put(item));
      }
    }
  }

  private static boolean saysTheSame(Item stored, Item item) {
    return stored.text(ROWS).equals(item.text(ROWS))
        && stored.texts(SHEETS).equals(item.texts(SHEETS));
  }

  /**
   * Returns rows in short form. An entry has the difference to the ticket id before it, the number
   * of the row, and the index of the sheet, if there is one.
   */
  private static Item said(List<Map.Entry<Long, Row>> entries) {
    List<String> sheets =
        entries.stream()
            .map(each -> each.getValue().sheet())
            .filter(Objects::nonNull)
            .distinct()
            .toList();
    List<String> said = new ArrayList<>();
    long before = 0;
    for (Map.Entry<Long, Row> each : entries) {
      Row row = each.getValue();
      String sheet = row.sheet() == null ? "" : "." + sheets.indexOf(row.sheet());
      said.add(Long.toString(each.getKey() - before, RADIX) + "." + row.number() + sheet);
      before = each.getKey();
    }
    Item item = new Item().put(ROWS, String.join(",", said));
    return sheets.isEmpty() ? item : item.put(SHEETS, sheets);
  }
}
