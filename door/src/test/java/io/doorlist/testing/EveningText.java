package io.doorlist.testing;

import io.doorlist.door.DoorRule;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * An evening of {@code evenings.txt}, which says how to read it: rows in the order in which scans
 * arrive, and the areas when all has arrived.
 */
public record EveningText(String name, List<Row> rows, SortedMap<String, Area> areas) {
  /** The code of the order that all tickets came with. */
  public static final String GROUP = "group";

  public EveningText {
    rows = List.copyOf(rows);
  }

  /** What comes of a row. */
  public enum Result {
    PASSES,
    ALREADY_IN,
    NOT_INSIDE,
    UNDONE,
    KEPT,
    NOTHING,
    WITHDRAWN;

    private static Result of(String words) {
      return valueOf(words.toUpperCase(Locale.ROOT).replace(' ', '_'));
    }
  }

  /** Who decides a scan. */
  public enum Way {
    /** The server: the device waits for its answer, and the time is now. */
    ASKED,
    /** The device. */
    TOLD,
    /** Nobody: it shall not count. */
    WITHDRAWN
  }

  /** What names a scan: rows that have the same are one. */
  public record Named(LocalTime time, String door, String ticket, boolean exit) {}

  /** A row: a scan of a ticket or of the group's code, or the undo of an earlier one. */
  public sealed interface Row {
    LocalTime time();
  }

  /** A scan. */
  public record ScanRow(Named named, Way way, Result result) implements Row {
    @Override
    public LocalTime time() {
      return named.time();
    }

    public String ticket() {
      return named.ticket();
    }

    public String door() {
      return named.door();
    }

    public boolean exit() {
      return named.exit();
    }
  }

  /**
   * A scan of the group's code, as whose ticket it is named.
   *
   * @param count how many pass; {@code null} for all who are inside
   * @param results what comes of each ticket that passes, or nothing if not enough can pass
   */
  public record GroupRow(Named named, Way way, Integer count, SortedMap<String, Result> results)
      implements Row {
    @Override
    public LocalTime time() {
      return named.time();
    }

    public String door() {
      return named.door();
    }

    public boolean exit() {
      return named.exit();
    }
  }

  /**
   * An undo.
   *
   * @param of when the scan was that is undone
   */
  public record UndoRow(LocalTime time, LocalTime of, String ticket, Result result)
      implements Row {}

  /** What an area has counted. */
  public record Area(
      long inside, long entries, long exits, long unexplainedEntries, long unexplainedExits) {
    private static Area of(String counts) {
      List<Long> numbers =
          Arrays.stream(counts.split(", "))
              .map(count -> Long.valueOf(count.substring(0, count.indexOf(' '))))
              .toList();
      return new Area(
          numbers.get(0), numbers.get(1), numbers.get(2), numbers.get(3), numbers.get(4));
    }
  }

  /** Returns every evening of the file. */
  public static List<EveningText> all() {
    try (InputStream text = DoorRule.class.getResourceAsStream("evenings.txt")) {
      return read(new String(text.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Reads evenings that blank lines part. */
  public static List<EveningText> read(String text) {
    List<EveningText> evenings = new ArrayList<>();
    for (String part : text.split("\n\n+")) {
      List<String> lines = part.lines().filter(line -> !line.startsWith("#")).toList();
      if (!lines.isEmpty()) {
        evenings.add(evening(lines));
      }
    }
    return evenings;
  }

  private static EveningText evening(List<String> lines) {
    List<Row> rows = new ArrayList<>();
    SortedMap<String, Area> areas = new TreeMap<>();
    for (String line : lines.subList(1, lines.size())) {
      if (Character.isDigit(line.charAt(0))) {
        rows.add(row(line));
      } else {
        int colon = line.indexOf(": ");
        areas.put(line.substring(0, colon), Area.of(line.substring(colon + 2)));
      }
    }
    return new EveningText(lines.getFirst(), rows, areas);
  }

  private static Row row(String line) {
    String[] sides = line.split(" +-> ");
    List<String> words = List.of(sides[0].strip().split(" +"));
    LocalTime time = LocalTime.parse(words.get(0));
    if (words.get(2).equals(GROUP)) {
      return group(time, words, sides[1]);
    }
    Result result = sides.length == 1 ? Result.PASSES : Result.of(sides[1]);
    if (words.get(1).equals("undo")) {
      return new UndoRow(time, LocalTime.parse(words.get(2)), words.get(3), result);
    }
    Named named = new Named(time, words.get(1), words.get(2), isOut(words.get(3)));
    return new ScanRow(named, way(words.subList(4, words.size())), result);
  }

  private static GroupRow group(LocalTime time, List<String> words, String outcome) {
    List<String> rest = words.subList(4, words.size());
    boolean counted = !rest.isEmpty() && Character.isDigit(rest.getFirst().charAt(0));
    SortedMap<String, Result> results = new TreeMap<>();
    if (!outcome.equals("not enough")) {
      for (String each : outcome.split(", ")) {
        results.put(
            each.substring(0, 1),
            each.length() == 1 ? Result.PASSES : Result.of(each.substring(2)));
      }
    }
    return new GroupRow(
        new Named(time, words.get(1), GROUP, isOut(words.get(3))),
        way(counted ? rest.subList(1, rest.size()) : rest),
        counted ? Integer.valueOf(rest.getFirst()) : null,
        results);
  }

  private static Way way(List<String> rest) {
    return rest.isEmpty() ? Way.ASKED : Way.valueOf(rest.getFirst().toUpperCase(Locale.ROOT));
  }

  private static boolean isOut(String word) {
    if (!List.of("in", "out").contains(word)) {
      throw new IllegalArgumentException(word + " is neither in nor out");
    }
    return word.equals("out");
  }

  @Override
  public String toString() {
    return name;
  }
}
