package io.doorlist.cli.office;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.cli.CommandResult;
import io.doorlist.domain.order.Order;
import io.doorlist.json.Json;
import io.doorlist.json.MalformedJsonException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * The guest lists that an office keeps of its imports: who reads them, and what forgets them (issue
 * 71).
 */
class KeptGuestListsTest extends ImportingFixture {
  /** Issue 71: what `forget` deletes of a person, `show` prints, and nothing of others. */
  @Test
  void show_printsTheRowsOfAPerson_inListsThatAreKept() throws MalformedJsonException {
    table.keepIn(folder);
    String event = event("Gala");
    imported(event, LIST + "Anna,nada@example.org,Guest,yes\n");
    imported(event, LIST.replace("Ada,ada@example.org", "Ada Lovelace,Ada <ADA@example.org>"));

    CommandResult shown = table.run("show --account doorlist --email ada@example.org");

    assertEquals(0, shown.status(), shown.err());
    List<List<?>> rows = new ArrayList<>();
    int orders = 0;
    for (String line : shown.out().lines().toList()) {
      Map<String, Object> members = Json.readObject(line);
      if (members.get("kind").equals("guest_list_row")) {
        assertEquals("guests.csv", members.get("file"));
        assertEquals(2L, members.get("row"));
        rows.add((List<?>) members.get("cells"));
      }
      orders += members.get("kind").equals("guest_list_order") ? 1 : 0;
      assertTrue(line.toLowerCase(Locale.ROOT).contains("ada@example.org"), line);
    }
    assertEquals(
        Set.of(
            List.of("Ada", "ada@example.org", "VIP", "yes"),
            List.of("Ada Lovelace", "Ada <ADA@example.org>", "VIP", "yes")),
        Set.copyOf(rows));
    assertTrue(orders > 0, shown.out());
    for (String others : List.of("Ben", "Cleo", "Anna", "nada@")) {
      assertFalse(shown.out().contains(others), others);
    }
    String none = table.run("show --account doorlist --email zoe@example.org").out();
    assertEquals("", none);
  }

  /** Issue 71: a file is kept as a whole, whatever was read of it. */
  @Test
  void show_printsTheRowsOfAPerson_ofEverySheet() throws IOException {
    table.keepIn(folder);
    String event = event("Gala");
    assertEquals(201, begin(read(event, "guests.xlsx", workbook("cid@example.org"))).status());
    awaited(event);

    CommandResult shown = table.run("show --account doorlist --email cid@example.org");

    assertEquals(
        Map.of(
            "kind",
            "guest_list_row",
            "event",
            event,
            "file",
            "guests.xlsx",
            "sheet",
            "Crew & Press",
            "row",
            2L,
            "cells",
            List.of("cid@example.org", "C1")),
        Json.readObject(shown.out()));
  }

  @Test
  void whatIsKept_isItsOwnersOnly_andGoesWithAnybodyWhoIsForgotten() throws IOException {
    String event = event("Gala");
    imported(event, LIST);
    List<Path> kept = kept();
    assertEquals(4, kept.size());
    for (Path each : kept) {
      assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(each)));
    }

    Answer wrong = ask("POST", "forget", "{\"event\":\"" + event + "\",\"title\":\"Gal\"}");
    assertEquals(422, wrong.status());
    assertEquals(4, kept().size());
    Answer erased = ask("POST", "forget", "{\"email\":\"ada@example.org\"}");

    assertEquals(200, erased.status(), erased.text());
    assertEquals(1L, erased.members().get("orders"));
    assertEquals(List.of(), kept());
    assertFalse(orders(event).map(Order::toString).anyMatch(order -> order.contains("Ada")));
    Answer everybody = ask("POST", "forget", "{\"event\":\"" + event + "\",\"title\":\"Gala\"}");
    assertEquals(200, everybody.status(), everybody.text());
    assertFalse(orders(event).map(Order::toString).anyMatch(order -> order.contains("Ben")));
  }

  /**
   * The command line runs in another process than the office, whose files and memory it reaches.
   */
  @Test
  void forgetOfTheCommandLine_reachesFilesAndPreviews_ofTheEventAlone() throws IOException {
    table.keepIn(folder);
    String event = event("Gala");
    String other = event("Picnic");
    Map<String, Object> done = imported(event, LIST);
    imported(other, "Name,E-Mail\nDora,dora@example.org\n");
    // What a kill leaves when an import begins: nobody can tell of which event it is.
    Files.writeString(folder.resolve("imports/doorlist/2f1c.file.new"), LIST);
    Answer preview = read(event, "Name,E-Mail\nEve,eve@example.org\n");
    long ada =
        orders(event).filter(it -> it.toString().contains("Ada")).findFirst().orElseThrow().id();
    String forget = "forget --account doorlist --event " + event + " --order " + ada;

    CommandResult dry = table.run(forget, "--dry-run");

    assertEquals(0, dry.status(), dry.err());
    assertTrue(dry.err().contains("dry run: would delete 2 guest lists that"), dry.err());
    assertEquals(9, kept().size());
    assertEquals(200, ask("POST", "previews/" + preview.text("id"), "{}").status());

    CommandResult result = table.run(forget);

    assertEquals(0, result.status(), result.err());
    assertTrue(result.err().contains("deleted 2 guest lists that the office kept"), result.err());
    assertEquals(4, kept().size());
    for (Path each : kept()) {
      assertFalse(Files.readString(each).contains("Ada"), each.toString());
    }
    assertEquals(404, ask("POST", "previews/" + preview.text("id"), "{}").status());
    assertEquals(List.of(), ask("GET", "events/" + event + "/imports", "").all("imports"));
    assertEquals(422, ask("POST", "imports/" + done.get("id") + "/take-back", "").status());
    assertEquals(1, ask("GET", "events/" + other + "/imports", "").all("imports").size());
    CommandResult all = table.run("forget --account doorlist --email eve@example.org");
    assertEquals(0, all.status(), all.err());
    assertEquals(List.of(), kept());
    CommandResult none = table.run("forget --account doorlist --email eve@example.org");
    assertFalse(none.err().contains("guest list"), none.err());
  }

  /** A folder that no {@code up} has. */
  @Test
  void forgetOfAFolder_reachesFilesBesideItsTable() throws IOException {
    Files.createDirectories(folder.resolve("imports/acme"));
    Path file = folder.resolve("imports/acme/2f1c.file");
    List<String> data = List.of("--data", folder.toString());
    String account = "{\"kind\":\"account\",\"slug\":\"acme\",\"name\":\"Acme\"}";
    List<String> filling = new ArrayList<>(List.of("import", "-"));
    filling.addAll(data);
    CommandResult filled =
        CommandResult.of(account.getBytes(StandardCharsets.UTF_8), filling.toArray(String[]::new));
    assertEquals(0, filled.status(), filled.err());
    Files.writeString(file, LIST);

    CommandResult result =
        CommandResult.run(
            "forget --account acme --email ada@example.org", data.toArray(String[]::new));

    assertEquals(0, result.status(), result.err());
    assertTrue(result.err().contains("deleted 1 guest list that the office kept"), result.err());
    assertFalse(Files.exists(file));
  }

  /** Issue 71: one folder of data has several accounts, whose events may be called the same. */
  @Test
  void accounts_haveTheirOwnImports_andForgettingInOneLeavesTheOthers() throws IOException {
    table.keepIn(folder);
    String event = event("Gala");
    imported(event, LIST);
    OfficePage first = office;
    try (OfficePage other = office("Doorlist")) {
      office = other;
      assertEquals(event, event("Gala"));
      assertEquals(List.of(), ask("GET", "events/" + event + "/imports", "").all("imports"));
      imported(event, LIST);
      assertEquals(200, ask("POST", "forget", "{\"email\":\"ada@example.org\"}").status());
      assertEquals(List.of(), ask("GET", "events/" + event + "/imports", "").all("imports"));
    }
    office = first;

    assertEquals(1, ask("GET", "events/" + event + "/imports", "").all("imports").size());
    assertEquals(4, kept().size());
    String forget = "forget --account Doorlist --everyone --event ";
    assertEquals(0, table.run(forget + event).status());
    assertEquals(4, kept().size());
  }

  @Test
  void forget_waitsForAnImportThatRuns_andErasesNothingBefore() throws IOException {
    table.keepIn(folder);
    String event = event("Gala");
    Path note = folder.resolve("imports/doorlist/" + imported(event, LIST).get("id") + ".json");
    Files.writeString(note, Files.readString(note).replace("\"done\"", "\"running\""));
    Map<String, String> before = table.items();

    CommandResult result = table.run("forget --account doorlist --email ada@example.org");
    Answer office = ask("POST", "forget", "{\"email\":\"ada@example.org\"}");

    assertEquals(1, result.status());
    assertTrue(result.err().contains("a guest list is being imported"), result.err());
    assertEquals(422, office.status());
    assertEquals(before, table.items());
    assertEquals(4, kept().size());
  }
}
