package io.doorlist.bench.report;

import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The result of a measurement. It has a table of figures, and checks that passed or failed. Not
 * thread-safe.
 */
public final class BenchReport {
  private final String question;
  private final List<String> columns;
  private final Map<String, List<? extends Number>> rows = new LinkedHashMap<>();
  private final Map<String, Boolean> checks = new LinkedHashMap<>();

  /**
   * Creates a report.
   *
   * @param question what is measured, in a sentence
   * @param columns the titles of the columns
   */
  public BenchReport(String question, List<String> columns) {
    this.question = question;
    this.columns = columns;
  }

  /**
   * Adds a row with a figure for each column. Whole numbers are shown as they are, others with two
   * digits.
   */
  public void row(String title, List<? extends Number> figures) {
    rows.put(title, figures);
  }

  public double figure(String title, String column) {
    return rows.get(title).get(columns.indexOf(column)).doubleValue();
  }

  /** Adds a check. If it is added several times, it must hold each time. */
  public void check(String sentence, boolean holds) {
    checks.merge(sentence, holds, Boolean::logicalAnd);
  }

  public List<String> missed() {
    return checks.keySet().stream().filter(each -> !checks.get(each)).toList();
  }

  public void print(PrintStream out) {
    int title = rows.keySet().stream().mapToInt(String::length).max().orElse(0);
    out.println(question);
    out.println(machine());
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

  private static String machine() {
    return String.format(
        Locale.ROOT,
        "on %d processors, %s %s, Java %s, load %.1f",
        Runtime.getRuntime().availableProcessors(),
        System.getProperty("os.name"),
        System.getProperty("os.arch"),
        System.getProperty("java.version"),
        ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
  }

  private static String cell(String text, String column) {
    return String.format(Locale.ROOT, "%" + (Math.max(column.length(), 9) + 2) + "s", text);
  }

  private static String shown(Number figure) {
    return figure instanceof Double
        ? String.format(Locale.ROOT, "%,.2f", figure)
        : String.format(Locale.ROOT, "%,d", figure.longValue());
  }
}
