package io.doorlist.cli.importing.guests;

import io.doorlist.cli.console.Text;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * A column that decides who comes in. If several columns keep a row out, the row counts for each of
 * them.
 *
 * @param title the column's name
 * @param words the values of the column, from the worst to the best for guests. Equally bad ones
 *     are sorted from frequent to rare.
 * @param refused how many rows are not imported because of the column
 */
public record DecidingColumn(String title, List<Word> words, int refused) {
  private static final Comparator<Word> WORST_FIRST =
      Comparator.comparing(Word::admission).thenComparing(Word::rows).reversed();

  /**
   * A value of the column, in any spelling.
   *
   * @param word the value as its first row has it; empty for empty cells, {@code null} for dates
   * @param admission whether the value lets people in
   * @param rows how many rows have it
   */
  public record Word(String word, Admission admission, int rows) {
    private static Word of(ColumnAnswer answer) {
      return new Word(answer.word(), answer.admission(), 1);
    }

    private Word and(Word other) {
      return new Word(word, admission, rows + other.rows);
    }

    /** Returns whether the value keeps its rows out, for now or for good. */
    boolean keepsOut() {
      return admission != Admission.VALID;
    }

    private String text() {
      String said = word == null ? "a date" : word.isEmpty() ? "empty" : Text.printable(word);
      return said + ": " + rows;
    }
  }

  /** Returns the deciding columns of a sheet, with what they say of the list's guests. */
  static List<DecidingColumn> of(GuestSheet sheet, GuestList list) {
    Map<String, Map<List<Object>, Word>> words = new LinkedHashMap<>();
    sheet.columns().deciding().forEach(title -> words.put(title, new LinkedHashMap<>()));
    list.guests().stream()
        .filter(guest -> sheet.sheet().has(guest.place()))
        .flatMap(guest -> guest.answers().stream())
        .forEach(
            answer ->
                words.get(answer.column()).merge(spelling(answer), Word.of(answer), Word::and));
    return words.entrySet().stream()
        .map(
            each ->
                new DecidingColumn(
                    each.getKey(),
                    each.getValue().values().stream().sorted(WORST_FIRST).toList(),
                    refused(sheet, each.getKey())))
        .toList();
  }

  /** Returns a key that is the same for all spellings of a value. */
  private static List<Object> spelling(ColumnAnswer answer) {
    String word = answer.word() == null ? null : GuestWords.plain(answer.word());
    return Arrays.asList(word, answer.admission());
  }

  private static int refused(GuestSheet sheet, String title) {
    return (int)
        sheet.refused().stream().filter(row -> title.equals(row.reason().column())).count();
  }

  /** Returns how many rows the column keeps out. */
  public int keptOut() {
    return rows(Word::keepsOut);
  }

  /** Returns the column as a line for people. */
  String text() {
    String said =
        "'%s' keeps out %s and lets in %s"
            .formatted(
                Text.printable(title), said(Word::keepsOut), said(Predicate.not(Word::keepsOut)));
    return refused == 0 ? said : said + "; it refuses " + Text.count(refused, "row");
  }

  private String said(Predicate<Word> which) {
    String rows = Text.count(rows(which), "row");
    String each = words.stream().filter(which).map(Word::text).collect(Collectors.joining(", "));
    return each.isEmpty() ? rows : rows + " (" + each + ")";
  }

  private int rows(Predicate<Word> which) {
    return words.stream().filter(which).mapToInt(Word::rows).sum();
  }
}
