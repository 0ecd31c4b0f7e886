package io.doorlist.exactness.simulator.check;

import io.doorlist.exactness.fake.FakeTable;
import io.doorlist.exactness.history.Rule;
import io.doorlist.exactness.history.Violation;
import io.doorlist.store.checkin.ticket.PassageSet;
import io.doorlist.store.table.Item;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Checks the table itself: HEADs, summaries and blocks of sequences against their rows, marks of
 * tickets, their passages and traces against rows, used keys against rows.
 */
public final class TableCheck {
  private static final int BLOCK = 1024;
  private static final int BLOCKS = 128;
  private static final int IN_ROW = 64;

  private final FakeTable table;
  private final List<Violation> violations = new ArrayList<>();

  /** Of rows, what the items with their tickets' marks were not seen to have. */
  private final List<String> passages = new ArrayList<>();

  private final Set<String> traces = new TreeSet<>();

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
    table.forEach((pk, item) -> check.besideMarks(item));
    check.passages.forEach(each -> check.broken("not in its ticket's set: " + each));
    check.traces.forEach(each -> check.broken("a row without its trace: " + each));
    return check.violations;
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
        long first = Long.parseLong(sk.substring(10)) * BLOCK + 1;
        bits(item, "bits").forEach(place -> listed.putIfAbsent(first + place, 0L));
        numbers(item, first, listed);
      }
    }
    Map<String, AttributeValue> head = table.get(pk, "HEAD");
    long current = number(head, "settled") / BLOCK;
    bits(head, "without")
        .forEach(
            place -> {
              listed.putIfAbsent(current * BLOCK + 1 + place, 0L);
              summed.merge(current, -1L, Long::sum);
            });
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

  private static IntStream bits(Map<String, AttributeValue> item, String name) {
    return item.containsKey(name)
        ? BitSet.valueOf(item.get(name).b().asByteArray()).stream()
        : IntStream.empty();
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
      String list = list(pk);
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
              traces.add(trace(pk, ordinal, i, ticket));
            } else if (!left.remove(place)) {
              broken("a row without its mark: list " + place);
            }
          }
        } else if (row.containsKey("what")) {
          row(pk, row, undone);
        }
      }
    }
    left.forEach(place -> broken("a mark without its row: list " + place));
    sequences.stream().filter(pk -> pk.contains("#checkins#")).forEach(pk -> undos(pk, undone));
    undone.forEach(place -> broken("an undo that is not on record: " + place));
  }

  /** Checks that HEAD counts the undone check-ins, and that a row tells of each undo. */
  private void undos(String pk, Set<String> undone) {
    long removed = 0;
    for (Map<String, AttributeValue> row : table.partition(pk)) {
      if (row.containsKey("undid")) {
        removed += row.get("undid").s().equals("check_in") ? 1 : 0;
        long undid = number(row, "place");
        if (!undone.remove(pk + " " + undid / IN_ROW + "." + undid % IN_ROW)) {
          broken("an undo on record that there is not, or twice: " + row);
        }
      }
    }
    if (removed != number(table.get(pk, "HEAD"), "removed")) {
      broken(pk + " has " + removed + " undone check-ins and counts otherwise");
    }
  }

  /** Notes a row without units: of a ticket's set of passages, or one that left a trace. */
  private void row(String pk, Map<String, AttributeValue> row, Set<String> undone) {
    String what = row.get("what").s();
    String ordinal = Long.toString(Long.parseLong(row.get("sk").s()));
    boolean gone = row.containsKey("undone");
    if (gone) {
      undone.add(pk + " " + ordinal + ".0");
    } else if (what.equals("entry") || what.equals("exit")) {
      passages.add(
          row.get("ticket").n() + " " + what + " " + ordinal + " " + row.get("door_at").n());
    }
    if (row.containsKey("ticket") && (gone || what.equals("wrong"))) {
      traces.add(trace(pk, Long.parseLong(ordinal), 0, row.get("ticket").n()));
    }
  }

  private static String trace(String pk, long ordinal, long index, String ticket) {
    return "log:" + list(pk) + ":" + (ordinal * IN_ROW + index) + " " + ticket;
  }

  private static String list(String pk) {
    return pk.substring(pk.indexOf("#list#") + 6, pk.indexOf("#checkins#"));
  }

  /** Removes what a ticket's item has of rows from what rows have. */
  private void besideMarks(Map<String, AttributeValue> item) {
    item.forEach(
        (name, value) -> {
          if (name.startsWith("log:") && !traces.remove(name + " " + value.m().get("ticket").n())) {
            broken("a trace without its row: " + name);
          } else if (name.matches("p[0-9]+") && value.hasM()) {
            long ticket = Long.parseLong(name.substring(1));
            for (PassageSet.Stored each : PassageSet.of(new Item(item), ticket).passages()) {
              String what = each.exit() ? "exit" : "entry";
              if (!passages.remove(ticket + " " + what + " " + each.ordinal() + " " + each.at())) {
                broken("a passage without its row: " + ticket + " " + each);
              }
            }
          }
        });
  }

  private void key(Map<String, AttributeValue> key) {
    if (number(key, "first") < 1 || number(key, "rows") < 1) {
      broken("a key that names no row: " + key.get("pk").s());
    }
  }

  private static long number(Map<String, AttributeValue> item, String name) {
    AttributeValue value = item.get(name);
    return value == null ? 0 : Long.parseLong(value.n());
  }
}
