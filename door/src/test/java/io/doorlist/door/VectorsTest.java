package io.doorlist.door;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.fasterxml.jackson.jr.ob.JSON;
import io.doorlist.door.CodeFacts.OrderStatus;
import io.doorlist.door.CodeFacts.TicketCode;
import io.doorlist.door.rules.ListRule;
import io.doorlist.door.rules.ListRule.Guest;
import io.doorlist.door.rules.PastEntries;
import io.doorlist.door.rules.UnmetRule;
import java.io.IOException;
import java.io.InputStream;
import java.util.Base64;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Checks the rule and the codec by the test vectors that other apps use too. */
class VectorsTest {
  private final Map<String, Object> vectors = read();

  @Test
  void addedGuest_hasTheIdsAndCodesOfEveryVector() {
    for (Map<String, Object> vector : all("guests")) {
      AddedGuest guest = new AddedGuest(text(vector, "key"));
      Map<String, Object> order = map(vector, "order");
      assertEquals(number(order, "id"), guest.orderId());
      assertEquals(text(order, "reference"), guest.orderReference());
      assertEquals(text(order, "code"), guest.orderCode());
      for (Map<String, Object> ticket : list(vector, "tickets")) {
        int number = (int) number(ticket, "number");
        assertEquals(number(ticket, "id"), guest.ticketId(number));
        assertEquals(text(ticket, "reference"), guest.ticketReference(number));
        assertEquals(text(ticket, "code"), guest.ticketCode(number));
      }
      Map<String, Object> replacement = map(vector, "replacement");
      assertEquals(text(replacement, "code"), guest.replacement(number(replacement, "ticket")));
    }
  }

  @Test
  void decide_returnsTheVerdictOfEveryVector_forOrders() {
    for (Map<String, Object> vector : all("orders")) {
      CodeFacts order =
          new CodeFacts.OrderCode(
              flag(vector, "types_known"), flag(vector, "admitted_here"), status(vector));

      Verdict verdict =
          DoorRule.decide(order, listFacts(map(vector, "list")), number(vector, "at"));

      assertEquals(vector.get("verdict"), json(verdict), text(vector, "name"));
    }
  }

  @Test
  void decide_returnsTheVerdictOfEveryVector() {
    for (Map<String, Object> vector : all("decisions")) {
      Verdict verdict =
          DoorRule.decide(code(vector), listFacts(map(vector, "list")), number(vector, "at"));

      assertEquals(vector.get("verdict"), json(verdict), () -> "" + vector.get("name"));
    }
  }

  @Test
  void choose_takesThoseOfEveryVector() {
    for (Map<String, Object> vector : all("addons")) {
      List<Map<String, Object>> meant =
          AddonMatch.choose(list(vector, "tickets"), VectorsTest::ticket, number(vector, "at"));

      assertEquals(
          numbers(vector, "meant"),
          meant.stream().map(ticket -> number(ticket, "id")).toList(),
          () -> "" + vector.get("name"));
    }
  }

  @Test
  void rules_letInWhomEveryVectorSays() throws IOException {
    for (Map<String, Object> vector : all("rules")) {
      long at = number(vector, "at");
      Long gate = vector.get("gate") == null ? null : number(vector, "gate");
      PastEntries history =
          PassageFold.history(
              list(vector, "passages").stream().map(VectorsTest::passage).toList(),
              new Emptying(numbers(vector, "empties_at")),
              at * 1000 + 999);
      ListRule rule = ListRule.read(JSON.std.asString(vector.get("rules")), gate);

      List<UnmetRule> unmetRules =
          rule.judge(new Guest(text(vector, "ticket_type"), null, history), at);

      assertEquals(vector.get("lets_in"), unmetRules.isEmpty(), () -> "" + vector.get("name"));
    }
  }

  @Test
  void typedCode_meansWhatEveryVectorSays() {
    for (Map<String, Object> vector : all("typed")) {
      assertEquals(vector.get("means"), TypedCode.all(text(vector, "text"), TypedCodeTest.LETTERS));
    }
  }

  private List<Map<String, Object>> all(String name) {
    List<Map<String, Object>> all = list(vectors, name);
    assertFalse(all.isEmpty());
    return all;
  }

  private static Passage passage(Map<String, Object> passage) {
    return new Passage(
        number(passage, "at"),
        number(passage, "tie"),
        text(passage, "type").equals("exit"),
        Reentry.valueOf(text(passage, "reentry").toUpperCase(Locale.ROOT)));
  }

  @Test
  void digest_isThatOfEveryVector() {
    for (Map<String, Object> vector : all("digests")) {
      byte[] salt = Base64.getDecoder().decode(text(vector, "salt"));

      long digest = new CodeDigest(salt).of(text(vector, "code"));

      assertEquals(text(vector, "digest"), HexFormat.of().toHexDigits(digest));
    }
  }

  @Test
  void columns_areThoseOfEveryVector() {
    for (Map<String, Object> vector : all("columns")) {
      byte[] columns = Base64.getDecoder().decode(text(vector, "columns"));
      DoorDelta delta = delta(vector);

      assertEquals(delta, DoorColumnsReader.readAll(columns));
      assertArrayEquals(columns, DoorColumns.write(delta));
    }
  }

  private static CodeFacts code(Map<String, Object> vector) {
    return switch (text(vector, "code")) {
      case "unknown" -> new CodeFacts.UnknownCode();
      case "revoked" -> new CodeFacts.RevokedCode();
      default -> ticket(map(vector, "ticket"));
    };
  }

  private static TicketCode ticket(Map<String, Object> facts) {
    return new TicketCode(
        facts.get("in_since") == null ? TicketCode.NOT_IN : number(facts, "in_since"),
        flag(facts, "admitted_here"),
        flag(facts, "voided"),
        flag(facts, "blocked"),
        status(facts),
        window(facts, "valid_from", "valid_until"),
        null);
  }

  private static OrderStatus status(Map<String, Object> facts) {
    return OrderStatus.valueOf(text(facts, "order").toUpperCase(Locale.ROOT));
  }

  private static ListFacts listFacts(Map<String, Object> facts) {
    return new ListFacts(flag(facts, "include_pending"), window(facts, "opens_at", "closes_at"));
  }

  private static Map<String, Object> json(Verdict verdict) {
    return switch (verdict) {
      case Verdict.Admissible yes -> Map.of("verdict", "admissible");
      case Verdict.AlreadyIn in ->
          Map.of("verdict", "already_checked_in", "since", plain(in.since()));
      case Verdict.Refused refused ->
          Map.of("verdict", "not_admissible", "reason", refused.reason().word());
      case Verdict.OutsideWindow outside -> json(outside);
      case Verdict.AgainstRules rules -> Map.of("verdict", "not_admissible", "reason", "rules");
      case Verdict.Unknown unknown -> Map.of("verdict", "unknown");
    };
  }

  private static Map<String, Object> json(Verdict.OutsideWindow outside) {
    boolean list = outside.decidedBy() == Verdict.DecidedBy.LIST;
    Window window = outside.window();
    Map<String, Object> json = new HashMap<>();
    json.put("verdict", "not_admissible");
    json.put("reason", outside.reason().word());
    json.put("decided_by", list ? "list" : "ticket");
    json.put(
        list ? "opens_at" : "valid_from",
        window.from() == Window.OPEN_START ? null : plain(window.from()));
    json.put(
        list ? "closes_at" : "valid_until",
        window.until() == Window.OPEN_END ? null : plain(window.until()));
    return json;
  }

  private static DoorDelta delta(Map<String, Object> vector) {
    return new DoorDelta(
        list(vector, "tickets").stream()
            .map(
                ticket ->
                    new CopiedTicket(
                        number(ticket, "ordinal"),
                        number(ticket, "id"),
                        HexFormat.fromHexDigitsToLong(text(ticket, "digest")),
                        text(ticket, "type"),
                        window(ticket, "valid_from", "valid_until"),
                        ticket.get("main") == null
                            ? null
                            : (Long) HexFormat.fromHexDigitsToLong(text(ticket, "main")),
                        false,
                        false))
            .toList(),
        numbers(vector, "left"),
        list(vector, "checkins").stream()
            .map(
                checkin ->
                    checkin.containsKey("door_time")
                        ? new CopiedCheckin(
                            number(checkin, "place"),
                            number(checkin, "ticket_id"),
                            number(checkin, "at"),
                            number(checkin, "door_time"),
                            number(checkin, "tie"))
                        : new CopiedCheckin(
                            number(checkin, "place"),
                            number(checkin, "ticket_id"),
                            number(checkin, "at")))
            .toList(),
        numbers(vector, "undone"),
        vector.containsKey("passages")
            ? list(vector, "passages").stream()
                .map(
                    passage ->
                        new CopiedPassage(
                            number(passage, "ordinal"),
                            number(passage, "ticket_id"),
                            passage(passage)))
                .toList()
            : List.of(),
        vector.containsKey("withdrawn") ? numbers(vector, "withdrawn") : List.of());
  }

  private static Window window(Map<String, Object> facts, String from, String until) {
    return new Window(
        facts.get(from) == null ? Window.OPEN_START : number(facts, from),
        facts.get(until) == null ? Window.OPEN_END : number(facts, until));
  }

  /** Returns a number in the JSON reader's type. */
  private static Object plain(long number) {
    return number == (int) number ? (Object) (int) number : (Object) number;
  }

  private static Map<String, Object> read() {
    try (InputStream vectors = DoorRule.class.getResourceAsStream("vectors.json")) {
      return JSON.std.mapFrom(vectors);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  @SuppressWarnings("unchecked")
  private static List<Map<String, Object>> list(Map<String, Object> json, String name) {
    return (List<Map<String, Object>>) json.get(name);
  }

  private static List<Long> numbers(Map<String, Object> json, String name) {
    return ((List<?>) json.get(name)).stream().map(each -> ((Number) each).longValue()).toList();
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> map(Map<String, Object> json, String name) {
    return (Map<String, Object>) json.get(name);
  }

  private static String text(Map<String, Object> json, String name) {
    return (String) json.get(name);
  }

  private static long number(Map<String, Object> json, String name) {
    return ((Number) json.get(name)).longValue();
  }

  private static boolean flag(Map<String, Object> json, String name) {
    return (Boolean) json.get(name);
  }
}
