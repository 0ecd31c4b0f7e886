package io.doorlist.phone;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.door.CodeDigest;
import io.doorlist.door.CopiedCheckin;
import io.doorlist.door.CopiedPassage;
import io.doorlist.door.CopiedTicket;
import io.doorlist.door.DoorColumns;
import io.doorlist.door.DoorDelta;
import io.doorlist.door.DoorRule;
import io.doorlist.door.Passage;
import io.doorlist.door.Reentry;
import io.doorlist.door.Window;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The core as TeaVM compiled it decides as the test vectors of docs/door.md say, in Node, by copies
 * that have what they say. A copy has no tickets that are void, blocked, unpaid or of another list,
 * and no orders.
 */
@Timeout(180)
class CompiledVectorsTest {
  private static final byte[] SALT = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);
  private static final String CODE = "ticket";
  private static final long TICKET = 9;
  private static final DoorDelta NOTHING =
      new DoorDelta(List.of(), List.of(), List.of(), List.of(), List.of(), List.of());

  private final Map<?, ?> vectors = read();
  private final List<Object> cases = new ArrayList<>();

  @TempDir private Path folder;

  @Test
  void core_decidesAsTheVectorsSay() throws Exception {
    decisions();
    addons();
    passages();
    rules();
    digests();
    columns();
    scans();
    answers();
    codes();
    assertTrue(cases.size() > 100, () -> cases.size() + " cases");
    Path file = Files.writeString(folder.resolve("cases.json"), Json.write(cases));
    Path output = folder.resolve("output");

    Process node =
        new ProcessBuilder(
                "node",
                Path.of("src/test/resources/vectors.mjs").toString(),
                Path.of("target/npm").toAbsolutePath().toString(),
                file.toString())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    try {
      assertTrue(node.waitFor(150, TimeUnit.SECONDS), "it does not end");
    } finally {
      node.destroyForcibly();
    }

    assertEquals("", Files.readString(output));
    assertEquals(0, node.exitValue());
  }

  private void decisions() {
    for (Map<?, ?> vector : all("decisions")) {
      Map<?, ?> facts = Json.object(vector.get("ticket"));
      boolean known = vector.get("code").equals(CODE);
      if (known ? !isCopied(facts) : !vector.get("code").equals("unknown")) {
        continue;
      }
      Map<?, ?> list = Json.object(vector.get("list"));
      Map<String, Object> words = list("never", null, List.of(), null);
      words.put("opens_at", time(list.get("opens_at")));
      words.put("closes_at", time(list.get("closes_at")));
      List<CopiedTicket> tickets = known ? List.of(ticket("adult", window(facts))) : List.of();
      List<CopiedCheckin> in =
          facts.get("in_since") instanceof Long since
              ? List.of(new CopiedCheckin(1, TICKET, since))
              : List.of();
      DoorDelta delta = new DoorDelta(tickets, List.of(), in, List.of(), List.of(), List.of());
      Map<?, ?> verdict = Json.object(vector.get("verdict"));
      Map<String, Object> expected = new LinkedHashMap<>();
      switch (Json.text(verdict.get("verdict"))) {
        case "admissible" -> expected.put("kind", "IN");
        case "already_checked_in" -> {
          expected.put("kind", "ALREADY_IN");
          expected.put("since", Json.number(verdict.get("since")) * 1_000);
        }
        case "unknown" -> expected.put("kind", "UNKNOWN");
        default -> {
          expected.put("kind", "REFUSED");
          expected.put("reason", verdict.get("reason"));
        }
      }
      add(vector, Json.number(vector.get("at")), words, delta, CODE, expected);
    }
  }

  /**
   * Whom a code stands for that has add-ons. All of them are in, each since another second, which
   * says who it is. A case is left out whose tickets are in no copy.
   */
  private void addons() {
    for (Map<?, ?> vector : all("addons")) {
      List<CopiedTicket> tickets = new ArrayList<>();
      List<CopiedCheckin> in = new ArrayList<>();
      long at = Json.number(vector.get("at"));
      for (Object each : Json.list(vector.get("tickets"))) {
        Map<?, ?> facts = Json.object(each);
        long id = Json.number(facts.get("id"));
        if (isCopied(facts)) {
          long main = new CodeDigest(SALT).of(CODE);
          boolean own = id == 1;
          long digest = own ? main : new CodeDigest(SALT).of("add-on " + id);
          tickets.add(
              new CopiedTicket(
                  id, id, digest, "adult", window(facts), own ? null : main, false, false));
          in.add(new CopiedCheckin(id, id, at - 100 + id));
        }
      }
      List<?> meant = Json.list(vector.get("meant"));
      if (tickets.stream().noneMatch(ticket -> meant.contains(ticket.id()))) {
        continue;
      }
      Map<String, Object> expected = new LinkedHashMap<>();
      if (meant.size() > 1) {
        expected.put("kind", "REFUSED");
        expected.put("reason", "ambiguous");
      } else {
        expected.put("kind", "ALREADY_IN");
        expected.put("since", (at - 100 + (Long) meant.get(0)) * 1_000);
      }
      DoorDelta delta = new DoorDelta(tickets, List.of(), in, List.of(), List.of(), List.of());
      add(vector, at, list("never", null, List.of(), null), delta, CODE, expected);
    }
  }

  private static boolean isCopied(Map<?, ?> facts) {
    return Json.flag(facts.get("admitted_here"))
        && !Json.flag(facts.get("voided"))
        && !Json.flag(facts.get("blocked"))
        && facts.get("order").equals("confirmed");
  }

  private static Window window(Map<?, ?> facts) {
    return new Window(
        facts.get("valid_from") instanceof Long from ? from : Window.OPEN_START,
        facts.get("valid_until") instanceof Long until ? until : Window.OPEN_END);
  }

  private void passages() {
    for (Map<?, ?> vector : all("passages")) {
      Json.object(vector.get("admits"))
          .forEach(
              (reentry, admits) -> {
                DoorDelta delta = with("adult", vector);
                Map<String, Object> list =
                    list((String) reentry, "area", vector.get("empties_at"), null);
                String kind = Json.flag(admits) ? "IN" : "ALREADY_IN";
                long second = Math.floorDiv(Json.number(vector.get("now")), 1_000L);
                add(vector, second, list, delta, CODE, Map.of("kind", kind));
              });
    }
  }

  private void rules() {
    for (Map<?, ?> vector : all("rules")) {
      DoorDelta delta = with(Json.text(vector.get("ticket_type")), vector);
      Map<String, Object> list =
          list("always", "area", vector.get("empties_at"), vector.get("rules"));
      Map<String, Object> expected = new LinkedHashMap<>();
      boolean lets = Json.flag(vector.get("lets_in"));
      expected.put("kind", lets ? "IN" : "REFUSED");
      expected.put("reason", lets ? "" : "rules");
      add(vector, Json.number(vector.get("at")), list, delta, CODE, expected);
    }
  }

  private void digests() {
    for (Map<?, ?> vector : all("digests")) {
      String code = Json.text(vector.get("code"));
      long digest = HexFormat.fromHexDigitsToLong(Json.text(vector.get("digest")));
      CopiedTicket ticket =
          new CopiedTicket(1, TICKET, digest, "adult", Window.ALWAYS, null, false, false);
      DoorDelta delta =
          new DoorDelta(List.of(ticket), List.of(), List.of(), List.of(), List.of(), List.of());
      Map<String, Object> body = body(list("never", null, List.of(), null), delta);
      body.put("salt", vector.get("salt"));
      add("digest of " + code, 1_796_500_000L, Map.of(), body, code, Map.of("kind", "IN"));
    }
  }

  private void columns() {
    for (Map<?, ?> vector : all("columns")) {
      Map<String, Object> body = body(list("never", null, List.of(), null), NOTHING);
      body.put("columns", vector.get("columns"));
      Map<String, Object> expected = new LinkedHashMap<>();
      expected.put("admitted", (long) Json.list(vector.get("tickets")).size());
      expected.put("checkedIn", (long) Json.list(vector.get("checkins")).size());
      add("columns: " + vector.get("name"), 1_796_500_000L, Map.of(), body, CODE, expected);
    }
  }

  /** What the package sends of a scan; it asks about a ticket by another request. */
  private void scans() {
    for (Map<?, ?> vector : all("scans")) {
      Map<?, ?> scan = Json.object(vector.get("scan"));
      if (vector.get("stage").equals("asked") && Json.object(scan.get("counts")).isEmpty()) {
        continue;
      }
      String code = Json.text(scan.get("code"));
      CopiedTicket ticket =
          new CopiedTicket(1, TICKET, new CodeDigest(SALT).of(code), "adult", Window.ALWAYS);
      DoorDelta delta =
          new DoorDelta(
              code.startsWith("t-") ? List.of(ticket) : List.of(),
              List.of(),
              List.of(),
              List.of(),
              List.of(),
              List.of());
      long second = Math.floorDiv(Json.number(scan.get("at")), 1_000L);
      Map<String, Object> copy = body(list("never", null, List.of(), null), delta);
      add(Json.text(vector.get("name")), second, Map.of(), copy, code, Map.of());
      @SuppressWarnings("unchecked")
      Map<String, Object> added = (Map<String, Object>) cases.get(cases.size() - 1);
      added.put("scan", scan);
      added.put("stage", vector.get("stage"));
      added.put("item", vector.get("item"));
    }
  }

  /** What the package makes of an answer to a scan that has not gone on. It asks about no exit. */
  private void answers() {
    for (Map<?, ?> vector : all("answers")) {
      if (!vector.get("sent").equals(vector.get("now"))) {
        continue;
      }
      // A URL is sent in a batch, as everything is that is not asked.
      String code = "https://shop.example.org/" + CODE;
      CopiedTicket ticket =
          new CopiedTicket(1, TICKET, new CodeDigest(SALT).of(code), "adult", Window.ALWAYS);
      DoorDelta delta =
          new DoorDelta(List.of(ticket), List.of(), List.of(), List.of(), List.of(), List.of());
      Map<String, Object> copy = body(list("never", null, List.of(), null), delta);
      add(Json.text(vector.get("name")), 1_796_500_000L, Map.of(), copy, code, Map.of());
      @SuppressWarnings("unchecked")
      Map<String, Object> added = (Map<String, Object>) cases.get(cases.size() - 1);
      added.put("answer", vector);
    }
  }

  /** What the package takes a text for, first; a copy says how codes of this service begin. */
  private void codes() {
    for (Map<?, ?> vector : all("codes")) {
      Map<String, Object> copy = body(list("never", null, List.of(), null), NOTHING);
      copy.put("qr_base_url", vector.get("qr_base_url"));
      List<?> means = Json.list(vector.get("means"));
      Map<String, Object> expected = new LinkedHashMap<>();
      expected.put("code", means.isEmpty() ? "" : means.get(0));
      String text = Json.text(vector.get("text"));
      add("text " + text, 1_796_500_000L, Map.of(), copy, text, expected);
    }
  }

  private static CopiedTicket ticket(String type, Window valid) {
    return new CopiedTicket(
        1, TICKET, new CodeDigest(SALT).of(CODE), type, valid, null, false, false);
  }

  /** Returns a copy with the passages of a vector. */
  private static DoorDelta with(String type, Map<?, ?> vector) {
    List<CopiedPassage> passages = new ArrayList<>();
    for (Object each : Json.list(vector.get("passages"))) {
      Map<?, ?> members = Json.object(each);
      Passage passage =
          new Passage(
              Json.number(members.get("at")),
              Json.number(members.get("tie")),
              members.get("type").equals("exit"),
              Reentry.valueOf(Json.text(members.get("reentry")).toUpperCase(Locale.ROOT)));
      passages.add(new CopiedPassage(passages.size() + 1, TICKET, passage));
    }
    return new DoorDelta(
        List.of(ticket(type, Window.ALWAYS)), List.of(), List.of(), List.of(), passages, List.of());
  }

  private static Map<String, Object> list(
      String reentry, String area, Object empties, Object rules) {
    Map<String, Object> list = new LinkedHashMap<>();
    list.put("id", 1L);
    list.put("name", "Door");
    list.put("reentry", reentry);
    list.put("area", area);
    list.put("empties", empties);
    list.put("rules", rules);
    return list;
  }

  private static Map<String, Object> body(Map<String, Object> list, DoorDelta delta) {
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("version", "1");
    body.put("have", null);
    body.put("more", false);
    body.put("list", list);
    body.put("ticket_types", List.of());
    body.put("qr_base_url", "https://q.example.org/t");
    body.put("salt", Base64.getEncoder().encodeToString(SALT));
    body.put("columns", Base64.getEncoder().encodeToString(DoorColumns.write(delta)));
    return body;
  }

  private void add(
      Map<?, ?> vector,
      long at,
      Map<String, Object> list,
      DoorDelta delta,
      String code,
      Map<String, Object> expected) {
    Map<String, Object> access = new LinkedHashMap<>();
    access.put("gate", vector.get("gate"));
    add(Json.text(vector.get("name")), at, access, body(list, delta), code, expected);
  }

  private void add(
      String name,
      long at,
      Map<String, Object> access,
      Map<String, Object> copy,
      String code,
      Map<String, Object> expected) {
    Map<String, Object> known = new LinkedHashMap<>(access);
    known.put("mode", "test");
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("name", name);
    members.put("at", at);
    members.put("access", known);
    members.put("copy", copy);
    members.put("code", code);
    members.put("expected", expected);
    cases.add(members);
  }

  private static Object time(Object seconds) {
    return seconds instanceof Long number ? Timestamps.text(number * 1_000) : null;
  }

  private List<Map<?, ?>> all(String name) {
    List<Map<?, ?>> all = new ArrayList<>();
    Json.list(vectors.get(name)).forEach(each -> all.add(Json.object(each)));
    return all;
  }

  private static Map<?, ?> read() {
    try (InputStream file = DoorRule.class.getResourceAsStream("vectors.json")) {
      return Json.object(new String(file.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
