package io.doorlist.cli.office;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.cli.tokens.Tokens;
import io.doorlist.domain.Mode;
import io.doorlist.domain.event.DeskTerms;
import io.doorlist.domain.event.Event;
import io.doorlist.domain.order.Order;
import io.doorlist.domain.token.Role;
import io.doorlist.local.gateway.GatewayServer.Reachable;
import io.doorlist.local.office.Office;
import io.doorlist.store.table.TableSchema;
import io.doorlist.table.Item;
import io.doorlist.table.Write;
import io.doorlist.table.sqlite.SqliteEngine;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.Test;

/** Events, doors, phones and paper of the office (issue 71). */
class EventSetupTest extends OfficeFixture {
  @Test
  void event_isMadeOfWhatIsSaid_withOneDoor() {
    Answer made =
        ask(
            "POST",
            "events",
            """
            {"title":"Fête d'été 2026","date":"2026-07-04","place":"Park","time_zone":"Europe/Paris",
            "types":[{"name":"VIP","note":"check ID"},{"name":"日本語"}]}\
            """);

    assertEquals(201, made.status(), made.text());
    assertEquals("fete-d-ete-2026", made.text("slug"));
    assertEquals("Europe/Paris", made.text("time_zone"));
    assertEquals("2026-07-04", made.text("date"));
    assertEquals(
        List.of("vip", "type"), made.all("types").stream().map(each -> each.get("slug")).toList());
    assertEquals("check ID", made.all("types").getFirst().get("note"));
    assertEquals("Entrance", made.all("doors").getFirst().get("name"));
    assertEquals(1, ask("GET", "events", "").all("events").size());
  }

  @Test
  void addresses_areNeverTheSame_andNeverTaken() {
    assertEquals("gala", event("Gala"));
    assertEquals("gala-2", event("Gala!"));
    assertEquals("event", event("日本"));
    assertEquals("event-2026", event("2026"));
    assertEquals("event-events", event("Events"));
  }

  @Test
  void change_keepsTypes_andAddsOthers() {
    String event = event("Gala");
    String path = "events/" + event;
    ask("PUT", path, "{\"title\":\"Gala\",\"types\":[{\"name\":\"VIP\"}]}");

    Answer changed =
        ask(
            "PUT",
            path,
            """
            {"title":"Ball","place":"Hall",
            "types":[{"slug":"vip","name":"Very","note":"left"},{"name":"Guest"}]}\
            """);

    assertEquals(200, changed.status(), changed.text());
    assertEquals("gala", changed.text("slug"), "phones and links have it");
    assertEquals("Ball", changed.text("title"));
    assertEquals(
        List.of("Very", "Guest"),
        changed.all("types").stream().map(each -> each.get("name")).toList());
  }

  @Test
  void door_isAdded_andChanged() {
    String path = "events/" + event("Gala");
    ask("PUT", path, "{\"title\":\"Gala\",\"types\":[{\"name\":\"VIP\"},{\"name\":\"Guest\"}]}");

    Answer added =
        ask(
            "POST",
            path + "/doors",
            """
            {"name":"Lounge","types":["vip"],"opens_at":"2026-07-04T18:00:00Z","reentry":"after_exit"}\
            """);
    Map<String, Object> lounge = added.all("doors").getLast();
    Answer changed =
        ask("POST", path + "/doors", "{\"id\":" + lounge.get("id") + ",\"name\":\"Salon\"}");

    assertEquals(List.of("vip"), lounge.get("types"));
    assertEquals("after_exit", lounge.get("reentry"));
    assertEquals("2026-07-04T18:00:00Z", lounge.get("opens_at"));
    assertEquals(2, changed.all("doors").size(), changed.text());
    assertEquals("Salon", changed.all("doors").getLast().get("name"));
    assertFalse(changed.all("doors").getLast().containsKey("types"), "all");
  }

  @Test
  void whatIsWrong_isRefused() {
    assertEquals(400, ask("POST", "events", "nonsense").status());
    assertEquals(400, ask("POST", "events", "{}").status());
    assertEquals(400, ask("POST", "events", "{\"title\":\"x\",\"date\":\"soon\"}").status());
    assertEquals(400, ask("POST", "events", "{\"title\":7}").status());
    assertEquals(422, ask("PUT", "events/nothing", "{\"title\":\"x\"}").status());
    assertEquals(404, ask("GET", "nothing", "").status());
    assertEquals(404, ask("DELETE", "events", "").status());
    assertEquals(422, ask("GET", "events/nothing/tickets", "").status());
  }

  /**
   * Spec: an event has a currency, and a type has a price. A desk helps the guests of an organiser.
   */
  @Test
  void money_isSaid_andADeskMayTakeIt() {
    String event = event("Gala");
    String path = "events/" + event;

    Answer priced =
        ask(
            "PUT",
            path,
            """
            {"title":"Gala","currency":"eur",
            "types":[{"name":"Adult","price":2550},{"name":"VIP","price":0}]}\
            """);

    assertEquals(200, priced.status(), priced.text());
    assertEquals("EUR", priced.text("currency"));
    assertEquals(
        List.of(2550L, 0L), priced.all("types").stream().map(each -> each.get("price")).toList());
    assertEquals(400, ask("PUT", path, "{\"title\":\"Gala\",\"currency\":\"euros\"}").status());
    Event stored = table.stores().events().find(ACCOUNT, event).orElseThrow();
    assertEquals(List.of("adult"), stored.deskTerms().addGuests().ticketTypes(), "no VIPs");
    assertTrue(stored.deskTerms().takeMoney() && stored.deskTerms().correctGuests());
    Answer renamed =
        ask(
            "PUT",
            path,
            "{\"title\":\"Ball\",\"types\":[{\"slug\":\"adult\",\"name\":\"Adult\"}]}");
    assertEquals("EUR", renamed.text("currency"), "what is not said stays");
    assertEquals(2550L, renamed.all("types").getFirst().get("price"));
  }

  /** An event of the office that a list fills is as one that the list has made. */
  @Test
  void firstList_letsADeskHelpItsGuests() {
    String event = event("Gala");
    assertFalse(deskOf(event).correctGuests());

    imported(event, "Name,E-Mail,Ticket type\nAda,ada@example.org,Guest\nBen,,VIP\n");

    assertTrue(deskOf(event).correctGuests());
    assertTrue(deskOf(event).namesOffline());
    assertEquals(List.of("guest"), deskOf(event).addGuests().ticketTypes());
    imported(event, "Name,E-Mail,Ticket type\nAda,ada@example.org,Press\n");
    assertEquals(List.of("guest"), deskOf(event).addGuests().ticketTypes(), "a choice stays");
  }

  private DeskTerms deskOf(String event) {
    return table.stores().events().find(ACCOUNT, event).orElseThrow().deskTerms();
  }

  /** A rehearsal has tickets and phones of its own, and no guest of the evening is counted. */
  @Test
  void rehearsal_hasTestTickets_onceTheEventHasTypes() {
    String event = event("Gala");
    assertEquals(422, ask("POST", "events/gala/rehearsal", "").status());
    imported(event, "Name,E-Mail\nAda,ada@example.org\n");
    String live = ask("GET", "events/gala/tickets", "").text();

    assertEquals(200, ask("POST", "events/gala/rehearsal", "").status());
    List<Order> made = tests(event);
    assertEquals(200, ask("POST", "events/gala/rehearsal", "").status());

    assertEquals(8, made.size());
    assertEquals(made, tests(event), "they are made once");
    assertTrue(ask("GET", "events/gala/rehearsal", "").text().startsWith("%PDF"));
    assertEquals(live, ask("GET", "events/gala/tickets", "").text());
    Map<String, Object> door = ask("GET", "events/gala/counts", "").all("doors").getFirst();
    assertEquals(1L, door.get("admitted"));
    Answer again = read(event, "Name,E-Mail\nAda,ada@example.org\n");
    assertEquals(List.of(), again.all("stops"), "no list ever takes them for its guests");
    assertEquals(
        List.of(),
        again.all("findings").stream().filter(each -> each.toString().contains("Test")).toList());
  }

  private List<Order> tests(String event) {
    return orders(event).filter(order -> order.mode() == Mode.TEST).toList();
  }

  @Test
  void phoneOfARehearsal_hasATokenForTestData() {
    event("Gala");
    Reachable here = new Reachable(List.of(URI.create("https://10.0.0.7:3000")), null, null);
    office = office(table.stores(), ACCOUNT, Optional.of(here));
    String asked = "{\"role\":\"scanner\",\"event\":\"gala\",\"name\":\"Gate 1\"";

    Answer test = ask("POST", "phones", asked + ",\"test\":true}");
    Answer live = ask("POST", "phones", asked + "}");

    assertTrue(test.text("link").contains("token=dl_test_"), test.text());
    assertTrue(live.text("link").contains("token=dl_live_"), live.text());
    assertEquals(
        List.of(false, true),
        ask("GET", "phones", "").all("phones").stream().map(each -> each.get("test")).toList());
  }

  /** What to tell somebody who helps says how this machine is, and names nobody. */
  @Test
  void doctor_saysWhatIsWrongHere() {
    String event = event("Gala");
    imported(event, "Name,E-Mail\nAda Lovelace,ada@example.org\n");
    URI one = URI.create("https://10.0.0.7:3000");
    URI other = URI.create("https://192.168.1.7:3000");

    List<?> none = (List<?>) ask("GET", "doctor", "").members().get("lines");
    office =
        office(
            table.stores(), ACCOUNT, Optional.of(new Reachable(List.of(one, other), null, null)));
    List<?> several = (List<?>) ask("GET", "doctor", "").members().get("lines");

    assertTrue(
        none.contains(
            "note   phones: no phone reaches this machine; join the Wi-Fi, and start it with --lan"),
        none.toString());
    assertTrue(
        none.stream().anyMatch(line -> line.toString().startsWith("wrong  api: ")),
        "nothing answers at port 1");
    assertTrue(
        several.stream()
            .anyMatch(line -> line.toString().contains("may look at " + one + ", " + other)),
        several.toString());
    assertFalse(several.toString().contains("Ada"));
  }

  @Test
  void whatIsKeptOfAPerson_canBeDownloaded() {
    String event = event("Gala");
    imported(event, "Name,E-Mail\nAda,ada@example.org\nBen,ben@example.org\n");
    Map<String, List<String>> ada = Map.of("email", List.of("ada@example.org"));

    Answer kept = ask("GET", "person", new byte[0], ada);

    assertEquals(200, kept.status());
    assertTrue(kept.text().contains("\"kind\":\"order\""), kept.text());
    assertTrue(kept.text().contains("\"kind\":\"guest_list_row\""), kept.text());
    assertFalse(kept.text().contains("Ben"));
    assertEquals(400, ask("GET", "person", "").status());
  }

  @Test
  void phone_isListed_andShutOut() {
    event("Gala");
    String secret =
        new Tokens(table.stores().forCommand(), ACCOUNT)
            .create("Gate 1", List.of(), Mode.LIVE, Role.SCANNER, Instant.EPOCH);

    List<Map<String, Object>> phones = ask("GET", "phones", "").all("phones");
    assertEquals("Gate 1", phones.getFirst().get("name"));
    assertEquals("scanner", phones.getFirst().get("role"));
    assertFalse(ask("GET", "phones", "").text().contains(secret));
    String path = "phones/" + phones.getFirst().get("id");
    assertEquals(200, ask("DELETE", path, "").status());

    assertEquals(List.of(), ask("GET", "phones", "").all("phones"));
    assertEquals(404, ask("DELETE", path, "").status());
  }

  @Test
  void pairing_saysSo_whenNoPhoneReachesTheLaptop() {
    event("Gala");
    String asked = "{\"role\":\"scanner\",\"event\":\"gala\",\"name\":\"Gate 1\"}";
    Answer refused = ask("POST", "phones", asked);
    assertEquals(422, refused.status());
    assertTrue(refused.text().contains("join the Wi-Fi"), refused.text());
    assertEquals(List.of(), ask("GET", "phones", "").all("phones"));
  }

  /** Issue 71: what goes to another laptop is the table, and what phones trust. */
  @Test
  void backup_hasTheTable_andWhatPhonesTrust() throws IOException {
    Path authority = Files.createDirectories(folder.resolve("authority"));
    Files.writeString(authority.resolve("authority.crt"), "trusted");
    Path other = Files.createDirectories(folder.resolve("other"));
    try (SqliteEngine table = SqliteEngine.open(folder, change -> false, line -> {})) {
      table.write(Write.put(new Item(TableSchema.format()).put("format", 7)));

      Office.Reply backup = office.answer(call("backup"));

      assertEquals("doorlist-backup.zip", backup.file());
      try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(backup.body()))) {
        for (ZipEntry each = zip.getNextEntry(); each != null; each = zip.getNextEntry()) {
          Path file = other.resolve(each.getName());
          Files.createDirectories(file.getParent());
          Files.copy(zip, file);
        }
      }
    }
    assertEquals("trusted", Files.readString(other.resolve("authority/authority.crt")));
    try (SqliteEngine table = SqliteEngine.open(other, change -> false, line -> {})) {
      assertEquals(7, table.get(TableSchema.format()).orElseThrow().number("format"));
    }
  }

  private static Office.Call call(String path) {
    return new Office.Call("GET", List.of(path), Map.of(), InputStream.nullInputStream());
  }

  @Test
  void ownPages_haveOneTokenEach() {
    event("Gala");
    Answer first = ask("POST", "events/gala/pages", "{\"role\":\"full\"}");
    Answer second = ask("POST", "events/gala/pages", "{\"role\":\"full\"}");

    String start = "http://127.0.0.1:1/-/board#account=doorlist&event=gala&token=dl_live_";
    assertTrue(first.text("link").startsWith(start), first.text());
    assertFalse(first.text("link").equals(second.text("link")));
    assertEquals(1, ask("GET", "phones", "").all("phones").size());
    Answer desk = ask("POST", "events/gala/pages", "{\"role\":\"desk\"}");
    assertTrue(desk.text("link").startsWith("http://127.0.0.1:1/-/desk#"), desk.text());
  }

  @Test
  void paper_isThere_onceThereAreGuests() {
    String event = event("Gala");
    assertEquals(422, ask("GET", "events/gala/tickets", "").status());
    imported(event, "Name,E-Mail\nAda,ada@example.org\nBen,ben@example.org\n");

    assertTrue(ask("GET", "events/gala/tickets", "").text().startsWith("%PDF"));
    Map<String, List<String>> csv = Map.of("format", List.of("csv"));
    Answer absent = ask("GET", "events/gala/absent", new byte[0], csv);
    assertEquals(3, absent.text().lines().count(), absent.text());
    assertEquals(1, ask("GET", "events/gala/report", new byte[0], csv).text().lines().count());
    assertEquals(400, ask("GET", "events/gala/report", "").status());
    Map<String, Object> door = ask("GET", "events/gala/counts", "").all("doors").getFirst();
    assertEquals(Map.of("name", "Entrance", "came", 0L, "admitted", 2L), door);
  }
}
