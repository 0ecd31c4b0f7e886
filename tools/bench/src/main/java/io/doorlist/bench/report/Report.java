package io.doorlist.bench.report;

import io.doorlist.json.Json;
import java.io.IOException;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The result of a measurement: a table of figures, and checks that passed or failed. Not
 * thread-safe.
 */
public final class Report {
  private final String name;
  private final String question;
  private final List<String> columns;
  private final Map<String, List<Number>> rows = new LinkedHashMap<>();
  private final Map<String, Boolean> checks = new LinkedHashMap<>();

  /**
   * Begins a report.
   *
   * @param name of the command; also of the file that is written
   * @param question what is measured, in a sentence
   * @param columns titles of the table's columns
   */
  public Report(String name, String question, List<String> columns) {
    this.name = name;
    this.question = question;
    this.columns = List.copyOf(columns);
  }

  /** Adds a row: whole numbers are shown whole, others with two digits. */
  public void row(String title, List<? extends Number> figures) {
    if (figures.size() != columns.size()) {
      throw new IllegalArgumentException(title + " needs " + columns.size() + " figures");
    }
    rows.put(title, List.copyOf(figures));
  }

  /** Returns one figure. */
  public double figure(String title, String column) {
    return rows.get(title).get(columns.indexOf(column)).doubleValue();
  }

  /** Adds a check; one that is added again must pass each time. */
  public void check(String sentence, boolean holds) {
    checks.merge(sentence, holds, Boolean::logicalAnd);
  }

  /** Returns the sentences of failed checks. */
  public List<String> missed() {
    return checks.entrySet().stream()
        .filter(check -> !check.getValue())
        .map(Map.Entry::getKey)
        .toList();
  }

  /** Returns whether all checks passed. */
  boolean good() {
    return missed().isEmpty();
  }

  /** Prints the table and the checks. */
  public void print(PrintStream out) {
    int title = rows.keySet().stream().mapToInt(String::length).max().orElse(0);
    out.println(question);
    out.println(Machine.describe());
    out.println();
    StringBuilder head = new StringBuilder(" ".repeat(title));
    columns.forEach(column -> head.append(cell(column, column)));
    out.println(head);
    rows.forEach(
        (name, figures) -> {
          StringBuilder line = new StringBuilder(name).repeat(' ', title - name.length());
          for (int i = 0; i < figures.size(); i++) {
            line.append(cell(shown(figures.get(i)), columns.get(i)));
          }
          out.println(line);
        });
    out.println();
    checks.forEach((sentence, holds) -> out.println((holds ? "holds   " : "MISSED  ") + sentence));
  }

  private static String cell(String text, String column) {
    return String.format(Locale.ROOT, "%" + (Math.max(column.length(), 9) + 2) + "s", text);
  }

  private static String shown(Number figure) {
    return figure instanceof Double
        ? String.format(Locale.ROOT, "%,.2f", figure)
        : String.format(Locale.ROOT, "%,d", figure.longValue());
  }

  private static Number written(Number figure) {
    return figure instanceof Double number
        ? BigDecimal.valueOf(number).setScale(2, RoundingMode.HALF_UP)
        : figure;
  }

  /** Writes the report as one JSON object into a file with the command's name; returns the file. */
  public Path write(Path folder) throws IOException {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("name", name);
    members.put("question", question);
    members.put("measured_at", Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
    members.put("machine", Machine.members());
    members.put("columns", columns);
    Map<String, Object> figures = new LinkedHashMap<>();
    rows.forEach((title, row) -> figures.put(title, row.stream().map(Report::written).toList()));
    members.put("figures", figures);
    members.put("checks", checks);
    Files.createDirectories(folder);
    return Files.writeString(folder.resolve(name + ".json"), Json.writeValue(members) + "\n");
  }
}
