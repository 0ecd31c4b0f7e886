package io.doorlist.acceptance.door;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.doorlist.acceptance.client.Answer;
import io.doorlist.acceptance.client.Call;
import io.doorlist.acceptance.client.Json;
import io.doorlist.acceptance.service.CheckinList;
import io.doorlist.acceptance.service.ContractTest;
import io.doorlist.acceptance.service.Event;
import io.doorlist.acceptance.service.Order;
import io.doorlist.testing.EveningText;
import io.doorlist.testing.EveningText.Area;
import io.doorlist.testing.EveningText.GroupRow;
import io.doorlist.testing.EveningText.Named;
import io.doorlist.testing.EveningText.Result;
import io.doorlist.testing.EveningText.Row;
import io.doorlist.testing.EveningText.ScanRow;
import io.doorlist.testing.EveningText.UndoRow;
import io.doorlist.testing.EveningText.Way;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The evenings of {@code evenings.txt} over HTTP. The service's clock cannot be moved: scans that
 * wait for their answer happen now, and times that are told lie between those or before them.
 */
class EveningTextApiTest extends ContractTest {
  private static final List<String> DOORS = List.of("gate1", "gate2", "once", "bar");

  /** When the gates empty, as the rows have it. */
  private static final LocalTime EMPTIES = LocalTime.of(4, 0);

  private static final Map<Result, String> REFUSED =
      Map.of(Result.ALREADY_IN, "already_checked_in", Result.WITHDRAWN, "withdrawn");

  /** When scans happened by the service's clock. */
  private final NavigableMap<LocalTime, Instant> asked = new TreeMap<>();

  /** Where the log has what was recorded of a ticket's scan. */
  private final Map<List<Object>, String> recorded = new LinkedHashMap<>();

  /** The scans that are on record, and the times that were said of those that are told. */
  private final Set<Named> arrived = new HashSet<>();

  private final Map<Named, String> times = new HashMap<>();

  /** The tokens of the doors' phones. */
  private final Map<String, String> phones = new HashMap<>();

  private List<Row> rows;
  private Event event;
  private String desk;

  static List<EveningText> evenings() {
    return EveningText.all();
  }

  @BeforeEach
  void open() {
    event = service.eventWithOneList(Order.of(1, "adult", "adult", "adult"));
    desk = service.token(event.account(), "--role", "desk", "--name", "Desk");
    List<Map<String, Object>> gates =
        Stream.of("Phone 1", "Phone 2")
            .map(name -> service.newToken(event.account(), "--role", "desk", "--name", name))
            .sorted(Comparator.comparing(EveningTextApiTest::tie))
            .toList();
    List<Map<String, Object>> lines = new ArrayList<>(List.of(areas(Map.of())));
    for (String door : DOORS) {
      int gate = DOORS.indexOf(door);
      phones.put(door, gate < gates.size() ? (String) gates.get(gate).get("token") : desk);
      Map<String, Object> line =
          new CheckinList(number(door), door, null).line(event.account(), event.slug());
      line.put("area", door.equals("bar") ? "bar" : "gates");
      line.put("reentry", reentry(door));
      lines.add(line);
    }
    service.cli.load(lines);
  }

  private Map<String, Object> areas(Map<String, Object> ofGates) {
    Map<String, Object> gates = new HashMap<>(ofGates);
    gates.putAll(area("gates"));
    Map<String, Object> definition = event.lines().getFirst();
    definition.put("areas", List.of(gates, area("bar")));
    return definition;
  }

  /** Returns what decides between passages of the same time. */
  private static String tie(Map<String, Object> token) {
    try {
      MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
      byte[] id = ((String) token.get("id")).getBytes(StandardCharsets.UTF_8);
      return HexFormat.of().formatHex(sha256.digest(id), 0, 4);
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }

  @ParameterizedTest
  @MethodSource("evenings")
  void evening_goesAsItsRowsSay(EveningText evening) {
    rows = evening.rows();
    if (rows.stream().anyMatch(row -> row.time().isBefore(EMPTIES))) {
      emptyAnHourAgo();
    }
    for (Row row : rows) {
      switch (row) {
        case ScanRow scan -> assertEquals(scan.result(), happens(scan), row::toString);
        case UndoRow undo -> assertEquals(undo.result(), happens(undo), row::toString);
        case GroupRow group -> assertEquals(group.results(), happens(group), row::toString);
      }
    }
    SortedMap<String, Area> areas = areas();
    areas.keySet().retainAll(evening.areas().keySet());
    assertEquals(evening.areas(), areas);
  }

  private void emptyAnHourAgo() {
    Instant emptied = Instant.now().minus(Duration.ofHours(1)).truncatedTo(ChronoUnit.MINUTES);
    asked.put(EMPTIES, emptied);
    String time = LocalTime.ofInstant(emptied, ZoneOffset.UTC).toString();
    service.cli.load(List.of(areas(Map.of("empties_at", time))));
  }

  private Result happens(ScanRow scan) {
    boolean told = scan.way() == Way.TOLD;
    if (scan.way() == Way.WITHDRAWN) {
      return withdrawn(scan);
    }
    Result result = told ? told(scan) : asked(scan);
    boolean isRecorded = told || result != Result.ALREADY_IN;
    if (isRecorded && result != Result.WITHDRAWN && arrived.add(scan.named())) {
      Map<String, Object> last = log(scan.door()).getLast();
      recorded.put(
          List.of(scan.ticket(), scan.time()),
          event.list(number(scan.door())) + "/checkins/" + last.get("id"));
      if (!told) {
        isAsked(scan.time(), last);
      }
    }
    return result;
  }

  private SortedMap<String, Result> happens(GroupRow group) {
    SortedMap<String, Result> results = group.exit() ? leave(group) : enter(group);
    if (arrived.add(group.named()) && group.way() == Way.ASKED && !results.isEmpty()) {
      isAsked(group.time(), log(group.door()).getLast());
    }
    return results;
  }

  private SortedMap<String, Result> enter(GroupRow group) {
    Call call =
        Call.post(event.list(number(group.door())) + "/orders/" + event.order(1).qr() + "/checkins")
            .form("adult=" + group.count())
            .key(key(group.named()))
            .by(phones.get(group.door()));
    if (isRefused(group, call)) {
      return new TreeMap<>();
    }
    return service.client.expect(201, call).rows("checkins").stream()
        .collect(
            Collectors.toMap(
                each -> letter(Json.at(each, "ticket", "reference")),
                each -> Result.PASSES,
                (a, b) -> a,
                TreeMap::new));
  }

  private SortedMap<String, Result> leave(GroupRow group) {
    if (group.way() == Way.TOLD) {
      Map<String, Object> item = item(group.named(), "online", false);
      item.put("scanned_at", said(group.named()));
      return left(Json.object(sent(group.door(), item).get("exit")));
    }
    Call call =
        Call.post(event.list(number(group.door())) + "/tickets/" + event.order(1).qr() + "/exits")
            .key(key(group.named()))
            .by(phones.get(group.door()));
    if (group.count() != null) {
      call =
          call.body(
              "application/json", Json.write(Map.of("tickets", Map.of("adult", group.count()))));
    }
    return isRefused(group, call) ? new TreeMap<>() : left(service.client.expect(201, call).json());
  }

  private boolean isRefused(GroupRow group, Call call) {
    if (!group.results().isEmpty()) {
      return false;
    }
    service.client.refused(409, "not_enough_tickets", call);
    return true;
  }

  /** Returns who left; of one ticket the answer has no list. */
  private static SortedMap<String, Result> left(Map<String, Object> answer) {
    List<?> exits = answer.get("exits") instanceof List<?> list ? list : List.of(answer);
    return exits.stream()
        .map(Json::object)
        .collect(
            Collectors.toMap(
                each -> letter(each.get("reference")),
                each -> (Boolean) each.get("was_inside") ? Result.PASSES : Result.NOT_INSIDE,
                (a, b) -> a,
                TreeMap::new));
  }

  /** Returns what the rows call the ticket with this reference of the order. */
  private static String letter(Object reference) {
    String place = reference.toString().substring("R1-".length());
    return Character.toString('A' + Integer.parseInt(place) - 1);
  }

  private void isAsked(LocalTime time, Map<String, Object> last) {
    asked.put(time, Instant.parse((String) last.get("door_time")));
  }

  private Result asked(ScanRow scan) {
    String ticket = event.list(number(scan.door())) + "/tickets/" + code(scan.ticket());
    Call call =
        Call.post(ticket + (scan.exit() ? "/exits" : "/checkins"))
            .key(key(scan.named()))
            .by(phones.get(scan.door()));
    if (REFUSED.containsKey(scan.result())) {
      service.client.refused(409, REFUSED.get(scan.result()), call);
      return scan.result();
    }
    Answer answer = service.client.expect(201, call);
    return scan.exit() && !(Boolean) answer.at("was_inside") ? Result.NOT_INSIDE : Result.PASSES;
  }

  private Result told(ScanRow scan) {
    Map<String, Object> answer = sent(scan, "online", false);
    if (answer.get("status").equals(409)) {
      boolean withdrawn = scan.result() == Result.WITHDRAWN;
      assertEquals(REFUSED.get(scan.result()), Json.at(answer, "problem", "code"));
      assertEquals(withdrawn ? null : true, Json.object(answer.get("problem")).get("recorded"));
      return scan.result();
    }
    assertEquals(201, answer.get("status"));
    return scan.exit() && !(Boolean) Json.at(answer, "exit", "was_inside")
        ? Result.NOT_INSIDE
        : Result.PASSES;
  }

  private Result withdrawn(ScanRow scan) {
    Map<String, Object> answer = sent(scan, "withdrawn", true);
    assertEquals(200, answer.get("status"));
    List<?> undone = (List<?>) Json.at(answer, "withdrawal", "undone");
    return undone.isEmpty() ? Result.NOTHING : Result.UNDONE;
  }

  /** Sends a scan as a batch of one; returns its answer. */
  private Map<String, Object> sent(ScanRow scan, String flag, boolean value) {
    Map<String, Object> item = item(scan.named(), flag, value);
    if (isTold(scan)) {
      item.put("scanned_at", said(scan.named()));
    }
    return sent(scan.door(), item);
  }

  private Map<String, Object> item(Named named, String flag, boolean value) {
    Map<String, Object> item = new LinkedHashMap<>();
    item.put("ticket_qr_token", code(named.ticket()));
    item.put("type", named.exit() ? "exit" : "entry");
    item.put("idempotency_key", key(named));
    item.put(flag, value);
    return item;
  }

  private Map<String, Object> sent(String door, Map<String, Object> item) {
    Call call =
        Call.post(event.list(number(door)) + "/checkins")
            .body("application/json", Json.write(Map.of("scans", List.of(item))));
    return service.client.expect(200, call.by(phones.get(door))).rows("results").getFirst();
  }

  private String said(Named named) {
    return times.computeIfAbsent(named, any -> told(named.time()).toString());
  }

  /** Returns whether a row tells of the scan: then its time names it, too. */
  private boolean isTold(ScanRow scan) {
    return rows.stream()
        .anyMatch(
            row ->
                row instanceof ScanRow other
                    && other.way() == Way.TOLD
                    && other.named().equals(scan.named()));
  }

  private static String key(Named named) {
    return named.time() + named.door() + named.ticket() + (named.exit() ? "out" : "in");
  }

  private Result happens(UndoRow undo) {
    String path = recorded.get(List.of(undo.ticket(), undo.of()));
    Call call = Call.of("DELETE", path).by(desk);
    if (undo.result() == Result.KEPT) {
      service.client.refused(409, "has_passages", call);
      return Result.KEPT;
    }
    service.client.expect(204, call);
    return Result.UNDONE;
  }

  /**
   * Returns a time that has passed: as long before an earlier scan, or in proportion between two.
   */
  private Instant told(LocalTime time) {
    if (asked.isEmpty()) {
      asked.put(LocalTime.of(12, 0), Instant.now());
    }
    Map.Entry<LocalTime, Instant> after = asked.ceilingEntry(time);
    Map.Entry<LocalTime, Instant> before = asked.floorEntry(time);
    if (before == null || after.getKey().equals(time)) {
      return after.getValue().minus(Duration.between(time, after.getKey()));
    }
    long width = Duration.between(before.getValue(), after.getValue()).toMillis();
    Duration whole = Duration.between(before.getKey(), after.getKey());
    Duration part = Duration.between(before.getKey(), time);
    return before.getValue().plusMillis(width * part.toMinutes() / whole.toMinutes());
  }

  private List<Map<String, Object>> log(String door) {
    return get(event.list(number(door)) + "/log", desk).rows("log");
  }

  private SortedMap<String, Area> areas() {
    Answer shown = get(event.path() + "/areas", desk);
    SortedMap<String, Area> areas = new TreeMap<>();
    for (Map<String, Object> row : shown.rows("areas")) {
      areas.put(
          (String) row.get("slug"),
          new Area(
              count(row, "inside"),
              count(row, "entries"),
              count(row, "exits"),
              count(row, "unexplained_entries"),
              count(row, "unexplained_exits")));
    }
    return areas;
  }

  private static long count(Map<String, Object> row, String name) {
    return ((Number) row.get(name)).longValue();
  }

  private String code(String ticket) {
    return ticket.equals(EveningText.GROUP)
        ? event.order(1).qr()
        : event.order(1).ticket(ticket.charAt(0) - 'A').qr();
  }

  private static long number(String door) {
    return 1 + DOORS.indexOf(door);
  }

  private static String reentry(String door) {
    return switch (door) {
      case "once" -> "never";
      case "bar" -> "always";
      default -> "after_exit";
    };
  }

  private static Map<String, Object> area(String slug) {
    return Map.of("slug", slug, "name", slug);
  }
}
