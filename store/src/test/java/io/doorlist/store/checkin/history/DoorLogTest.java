package io.doorlist.store.checkin.history;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.domain.checkin.Checkin;
import io.doorlist.domain.checkin.CheckinOutcome.CheckedIn;
import io.doorlist.domain.checkin.CheckinOutcome.CheckedOut;
import io.doorlist.domain.checkin.Happening;
import io.doorlist.domain.checkin.Happening.Type;
import io.doorlist.domain.checkin.UndoOutcome;
import io.doorlist.domain.token.Role;
import io.doorlist.store.checkin.PassageFixture;
import io.doorlist.store.sequence.Sequence;
import io.doorlist.store.sequence.SequenceMark;
import io.doorlist.store.table.TableSchema;
import io.doorlist.testing.CountingEngine;
import io.doorlist.testing.Gala;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class DoorLogTest extends PassageFixture {
  private final CountingEngine client = new CountingEngine(table.engine());
  private final DoorLog log = table.stores(client, clock).log();
  private SequenceMark have = SequenceMark.NONE;

  private DoorLog.News news(int rows) {
    DoorLog.News news = log.since(gala.definition(), gala.list(DOOR), mode, have, rows);
    have = news.mark();
    return news;
  }

  private boolean behind() {
    DoorLog.Where door = new DoorLog.Where(Gala.EVENT, DOOR, mode);
    DoorLog.Where smokers = new DoorLog.Where(Gala.EVENT, SMOKERS, mode);
    Set<DoorLog.Where> behind =
        log.behind(Gala.ACCOUNT, Map.of(door, have, smokers, SequenceMark.NONE));
    assertEquals(behind.isEmpty() ? Set.of() : Set.of(door), behind);
    return !behind.isEmpty();
  }

  @Test
  void reader_seesWhatHappened_inTheOrderInWhichItWasWritten() {
    gala.put(Gala.order(1, "adult", "adult"));
    assertFalse(behind());
    enter(DOOR, "t10000");
    assertTrue(behind());
    exit(DOOR, "t10000");
    enter(DOOR, "t10000");
    clock.pass(Duration.ofMinutes(1));
    Instant scanned = clock.instant().minusSeconds(40);
    upload(DOOR, "t10001", false, scanned);

    client.spent();
    DoorLog.News news = news(100);

    assertEquals(2, client.spent().reads(), "a head and the new rows");
    assertEquals(List.of(Type.CHECK_IN, Type.EXIT, Type.ENTRY, Type.CHECK_IN), types(news));
    assertEquals(scanned, news.happenings().getLast().at());
    assertFalse(news.more());
    assertFalse(behind());
    assertEquals(List.of(), news(100).happenings());
    exit(DOOR, "t10000");
    assertTrue(behind());
    assertEquals(List.of(Type.EXIT), types(news(100)));
  }

  @Test
  void reader_seesUndos_afterWhatTheyUndo() {
    gala.put(Gala.order(1, "adult"));
    Checkin first = assertInstanceOf(CheckedIn.class, enter(DOOR, "t10000")).checkin();
    long out = assertInstanceOf(CheckedOut.class, exit(DOOR, "t10000")).passage().id();
    news(100);
    assertEquals(UndoOutcome.UNDONE, undo(out, "phone", Role.DESK));
    assertEquals(UndoOutcome.UNDONE, undoCheckin(first));

    assertEquals(
        List.of(
            new Happening.Undone(Type.EXIT, out, "phone"),
            new Happening.Undone(Type.CHECK_IN, first.id(), "phone")),
        news(100).happenings().stream().map(Happening::undoes).toList());
    have = SequenceMark.NONE;
    assertEquals(
        List.of(true, true, false, false),
        news(100).happenings().stream().map(Happening::undone).toList());
  }

  /** Also through the check-ins of one row, and over voids. */
  @Test
  void log_isReadOnAfterAnId() {
    gala.put(Gala.order(1, "adult", "adult", "adult"));
    doors.enterOrder(DOOR, "o1", Map.of("adult", 3), scan(true, null));
    String rows = TableSchema.checkins(Gala.ACCOUNT, Gala.EVENT, DOOR, mode);
    Instant soon = Instant.now().plusSeconds(60);
    table.sequence().giveUp(rows, table.sequence().reserve(rows, 5, soon), 5, soon);
    exit(DOOR, "t10000");
    List<Happening> all = doors.log(DOOR, mode);

    for (int items = 1; items < 6; items++) {
      List<Happening> read = new ArrayList<>();
      DoorLog.Part part = after(0, items);
      read.addAll(part.happenings());
      while (part.next() != null) {
        assertTrue(part.happenings().size() <= items);
        part = after(part.next(), items);
        read.addAll(part.happenings());
      }
      assertEquals(all, read);
    }
    assertEquals(4, all.size());
    assertEquals(List.of(), after(all.getLast().id(), 50).happenings());
  }

  private DoorLog.Part after(long id, int items) {
    return log.after(gala.definition(), gala.list(DOOR), mode, id, items);
  }

  /** A writer may still come; one that does not come for long has died. */
  @Test
  void log_endsBeforeAnOpenPlace_untilItIsOld() {
    gala.put(Gala.order(1, "adult"));
    String rows = TableSchema.checkins(Gala.ACCOUNT, Gala.EVENT, DOOR, mode);
    table.sequence().reserve(rows, 2, Instant.now().plusSeconds(60));
    enter(DOOR, "t10000");

    assertEquals(List.of(), after(0, 50).happenings());
    assertNull(after(0, 50).next());
    clock.pass(Duration.ofSeconds(31));
    assertEquals(1, after(0, 50).happenings().size());
    assertEquals(2, voids(rows));
  }

  private long voids(String rows) {
    return new Sequence(table.access())
        .rows(rows, 1, 9, 9, Instant.now().plusSeconds(60)).stream()
            .filter(row -> row.units() == 0)
            .count();
  }

  private static List<Type> types(DoorLog.News news) {
    return news.happenings().stream().map(Happening::type).toList();
  }
}
