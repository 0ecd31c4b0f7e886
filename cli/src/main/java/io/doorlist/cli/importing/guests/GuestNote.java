package io.doorlist.cli.importing.guests;

import io.doorlist.cli.importing.guests.GuestWords.Meaning;
import io.doorlist.domain.order.DeskNote;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What the columns of notes say of a guest. Notes are not used to recognise guests.
 *
 * @param cells the cells that are not empty, by the titles of their columns
 * @param desk what staff should know
 */
record GuestNote(Map<String, String> cells, DeskNote desk) {
  GuestNote {
    cells = new LinkedHashMap<>(cells);
  }

  /**
   * Creates the note from cells.
   *
   * @param kinds the kinds of the columns of notes, by title. Cells of other columns do not count.
   */
  static GuestNote of(Map<String, Kind> kinds, Map<String, String> cells) {
    Map<String, String> noted = new LinkedHashMap<>();
    kinds.keySet().stream()
        .filter(title -> !GuestWords.line(cells.getOrDefault(title, "")).isEmpty())
        .forEach(title -> noted.put(title, cells.get(title)));
    List<String> attention = texts(Kind.ATTENTION, kinds, noted);
    String text =
        Stream.concat(
                attention.stream().filter(each -> GuestWords.word(each) != Meaning.YES),
                texts(Kind.NOTE, kinds, noted).stream())
            .collect(Collectors.joining("; "));
    return new GuestNote(noted, new DeskNote(text.isEmpty() ? null : text, !attention.isEmpty()));
  }

  /**
   * Returns what the cells of a kind say. A dash says nothing, and neither does "no" in a column of
   * attention.
   */
  private static List<String> texts(Kind kind, Map<String, Kind> kinds, Map<String, String> noted) {
    return noted.entrySet().stream()
        .filter(cell -> kinds.get(cell.getKey()) == kind)
        .map(cell -> cell.getValue().strip())
        .filter(text -> !GuestWords.NOTHING.contains(text))
        .filter(text -> kind == Kind.NOTE || GuestWords.word(text) != Meaning.NO)
        .toList();
  }
}
