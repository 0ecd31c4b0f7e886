package io.doorlist.store.checkin.ticket;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.domain.Mode;
import io.doorlist.domain.checkin.CheckinCommand;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.event.ListTerms;
import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CheckinMarkTest {
  private static final Instant NOW = Instant.parse("2026-07-04T20:00:00.123Z");
  private static final long ORDINALS = 1L << 26;

  @Test
  void id_isThatOfOnePlace_inOneListAndMode() {
    CheckinList list = list(5);

    for (Mode mode : Mode.values()) {
      long id = CheckinMark.id(list, mode, ORDINALS - 1, 63);
      assertEquals(
          OptionalLong.of(CheckinMark.place(ORDINALS - 1, 63)), CheckinMark.place(list, mode, id));
      assertEquals(id, mark(ORDINALS - 1, 63, NOW).checkin(list, mode).id());
      assertEquals(OptionalLong.empty(), CheckinMark.place(list(6), mode, id));
    }
    long live = CheckinMark.id(list, Mode.LIVE, 1, 0);
    assertEquals((2 * 5 * ORDINALS + 1) * 64, live);
    assertEquals(((2 * 5 + 1) * ORDINALS + 1) * 64, CheckinMark.id(list, Mode.TEST, 1, 0));
    assertEquals(OptionalLong.empty(), CheckinMark.place(list, Mode.TEST, live));
    assertEquals(
        OptionalLong.of(CheckinMark.place(1, 0)), CheckinMark.place(list, Mode.LIVE, live));
    assertEquals(OptionalLong.empty(), CheckinMark.place(list, Mode.LIVE, live - 1));
  }

  @Test
  void id_isRefused_whereThereIsNoRoomForIt() {
    long lists = 1L << 20;
    mark(1, 0, NOW).checkin(list(lists - 1), Mode.LIVE);

    assertThrows(
        IllegalStateException.class, () -> mark(1, 0, NOW).checkin(list(lists), Mode.LIVE));
    assertThrows(
        IllegalStateException.class, () -> mark(ORDINALS, 0, NOW).checkin(list(1), Mode.LIVE));
  }

  @Test
  void place_isAnIndex_inARow() {
    long place = CheckinMark.place(7, 63);

    assertEquals(7, CheckinMark.ordinal(place));
    assertEquals(63, CheckinMark.index(place));
  }

  @Test
  void rows_haveRoomForSixtyFour() {
    assertEquals(1, CheckinMark.rows(1));
    assertEquals(1, CheckinMark.rows(64));
    assertEquals(2, CheckinMark.rows(65));
  }

  @Test
  void mark_isOfTheOfflineScan_ofItsTokenAndMillisecond() {
    CheckinMark mark = mark(1, 0, NOW);

    assertTrue(mark.isOf(command("phone", NOW.plusNanos(1))));
    assertFalse(mark.isOf(command("other", NOW)));
    assertFalse(mark.isOf(command("phone", NOW.plusMillis(1))));
    assertFalse(mark.isOf(command("phone", null)));
    assertTrue(mark(1, 0, null).isOf(command("phone", null)));
  }

  @Test
  void conditions_areOfEveryOtherList_ifThereIsRoom() {
    assertEquals(3, CodeItems.stillIn(List.of(2L, 3L), Set.of(4L), 9, 3).size());
    assertEquals(0, CodeItems.stillIn(List.of(2L, 3L), Set.of(4L), 9, 2).size());
  }

  @Test
  void marks_ofLargeOrdersAreShared() {
    assertEquals(-1, CodeItems.marksNumber(63, 64, 0));
    assertEquals(0, CodeItems.marksNumber(64, 65, 0));
    assertEquals(1, CodeItems.marksNumber(65, 66, 64));
  }

  private static CheckinList list(long number) {
    return new CheckinList(
        1, number, "Door", true, List.of(), ListTerms.NONE, Instant.EPOCH, Instant.EPOCH);
  }

  private static CheckinMark mark(long ordinal, int index, Instant scannedAt) {
    return new CheckinMark(
        ordinal, index, 9, "T9", "Guest", NOW, "phone", null, null, false, true, scannedAt, false,
        NOW);
  }

  private static CheckinCommand command(String token, Instant scannedAt) {
    return new CheckinCommand(Mode.LIVE, token, false, true, scannedAt, null, NOW);
  }
}
