package io.doorlist.phone;

import io.doorlist.door.CodeDigest;
import io.doorlist.door.CopiedCheckin;
import io.doorlist.door.CopiedPassage;
import io.doorlist.door.CopiedTicket;
import io.doorlist.door.DoorColumns;
import io.doorlist.door.DoorDelta;
import io.doorlist.door.Passage;
import io.doorlist.door.Reentry;
import io.doorlist.door.Window;
import io.doorlist.phone.KeptScan.Stage;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;

/**
 * The service as scan.md says it is, of one event with one list: a log, and keys that are used or
 * withdrawn. It knows neither windows nor limits; it fails when it is told to.
 */
final class ModelService {
  static final String LIST = "1";
  static final long BEGIN = 1_790_000_000_000L;

  private static final byte[] SALT = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

  /** A row of the log: an entry or an exit of a ticket. */
  static final class Row {
    final String key;
    final String ticket;
    final boolean exit;
    final long at;
    boolean undone;

    Row(String key, String ticket, boolean exit, long at) {
      this.key = key;
      this.ticket = ticket;
      this.exit = exit;
      this.at = at;
    }
  }

  final List<Row> rows = new ArrayList<>();
  final Map<String, String> keys = new TreeMap<>();

  /** Scans that were refused only because of what their phone had withdrawn by then. */
  final Set<String> ghosts = new TreeSet<>();

  /** Scans that were refused as an exit of the ticket's order came later, of the same phone. */
  final Set<String> overtakers = new TreeSet<>();

  /** The tickets of each order, by its code; every ticket is of type {@code adult}. */
  final Map<String, List<String>> orders = new LinkedHashMap<>();

  private final List<String> tickets;
  private final Reentry reentry;
  private final BooleanSupplier fails;
  private int version;

  ModelService(List<String> tickets, Reentry reentry, BooleanSupplier fails) {
    this.tickets = tickets;
    this.reentry = reentry;
    this.fails = fails;
  }

  boolean counts(String key) {
    return rows.stream().anyMatch(row -> row.key.equals(key) && !row.undone);
  }

  List<Row> standing(String ticket) {
    return rows.stream()
        .filter(row -> row.ticket.equals(ticket) && !row.undone)
        .sorted(Comparator.comparingLong(row -> row.at))
        .toList();
  }

  private long unexplained(List<Row> passages) {
    boolean inside = false;
    int entries = 0;
    long unexplained = 0;
    for (Row each : passages) {
      if (each.exit) {
        inside = false;
      } else {
        unexplained += (reentry == Reentry.NEVER ? entries > 0 : inside) ? 1 : 0;
        inside = true;
        entries++;
      }
    }
    return unexplained;
  }

  /** Returns whether an entry now leaves no more unexplained than there are. */
  private boolean admits(String ticket, long now) {
    return admits(ticket, standing(ticket), now);
  }

  private boolean admits(String ticket, List<Row> passages, long now) {
    List<Row> all = new ArrayList<>(passages);
    long before = unexplained(all);
    all.add(new Row("", ticket, false, now));
    return unexplained(all) <= before;
  }

  private static boolean withdraws(KeptScan kept, String key) {
    return kept.stage() == Stage.WITHDRAWN && kept.scan().key().equals(key);
  }

  /** Returns whether the phone let a ticket's order out before, and has not sent that yet. */
  private boolean leftWithAGroup(String ticket, String asked, List<KeptScan> kept, long now) {
    long place =
        kept.stream()
            .filter(each -> each.scan().key().equals(asked))
            .mapToLong(KeptScan::number)
            .findFirst()
            .orElse(-1);
    return kept.stream()
        .filter(each -> each.number() < place && each.stage() == Stage.TOLD && !each.setAside())
        .map(KeptScan::scan)
        .filter(scan -> scan.exit() && !keys.containsKey(scan.key()))
        .filter(scan -> orders.getOrDefault(scan.code(), List.of()).contains(ticket))
        .filter(
            scan ->
                leaving(
                        orders.get(scan.code()),
                        scan.counts().isEmpty() ? null : scan.counts(),
                        scan.at())
                    .contains(ticket))
        .anyMatch(
            scan -> {
              List<Row> all = new ArrayList<>(standing(ticket));
              all.add(new Row("", ticket, true, scan.at()));
              all.sort(Comparator.comparingLong(row -> row.at));
              return admits(ticket, all, now);
            });
  }

  /** Returns whether a ticket is inside just before this time. */
  private boolean isInside(String ticket, long at) {
    List<Row> before = standing(ticket).stream().filter(row -> row.at <= at).toList();
    return !before.isEmpty() && !before.get(before.size() - 1).exit;
  }

  private static long number(Object count) {
    return count instanceof Number number ? number.longValue() : 0;
  }

  /**
   * Returns which tickets leave by the code of an order. With counts, as many leave as are counted,
   * first those that are inside. Without counts, all that are inside leave, or the first ticket if
   * none is.
   */
  private List<String> leaving(List<String> of, Object counts, long at) {
    List<String> inside = of.stream().filter(ticket -> isInside(ticket, at)).toList();
    if (counts == null) {
      return inside.isEmpty() ? of.subList(0, 1) : inside;
    }
    Set<String> first = new LinkedHashSet<>(inside);
    first.addAll(of);
    return first.stream().limit(number(Json.object(counts).get("adult"))).toList();
  }

  /** Answers a request; {@code kept} is what the phone that sent it keeps. */
  Response answer(Request request, long now, List<KeptScan> kept) {
    String path = request.path();
    int query = path.indexOf('?');
    String plain = query < 0 ? path : path.substring(0, query);
    if (plain.equals("/")) {
      return ok(Map.of("mode", "live", "role", "scanner"), now);
    }
    if (plain.endsWith("/checkin_lists")) {
      Map<String, Object> list = Map.of("id", 1L, "name", "Main door");
      Map<String, Object> body = new LinkedHashMap<>();
      body.put("checkin_lists", List.of(list));
      body.put("meta", new TreeMap<>(Map.of("current_page", 1L)));
      return ok(body, now);
    }
    if (plain.endsWith("/door")) {
      return ok(copy(), now);
    }
    if (plain.contains("/tickets/") && plain.endsWith("/checkins")) {
      return single(request, plain, path.substring(query + 1), now, kept);
    }
    if (plain.endsWith("/checkins")) {
      return batch(request, now, kept);
    }
    return look(plain.substring(plain.lastIndexOf('/') + 1), now);
  }

  private static Response ok(Map<String, ?> body, long now) {
    return new Response(200, Json.write(body), now, "", 0, "request");
  }

  private Map<String, Object> copy() {
    List<CopiedTicket> all = new ArrayList<>();
    List<CopiedCheckin> checkins = new ArrayList<>();
    List<CopiedPassage> passages = new ArrayList<>();
    CodeDigest digest = new CodeDigest(SALT);
    for (int i = 0; i < tickets.size(); i++) {
      String ticket = tickets.get(i);
      all.add(new CopiedTicket(i, i, digest.of(ticket), "adult", Window.ALWAYS));
      boolean first = true;
      for (Row row : standing(ticket)) {
        int place = rows.indexOf(row);
        if (first && !row.exit) {
          checkins.add(
              new CopiedCheckin(
                  place,
                  i,
                  Math.floorDiv(row.at, 1_000L),
                  reentry == Reentry.NEVER ? Math.floorDiv(row.at, 1_000L) * 1_000 : row.at,
                  0));
          first = false;
        } else if (reentry != Reentry.NEVER) {
          passages.add(new CopiedPassage(place, i, new Passage(row.at, 0, row.exit, reentry)));
        }
      }
    }
    passages.sort(Comparator.comparingLong(CopiedPassage::ordinal));
    checkins.sort(Comparator.comparingLong(CopiedCheckin::place));
    DoorDelta whole = new DoorDelta(all, List.of(), checkins, List.of(), passages, List.of());
    Map<String, Object> list = new LinkedHashMap<>();
    list.put("id", 1L);
    list.put("name", "Main door");
    list.put("opens_at", null);
    list.put("closes_at", null);
    list.put("area", null);
    list.put("reentry", reentry.word());
    list.put("empties", List.of());
    list.put("rules", null);
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("version", "v" + ++version);
    body.put("have", null);
    body.put("more", false);
    body.put("list", list);
    body.put("ticket_types", List.of());
    body.put("qr_base_url", "https://doorlist.example/t");
    body.put("salt", Base64.getEncoder().encodeToString(SALT));
    body.put("columns", Base64.getEncoder().encodeToString(DoorColumns.write(whole)));
    return body;
  }

  private Response look(String code, long now) {
    Map<String, Object> body = new LinkedHashMap<>();
    if (orders.containsKey(code)) {
      long left = orders.get(code).stream().filter(ticket -> admits(ticket, now)).count();
      body.put("verdict", "admissible");
      long inside = orders.get(code).stream().filter(ticket -> isInside(ticket, now)).count();
      body.put(
          "order", Map.of("remaining", Map.of("adult", left), "inside", Map.of("adult", inside)));
      return ok(body, now);
    }
    if (!tickets.contains(code)) {
      return new Response(404, Json.write(problem(404, "not_found")), now, "", 0, "request");
    }
    body.put("verdict", admits(code, now) ? "admissible" : "already_checked_in");
    body.put("order", null);
    body.put("ticket", Map.of("ticket_type", "Adult"));
    return ok(body, now);
  }

  private static Map<String, Object> problem(int status, String code) {
    Map<String, Object> problem = new LinkedHashMap<>();
    problem.put("status", (long) status);
    problem.put("code", code);
    problem.put("request_id", "request");
    if (code.equals("already_checked_in")) {
      problem.put("checkin", Map.of("id", 1L, "created_at", "2026-09-14T17:03:20.904Z"));
    }
    return problem;
  }

  private Response batch(Request request, long now, List<KeptScan> kept) {
    List<Object> results = new ArrayList<>();
    List<String> stopped = new ArrayList<>();
    for (Object each : Json.list(Json.object(request.body()).get("scans"))) {
      Map<?, ?> item = Json.object(each);
      List<String> of = ticketsOf(item);
      boolean held = stopped.stream().anyMatch(of::contains);
      Map<String, Object> result =
          held || fails.getAsBoolean() ? refused(503, "unavailable") : serve(item, of, now, kept);
      if (Json.number(result.get("status")) == 503) {
        stopped.addAll(of);
      }
      results.add(result);
    }
    return ok(Map.of("results", results), now);
  }

  /** Answers a check-in of one ticket. */
  private Response single(
      Request request, String path, String query, long now, List<KeptScan> kept) {
    String code = path.substring(path.indexOf("/tickets/") + 9, path.lastIndexOf('/'));
    Map<String, Object> item = new LinkedHashMap<>();
    item.put("ticket_qr_token", code);
    item.put("idempotency_key", request.headers().get("Idempotency-Key"));
    item.put("scanned_at", query);
    Map<String, Object> result =
        fails.getAsBoolean() ? refused(503, "unavailable") : serve(item, List.of(code), now, kept);
    int status = (int) Json.number(result.get("status"));
    Object body = result.getOrDefault("checkin", result.get("problem"));
    return new Response(status, Json.write(body), now, "", 0, "request");
  }

  private List<String> ticketsOf(Map<?, ?> item) {
    String order = Json.text(item.get("order_qr_token"));
    String code = Json.text(item.get("ticket_qr_token"));
    return orders.getOrDefault(order.isEmpty() ? code : order, List.of(code));
  }

  private static Map<String, Object> refused(int status, String code) {
    Map<String, Object> result = new LinkedHashMap<>();
    result.put("status", (long) status);
    result.put("problem", problem(status, code));
    return result;
  }

  private static Map<String, Object> created(Map<?, ?> item) {
    Map<String, Object> result = new LinkedHashMap<>();
    result.put("status", 201L);
    if (item.containsKey("tickets")) {
      result.put("order", Map.of("checkins", List.of(Map.of("id", 1L))));
    } else {
      result.put("checkin", Map.of("id", 1L));
    }
    return result;
  }

  /** Serves one scan. */
  private Map<String, Object> serve(
      Map<?, ?> item, List<String> of, long now, List<KeptScan> kept) {
    String key = Json.text(item.get("idempotency_key"));
    boolean exit = Json.text(item.get("type")).equals("exit");
    boolean told = Boolean.FALSE.equals(item.get("online"));
    String used = keys.getOrDefault(key, "");
    if (Json.flag(item.get("withdrawn"))) {
      for (Row row : rows) {
        row.undone |= row.key.equals(key);
      }
      keys.put(key, "withdrawn");
      Map<String, Object> result = new LinkedHashMap<>();
      result.put("status", 200L);
      result.put("withdrawn", true);
      result.put("undone", List.of());
      return result;
    }
    if (used.equals("withdrawn")) {
      return refused(409, "withdrawn");
    }
    if (used.equals("used")) {
      return created(item);
    }
    if (!tickets.containsAll(of)) {
      return refused(404, "not_found");
    }
    long at = told ? Timestamps.millis(Json.text(item.get("scanned_at"))) : now;
    List<String> chosen = exit ? leaving(of, item.get("tickets"), at) : of;
    if (item.containsKey("tickets")) {
      long wanted = Json.number(Json.object(item.get("tickets")).get("adult"));
      chosen = exit ? chosen : of.stream().filter(each -> admits(each, now)).limit(wanted).toList();
      if (chosen.size() < wanted) {
        return refused(409, "not_enough_tickets");
      }
    } else if (!told && !exit && !admits(of.get(0), now)) {
      boolean ghost =
          standing(of.get(0)).stream()
              .filter(row -> !row.exit)
              .allMatch(row -> kept.stream().anyMatch(each -> withdraws(each, row.key)));
      if (ghost) {
        ghosts.add(key);
      }
      if (leftWithAGroup(of.get(0), key, kept, now)) {
        overtakers.add(key);
      }
      return refused(409, "already_checked_in");
    }
    boolean refuses = told && !exit && !admits(of.get(0), at);
    for (String ticket : chosen) {
      rows.add(new Row(key, ticket, exit, at));
    }
    keys.put(key, "used");
    return refuses ? refused(409, "already_checked_in") : created(item);
  }
}
