package io.doorlist.store.checkin.ticket;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.domain.Mode;
import io.doorlist.door.Reentry;
import io.doorlist.door.Tally;
import io.doorlist.store.checkin.ticket.PassageSet.Stored;
import io.doorlist.store.table.Item;
import io.doorlist.store.table.TableSchema;
import java.util.List;
import java.util.Map;
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
    assertEquals(Reentry.ALWAYS, Comings.passage(LARGEST).reentry());
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
  void traces_areOfTheTicket_eachListAndRowOnce() {
    Item marks =
        new Item()
            .put(UndoTraces.ofCheckin(5, 6, 0), 1L)
            .put(UndoTraces.ofCheckin(5, 6, 1), 1L)
            .put(UndoTraces.ofCheckin(5, 7, 0), 2L)
            .put(UndoTraces.ofPassage(5, 8), 1L);

    assertEquals(List.of(new UndoTraces.Trace(5, 6)), UndoTraces.checkins(marks, 1));
    assertEquals(List.of(new UndoTraces.Trace(5, 8)), UndoTraces.passages(marks, 1));
    assertEquals(List.of(), UndoTraces.passages(marks, 2));
    String checkins = TableSchema.checkins("a", "e", 5, Mode.LIVE);
    assertEquals(
        List.of(TableSchema.row(checkins, 6), TableSchema.row(checkins, 7)),
        UndoTraces.rows(marks, "a", "e", Mode.LIVE));
  }
}
