package io.doorlist.store.checkin.refusal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.doorlist.domain.Mode;
import io.doorlist.domain.checkin.CheckinOutcome.NotAdmissible;
import io.doorlist.domain.checkin.CheckinOutcome.UnknownQrCode;
import io.doorlist.domain.checkin.Scan;
import io.doorlist.domain.checkin.Scan.IdempotencyKey;
import io.doorlist.door.Reason;
import io.doorlist.store.checkin.refusal.Refusals.OfRequest;
import io.doorlist.store.checkin.refusal.Refusals.Refusal;
import io.doorlist.store.table.TableSchema;
import io.doorlist.table.Key;
import io.doorlist.table.Range;
import io.doorlist.table.Table;
import io.doorlist.testing.MovableClock;
import io.doorlist.testing.TestTable;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RefusalsTest {
  private static final Key TICKET = TableSchema.ticket("acme", "gala", 7);
  private static final Key CODE = TableSchema.qr("acme", "gala", "nobody");
  private static final String OF_EVENT = TableSchema.refusals("acme", "gala", Mode.LIVE);

  private final TestTable table = new TestTable();
  private final MovableClock clock = new MovableClock();
  private final Instant start = clock.instant();
  private final Refusals refusals = new Refusals(access());

  @Test
  void refusal_isKeptFor30Days_besideItsTicketOrItsCode() {
    Instant scanned = start.minusSeconds(90);
    keepVoid(new IdempotencyKey("first of two", "r", false), scanned);
    keepVoid(new IdempotencyKey("second of two", "r", false), null);
    keepUnknown("gala");
    keepUnknown("fete");
    clock.pass(Duration.ofSeconds(1));
    keepUnknown("gala");

    Refusal late = new Refusal(1, "void", start, scanned, "Phone", false, "request");
    Refusal none = new Refusal(1, "void", start, null, "Phone", true, "request");
    Refusal unknown = new Refusal(1, "unknown", start, null, "Phone", true, "request");
    Refusal again = new Refusal(1, "unknown", clock.instant(), null, "Phone", true, "request");
    assertEquals(Set.of(late, none, unknown), new HashSet<>(beside().subList(0, 3)));
    assertEquals(again, beside().getLast());
    assertEquals(4, beside().size());
    assertEquals(
        Set.of(
            new OfRequest(7L, late),
            new OfRequest(7L, none),
            new OfRequest(null, unknown),
            new OfRequest(null, again)),
        new HashSet<>(refusals.ofRequest("acme", "gala", "request")));
    assertEquals(1, refusals.ofRequest("acme", "fete", "request").size());
    assertEquals(List.of(), refusals.ofRequest("acme", "gala", "another"));

    clock.moveTo(start.plus(Duration.ofDays(30)));
    assertEquals(4, beside().size());
    clock.pass(Duration.ofMillis(1));
    assertEquals(List.of(again), beside());
    long expiry = start.plus(Duration.ofDays(30)).getEpochSecond();
    assertEquals(
        expiry,
        access()
            .query(Range.whole(TICKET.pk()), deadline())
            .getFirst()
            .number(TableSchema.EXPIRE_AT));
  }

  @Test
  void count_isOfTheLastMinutes_byListAndReason() {
    refused(1, "void");
    clock.pass(Duration.ofMinutes(1));
    refused(1, "void");
    refused(1, "unknown");
    refused(2, "unknown");
    refusals.count("acme", "gala", 1, Mode.TEST, "void", deadline());

    assertEquals(Map.of(1L, Map.of("void", 2L, "unknown", 1L), 2L, Map.of("unknown", 1L)), read(2));
    assertEquals(Map.of(1L, Map.of("void", 1L, "unknown", 1L), 2L, Map.of("unknown", 1L)), read(1));
    clock.pass(Duration.ofMinutes(1));
    assertEquals(Map.of(), read(1));
    assertEquals(
        start.plus(Duration.ofDays(30)).getEpochSecond(),
        access().query(Range.whole(OF_EVENT), deadline()).getFirst().number(TableSchema.EXPIRE_AT));
  }

  private void keepVoid(IdempotencyKey key, Instant scannedAt) {
    refusals.keep(
        "acme",
        "gala",
        1,
        "t7",
        scan(key, scannedAt),
        new NotAdmissible(Reason.VOID, List.of()).of(7),
        "request",
        deadline());
  }

  private void keepUnknown(String event) {
    refusals.keep(
        "acme", event, 1, "nobody", scan(null, null), new UnknownQrCode(), "request", deadline());
  }

  private Scan scan(IdempotencyKey key, Instant scannedAt) {
    boolean online = scannedAt == null;
    return new Scan(Mode.LIVE, "t", "Phone", online, true, scannedAt, key, deadline());
  }

  private List<Refusal> beside() {
    return refusals.beside(List.of(TICKET, CODE), deadline());
  }

  private void refused(long list, String reason) {
    refusals.count("acme", "gala", list, Mode.LIVE, reason, deadline());
  }

  private Map<Long, ? extends Map<String, Long>> read(int minutes) {
    Instant now = clock.instant();
    Instant from = now.minusSeconds(60L * (minutes - 1));
    return refusals.counts("acme", "gala", Mode.LIVE, from, now, deadline());
  }

  private Table access() {
    return table.access(table.engine(), clock);
  }

  private Instant deadline() {
    return clock.instant().plusSeconds(60);
  }
}
