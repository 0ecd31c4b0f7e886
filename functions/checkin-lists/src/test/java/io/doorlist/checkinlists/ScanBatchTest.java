package io.doorlist.checkinlists;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.doorlist.domain.Mode;
import io.doorlist.domain.UnavailableException;
import io.doorlist.domain.checkin.Scan;
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

  private static List<RequestedScan> scans(boolean online, String... codes) {
    Scan scan = new Scan(Mode.LIVE, "token-1", online, true, null, null, NOW.plusSeconds(5));
    return Stream.of(codes)
        .map(code -> new RequestedScan(code, false, null, false, scan, null))
        .toList();
  }

  private Batch.Answer answer(RequestedScan scan) {
    tried.add(scan.code());
    if (scan.code().equals("busy")) {
      throw new UnavailableException(null);
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
