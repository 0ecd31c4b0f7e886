package io.doorlist.checkinlists;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.domain.JsonObject;
import io.doorlist.domain.QrCode;
import io.doorlist.domain.event.Account;
import io.doorlist.domain.event.Event;
import io.doorlist.domain.event.ListRules;
import io.doorlist.domain.event.ListTerms;
import io.doorlist.domain.event.TicketType;
import io.doorlist.domain.order.Order;
import io.doorlist.domain.order.OrderState;
import io.doorlist.domain.order.Ticket;
import io.doorlist.domain.order.TicketState;
import io.doorlist.domain.order.TicketTerms;
import io.doorlist.door.CopyDoor;
import io.doorlist.door.Reason;
import io.doorlist.door.Reentry;
import io.doorlist.door.Verdict;
import io.doorlist.http.Settings;
import io.doorlist.ingest.ImportStore;
import io.doorlist.ingest.ListDefinition;
import io.doorlist.store.Stores;
import io.doorlist.testing.Gateway;
import io.doorlist.testing.Gateway.Answer;
import io.doorlist.testing.Gateway.Input;
import io.doorlist.testing.Imports;
import io.doorlist.testing.OrderBuilder;
import io.doorlist.testing.Terms;
import io.doorlist.testing.TestTable;
import io.doorlist.testing.TicketBuilder;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A phone decides by its copies like the server, however tickets and lists change. */
@Tag("long")
class CopyVerdictsTest {
  private static final int CODES = 10_000;
  private static final int ORDERS = 300;
  private static final Instant NOW = Instant.parse("2026-09-14T17:03:20Z");
  private static final String EVENT = "spring-gala";
  private static final List<String> TYPES = List.of("adult", "child", "vip");
  private static final List<Duration> TIMES =
      List.of(
          Duration.ofDays(-1),
          Duration.ofSeconds(-1),
          Duration.ZERO,
          Duration.ofSeconds(1),
          Duration.ofDays(1));

  /** Codes as shops print them; a number is appended. */
  private static final List<String> ANY_TEXT =
      List.of(
          "signed+0123=abc==",
          "hqR2MQ==.e+Z/9a=b/",
          "müßig-übel Zoë",
          "100%,half%2Fdone",
          "票-🎟-",
          "y".repeat(200));

  /**
   * Tickets with these verdicts are in no copy, or only in that of a list that admits pending
   * orders.
   */
  private static final Set<String> NOT_IN_COPY =
      Set.of("void", "blocked", "order_not_confirmed", "revoked", "unknown");

  /** Add-ons of an order that is not confirmed are ambiguous, and in no copy. */
  private static final String AMBIGUOUS = "ambiguous";

  /** Of the shop; nobody understands the last. */
  private static final List<String> RULES =
      List.of(
          "{\"inList\":[{\"var\":\"product\"},"
              + "{\"objectList\":[{\"lookup\":[\"product\",\"2\",\"Child\"]}]}]}",
          "{\"isAfter\":[{\"var\":\"now\"},{\"buildTime\":[\"customtime\",\"%s\"]},5]}",
          "{\"or\":[{\"<\":[{\"var\":\"entries_today\"},2]},{\"==\":[{\"var\":\"gate\"},1]}]}",
          "{\"sometimes\":[]}");

  private final Random random = new Random(22);
  private final List<String> codes = new ArrayList<>();
  private final List<Long> lists = new ArrayList<>();
  private final List<Long> manyTimes = new ArrayList<>();
  private Stores stores;
  private CheckinListsFunction function;
  private int tokens;

  @Test
  void copy_saysWhatTheServerSays_ofAnyCode() throws Exception {
    load();
    checkInSome();
    importAgain();
    Map<Long, CopyDoor> doors = new TreeMap<>();
    for (long list : lists) {
      doors.put(list, copy(list));
    }

    Map<String, Integer> seen = new TreeMap<>();
    for (int i = 0; i < CODES; i++) {
      String code =
          random.nextInt(20) == 0 ? "nobody-" + i : codes.get(random.nextInt(codes.size()));
      long list = lists.get(random.nextInt(lists.size()));
      List<CopyDoor> others =
          doors.entrySet().stream()
              .filter(door -> door.getKey() != list)
              .map(Map.Entry::getValue)
              .toList();

      String online = online(list, code);
      String offline = text(doors.get(list).decide(code, others, NOW.getEpochSecond()));

      seen.merge(online + " / " + offline, 1, Integer::sum);
      assertTrue(agree(online, offline), () -> list + " " + code + ": " + online + ", " + offline);
    }
    for (String verdict :
        List.of(
            "admissible",
            "already_checked_in",
            "wrong_list",
            "too_early",
            "too_late",
            "rules",
            AMBIGUOUS)) {
      assertTrue(
          seen.keySet().stream().anyMatch(both -> both.matches(verdict + ".* / " + verdict + ".*")),
          seen::toString);
    }
    NOT_IN_COPY.forEach(
        reason ->
            assertTrue(
                seen.keySet().stream().anyMatch(both -> both.startsWith(reason)), seen::toString));
  }

  /**
   * Returns whether a copy's verdict fits the server's: both let in the same tickets, but a copy
   * cannot tell why a ticket is not in it, for example because it belongs to another list or was
   * let in before. At another list it knows a ticket by its add-ons, even if that is void or
   * blocked.
   */
  private static boolean agree(String online, String offline) {
    if (online.equals(offline)) {
      return true;
    }
    boolean unsaid =
        NOT_IN_COPY.contains(online) || online.equals("wrong_list") || online.equals(AMBIGUOUS);
    boolean inBefore = online.startsWith("already_checked_in");
    return offline.equals("unknown") && (unsaid || inBefore)
        || offline.equals("wrong_list")
            && Set.of("order_not_confirmed", AMBIGUOUS, "void", "blocked").contains(online);
  }

  private void load() {
    Clock clock = Clock.fixed(NOW, ZoneOffset.UTC);
    stores = new TestTable().stores(clock);
    function =
        new CheckinListsFunction(
            stores,
            clock,
            Settings.of(Map.of("QR_BASE_URL", "https://doorlist.example/t")),
            Workers.FEW);
    ImportStore importer = Imports.into(stores);
    importer.putAccount(new Account("acme", "Acme Events"));
    importer.putEvent(
        new Event(
            "acme",
            7,
            EVENT,
            "Spring Gala",
            List.of(
                new TicketType(1, "adult", "Adult"),
                new TicketType(2, "child", "Child"),
                new TicketType(3, "vip", "VIP"))));
    list(importer, List.of("adult", "child"), ListTerms.NONE);
    list(importer, List.of("vip"), ListTerms.NONE);
    list(
        importer,
        List.of("adult", "vip"),
        new ListTerms(true, List.of(), null, null, null, Reentry.NEVER, null, false));
    list(
        importer,
        List.of("adult"),
        new ListTerms(false, List.of("12"), null, null, null, Reentry.NEVER, null, false));
    for (List<String> addons : List.of(List.of("vip"), List.of("child", "vip"))) {
      list(
          importer,
          addons,
          new ListTerms(false, List.of(), null, null, null, Reentry.NEVER, null, true));
    }
    for (Duration time : TIMES) {
      list(importer, List.of("adult"), Terms.open(NOW.plus(time), null));
      list(importer, List.of("child"), Terms.open(null, NOW.plus(time)));
    }
    for (String rule : RULES) {
      ListRules rules = new ListRules(new JsonObject(rule.formatted("23:59")), Map.of());
      for (Reentry reentry : List.of(Reentry.NEVER, Reentry.ALWAYS)) {
        list(importer, List.of("adult", "child"), Terms.passages(null, reentry, rules));
        if (reentry == Reentry.ALWAYS) {
          manyTimes.add(lists.getLast());
        }
      }
    }
    for (int i = 1; i <= ORDERS; i++) {
      List<Ticket> tickets = new ArrayList<>();
      for (int j = 0; j <= random.nextInt(4); j++) {
        tickets.add(ticket(i * 10_000L + j, j == 0 ? null : (Long) (i * 10_000L)));
      }
      Order order = order(i, tickets);
      tickets.forEach(ticket -> codes.add(ticket.qrCodeIdentifier()));
      Imports.put(importer, "acme", EVENT, order);
    }
  }

  private void list(ImportStore importer, List<String> types, ListTerms terms) {
    long id = lists.size() + 1;
    lists.add(id);
    importer.putCheckinList("acme", EVENT, new ListDefinition(id, "Door " + id, types, terms));
  }

  private Ticket ticket(long id, Long main) {
    TicketTerms terms =
        new TicketTerms(
            random.nextInt(5) == 0 ? NOW.plus(any(TIMES)) : null,
            random.nextInt(5) == 0 ? NOW.plus(any(TIMES)) : null,
            random.nextInt(15) == 0 ? "admin" : null,
            random.nextInt(3) == 0 ? Integer.toString(12 + random.nextInt(2)) : null,
            random.nextInt(3) == 0 ? null : main);
    return TicketBuilder.ticket(id, any(TYPES))
        .code(id % 2 == 0 ? "t" + id : ANY_TEXT.get((int) (id / 2 % ANY_TEXT.size())) + id)
        .in(random.nextInt(12) == 0 ? TicketState.VOID : TicketState.VALID)
        .on(terms)
        .build();
  }

  private Order order(long id, List<Ticket> tickets) {
    OrderState state =
        random.nextInt(4) > 0 ? OrderState.CONFIRMED : any(List.of(OrderState.values()));
    return OrderBuilder.order(id)
        .in(state)
        .validIfPending(random.nextInt(3) == 0)
        .tickets(tickets)
        .build();
  }

  private <T> T any(List<T> some) {
    return some.get(random.nextInt(some.size()));
  }

  private void checkInSome() throws IOException {
    List<Object> undo = new ArrayList<>();
    for (int i = 0; i < ORDERS; i++) {
      long list = any(lists);
      Input scan =
          Input.recorded("check-in-ticket")
              .with(Map.of(), "multiValueHeaders")
              .with(Map.of(), "headers")
              .with(Long.toString(list), "pathParameters", "checkin_list_id")
              .with(asked(any(codes)), "pathParameters", "ticket_qr_token");
      Answer answer = Gateway.call(function, scan);
      if (answer.status() == 201 && random.nextInt(4) == 0) {
        undo.add(answer.at("id"));
        Gateway.call(
            function,
            Input.recorded("delete-checkin")
                .with(Long.toString(list), "pathParameters", "checkin_list_id")
                .with(answer.at("id").toString(), "pathParameters", "id"));
      }
    }
    assertTrue(undo.size() > 3);
    int again = 0;
    for (int i = 0; i < ORDERS; i++) {
      Input scan =
          Input.recorded("check-in-ticket")
              .with(null, "queryStringParameters")
              .with(null, "multiValueQueryStringParameters")
              .with(Map.of(), "multiValueHeaders")
              .with(Map.of(), "headers")
              .with(Long.toString(any(manyTimes)), "pathParameters", "checkin_list_id")
              .with(asked(any(codes)), "pathParameters", "ticket_qr_token");
      Gateway.call(function, scan);
      Answer answer = Gateway.call(function, scan);
      again += answer.body().contains("\"entries\"") ? 1 : 0;
    }
    assertTrue(again > 3, () -> "few came twice");
  }

  /** Imports changes: new codes, tickets left out, void or of another type. */
  private void importAgain() {
    ImportStore importer = Imports.into(stores);
    for (int i = 1; i <= ORDERS; i += 4) {
      Order order =
          stores.orders().find("acme", EVENT, i).orElseThrow(() -> new IllegalStateException());
      List<Ticket> tickets = new ArrayList<>(order.tickets());
      Ticket ticket = tickets.getFirst();
      switch (random.nextInt(4)) {
        case 0 -> {
          tickets.set(0, ticket.withQrCodeIdentifier("new-" + ticket.id()));
          codes.add("new-" + ticket.id());
        }
        case 1 -> tickets.removeFirst();
        case 2 -> tickets.set(0, ticket.voided());
        default -> tickets.set(0, TicketBuilder.like(ticket, any(TYPES)).build());
      }
      Imports.put(importer, "acme", EVENT, order.cancelled(false, tickets, NOW));
    }
    importer.settle();
  }

  /** Returns the code that a phone sends to the server when its copy is about the printed text. */
  private static String asked(String code) {
    return code.matches("[a-z0-9-]+") ? code : "sha256-" + QrCode.digest(code);
  }

  private String online(long list, String code) throws IOException {
    Answer answer =
        Gateway.call(
            function,
            Input.recorded("get-admission")
                .identity("token_id", "token-" + ++tokens / 10)
                .with(Long.toString(list), "pathParameters", "checkin_list_id")
                .with(asked(code), "pathParameters", "ticket_qr_token"));
    if (answer.status() == 404) {
      return "unknown";
    }
    assertEquals(200, answer.status(), answer::body);
    return switch (answer.at("verdict").toString()) {
      case "not_admissible" -> answer.at("reason").toString();
      case "already_checked_in" ->
          "already_checked_in "
              + Instant.parse(answer.at("checkin", "created_at").toString()).getEpochSecond();
      default -> "admissible";
    };
  }

  private static String text(Verdict verdict) {
    return switch (verdict) {
      case Verdict.Admissible yes -> "admissible";
      case Verdict.AlreadyIn in -> "already_checked_in " + in.since();
      case Verdict.Refused refused -> refused.reason().word();
      case Verdict.OutsideWindow outside -> outside.reason().word();
      case Verdict.AgainstRules rules -> Reason.RULES.word();
      case Verdict.Unknown unknown -> "unknown";
    };
  }

  private CopyDoor copy(long list) throws IOException {
    Answer answer =
        Gateway.call(
            function,
            Input.recorded("get-door-copy")
                .with(Long.toString(list), "pathParameters", "checkin_list_id"));
    assertEquals(false, answer.at("more"));
    return CopyReader.door(answer, null);
  }
}
