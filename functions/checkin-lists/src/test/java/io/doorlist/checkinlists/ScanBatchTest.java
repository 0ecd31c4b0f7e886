package io.doorlist.checkinlists;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.doorlist.domain.Mode;
import io.doorlist.domain.QrCode;
import io.doorlist.domain.UnavailableException;
import io.doorlist.domain.checkin.Scan;
import io.doorlist.http.Problem;
import io.doorlist.http.ProblemType;
import io.doorlist.http.Response;
import io.doorlist.json.JsonValue;
import io.doorlist.testing.FunctionInvoker.Answer;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The order in which the scans of one request are answered. */
class ScanBatchTest {
  private static final Instant NOW = Boundary.NOW;

  private final Batch batch =
      new Batch(Clock.fixed(NOW, ZoneOffset.UTC), tasks -> tasks.forEach(Runnable::run), 2);
  private final List<String> tried = new ArrayList<>();

  /** A busy table serves who waits at a door; the phone sends the others again. */
  @Test
  void answer_triesNoMoreScans_onceTheStoreIsUnavailable() throws Exception {
    assertEquals(
        List.of(201L, 503L, 503L, 503L),
        statuses(scans(true, "a", "busy", "b", "c"), some -> Map.of()));
    assertEquals(List.of("a", "busy"), tried);
  }

  /** Issue 53: the delay of a 503 was lost in a batch. */
  @Test
  void answer_saysWhenToSendAScanAgain() throws Exception {
    List<RequestedScan> scans = scans(true, "a", "busy");
    List<?> results = results(scans, some -> Map.of());

    assertEquals(Set.of("status", "checkin"), ((Map<?, ?>) results.getFirst()).keySet());
    assertEquals(1L, ((Map<?, ?>) results.getLast()).get("retry_after"));
  }

  /** Two at a time, the first of each code; what is left out is answered alone, in order. */
  @Test
  void answer_answersOfflineScansTogether_andThoseThatAreLeftOutAlone() throws Exception {
    assertEquals(
        List.of(201L, 201L, 201L, 201L, 201L),
        statuses(
            scans(false, "a", "b", "a", "c", "d"),
            some -> {
              tried.add(some.stream().map(RequestedScan::code).toList().toString());
              return Map.of(0, answer(some.getFirst()).response());
            }));
    assertEquals(List.of("[a, b]", "a", "[c, d]", "c", "a", "b", "d"), tried);
  }

  @Test
  void answer_triesNoMoreScans_onceTheStoreIsUnavailableForSomeTogether() throws Exception {
    assertEquals(
        List.of(503L, 503L, 503L),
        statuses(
            scans(false, "a", "b", "c"),
            some -> {
              tried.add(some.getFirst().code());
              throw new UnavailableException(null);
            }));
    assertEquals(List.of("a"), tried);
  }

  /** Issue 68: a new scan was let in although the withdrawal of the old one before it failed. */
  @Test
  void answer_takesNoLaterScanOfATicket_onceOneHasNoFinalAnswer() throws Exception {
    assertEquals(
        List.of(409L, 201L, 503L, 201L),
        statuses(scans(true, "open", "a", "open", "a"), some -> Map.of()));
    assertEquals(List.of("open", "a", "a"), tried);
  }

  /** A code, its digest, and a web address that ends with it may be the same ticket's. */
  @Test
  void answer_knowsATicketByEveryFormOfItsCode() throws Exception {
    String digest = QrCode.DIGEST_PREFIX + QrCode.digest("open");

    assertEquals(
        List.of(409L, 503L, 503L),
        statuses(scans(true, "open", digest, "https://shop.example/open"), some -> Map.of()));
  }

  /** Which tickets an order has is not known: it comes between all others. */
  @Test
  void answer_takesAnOrderAfterAllBeforeIt_andBeforeAllAfterIt() throws Exception {
    List<RequestedScan> scans = new ArrayList<>(scans(false, "a", "b"));
    scans.add(order("o"));
    scans.addAll(scans(false, "a", "c"));

    assertEquals(
        List.of(201L, 201L, 201L, 201L, 201L),
        statuses(
            scans,
            some -> {
              tried.add(some.stream().map(RequestedScan::code).toList().toString());
              return Map.of(0, answer(some.getFirst()).response());
            }));
    assertEquals(List.of("[a, b]", "a", "b", "o", "[a, c]", "a", "c"), tried);
  }

  @Test
  void answer_takesNoOrder_ifAScanBeforeItIsOpen_andNothingAfterAnOpenOrder() throws Exception {
    List<RequestedScan> scans = new ArrayList<>(scans(true, "open", "a"));
    scans.add(order("o"));
    scans.addAll(scans(true, "b"));
    assertEquals(List.of(409L, 201L, 503L, 503L), statuses(scans, some -> Map.of()));

    List<RequestedScan> others = new ArrayList<>(List.of(order("open")));
    others.addAll(scans(true, "b"));
    assertEquals(List.of(409L, 503L), statuses(others, some -> Map.of()));
  }

  private static RequestedScan order(String code) {
    RequestedScan.OfOrder who = new RequestedScan.OfOrder(new TreeMap<>(Map.of("adult", 1)), false);
    return new RequestedScan(
        code, false, who, false, scans(true, code).getFirst().scan(), null, null);
  }

  private static List<RequestedScan> scans(boolean online, String... codes) {
    Scan scan = new Scan(Mode.LIVE, "token-1", online, true, null, null, NOW.plusSeconds(5));
    return Stream.of(codes)
        .map(code -> new RequestedScan(code, false, null, false, scan, null, null))
        .toList();
  }

  private Batch.Answer answer(RequestedScan scan) {
    tried.add(scan.code());
    if (scan.code().equals("busy")) {
      throw new UnavailableException(null);
    }
    if (scan.code().equals("open")) {
      return new Batch.Answer(Response.of(Problem.of(ProblemType.IDEMPOTENCY_KEY_IN_USE)), false);
    }
    return new Batch.Answer(
        Response.created(JsonValue.object(members -> members.put("id", 1))), true);
  }

  private List<?> results(
      List<RequestedScan> scans, Function<List<RequestedScan>, Map<Integer, Response>> together)
      throws Exception {
    Answer answer =
        Boundary.answer(call -> batch.answer(call.deadline(), scans, together, this::answer));
    return (List<?>) answer.at("results");
  }

  private List<?> statuses(
      List<RequestedScan> scans, Function<List<RequestedScan>, Map<Integer, Response>> together)
      throws Exception {
    return results(scans, together).stream().map(each -> ((Map<?, ?>) each).get("status")).toList();
  }
}
