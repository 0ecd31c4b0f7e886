package io.doorlist.door;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.door.rules.PastEntries;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The facts that the rule at the door stands on, one by one; tools/mutants/run needs each. */
class DoorFactsTest {
  private static final long NOW = 1_796_500_000;
  private static final Passage EXIT = new Passage(NOW * 1000, 0, true, Reentry.AFTER_EXIT);
  private static final CopiedTicket TICKET = new CopiedTicket(1, 10, 77, "adult", Window.ALWAYS);
  private static final CopiedCheckin CHECKIN = new CopiedCheckin(64, 10, NOW);
  private static final CopiedPassage PASSAGE = new CopiedPassage(5, 10, EXIT);
  private static final DoorDelta COMES =
      new DoorDelta(
          List.of(TICKET), List.of(), List.of(CHECKIN), List.of(), List.of(PASSAGE), List.of());
  private static final DoorDelta GOES =
      new DoorDelta(List.of(), List.of(1L), List.of(), List.of(64L), List.of(), List.of(5L));

  @Test
  void checkin_isPlain_ifItsDoorTimeIsItsTime() {
    assertTrue(CHECKIN.isPlain());
    assertFalse(new CopiedCheckin(64, 10, NOW, NOW * 1000 + 1, 0).isPlain());
    assertFalse(new CopiedCheckin(64, 10, NOW, NOW * 1000, 1).isPlain());
  }

  @Test
  void deltaAppliedTwice_leavesNothing_whenItsRowsLeave() {
    DoorCopy copy = new DoorCopy();
    copy.apply(COMES);
    copy.apply(COMES);

    assertEquals(1, copy.admitted());
    assertEquals(1, copy.checkedIn());
    assertEquals(2, copy.passages(10, Reentry.AFTER_EXIT).size());
    assertEquals(Set.of(10L), copy.visitors());

    copy.apply(GOES);

    assertTrue(copy.find(77).isEmpty());
    assertEquals(Set.of(), copy.visitors());
    assertEquals(List.of(), copy.passages(10, Reentry.AFTER_EXIT));
    assertEquals(new DoorCopy(), copy);
  }

  @Test
  void area_isTheSame_byItsSlugOnly() {
    DoorArea site = area("site", Reentry.NEVER);
    assertTrue(site.sameAs(area("site", Reentry.ALWAYS)));
    assertFalse(site.sameAs(area("club", Reentry.NEVER)));
    assertFalse(DoorArea.NONE.sameAs(DoorArea.NONE));
    assertTrue(site.tracked());
    assertTrue(area("", Reentry.ALWAYS).tracked());
    assertFalse(DoorArea.NONE.tracked());
  }

  @Test
  void door_sharesItsArea_withItselfAndDoorsOfThatAreaOnly() {
    OfflineDoor north = door(area("site", Reentry.NEVER));
    OfflineDoor alone = door(DoorArea.NONE);
    assertTrue(north.leadsWhere(door(area("site", Reentry.NEVER))));
    assertFalse(north.leadsWhere(door(area("club", Reentry.NEVER))));
    assertTrue(alone.leadsWhere(alone));
    assertFalse(alone.leadsWhere(door(DoorArea.NONE)));
  }

  @Test
  void presence_countsTheEmptyingOfTheSameSecond() {
    DoorArea site = new DoorArea("site", Reentry.AFTER_EXIT, new Emptying(List.of(NOW)));
    Passage entry = new Passage(NOW * 1000 - 1, 0, false, Reentry.AFTER_EXIT);
    OfflineDoor door = door(site);

    assertTrue(door.presence("a", List.of(), List.of(entry), NOW - 1).inside());
    assertFalse(door.presence("a", List.of(), List.of(entry), NOW).inside());
  }

  @Test
  void lastEmptying_mayBeInTheSameSecond() {
    Emptying emptying = new Emptying(List.of(100L, 200L));
    assertEquals(Long.MIN_VALUE, emptying.lastUntil(99));
    assertEquals(100, emptying.lastUntil(100));
    assertEquals(100, emptying.lastUntil(199));
    assertEquals(200, emptying.lastUntil(200));
  }

  /** pretix writes an exit when a list empties: who came in then or later is still inside. */
  @Test
  void history_hasTheEntriesAndWhetherTheLastPassageStillHolds() {
    Emptying emptying = new Emptying(List.of(NOW));
    Passage early = new Passage(NOW * 1000 - 1, 0, false, Reentry.AFTER_EXIT);
    Passage late = new Passage(NOW * 1000, 0, false, Reentry.AFTER_EXIT);
    List<Passage> left = List.of(EXIT, early);

    assertEquals(PastEntries.NONE, PassageFold.history(List.of(), emptying, NOW * 1000));
    assertEquals(
        new PastEntries(List.of(NOW - 1), true),
        PassageFold.history(List.of(early), emptying, NOW * 1000 - 1));
    assertEquals(
        new PastEntries(List.of(NOW - 1), false),
        PassageFold.history(List.of(early), emptying, NOW * 1000));
    assertEquals(
        new PastEntries(List.of(NOW), true),
        PassageFold.history(List.of(late), emptying, NOW * 1000 + 9));
    assertEquals(
        new PastEntries(List.of(NOW - 1), false),
        PassageFold.history(left, Emptying.NEVER, NOW * 1000 + 9));
  }

  @Test
  void stateBeforeAPassage_knowsOnlyWhatWasEarlier() {
    Passage entry = new Passage(1_000, 0, false, Reentry.AFTER_EXIT);
    Passage exit = new Passage(2_000, 0, true, Reentry.AFTER_EXIT);
    List<Passage> both = List.of(entry, exit);

    assertEquals(Presence.OUTSIDE, PassageFold.before(both, entry, Emptying.NEVER));
    assertEquals(new Presence(true, 1_000, 1), PassageFold.before(both, exit, Emptying.NEVER));
  }

  @Test
  void words_areReadAsTheyAreWritten() {
    for (Reason each : Reason.values()) {
      assertEquals(each, Reason.of(each.word()));
    }
    assertThrows(IllegalArgumentException.class, () -> Reason.of("nothing"));
    for (Reentry each : Reentry.values()) {
      assertEquals(each, Reentry.of(each.word()));
    }
    assertEquals(Reentry.NEVER, Reentry.of("nothing"));
  }

  private static DoorArea area(String slug, Reentry reentry) {
    return new DoorArea(slug, reentry, Emptying.NEVER);
  }

  private static OfflineDoor door(DoorArea area) {
    return new OfflineDoor(ListFacts.PLAIN, area, new CodeDigest(new byte[16]), new DoorCopy());
  }
}
