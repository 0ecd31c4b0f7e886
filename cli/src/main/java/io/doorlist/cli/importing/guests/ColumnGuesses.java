package io.doorlist.cli.importing.guests;

import io.doorlist.cli.importing.guests.Sheet.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Guesses from its cells what a column says, if its title does not tell. Each guess becomes a
 * finding, which says what to do if it is wrong. Not thread-safe.
 */
final class ColumnGuesses {
  private static final Pattern EMAIL = Pattern.compile("[^@\\s]++@[^@\\s.]++(?:\\.[^@\\s.]++)++");

  /**
   * Two to five words of letters. The first begins with a capital, in scripts that have capitals.
   */
  private static final Pattern NAME =
      Pattern.compile("[\\p{L}&&[^\\p{Ll}]][\\p{L}\\p{M}.'’-]*+(?: [\\p{L}\\p{M}.'’-]++){1,4}");

  /** A number that is shorter than the codes of shops. */
  private static final Pattern SHORT_NUMBER = Pattern.compile("\\d{1,6}");

  /**
   * A guess holds if at most one of this many cells says something else. Empty cells do not count.
   */
  private static final int TOLERANCE = 5;

  private final List<String> names;
  private final List<Row> rows;
  private final List<Finding> findings = new ArrayList<>();

  ColumnGuesses(List<String> names, List<Row> rows) {
    this.names = names;
    this.rows = rows;
  }

  List<Finding> findings() {
    return List.copyOf(findings);
  }

  /**
   * Takes a column of short running numbers for references instead of codes, because whoever has
   * one such code could guess the others.
   */
  void runningNumbers(List<Kind> kinds, String shop, IntPredicate said) {
    int column = kinds.indexOf(Kind.CODE);
    if (column < 0 || shop != null || !running(values(column))) {
      return;
    }
    String title = names.get(column);
    if (said.test(column)) {
      findings.add(Finding.of(FindingType.CODES_CAN_BE_GUESSED, "title", title));
      return;
    }
    boolean free = !kinds.contains(Kind.REFERENCE);
    kinds.set(column, free ? Kind.REFERENCE : Kind.RESPONSE);
    findings.add(
        Finding.of(
            free ? FindingType.NUMBERS_ARE_A_REFERENCE : FindingType.NUMBERS_ARE_AN_ANSWER,
            "column",
            column + 1,
            "title",
            title));
  }

  private static boolean running(List<String> values) {
    boolean numbers =
        values.size() > 1
            && values.stream().allMatch(value -> SHORT_NUMBER.matcher(value).matches());
    if (!numbers) {
      return false;
    }
    LongSummaryStatistics range = values.stream().mapToLong(Long::parseLong).summaryStatistics();
    return range.getMax() - range.getMin() < 2L * values.size();
  }

  void emails(List<Kind> kinds, List<Boolean> known) {
    if (!kinds.contains(Kind.EMAIL) && !kinds.contains(Kind.CUSTOMER_EMAIL)) {
      guess(kinds, known, Kind.EMAIL, FindingType.COLUMN_OF_EMAILS, this::areEmails);
    }
  }

  void names(List<Kind> kinds, List<Boolean> known) {
    List<Kind> named =
        List.of(
            Kind.NAME,
            Kind.FIRST,
            Kind.LAST,
            Kind.CUSTOMER_NAME,
            Kind.CUSTOMER_FIRST,
            Kind.CUSTOMER_LAST);
    if (named.stream().noneMatch(kinds::contains)) {
      guess(kinds, known, Kind.NAME, FindingType.COLUMN_OF_NAMES, this::areNames);
    }
  }

  private void guess(
      List<Kind> kinds,
      List<Boolean> known,
      Kind kind,
      FindingType what,
      Predicate<List<String>> looksSo) {
    IntStream.range(0, names.size())
        .filter(i -> kinds.get(i) == Kind.RESPONSE && !known.get(i))
        .filter(i -> looksSo.test(values(i)))
        .findFirst()
        .ifPresent(
            i -> {
              kinds.set(i, kind);
              findings.add(Finding.of(what, "column", i + 1, "title", names.get(i)));
            });
  }

  private boolean areEmails(List<String> values) {
    return mostly(values, value -> EMAIL.matcher(value).matches());
  }

  private boolean areNames(List<String> values) {
    boolean filled = values.size() * 2 > rows.size();
    boolean different = values.stream().distinct().count() * TOLERANCE >= values.size() * 4L;
    return filled && different && mostly(values, value -> NAME.matcher(value).matches());
  }

  private static boolean mostly(List<String> values, Predicate<String> which) {
    long others = values.stream().filter(which.negate()).count();
    return !values.isEmpty() && others * TOLERANCE <= values.size();
  }

  private List<String> values(int column) {
    return rows.stream()
        .map(row -> GuestWords.line(row.cell(column)))
        .filter(value -> !value.isEmpty() && !value.equals("-"))
        .toList();
  }
}
