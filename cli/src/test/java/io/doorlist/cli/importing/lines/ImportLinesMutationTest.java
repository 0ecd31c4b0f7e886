package io.doorlist.cli.importing.lines;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.cli.CommandResult;
import io.doorlist.cli.SampleLines;
import io.doorlist.cli.TestTable;
import io.doorlist.cli.exporting.ExportLines;
import io.doorlist.domain.Mode;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.event.Event;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.domain.order.Order;
import io.doorlist.domain.order.OrderState;
import io.doorlist.domain.order.Ticket;
import io.doorlist.domain.order.TicketState;
import io.doorlist.json.Json;
import io.doorlist.paging.PageRequest;
import io.doorlist.store.order.OrderStore;
import io.doorlist.testing.Effort;
import io.doorlist.testing.Pages;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Randomly damaged lines: each is either refused with a reason or read as it stands. */
class ImportLinesMutationTest {
  private static final int LINES = Effort.of(1_000, 5_000);

  /** The long form: {@code -Ddoorlist.mutated.lines=10000}. */
  private static final int IMPORTED_LINES = Integer.getInteger("doorlist.mutated.lines", 240);

  private static final List<String> PARENTS =
      List.of(SampleLines.ACCOUNT, SampleLines.EVENT, SampleLines.CHECKIN_LIST);

  private static final String DAMAGE = "{}[]\",:0-e\\u\uD83C";

  private static final List<String> VALUES =
      List.of(
          "null",
          "true",
          "0",
          "-1",
          "1",
          "1.0",
          "1e400",
          "-0.0",
          "9007199254740991",
          "9007199254740992",
          "123456789012345678901234567890",
          "\"\"",
          "\" \"",
          "\"adult\"",
          "\"2026-03-01T10:00:00Z\"",
          "\"2026-03-01\"",
          "\"9999-12-31T23:59:59-14:00\"",
          "\"\\u0000\"",
          "\"🎟\"",
          "[]",
          "[1]",
          "[{}]",
          "{}",
          "{\"a\":{\"b\":[1,2.50,null]}}");

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(longs = {1, 2})
  void read_refusesOrReads_whateverCharactersAreChanged(long seed) {
    Random random = new Random(seed);
    for (int i = 0; i < LINES; i++) {
      StringBuilder line = new StringBuilder(SampleLines.ORDER);
      for (int change = random.nextInt(3); change >= 0; change--) {
        int at = random.nextInt(line.length());
        switch (random.nextInt(3)) {
          case 0 -> line.deleteCharAt(at);
          case 1 -> line.insert(at, (char) random.nextInt(0x80));
          default -> line.setCharAt(at, DAMAGE.charAt(random.nextInt(DAMAGE.length())));
        }
      }
      check(line.toString());
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {3, 4})
  void read_refusesOrReads_whateverMembersAreChanged(long seed) {
    Random random = new Random(seed);
    for (int i = 0; i < LINES; i++) {
      Map<String, Object> line = SampleLines.read(SampleLines.ORDER);
      for (int change = random.nextInt(2); change >= 0; change--) {
        mutate(line, random);
      }
      check(Json.writeValue(line));
    }
  }

  /** Issue 4: through the command into a table, which has only whole orders afterwards. */
  @Test
  void import_refusesByNumber_orBringsInAsItStands() throws Exception {
    Random random = new Random(5);
    List<String> lines = new ArrayList<>(PARENTS);
    for (int id = 1; id <= IMPORTED_LINES; id++) {
      Map<String, Object> line = SampleLines.read(order(id));
      if (random.nextInt(3) > 0) {
        mutate(line, random);
      }
      lines.add(Json.writeValue(line));
    }
    Path refusedFile = folder.resolve("refused.ndjson");
    try (TestTable table = new TestTable()) {
      CommandResult result =
          table.runWith(
              String.join("\n", lines), "import", "-", "--json", "--refused=" + refusedFile);

      Set<Integer> refused = new HashSet<>();
      for (String line : Files.readAllLines(refusedFile)) {
        refused.add(((Long) Json.readObject(line).get("line")).intValue());
      }
      Map<Long, Order> expected = new TreeMap<>();
      for (int number = 1; number <= lines.size(); number++) {
        if (!refused.contains(number)
            && ImportLines.read(lines.get(number - 1)) instanceof ImportLine.OrderLine line) {
          expected.merge(line.order().id(), line.order(), ImportLinesMutationTest::newer);
        }
      }
      assertEquals((long) refused.size(), result.json().get("refused"));
      assertTrue(refused.size() > IMPORTED_LINES / 4, refused.size() + " lines were refused");
      assertTrue(expected.size() > IMPORTED_LINES / 4, expected.size() + " orders came in");
      assertEquals(expected, stored(table, expected));
      assertEquals(admitted(expected.values()), admitted(table));
    }
  }

  private static String order(int id) {
    String line = SampleLines.with(SampleLines.ORDER, "id", id + "");
    line = SampleLines.with(line, "qr_code_identifier", "\"o" + id + "\"");
    for (int ticket = 0; ticket < 2; ticket++) {
      String path = "tickets[" + ticket + "].";
      line = SampleLines.with(line, path + "id", id + "0" + ticket);
      line = SampleLines.with(line, path + "qr_code_identifier", "\"t" + id + "-" + ticket + "\"");
    }
    return line;
  }

  private static Order newer(Order one, Order other) {
    return other.updatedAt().isBefore(one.updatedAt()) ? one : other;
  }

  /** Returns the stored orders without the codes that the import made. */
  private static Map<Long, Order> stored(TestTable table, Map<Long, Order> expected) {
    Map<Long, Order> stored = new TreeMap<>();
    for (Mode mode : Mode.values()) {
      Pages.all(
              PageRequest.MAX_ITEMS,
              page -> table.stores().orders().list("acme", "spring-gala", mode, page))
          .forEach(summary -> stored.put(summary.id(), null));
    }
    stored.replaceAll(
        (id, none) -> {
          Order order = table.stores().orders().find("acme", "spring-gala", id).orElseThrow();
          Order line = expected.get(id);
          List<Ticket> tickets = new ArrayList<>();
          for (int i = 0; i < order.tickets().size(); i++) {
            Ticket ticket = order.tickets().get(i);
            boolean made = line.tickets().get(i).qrCodeIdentifier() == null;
            tickets.add(made ? ticket.withQrCodeIdentifier(null) : ticket);
          }
          return order.with(
              line.qrCodeIdentifier() == null ? null : order.qrCodeIdentifier(), tickets);
        });
    return stored;
  }

  private static Set<Long> admitted(Collection<Order> orders) {
    Set<Long> admitted = new TreeSet<>();
    for (Order order : orders) {
      for (Ticket ticket : order.tickets()) {
        if (order.state() == OrderState.CONFIRMED
            && ticket.state() == TicketState.VALID
            && ticket.ticketType().equals("adult")) {
          admitted.add(ticket.id());
        }
      }
    }
    return admitted;
  }

  private static Set<Long> admitted(TestTable table) {
    Set<Long> admitted = new TreeSet<>();
    EventDefinition event =
        table.stores().events().readDefinition("acme", "spring-gala").orElseThrow();
    for (Mode mode : Mode.values()) {
      CheckinList list = event.list(3).orElseThrow();
      OrderStore orders = table.stores().orders();
      Pages.all(
              PageRequest.MAX_ITEMS,
              page -> orders.listAdmittedTickets("acme", "spring-gala", list, mode, page))
          .forEach(ticket -> admitted.add(ticket.id()));
    }
    return admitted;
  }

  @SuppressWarnings("unchecked")
  private static void mutate(Object value, Random random) {
    if (value instanceof Map<?, ?> map && !map.isEmpty()) {
      Map<String, Object> members = (Map<String, Object>) map;
      String name = List.copyOf(members.keySet()).get(random.nextInt(members.size()));
      Object member = members.get(name);
      if ((member instanceof Map || member instanceof List) && random.nextInt(4) > 0) {
        mutate(member, random);
      } else if (random.nextInt(6) == 0) {
        members.put(name + "x", members.remove(name));
      } else if (random.nextInt(6) == 0) {
        members.remove(name);
      } else {
        members.put(name, value(random));
      }
    } else if (value instanceof List<?> list && !list.isEmpty()) {
      List<Object> elements = (List<Object>) list;
      int index = random.nextInt(elements.size());
      if (random.nextInt(3) == 0) {
        elements.set(index, value(random));
      } else {
        mutate(elements.get(index), random);
      }
    }
  }

  private static Object value(Random random) {
    String text = VALUES.get(random.nextInt(VALUES.size()));
    return SampleLines.read("{\"value\":" + text + "}").get("value");
  }

  private static void check(String text) {
    try {
      ImportLine read = ImportLines.read(text);
      if (read instanceof ImportLine.OrderLine line) {
        assertEquals(read, ImportLines.read(written(line)), text);
      }
    } catch (RefusedLine e) {
      assertFalse(e.reason().isBlank());
      assertTrue(e.getMessage().chars().noneMatch(Character::isISOControl), e.getMessage());
    }
  }

  private static String written(ImportLine.OrderLine line) {
    Event event = new Event(line.account(), 1, line.event(), "Any", List.of());
    return ExportLines.order(event, line.order());
  }
}
