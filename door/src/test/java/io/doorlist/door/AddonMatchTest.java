package io.doorlist.door;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** At a list that matches add-ons the code of a ticket stands for its add-ons, too. */
class AddonMatchTest {
  private static final long NOW = 1_796_500_000;
  private static final CodeDigest DIGEST = new CodeDigest(new byte[16]);

  @Test
  void decide_letsAnAddonInByBothCodes_once() {
    OfflineDoor door = door(addon(1, 10, "dinner", Window.ALWAYS));
    assertEquals(new Verdict.Admissible(), decide(door, "main"));
    assertEquals(new Verdict.Admissible(), decide(door, "dinner"));

    door.copy()
        .apply(
            new DoorDelta(
                List.of(), List.of(), List.of(new CopiedCheckin(64, 10, NOW - 5)), List.of()));

    assertEquals(new Verdict.AlreadyIn(NOW - 5), decide(door, "main"));
    assertEquals(new Verdict.AlreadyIn(NOW - 5), decide(door, "dinner"));
  }

  @Test
  void decide_isAmbiguous_amongTwoThatAreValidNow() {
    OfflineDoor door =
        door(addon(1, 10, "dinner", Window.ALWAYS), addon(2, 11, "brunch", Window.ALWAYS));

    assertEquals(new Verdict.Refused(Reason.AMBIGUOUS), decide(door, "main"));
    assertEquals(new Verdict.Admissible(), decide(door, "brunch"));

    door.copy().apply(new DoorDelta(List.of(), List.of(1L), List.of(), List.of()));

    assertEquals(new Verdict.Admissible(), decide(door, "main"));

    door.copy()
        .apply(new DoorDelta(List.of(plain(2, 11, "brunch")), List.of(), List.of(), List.of()));

    assertEquals(new Verdict.Unknown(), decide(door, "main"));
  }

  @Test
  void decide_isAmbiguous_ifTheMainTicketIsAdmittedToo() {
    OfflineDoor door = door(plain(1, 9, "main"), addon(2, 10, "dinner", Window.ALWAYS));

    assertEquals(new Verdict.Refused(Reason.AMBIGUOUS), decide(door, "main"));
    assertEquals(Set.of(digest("dinner")), door.sameTicket("dinner", NOW));
  }

  @Test
  void decide_isAtTheWrongList_ifAnotherListLetsTheAddonIn() {
    OfflineDoor there = door(addon(1, 10, "dinner", Window.ALWAYS));

    assertEquals(
        new Verdict.Refused(Reason.WRONG_LIST), door().decide("main", List.of(there), NOW));
  }

  @Test
  void sameTicket_hasBothCodes() {
    OfflineDoor door = door(addon(1, 10, "dinner", Window.ALWAYS));

    assertEquals(Set.of(digest("main"), digest("dinner")), door.sameTicket("main", NOW));
    assertEquals(Set.of(digest("main"), digest("dinner")), door.sameTicket("dinner", NOW));
    assertEquals(Set.of(digest("nobody")), door.sameTicket("nobody", NOW));
  }

  private static Verdict decide(OfflineDoor door, String code) {
    return door.decide(code, List.of(), NOW);
  }

  private static OfflineDoor door(CopiedTicket... tickets) {
    DoorCopy copy = new DoorCopy();
    copy.apply(new DoorDelta(List.of(tickets), List.of(), List.of(), List.of()));
    return new OfflineDoor(ListFacts.PLAIN, DIGEST, copy);
  }

  private static CopiedTicket plain(long ordinal, long id, String code) {
    return new CopiedTicket(ordinal, id, digest(code), "adult", Window.ALWAYS);
  }

  private static CopiedTicket addon(long ordinal, long id, String code, Window window) {
    return new CopiedTicket(
        ordinal, id, digest(code), "dinner", window, digest("main"), false, false);
  }

  private static long digest(String code) {
    return DIGEST.of(code);
  }
}
