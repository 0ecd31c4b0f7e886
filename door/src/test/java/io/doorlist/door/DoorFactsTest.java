package io.doorlist.door;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.door.rules.History;
import io.doorlist.door.rules.ListRule;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The facts that the rule at the door stands on, one by one; tools/mutants/run needs each. */
class DoorFactsTest {
  private static final long NOW = 1_796_500_000;
  private static final Passage EXIT = new Passage(NOW * 1000, 0, true, Reentry.AFTER_EXIT);
  private static final CopiedTicket TICKET =
      new CopiedTicket(1, 10, 77, "adult", false, Window.ALWAYS);
  private static final CopiedCheckin CHECKIN = new CopiedCheckin(64, 10, NOW);
  private static final CopiedPassage PASSAGE = new CopiedPassage(5, 10, EXIT);
  private static final DoorDelta COMES =
      new DoorDelta(
          List.of(TICKET), List.of(), List.of(CHECKIN), List.of(), List.of(PASSAGE), List.of());
  private static final DoorDelta GOES =
      new DoorDelta(List.of(), List.of(1L), List.of(), List.of(64L), List.of(), List.of(5L));

  @Test
  void place_isTheRowAndOneOfSixtyFour() {
    assertEquals(3 * 64 + 7, CopiedCheckin.place(3, 7));
    assertEquals(3, CopiedCheckin.ordinal(3 * 64 + 63));
    assertEquals(4, CopiedCheckin.ordinal(4 * 64));
  }

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
  void copy_hasAHashOfItsContent() {
    DoorCopy one = new DoorCopy();
    DoorCopy other = new DoorCopy();
    one.apply(COMES);
    assertNotEquals(one.hashCode(), other.hashCode());

    other.apply(COMES);
    assertEquals(one.hashCode(), other.hashCode());
  }

  @Test
  void deltas_mergeToTheLater_ofEachRow() {
    assertEquals(GOES, COMES.then(GOES));
    assertEquals(COMES, GOES.then(COMES));
    assertEquals(COMES, DoorDelta.NONE.then(COMES));
    assertEquals(COMES, COMES.then(DoorDelta.NONE));
    assertEquals(GOES, GOES.then(DoorDelta.NONE));
    CopiedTicket blocked = new CopiedTicket(1, 10, 77, "adult", true, Window.ALWAYS);
    DoorDelta changes =
        new DoorDelta(
            List.of(blocked),
            List.of(),
            List.of(new CopiedCheckin(64, 11, NOW)),
            List.of(),
            List.of(new CopiedPassage(5, 11, EXIT)),
            List.of());
    assertEquals(changes, COMES.then(changes));
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
  void door_leadsWhereItself_andDoorsOfItsAreaLead() {
    CopyDoor north = door(area("site", Reentry.NEVER));
    CopyDoor alone = door(DoorArea.NONE);
    assertTrue(north.leadsWhere(door(area("site", Reentry.NEVER))));
    assertFalse(north.leadsWhere(door(area("club", Reentry.NEVER))));
    assertTrue(alone.leadsWhere(alone));
    assertFalse(alone.leadsWhere(door(DoorArea.NONE)));
  }

  @Test
  void presence_isAfterAllOfTheSameSecond() {
    DoorArea site = new DoorArea("site", Reentry.AFTER_EXIT, new Emptying(List.of(NOW)));
    Passage entry = new Passage(NOW * 1000 - 1, 0, false, Reentry.AFTER_EXIT);
    CopyDoor door = door(site);

    assertTrue(door.presence("a", List.of(), List.of(entry), NOW - 1).inside());
    assertFalse(door.presence("a", List.of(), List.of(entry), NOW).inside());
  }

  @Test
  void lastEmptying_isTheOneOfThisSecondToo() {
    Emptying emptying = new Emptying(List.of(100L, 200L));
    assertEquals(-1, emptying.lastUntil(99, -1));
    assertEquals(100, emptying.lastUntil(100, -1));
    assertEquals(100, emptying.lastUntil(199, -1));
    assertEquals(200, emptying.lastUntil(200, -1));
  }

  /** pretix writes an exit when a list empties: who came in then or later is still inside. */
  @Test
  void history_hasTheEntriesAndWhetherTheLastPassageStillHolds() {
    Emptying emptying = new Emptying(List.of(NOW));
    Passage early = new Passage(NOW * 1000 - 1, 0, false, Reentry.AFTER_EXIT);
    Passage late = new Passage(NOW * 1000, 0, false, Reentry.AFTER_EXIT);
    List<Passage> left = List.of(EXIT, early);

    assertEquals(History.NONE, PassageFold.history(List.of(), emptying, NOW * 1000));
    assertEquals(
        new History(List.of(NOW - 1), true),
        PassageFold.history(List.of(early), emptying, NOW * 1000 - 1));
    assertEquals(
        new History(List.of(NOW - 1), false),
        PassageFold.history(List.of(early), emptying, NOW * 1000));
    assertEquals(
        new History(List.of(NOW), true),
        PassageFold.history(List.of(late), emptying, NOW * 1000 + 9));
    assertEquals(
        new History(List.of(NOW - 1), false),
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
  void tallies_areAddedAndSubtracted_inEveryPart() {
    Tally one = new Tally(5, 4, 3, 2, new TreeMap<>(Map.of(1L, 1L, 2L, 4L)));
    Tally other = new Tally(1, 1, 1, 1, new TreeMap<>(Map.of(1L, 1L, 2L, 3L)));

    assertEquals(new Tally(6, 5, 4, 3, new TreeMap<>(Map.of(1L, 2L, 2L, 7L))), one.plus(other));
    assertEquals(new Tally(4, 3, 2, 1, new TreeMap<>(Map.of(2L, 1L))), one.minus(other));
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

  /** Who is nobody in particular is judged by everything but the rule. */
  @Test
  void rule_isNotAsked_aboutNobodyInParticular() {
    ListRule unasked = new ListRule(null, Map.of(), Map.of(), null, null);
    ListFacts list = new ListFacts(false, Window.ALWAYS, unasked);
    CodeFacts ticket =
        new CodeFacts.TicketCode(
            CodeFacts.TicketCode.NOT_IN,
            true,
            false,
            false,
            CodeFacts.OrderStatus.CONFIRMED,
            Window.ALWAYS,
            null);

    assertEquals(new Verdict.Admissible(), DoorRule.decide(ticket, list, NOW));
  }

  private static DoorArea area(String slug, Reentry reentry) {
    return new DoorArea(slug, reentry, Emptying.NEVER);
  }

  private static CopyDoor door(DoorArea area) {
    return new CopyDoor(ListFacts.PLAIN, area, new CodeDigest(new byte[16]), new DoorCopy());
  }
}
