package io.doorlist.cli.importing;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.doorlist.cli.CommandResult;
import io.doorlist.cli.CommandTable;
import io.doorlist.cli.SampleLines;
import io.doorlist.domain.Mode;
import io.doorlist.domain.checkin.AdmittedOrder;
import io.doorlist.domain.checkin.AdmittedTicket;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.json.Json;
import io.doorlist.paging.Page;
import io.doorlist.paging.PageRequest;
import io.doorlist.testing.Effort;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Orders change repeatedly, and are imported in any order, in pieces, with repeats and cuts. The
 * result is the same as after one clean import of the newest lines. The export is the same, and
 * every list has the same orders and tickets.
 */
class ImportHistoryTest {
  private static final int ORDERS = 40;
  private static final int MAX_VERSIONS = 4;
  private static final PageRequest ALL = new PageRequest(1, PageRequest.MAX_ITEMS);
  private static final List<String> TYPES = List.of("adult", "child");

  static LongStream seeds() {
    return Effort.first(1, 1L, 2L);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void import_endsTheSame_whateverItsHistory(long seed) {
    Random random = new Random(seed);
    List<String> newest = new ArrayList<>();
    List<String> history = new ArrayList<>();
    for (int id = 1; id <= ORDERS; id++) {
      List<String> versions = versions(id, random);
      newest.add(versions.getLast());
      history.addAll(versions);
    }
    Collections.shuffle(history, random);
    String lists = list(1, "null") + "\n" + list(2, "[\"adult\"]") + "\n" + list(3, "[\"child\"]");
    String otherLists = list(2, "[\"child\"]") + "\n" + list(3, "[]");
    String parents = SampleLines.ACCOUNT + "\n" + SampleLines.EVENT + "\n";

    CommandTable clean = new CommandTable();
    CommandTable used = new CommandTable();
    clean.runWith(parents + lists + "\n" + String.join("\n", newest), "import", "-");
    used.runWith(parents + lists, "import", "-");
    for (int from = 0; from < history.size(); ) {
      int to = Math.min(history.size(), from + 1 + random.nextInt(history.size()));
      // Half of the pieces are cut in the middle of a line, so the next run has them again.
      String piece = String.join("\n", history.subList(from, to));
      boolean cut = random.nextBoolean();
      used.runWith(cut ? piece.substring(0, piece.length() - 7) : piece, "import", "-");
      if (random.nextBoolean()) {
        used.runWith(otherLists, "import", "-");
      }
      from = cut ? Math.max(from, to - 1 - random.nextInt(5)) : to;
      if (cut && to == history.size()) {
        used.runWith(String.join("\n", history.subList(from, to)), "import", "-");
        from = to;
      }
    }
    used.runWith(lists, "import", "-");

    assertEquals(export(clean), export(used));
    assertEquals(admitted(clean), admitted(used));
    Map<String, String> before = used.items();
    CommandResult again = used.runWith(String.join("\n", history), "import", "-", "--json");
    assertEquals((long) history.size(), again.json().get("unchanged"), again.err());
    assertEquals(before, used.items());
  }

  /** Makes the versions of an order, oldest first; tickets are only added. */
  private static List<String> versions(int id, Random random) {
    List<String> versions = new ArrayList<>();
    boolean test = random.nextInt(5) == 0;
    int tickets = random.nextInt(3);
    int count = 1 + random.nextInt(MAX_VERSIONS);
    for (int version = 0; version < count; version++) {
      tickets += random.nextInt(3);
      Map<String, Object> line = SampleLines.read(SampleLines.SMALLEST_ORDER);
      line.put("id", (long) id);
      line.put("reference", "R" + id + "v" + version);
      line.put("test_mode", test);
      line.put(
          "state",
          List.of("pending", "confirmed", "confirmed", "cancelled").get(random.nextInt(4)));
      line.put("amount", random.nextLong(10_000));
      line.put("updated_at", "2026-03-0" + (version + 1) + "T10:00:00Z");
      line.put("qr_code_identifier", "order-" + id);
      List<Object> all = new ArrayList<>();
      for (int i = 0; i < tickets; i++) {
        Map<String, Object> ticket = new LinkedHashMap<>();
        ticket.put("id", id * 100L + i);
        ticket.put("reference", "R" + id + "-" + i);
        ticket.put("state", random.nextInt(4) == 0 ? "void" : "valid");
        ticket.put("ticket_type", TYPES.get(random.nextInt(2)));
        ticket.put("qr_code_identifier", "ticket-" + id + "-" + i);
        ticket.put("created_at", "2026-03-01T10:00:00Z");
        ticket.put("updated_at", "2026-03-01T10:00:00Z");
        all.add(ticket);
      }
      line.put("tickets", all);
      versions.add(Json.writeValue(line));
    }
    return versions;
  }

  private static String list(int id, String types) {
    return SampleLines.with(
        SampleLines.with(SampleLines.CHECKIN_LIST, "id", id + ""), "ticket_types", types);
  }

  private static String export(CommandTable table) {
    return table.run("export", "--account", "acme").out();
  }

  /** Returns what every list admits, by list and mode, in no particular order. */
  private static Map<String, Object> admitted(CommandTable table) {
    Map<String, Object> admitted = new TreeMap<>();
    EventDefinition event =
        table.stores().events().readDefinition("acme", "spring-gala").orElseThrow();
    for (CheckinList list : event.lists()) {
      for (Mode mode : Mode.values()) {
        Page<AdmittedOrder> orders =
            table.stores().orders().listAdmittedOrders("acme", "spring-gala", list, mode, ALL);
        Page<AdmittedTicket> tickets =
            table.stores().orders().listAdmittedTickets("acme", "spring-gala", list, mode, ALL);
        admitted.put(list.id() + " " + mode + " orders", whole(orders, AdmittedOrder::orderId));
        admitted.put(list.id() + " " + mode + " tickets", whole(tickets, AdmittedTicket::id));
      }
    }
    return admitted;
  }

  private static <T> List<Object> whole(Page<T> page, ToLongFunction<T> id) {
    return List.of(
        page.count(), page.items().stream().sorted(Comparator.comparingLong(id)).toList());
  }
}
