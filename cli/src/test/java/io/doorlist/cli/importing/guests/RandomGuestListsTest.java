package io.doorlist.cli.importing.guests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.domain.order.Order;
import io.doorlist.domain.order.OrderState;
import io.doorlist.domain.order.TicketState;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Random lists: whatever their languages, separators, encodings, orders of columns and broken rows,
 * nobody who is out comes in, and no row is lost unsaid.
 */
class RandomGuestListsTest {
  private static final int LISTS = Boolean.getBoolean("doorlist.long") ? 10_000 : 300;
  private static final List<String> LANGUAGES =
      List.of("en", "de", "fr", "es", "it", "nl", "pl", "pt", "tr", "uk", "ar", "ja");
  private static final List<Kind> KINDS =
      List.of(
          Kind.NAME,
          Kind.EMAIL,
          Kind.CODE,
          Kind.TYPE,
          Kind.STATUS,
          Kind.ANSWER,
          Kind.VOID,
          Kind.QUANTITY,
          Kind.PHONE,
          Kind.ORDER,
          Kind.NOTE);
  private static final List<String> TYPES = List.of("VIP", "VIP+", "C", "C++", "", "Früh; \"alt\"");
  private static final Map<String, List<String>> WORDS = words("values.txt");
  private static final Map<String, List<String>> TITLES = words("titles.txt");

  /** How a row is broken, if it is. */
  private enum Fault {
    NONE,
    OPEN_MARK,
    STRAY_MARK,
    MORE_CELLS,
    UNKNOWN_STATUS,
    TOTAL
  }

  /** A row as it is meant. */
  private record Meant(String name, Admission admission, int persons, String type, Fault fault) {
    /** A row with a line break after its open mark may look whole: then one more is refused. */
    boolean mayComeIn() {
      return fault == Fault.NONE || fault == Fault.OPEN_MARK;
    }
  }

  private record Written(byte[] bytes, Map<String, Meant> rows) {}

  private static Map<String, List<String>> words(String table) {
    Map<String, List<String>> words = new HashMap<>();
    for (List<String> row : GuestWords.table(table)) {
      String key = row.size() > 2 ? row.getFirst() + " " + row.get(1) : row.getFirst();
      words.computeIfAbsent(key, any -> new ArrayList<>()).addAll(GuestWords.cells(row.getLast()));
    }
    return words;
  }

  @Test
  void lists_letNobodyInWhoIsOut_andLoseNoRowUnsaid() {
    for (int seed = 1; seed <= LISTS; seed++) {
      Written written = write(new Random(seed));
      check("seed " + seed, written, GuestLists.read(written.bytes()));
    }
  }

  private static void check(String seed, Written written, GuestList list) {
    boolean marks =
        written.rows().values().stream()
            .anyMatch(row -> row.fault() == Fault.OPEN_MARK || row.fault() == Fault.STRAY_MARK);
    int seen = 0;
    GuestOrders orders = GuestLists.orders(list);
    Map<String, TicketState> states = new HashMap<>();
    for (List<GuestRow> rows : orders.grouped(list.guests()).values()) {
      Order order = orders.order(rows);
      order.tickets().forEach(ticket -> states.put(ticket.name(), ticket.state()));
      boolean waits = rows.stream().noneMatch(row -> row.admission() == Admission.VALID);
      assertTrue(!waits || order.state() == OrderState.PENDING || allVoid(order), seed);
    }
    for (GuestRow guest : list.guests()) {
      Meant meant = written.rows().get(guest.name());
      assertTrue(meant != null && meant.mayComeIn(), seed + " row " + guest.place().row());
      assertEquals(meant.admission(), guest.admission(), seed + " row " + guest.place().row());
      assertEquals(meant.persons(), guest.persons(), seed);
      assertEquals(
          meant.admission() == Admission.VOID, states.get(guest.name()) == TicketState.VOID, seed);
      if (meant.fault() == Fault.NONE) {
        assertEquals(meant.type(), guest.type(), seed);
        seen++;
      }
    }
    int missing = written.rows().size() - seen;
    // A row that is refused for a mark names how many lines it has.
    long said =
        list.refused().stream()
            .mapToLong(row -> String.join("", row.row().cells()).lines().count())
            .sum();
    assertTrue(said >= missing, seed + " lost rows");
    if (!marks) {
      long broken =
          written.rows().values().stream().filter(row -> row.fault() != Fault.NONE).count();
      assertEquals(broken, missing, seed);
      assertEquals(broken, list.refused().size(), seed);
    }
  }

  private static boolean allVoid(Order order) {
    return order.tickets().stream().allMatch(ticket -> ticket.state() == TicketState.VOID);
  }

  private static Written write(Random random) {
    String language = pick(random, LANGUAGES);
    List<Kind> kinds = new ArrayList<>(KINDS);
    kinds.removeIf(kind -> kind != Kind.NAME && random.nextInt(3) == 0);
    Collections.shuffle(kinds, random);
    char separator = ",;\t|".charAt(random.nextInt(4));
    String end = pick(random, List.of("\n", "\r\n", "\r"));
    StringBuilder text = new StringBuilder();
    if (random.nextInt(5) == 0) {
      text.append("sep=").append(separator).append(end);
    }
    List<String> titles =
        kinds.stream()
            .map(
                kind ->
                    pick(
                        random,
                        TITLES.getOrDefault(
                            language + " " + kind.word(), TITLES.get("en " + kind.word()))))
            .map(title -> random.nextBoolean() ? title : title.toUpperCase(Locale.ROOT))
            .toList();
    text.append(line(random, titles, separator)).append(end);
    Map<String, Meant> rows = new HashMap<>();
    int lines = random.nextInt(40);
    for (int i = 0; i < lines; i++) {
      if (random.nextInt(10) == 0) {
        text.append(random.nextBoolean() ? "" : String.valueOf(separator)).append(end);
      }
      text.append(row(random, kinds, separator, i, rows)).append(end);
    }
    return new Written(encoded(random, text.toString()), rows);
  }

  private static String row(
      Random random, List<Kind> kinds, char separator, int number, Map<String, Meant> rows) {
    Fault fault =
        random.nextInt(12) > 0 ? Fault.NONE : Fault.values()[random.nextInt(Fault.values().length)];
    if (fault == Fault.UNKNOWN_STATUS && !kinds.contains(Kind.STATUS)) {
      fault = Fault.MORE_CELLS;
    }
    String name =
        pick(random, List.of("Zoë", "Jörg Müßig", "王伟", "Ng", "Łucja", "أمل")) + " N" + number;
    Map<Kind, String> cells = new EnumMap<>(Kind.class);
    cells.put(Kind.NAME, fault == Fault.TOTAL ? pick(random, WORDS.get("total")) : name);
    cells.put(Kind.EMAIL, "g" + number + "@example.org");
    cells.put(Kind.CODE, "C-" + number);
    cells.put(Kind.PHONE, "+49 30 " + number);
    cells.put(Kind.ORDER, "O" + number / 3);
    cells.put(
        Kind.NOTE, pick(random, List.of("", "a " + separator + " b", "he said \"hi\"", "1\n2")));
    String type = pick(random, TYPES);
    cells.put(Kind.TYPE, type);
    int persons = kinds.contains(Kind.QUANTITY) ? 1 + random.nextInt(4) : 1;
    cells.put(Kind.QUANTITY, String.valueOf(persons));
    Admission status = pick(random, List.of(Admission.values()));
    cells.put(
        Kind.STATUS,
        fault == Fault.UNKNOWN_STATUS
            ? pick(random, List.of("", "-", "whatever", "validish", "???"))
            : pick(random, WORDS.get(status.name().toLowerCase(Locale.ROOT))));
    Admission answer = pick(random, List.of(Admission.values()));
    cells.put(Kind.ANSWER, answer(random, answer));
    boolean out = random.nextInt(4) == 0;
    cells.put(
        Kind.VOID,
        out
            ? pick(random, List.of("void", "yes", "2026-03-01 10:00", "x"))
            : pick(random, List.of("", "no", "-", "0")));
    Admission admission = kinds.contains(Kind.STATUS) ? status : Admission.VALID;
    if (kinds.contains(Kind.ANSWER)) {
      admission = Collections.max(List.of(admission, answer));
    }
    if (kinds.contains(Kind.VOID) && out) {
      admission = Admission.VOID;
    }
    String meantType = !kinds.contains(Kind.TYPE) || type.isEmpty() ? GuestRowReader.GUEST : type;
    rows.put(name, new Meant(name, admission, persons, meantType, fault));
    List<String> values = new ArrayList<>(kinds.stream().map(cells::get).toList());
    if (fault == Fault.MORE_CELLS) {
      values.add("more");
    }
    String line = line(random, values, separator);
    return switch (fault) {
      case OPEN_MARK -> "\"" + line.replace("\"", "");
      case STRAY_MARK -> "\"a\"b" + separator + line;
      default -> line;
    };
  }

  /** Writes an answer, with a remark or without. */
  private static String answer(Random random, Admission answer) {
    List<String> words =
        switch (answer) {
          case VALID -> WORDS.get(random.nextBoolean() ? "valid" : "yes");
          case VOID -> WORDS.get(random.nextBoolean() ? "void" : "no");
          case PENDING -> random.nextBoolean() ? WORDS.get("unanswered") : List.of("");
        };
    String word = pick(random, words);
    while (answer == Admission.VOID && word.matches("[-–]")) {
      // Nothing stands for no answer.
      word = pick(random, words);
    }
    boolean remarked = !word.isEmpty() && !word.matches("\\W+") && random.nextInt(4) == 0;
    return remarked ? word + " (krank)" : word;
  }

  private static String line(Random random, List<String> cells, char separator) {
    return cells.stream()
        .map(cell -> cell(random, cell, separator))
        .collect(Collectors.joining(String.valueOf(separator)));
  }

  private static String cell(Random random, String cell, char separator) {
    boolean needed = cell.indexOf(separator) >= 0 || cell.contains("\"") || cell.contains("\n");
    return needed || random.nextInt(4) == 0 ? "\"" + cell.replace("\"", "\"\"") + "\"" : cell;
  }

  private static byte[] encoded(Random random, String text) {
    Charset western = Charset.forName("windows-1252");
    return switch (random.nextInt(5)) {
      case 0 -> ("\uFEFF" + text).getBytes(StandardCharsets.UTF_16LE);
      case 3 -> text.getBytes(StandardCharsets.UTF_16LE);
      case 1 -> ("\uFEFF" + text).getBytes(StandardCharsets.UTF_8);
      case 2 ->
          western.newEncoder().canEncode(text)
              ? text.getBytes(western)
              : ("\uFEFF" + text).getBytes(StandardCharsets.UTF_16BE);
      default -> text.getBytes(StandardCharsets.UTF_8);
    };
  }

  private static <T> T pick(Random random, List<T> list) {
    return list.get(random.nextInt(list.size()));
  }
}
