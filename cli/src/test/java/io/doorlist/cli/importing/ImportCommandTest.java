package io.doorlist.cli.importing;

import static io.doorlist.cli.SampleLines.ACCOUNT;
import static io.doorlist.cli.SampleLines.CHECKIN_LIST;
import static io.doorlist.cli.SampleLines.EVENT;
import static io.doorlist.cli.SampleLines.ORDER;
import static io.doorlist.cli.SampleLines.SMALLEST_ORDER;
import static io.doorlist.cli.SampleLines.with;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.cli.CommandResult;
import io.doorlist.cli.CommandTable;
import io.doorlist.cli.SampleLines;
import io.doorlist.domain.Mode;
import io.doorlist.domain.order.OrderSummary;
import io.doorlist.json.Json;
import io.doorlist.json.MalformedJsonException;
import io.doorlist.paging.PageRequest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ImportCommandTest {
  private final CommandTable table = new CommandTable();

  private static final String ALL =
      String.join("\n", ACCOUNT, EVENT, CHECKIN_LIST, ORDER, SMALLEST_ORDER) + "\n";

  @TempDir private Path folder;

  @Test
  void import_createsWhatIsNew_once() {
    CommandResult result = table.runWith(ALL, "import", "-");

    assertEquals(0, result.status(), result.err());
    assertEquals("5 created, 0 changed, 0 unchanged, 0 refused\n", result.out());
    assertEquals("", result.err());
    assertEquals(
        "K7QX2",
        table.stores().orders().find("acme", "spring-gala", 1001).orElseThrow().reference());
    Map<String, String> before = table.items();
    CommandResult again = table.runWith(ALL, "import", "-", "--json");
    assertEquals(
        Map.of("created", 0L, "changed", 0L, "unchanged", 5L, "refused", 0L), again.json());
    assertEquals(before, table.items());
  }

  /** Issue 36. */
  @Test
  void import_warnsOfCodesThatACopyGivesAway() {
    String code = "tickets[0].qr_code_identifier";
    String digits = with(ORDER, code, "\"123456\"");
    String letters = with(ORDER, code, "\"7GKQ2XPW\"");
    String enough = with(ORDER, code, "\"12345678901234\"");
    table.runWith(ALL, "import", "-");

    for (String line : List.of(digits, letters)) {
      String said = table.runWith(line + "\n", "import", "--dry-run", "-").err();
      assertTrue(said.startsWith("codes so short") && said.contains("hours: 1;"), said);
    }
    assertEquals("", table.runWith(enough + "\n", "import", "--dry-run", "-").err());
  }

  /** Issue 54: the table's own refusal of an item ended the import. */
  @Test
  void import_refusesWhatNoItemHolds_andImportsTheRest() {
    String rules = "{\"and\":[" + "{\"<\":[{\"var\":\"entries_today\"},1]},".repeat(12_000) + "1]}";
    String type = "{\"id\":%1$d,\"slug\":\"t%1$d\",\"name\":\"T\",\"note\":\"%2$s\"}";
    String types =
        IntStream.rangeClosed(1, 50)
            .mapToObj(id -> String.format(Locale.ROOT, type, id, "n".repeat(9_000)))
            .collect(Collectors.joining(",", "[", "]"));
    String file =
        String.join(
            "\n",
            ACCOUNT,
            EVENT,
            with(CHECKIN_LIST, "rules", rules),
            with(with(with(EVENT, "id", "8"), "slug", "\"big\""), "ticket_types", types),
            ORDER);

    for (List<String> how : List.of(List.of("--dry-run", "--json"), List.of("--json"))) {
      CommandResult result =
          table.runWith(
              file, Stream.concat(Stream.of("import", "-"), how.stream()).toArray(String[]::new));

      assertEquals(1, result.status(), result.err());
      assertEquals(
          Map.of("created", 3L, "changed", 0L, "unchanged", 0L, "refused", 2L), result.json());
      List<String> said = result.err().lines().toList();
      assertTrue(
          said.get(0).startsWith("line 3: rules: with the rest of the list they"), said.get(0));
      assertTrue(said.get(1).startsWith("line 4: ticket_types: with the rest of the"), said.get(1));
    }
  }

  @Test
  void import_tellsOfEveryRefusedLine_andImportsTheRest() {
    String file =
        String.join(
            "\n",
            ACCOUNT,
            "",
            with(EVENT, "account", "\"nobody\""),
            EVENT,
            "{\"kind\":\"order\"",
            with(ORDER, "tickets[1].created_at", "\"2026-03-01T10:00:00\""),
            with(ORDER, "tickets[0].ticket_type", "\"senior\""),
            with(ORDER, "tickets[1].id", "9001"),
            with(ORDER, "tickets[1].qr_code_identifier", "\"ticket-qr-9001\""),
            with(ORDER, "tickets[1].qr_code_identifier", "\"order-qr-1001\""),
            with(ORDER, "event", "\"autumn-gala\""),
            with(CHECKIN_LIST, "ticket_types", "[\"senior\"]"),
            ORDER,
            with(with(ORDER, "id", "1009"), "qr_code_identifier", "\"other\""),
            SMALLEST_ORDER);

    CommandResult result = table.runWith(file, "import", "-", "--json");

    assertEquals(1, result.status());
    assertEquals(
        Map.of("created", 4L, "changed", 0L, "unchanged", 0L, "refused", 10L), result.json());
    List<String> lines = result.err().lines().toList();
    assertEquals(
        List.of(
            "line 3: account",
            "line 5: column 16",
            "line 6: tickets[1].created_at",
            "line 7 (spring-gala/K7QX2): tickets[0].ticket_type",
            "line 8 (spring-gala/K7QX2): tickets[1].id",
            "line 9 (spring-gala/K7QX2): tickets[1].qr_code_identifier",
            "line 10 (spring-gala/K7QX2): tickets[1].qr_code_identifier",
            "line 11 (autumn-gala/K7QX2): event",
            "line 12: ticket_types",
            "line 14 (spring-gala/K7QX2): tickets[0].id"),
        lines.stream().map(line -> line.replaceFirst("^([^:]+: [^: ]+( 16)?).*", "$1")).toList(),
        result.err());
  }

  @Test
  void dryRun_checksAndWritesNothing() {
    String file = ALL + with(ORDER, "amount", "-1") + "\n";

    CommandResult result = table.runWith(file, "import", "-", "--dry-run");

    assertEquals(1, result.status());
    assertEquals("dry run: 5 created, 0 changed, 0 unchanged, 1 refused\n", result.out());
    assertEquals("line 6: amount: must not be negative\n", result.err());
    assertEquals(Map.of(), table.items());
  }

  @Test
  void import_readsFilesInTurn_packedOrNot_thereOrNot() throws IOException {
    Path parents = folder.resolve("parents.ndjson");
    Files.writeString(parents, "\uFEFF" + String.join("\r\n", ACCOUNT, EVENT, CHECKIN_LIST));
    Path orders = folder.resolve("orders.ndjson.gz");
    Files.write(orders, packed(ORDER + "\n" + SMALLEST_ORDER + "\nx"));

    String none = folder.resolve("none").toString();
    CommandResult result = table.run("import", none, parents.toString(), orders.toString());

    assertEquals(1, result.status());
    assertEquals("5 created, 0 changed, 0 unchanged, 1 refused\n", result.out());
    assertEquals(
        "there is no file " + none + "\n" + orders + ": line 3: column 1: is not valid JSON\n",
        result.err());
  }

  @Test
  void import_fails_whenAFileEndsEarly_butKeepsWhatItRead() throws IOException {
    byte[] packed = packed(ALL);
    Path file = folder.resolve("cut.gz");
    Files.write(file, Arrays.copyOf(packed, packed.length - 9));

    CommandResult result = table.run("import", file.toString());

    assertEquals(1, result.status());
    assertTrue(result.err().startsWith("cannot read " + file + " to its end"), result.err());
  }

  @Test
  void refused_writesRefusedLinesToAFile() throws IOException, MalformedJsonException {
    Path refused = folder.resolve("refused.ndjson");
    String wrong = with(ACCOUNT, "slug", "\"7\"");
    boolean posix = folder.getFileSystem().supportedFileAttributeViews().contains("posix");
    if (posix) {
      // What a script made beforehand.
      Set<PosixFilePermission> everybodys = PosixFilePermissions.fromString("rw-r--r--");
      Files.createFile(refused);
      Files.setPosixFilePermissions(refused, everybodys);
    }

    table.runWith(ACCOUNT + "\n" + wrong + "\n", "import", "-", "--refused", refused.toString());

    List<String> lines = Files.readAllLines(refused);
    assertEquals(1, lines.size());
    Map<String, Object> line = Json.readObject(lines.getFirst());
    assertEquals(List.of("file", "line", "field", "reason", "text"), List.copyOf(line.keySet()));
    assertEquals(2L, line.get("line"));
    assertEquals("slug", line.get("field"));
    assertEquals(wrong, line.get("text"));
    // It has personal data.
    if (posix) {
      assertEquals(
          "rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(refused)));
    }
  }

  @Test
  void import_refusesAnOrderThatNoItemCanHold_andWritesNothingOfIt() {
    table.runWith(String.join("\n", ACCOUNT, EVENT, CHECKIN_LIST), "import", "-");
    Map<String, String> before = table.items();
    List<Object> tickets = new ArrayList<>();
    for (long id = 1; id <= 45; id++) {
      Map<String, Object> ticket = SampleLines.read(ORDER);
      ticket.keySet().retainAll(List.of("reference", "created_at", "updated_at"));
      ticket.putAll(Map.of("id", id, "state", "valid", "ticket_type", "adult"));
      ticket.put("responses", Map.of("a", "x".repeat(9_000)));
      tickets.add(ticket);
    }

    CommandResult result =
        table.runWith(with(SMALLEST_ORDER, "tickets", Json.writeValue(tickets)), "import", "-");

    assertEquals(1, result.status());
    assertEquals(
        "line 1 (spring-gala/K7QX3): tickets: the order is larger than an item of 400 KB can be\n",
        result.err());
    assertEquals(before, table.items());
  }

  @Test
  void import_bringsInManyOrders_withLinesThatTheyNeedAmongThem() {
    List<String> lines = new ArrayList<>(List.of(ACCOUNT, EVENT));
    for (int id = 1; id <= 80; id++) {
      lines.add(with(with(SMALLEST_ORDER, "id", id + ""), "reference", "\"R" + id + "\""));
      if (id == 40) {
        lines.add(with(with(EVENT, "id", "8"), "slug", "\"autumn-gala\""));
      }
      if (id > 40) {
        lines.add(with(with(SMALLEST_ORDER, "id", id + ""), "event", "\"autumn-gala\""));
      }
    }

    CommandResult result = table.runWith(String.join("\n", lines), "import", "-");

    assertEquals("123 created, 0 changed, 0 unchanged, 0 refused\n", result.out(), result.err());
    PageRequest first = new PageRequest(1, 250);
    assertEquals(80, table.stores().orders().list("acme", "spring-gala", Mode.LIVE, first).count());
    List<Long> ids =
        table.stores().orders().list("acme", "autumn-gala", Mode.LIVE, first).items().stream()
            .map(OrderSummary::id)
            .sorted()
            .toList();
    assertEquals(40, ids.size());
    assertEquals(41, ids.getFirst());
  }

  private static byte[] packed(String text) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
      gzip.write(text.getBytes(StandardCharsets.UTF_8));
    }
    return bytes.toByteArray();
  }
}
