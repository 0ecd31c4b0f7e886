package io.doorlist.exactness.simulator.check;

import io.doorlist.exactness.fake.FakeTable;
import io.doorlist.exactness.history.Rule;
import io.doorlist.exactness.history.Violation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Checks the table itself: HEADs, summaries and blocks of sequences against their rows, marks
 * against rows of check-ins, used keys against rows.
 */
public final class TableCheck {
  private static final int BLOCK = 1024;
  private static final int BLOCKS = 128;

  private final FakeTable table;
  private final List<Violation> violations = new ArrayList<>();
  private long doubles;

  private TableCheck(FakeTable table) {
    this.table = table;
  }

  public static List<Violation> of(FakeTable table) {
    TableCheck check = new TableCheck(table);
    OrderCheck orders = new OrderCheck(table, check::broken);
    Set<String> sequences = new TreeSet<>();
    Set<String> marks = new HashSet<>();
    List<Map<String, AttributeValue>> keys = new ArrayList<>();
    table.forEach(
        (pk, item) -> {
          String sk = item.get("sk").s();
          if (sk.equals("ORDER")) {
            orders.order(item);
          } else if (sk.equals("HEAD")) {
            sequences.add(pk);
          } else if (sk.equals("KEY")) {
            keys.add(item);
          }
          if (item.containsKey("in")) {
            item.get("in").m().forEach((name, mark) -> check.mark(marks, name, mark.m()));
          }
        });
    sequences.forEach(check::sequence);
    check.rowsOfCheckins(sequences, marks);
    keys.forEach(check::key);
    check.doubles(sequences);
    return check.violations;
  }

  /** Each double admission has one key or name, and each of these one double admission. */
  private void doubles(Set<String> sequences) {
    long rows =
        sequences.stream()
            .filter(pk -> pk.contains("#doubles#"))
            .flatMap(pk -> table.partition(pk).stream())
            .filter(row -> row.containsKey("reason"))
            .count();
    if (rows != doubles) {
      broken(rows + " double admissions and " + doubles + " keys of them");
    }
  }

  private void broken(String how) {
    violations.add(new Violation(Rule.TABLE, how));
  }

  private void sequence(String pk) {
    TreeMap<Long, Long> rows = new TreeMap<>();
    Map<Long, Long> listed = new HashMap<>();
    TreeMap<Long, Long> summed = new TreeMap<>();
    for (Map<String, AttributeValue> item : table.partition(pk)) {
      String sk = item.get("sk").s();
      if (Character.isDigit(sk.charAt(0))) {
        rows.put(Long.valueOf(sk), item.containsKey("units") ? number(item, "units") : 1);
      } else if (sk.startsWith("HEAD#")) {
        numbers(item, Long.parseLong(sk.substring(5)) * BLOCKS, summed);
      } else if (sk.startsWith("IRREGULAR#")) {
        numbers(item, Long.parseLong(sk.substring(10)) * BLOCK + 1, listed);
      }
    }
    Map<String, AttributeValue> head = table.get(pk, "HEAD");
    head.forEach(
        (name, value) -> {
          if (name.matches("u[0-9]+")) {
            long ordinal = Long.parseLong(name.substring(1));
            listed.put(ordinal, Long.valueOf(value.n()));
            summed.merge((ordinal - 1) / BLOCK, number(head, "d" + ordinal), Long::sum);
          }
        });
    long next = number(head, "next");
    long settled = number(head, "settled");
    // Voids beyond it are only ordinals that the next writers will not get.
    boolean rowBeyond = rows.tailMap(next, false).values().stream().anyMatch(units -> units > 0);
    if (settled > next || rowBeyond) {
      broken(pk + " goes beyond what was handed out");
    }
    Map<Long, Long> surplus = new TreeMap<>();
    for (long ordinal = 1; ordinal <= settled; ordinal++) {
      long units = rows.getOrDefault(ordinal, 0L);
      if (!rows.containsKey(ordinal) && pk.contains("#checkins#")) {
        broken(pk + " is settled over a gap at " + ordinal);
      }
      if (units != listed.getOrDefault(ordinal, 1L)) {
        broken(pk + " has " + units + " units at " + ordinal + " and says otherwise");
      }
      surplus.merge((ordinal - 1) / BLOCK, units - 1, Long::sum);
    }
    if (number(head, "surplus") != surplus.values().stream().mapToLong(Long::longValue).sum()) {
      broken(pk + " has a wrong surplus: " + number(head, "surplus"));
    }
    surplus.forEach(
        (block, sum) -> {
          if (!sum.equals(summed.getOrDefault(block, 0L))) {
            broken(pk + " has a wrong summary of block " + block);
          }
        });
  }

  private static void numbers(
      Map<String, AttributeValue> item, long first, Map<Long, Long> numbers) {
    item.forEach(
        (name, value) -> {
          if (name.startsWith("n")) {
            numbers.put(first + Long.parseLong(name.substring(1)), Long.valueOf(value.n()));
          }
        });
  }

  private void mark(Set<String> marks, String name, Map<String, AttributeValue> mark) {
    String list = name.substring(0, name.indexOf(':'));
    String ticket = name.substring(name.indexOf(':') + 1);
    if (!marks.add(place(list, number(mark, "ordinal"), number(mark, "index"), ticket, mark))) {
      broken("two marks for one place: " + name);
    }
  }

  private static String place(
      String list, long ordinal, long index, String ticket, Map<String, AttributeValue> common) {
    return list
        + " "
        + ordinal
        + "."
        + index
        + " "
        + ticket
        + " "
        + common.get("at").n()
        + " "
        + common.get("by").s();
  }

  private void rowsOfCheckins(Set<String> sequences, Set<String> marks) {
    Set<String> left = new TreeSet<>(marks);
    Set<String> undone = new TreeSet<>();
    for (String pk : sequences) {
      if (!pk.contains("#checkins#")) {
        continue;
      }
      String list = pk.substring(pk.indexOf("#list#") + 6, pk.indexOf("#checkins#"));
      for (Map<String, AttributeValue> row : table.partition(pk)) {
        if (row.containsKey("tickets")) {
          List<AttributeValue> tickets = row.get("tickets").l();
          long in = tickets.stream().filter(each -> !each.m().containsKey("undone")).count();
          if (in != (row.containsKey("units") ? number(row, "units") : 1)) {
            broken(pk + " has a row whose units are not its tickets");
          }
          for (int i = 0; i < tickets.size(); i++) {
            long ordinal = Long.parseLong(row.get("sk").s());
            String ticket = tickets.get(i).m().get("id").n();
            String place = place(list, ordinal, i, ticket, row);
            if (tickets.get(i).m().containsKey("undone")) {
              undone.add(pk + " " + ordinal + "." + i);
            } else if (!left.remove(place)) {
              broken("a row without its mark: list " + place);
            }
          }
        }
      }
    }
    left.forEach(place -> broken("a mark without its row: list " + place));
    sequences.stream().filter(pk -> pk.contains("#checkins#")).forEach(pk -> log(pk, undone));
    undone.forEach(place -> broken("an undo that is not on record: " + place));
  }

  /**
   * Checks that the log of undos is as long as HEAD says, has no gap, and contains each undone
   * check-in.
   */
  private void log(String pk, Set<String> undone) {
    List<Map<String, AttributeValue>> log = table.partition(pk.replace("#checkins#", "#undone#"));
    if (log.size() != number(table.get(pk, "HEAD"), "removed")) {
      broken(pk + " has " + log.size() + " undos on record and counts otherwise");
    }
    for (Map<String, AttributeValue> entry : log) {
      String place = pk + " " + number(entry, "ordinal") + "." + number(entry, "index");
      if (!undone.remove(place)) {
        broken("an undo on record that there is not, or twice: " + place);
      }
    }
  }

  private void key(Map<String, AttributeValue> key) {
    if (key.containsKey("double")) {
      doubles++;
      return;
    }
    if (number(key, "first") < 1 || number(key, "rows") < 1) {
      broken("a key that names no row: " + key.get("pk").s());
    }
  }

  private static long number(Map<String, AttributeValue> item, String name) {
    AttributeValue value = item.get(name);
    return value == null ? 0 : Long.parseLong(value.n());
  }
}
