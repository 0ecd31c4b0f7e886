package io.doorlist.store.checkin.history;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.doorlist.domain.Mode;
import io.doorlist.store.checkin.PassageFixture;
import io.doorlist.store.checkin.history.Happening.Kind;
import io.doorlist.store.table.Dynamo;
import io.doorlist.store.table.Item;
import io.doorlist.store.table.Range;
import io.doorlist.store.table.TableSchema;
import io.doorlist.testing.CountingClient;
import io.doorlist.testing.Gala;
import io.doorlist.testing.TestTable;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What a history reads, and how. */
class HistoryReadsTest extends PassageFixture {
  /** What rows say of their passages is enough, unless the rules were changed. */
  @Test
  void history_readsNoTickets_whereTheRulesAreThoseOfThen() {
    gala.put(Gala.order(1, "adult", "adult"));
    CountingClient counting = new CountingClient(TestTable.client());
    HistoryStore history = table.stores(counting, clock).history();
    enter(DOOR, "t10000");
    exit(DOOR, "t10000");
    upload(DOOR, "nobody", false, clock.instant());
    history.read(gala.definition(), null, mode);
    int reads = counting.spent().reads();
    exit(DOOR, "t10000");
    exit(DOOR, "t10001");
    for (int i = 0; i < 3; i++) {
      clock.moveTo(clock.instant().plusSeconds(60));
      upload(DOOR, "t10000", false, clock.instant());
    }
    undoAnywhere(passages(DOOR).getFirst().passage());

    List<Happening> all = history.read(gala.definition(), null, mode).happenings();

    assertEquals(reads, counting.spent().reads());
    assertEquals(
        Map.of(Kind.EXIT, 2L, Kind.ENTRY, 1L),
        all.stream()
            .filter(each -> Boolean.FALSE.equals(each.explained()))
            .collect(Collectors.groupingBy(Happening::kind, Collectors.counting())));
  }

  /** Rows are read by the hundred, some reads at the same time; entries of a log one after one. */
  @Test
  void history_isWhole_howeverLongItsSequencesAre() {
    gala.put(Gala.order(1, "adult", "adult", "adult"));
    Instant deadline = Instant.now().plusSeconds(60);
    String rows = TableSchema.checkins(Gala.ACCOUNT, Gala.EVENT, DOOR, Mode.LIVE);
    String log = TableSchema.undone(Gala.ACCOUNT, Gala.EVENT, DOOR, Mode.LIVE);
    Dynamo dynamo = table.dynamo();
    enter(DOOR, "t10000");
    undoCheckin(list(DOOR).getFirst());
    Item undo = dynamo.query(Range.whole(log), deadline).getFirst();
    undo = undo.without(TableSchema.PK, TableSchema.SK);
    List<Item> again = new ArrayList<>();
    for (int entry = 2; entry <= 502; entry++) {
      again.add(new Item(new TableSchema.Key(log, TableSchema.ordinal(entry))).putAll(undo));
    }
    table.put(again);
    int places = 2_500 - 3;
    table
        .sequence()
        .giveUp(rows, table.sequence().reserve(rows, places, deadline), places, deadline);
    enter(DOOR, "t10001");
    enter(DOOR, "t10002");

    List<Happening> all = stores.history().read(gala.definition(), null, mode).happenings();

    assertEquals(3, all.stream().filter(each -> each.kind() == Kind.CHECK_IN).count());
    assertEquals(502, all.stream().filter(each -> each.kind() == Kind.UNDO).count());
  }
}
