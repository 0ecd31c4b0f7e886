package io.doorlist.exactness.simulator.check;

import io.doorlist.exactness.history.HistoryRule;
import io.doorlist.exactness.history.Violation;
import io.doorlist.store.checkin.ticket.StoredPassages;
import io.doorlist.store.table.TableSchema;
import io.doorlist.table.Engine;
import io.doorlist.table.Item;
import io.doorlist.testing.WholeTable;
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

/**
 * Checks the table itself: HEADs, summaries and blocks of sequences against their rows, marks of
 * tickets, their passages and traces against rows, used keys against rows.
 */
public final class TableCheck {
  private static final int BLOCK = 1024;
  private static final int BLOCKS = 128;
  private static final int IN_ROW = 64;

  private final Engine table;
  private final List<Violation> violations = new ArrayList<>();

  /** Of rows, what the items with their tickets' marks were not seen to have. */
  private final List<String> passages = new ArrayList<>();

  private final Set<String> traces = new TreeSet<>();

  /** Check-ins whose scans were withdrawn while other entries held them. */
  private final Set<String> held = new TreeSet<>();

  private TableCheck(Engine table) {
    this.table = table;
  }

  public static List<Violation> of(Engine table) {
    TableCheck check = new TableCheck(table);
    OrderCheck orders = new OrderCheck(table, check::broken);
    Set<String> sequences = new TreeSet<>();
    Set<String> marks = new HashSet<>();
    List<Item> keys = new ArrayList<>();
    List<Item> items = WholeTable.all(table);
    for (Item item : items) {
      switch (item.key().sk()) {
        case "ORDER" -> orders.order(item);
        case "HEAD" -> sequences.add(item.key().pk());
        case "KEY" -> keys.add(item);
        default -> {}
      }
      Item in = item.map("in");
      in.names().forEach(name -> check.mark(marks, name, in.map(name)));
    }
    sequences.forEach(check::sequence);
    check.rowsOfCheckins(sequences, marks);
    keys.forEach(check::key);
    items.forEach(check::besideMarks);
    check.passages.forEach(each -> check.broken("not in its ticket's set: " + each));
    check.traces.forEach(each -> check.broken("a row without its trace: " + each));
    return check.violations;
  }

  private void broken(String how) {
    violations.add(new Violation(HistoryRule.TABLE, how));
  }

  private void sequence(String pk) {
    TreeMap<Long, Long> rows = new TreeMap<>();
    Map<Long, Long> listed = new HashMap<>();
    TreeMap<Long, Long> summed = new TreeMap<>();
    for (Item item : WholeTable.partition(table, pk)) {
      String sk = item.key().sk();
      if (Character.isDigit(sk.charAt(0))) {
        rows.put(Long.valueOf(sk), item.has("units") ? item.number("units") : 1);
      } else if (sk.startsWith("HEAD#")) {
        numbers(item, Long.parseLong(sk.substring(5)) * BLOCKS, summed);
      } else if (sk.startsWith("IRREGULAR#")) {
        long first = Long.parseLong(sk.substring(10)) * BLOCK + 1;
        bits(item, "bits").forEach(place -> listed.putIfAbsent(first + place, 0L));
        numbers(item, first, listed);
      }
    }
    Item head = head(pk);
    long current = head.number("settled") / BLOCK;
    bits(head, "without")
        .forEach(
            place -> {
              listed.putIfAbsent(current * BLOCK + 1 + place, 0L);
              summed.merge(current, -1L, Long::sum);
            });
    for (String name : head.names()) {
      if (name.matches("u[0-9]+")) {
        long ordinal = Long.parseLong(name.substring(1));
        listed.put(ordinal, head.number(name));
        summed.merge((ordinal - 1) / BLOCK, head.number("d" + ordinal), Long::sum);
      }
    }
    long next = head.number("next");
    long settled = head.number("settled");
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
    if (head.number("surplus") != surplus.values().stream().mapToLong(Long::longValue).sum()) {
      broken(pk + " has a wrong surplus: " + head.number("surplus"));
    }
    surplus.forEach(
        (block, sum) -> {
          if (!sum.equals(summed.getOrDefault(block, 0L))) {
            broken(pk + " has a wrong summary of block " + block);
          }
        });
  }

  private Item head(String pk) {
    return table.get(TableSchema.head(pk)).orElseThrow();
  }

  private static IntStream bits(Item item, String name) {
    return item.has(name) ? BitSet.valueOf(item.bytes(name)).stream() : IntStream.empty();
  }

  private static void numbers(Item item, long first, Map<Long, Long> numbers) {
    for (String name : item.names()) {
      if (name.startsWith("n")) {
        numbers.put(first + Long.parseLong(name.substring(1)), item.number(name));
      }
    }
  }

  private void mark(Set<String> marks, String name, Item mark) {
    String list = name.substring(0, name.indexOf(':'));
    String ticket = name.substring(name.indexOf(':') + 1);
    String place = place(list, mark.number("ordinal"), mark.number("index"), ticket, mark);
    if (!marks.add(place + withdrawn(mark))) {
      broken("two marks for one place: " + name);
    }
  }

  private static String place(String list, long ordinal, long index, String ticket, Item common) {
    return list
        + " "
        + ordinal
        + "."
        + index
        + " "
        + ticket
        + " "
        + common.number("at")
        + " "
        + common.text("by");
  }

  private static String withdrawn(Item part) {
    return part.flag("withdrawn") ? " withdrawn" : "";
  }

  private void rowsOfCheckins(Set<String> sequences, Set<String> marks) {
    Set<String> left = new TreeSet<>(marks);
    Set<String> undone = new TreeSet<>();
    for (String pk : sequences) {
      if (!pk.contains("#checkins#")) {
        continue;
      }
      String list = list(pk);
      for (Item row : WholeTable.partition(table, pk)) {
        if (row.has("tickets")) {
          List<Item> tickets = row.items("tickets");
          long in = tickets.stream().filter(each -> !each.has("undone")).count();
          if (in != (row.has("units") ? row.number("units") : 1)) {
            broken(pk + " has a row whose units are not its tickets");
          }
          for (int i = 0; i < tickets.size(); i++) {
            long ordinal = Long.parseLong(row.key().sk());
            String ticket = Long.toString(tickets.get(i).number("id"));
            String place = place(list, ordinal, i, ticket, row) + withdrawn(tickets.get(i));
            if (tickets.get(i).has("withdrawn")) {
              held.add(pk + " " + ordinal + "." + i);
            }
            if (tickets.get(i).has("undone")) {
              undone.add(pk + " " + ordinal + "." + i);
              traces.add(trace(pk, ordinal, i, ticket));
            } else if (!left.remove(place)) {
              broken("a row without its mark: list " + place);
            }
          }
        } else if (row.has("what")) {
          row(pk, row, undone);
        }
      }
    }
    left.forEach(place -> broken("a mark without its row: list " + place));
    sequences.stream().filter(pk -> pk.contains("#checkins#")).forEach(pk -> undos(pk, undone));
    undone.forEach(place -> broken("an undo that is not on record: " + place));
    held.forEach(place -> broken("a withdrawal that is not on record: " + place));
  }

  /** Checks that HEAD counts the undone check-ins, and that a row tells of each undo. */
  private void undos(String pk, Set<String> undone) {
    long removed = 0;
    for (Item row : WholeTable.partition(table, pk)) {
      if (row.has("undid")) {
        removed += row.text("undid").equals("check_in") ? 1 : 0;
        long undid = row.number("place");
        String place = pk + " " + undid / IN_ROW + "." + undid % IN_ROW;
        if (row.has("held")) {
          long ordinal = Long.parseLong(row.key().sk());
          traces.add(trace(pk, ordinal, 0, Long.toString(row.number("ticket"))));
        }
        if (!(row.has("held") ? held : undone).remove(place)) {
          broken("an undo on record that there is not, or twice: " + row);
        }
      }
    }
    if (removed != head(pk).number("removed")) {
      broken(pk + " has " + removed + " undone check-ins and counts otherwise");
    }
  }

  /** Notes a row without units: of a ticket's set of passages, or one that left a trace. */
  private void row(String pk, Item row, Set<String> undone) {
    String what = row.text("what");
    long ordinal = Long.parseLong(row.key().sk());
    if (!row.has("passages")) {
      row(pk, what, ordinal, 0, row, undone);
      return;
    }
    int index = 1;
    for (Item passage : row.items("passages")) {
      row(pk, what, ordinal, index++, passage, undone);
    }
  }

  private void row(String pk, String what, long ordinal, int index, Item part, Set<String> undone) {
    boolean gone = part.has("undone");
    if (gone) {
      undone.add(pk + " " + ordinal + "." + index);
    } else if (what.equals("entry") || what.equals("exit")) {
      long place = ordinal * IN_ROW + index;
      passages.add(part.number("ticket") + " " + what + " " + place + " " + part.number("door_at"));
    }
    if (part.has("ticket") && (gone || what.equals("wrong"))) {
      traces.add(trace(pk, ordinal, index, Long.toString(part.number("ticket"))));
    }
  }

  private static String trace(String pk, long ordinal, long index, String ticket) {
    return "log:" + list(pk) + ":" + (ordinal * IN_ROW + index) + " " + ticket;
  }

  private static String list(String pk) {
    return pk.substring(pk.indexOf("#list#") + 6, pk.indexOf("#checkins#"));
  }

  /** Removes what a ticket's item has of rows from what rows have. */
  private void besideMarks(Item item) {
    for (String name : item.names()) {
      if (name.startsWith("log:") && !traces.remove(name + " " + item.map(name).number("ticket"))) {
        broken("a trace without its row: " + name);
      } else if (name.matches("p[0-9]+") && item.attributes().get(name) instanceof Map<?, ?>) {
        long ticket = Long.parseLong(name.substring(1));
        for (StoredPassages.Stored each : StoredPassages.of(item, ticket).passages()) {
          String what = each.exit() ? "exit" : "entry";
          if (!passages.remove(ticket + " " + what + " " + each.place() + " " + each.at())) {
            broken("a passage without its row: " + ticket + " " + each);
          }
        }
      }
    }
  }

  private void key(Item key) {
    boolean nothingCame = key.flag("withdrawn") && !key.has("first");
    if (!nothingCame && (key.number("first") < 1 || key.number("rows") < 1)) {
      broken("a key that names no row: " + key.key().pk());
    }
    boolean open = false;
    for (Item part : key.items("later")) {
      if (open && part.has("first")) {
        broken("a later part of a group before an earlier one: " + key.key().pk());
      }
      open |= !part.has("first");
    }
  }
}
