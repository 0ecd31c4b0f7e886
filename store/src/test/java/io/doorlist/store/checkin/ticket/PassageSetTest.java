package io.doorlist.store.checkin.ticket;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.domain.Mode;
import io.doorlist.door.Tally;
import io.doorlist.store.checkin.ticket.PassageSet.Stored;
import io.doorlist.store.table.Item;
import io.doorlist.store.table.TableSchema;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class PassageSetTest {
  private static final Stored LARGEST =
      new Stored(0xffff_ffff_ffffL, 0xffff_ffffL, true, 2, 0xff_ffffL, 0xffff_ffffL);
  private static final Stored MIDDLE = new Stored(0x1_8000_0000L, 1, false, 1, 0x1_8000L, 2);
  private static final Stored SMALLEST = new Stored(0, 0, false, 0, 0, 0);

  @Test
  void passages_areReadAsTheyWereWritten() {
    PassageSet set = new PassageSet(7, List.of(LARGEST, MIDDLE, SMALLEST));
    Item marks = new Item().put(PassageSet.name(1), set.item());

    assertEquals(set, PassageSet.of(marks, 1));
    assertEquals(new PassageSet(0, List.of()), PassageSet.of(marks, 2));
    assertEquals(3 * 18, set.item().bytes("set").length);
  }

  @Test
  void passage_isFoundByItsListAndRow_andEachChangeIsAnotherVersion() {
    PassageSet set = new PassageSet(0, List.of()).with(LARGEST).with(MIDDLE);

    assertEquals(2, set.version());
    assertTrue(set.has(MIDDLE.list(), MIDDLE.ordinal()));
    assertFalse(set.has(MIDDLE.list(), LARGEST.ordinal()));
    assertEquals(set.passages(), set.without(MIDDLE.list(), LARGEST.ordinal()).passages());
    assertEquals(new PassageSet(3, List.of(LARGEST)), set.without(MIDDLE.list(), MIDDLE.ordinal()));
  }

  @Test
  void tallies_addUp_andMinutesWithoutChangeAreLeftOut() {
    Tally some = new Tally(1, 2, 3, 4, new TreeMap<>(Map.of(10L, 1L, 11L, 2L)));
    Tally.Builder sum = new Tally.Builder();
    sum.add(some);
    sum.add(some);
    sum.add(new Tally(10, 20, 30, 40, new TreeMap<>(Map.of(10L, -2L))));

    assertEquals(new Tally(12, 24, 36, 48, new TreeMap<>(Map.of(11L, 4L))), sum.build());
    assertEquals(some, TallyItems.tally(TallyItems.item(some)));
    assertTrue(TallyItems.item(Tally.NONE).isEmpty());
  }

  @Test
  void traces_areOfTheTicket_andTheirRowsOfAll() {
    Item marks =
        new Item()
            .put(LogTraces.name(5, CheckinMark.place(6, 0)), LogTraces.trace(1, 9L))
            .put(LogTraces.name(5, CheckinMark.place(6, 1)), LogTraces.trace(2, 10L))
            .put(LogTraces.name(5, CheckinMark.place(7, 0)), LogTraces.trace(1, null));

    assertEquals(
        Set.of(
            new LogTraces.Trace(5, CheckinMark.place(6, 0), 9L),
            new LogTraces.Trace(5, CheckinMark.place(7, 0), null)),
        Set.copyOf(LogTraces.of(marks, 1)));
    assertEquals(List.of(), LogTraces.of(marks, 3));
    String log = TableSchema.checkins("a", "e", 5, Mode.LIVE);
    assertEquals(
        Set.of(TableSchema.row(log, 6), TableSchema.row(log, 7)),
        Set.copyOf(LogTraces.rows(marks, "a", "e", Mode.LIVE)));
  }
}
