package io.doorlist.door;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.door.rules.ListRule;
import io.doorlist.door.rules.Rule;
import io.doorlist.door.rules.Zone;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DoorCopyTest {
  private static final long NOW = 1_796_500_000;
  private static final CodeDigest DIGEST = new CodeDigest(new byte[16]);
  private static final String STATUS = "{\"==\":[{\"var\":\"entry_status\"},\"%s\"]}";

  @Test
  void apply_makesOneCopy_whateverTheOrderOfADelta() {
    Random random = new Random(23);
    for (int round = 0; round < 200; round++) {
      DoorDelta first = first(random);
      DoorDelta second = second(first, random);
      DoorCopy inOrder = copy(first, second);

      DoorCopy shuffled = copy(first);
      pieces(second, random).forEach(shuffled::apply);
      shuffled.apply(second);

      assertEquals(inOrder, shuffled);
      assertEquals(inOrder, copy(DoorColumnsReader.readAll(DoorColumns.write(inOrder.whole()))));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 1_000})
  void pieces_doWhatTheWholeDoes_andNoMoreAtOnce(int most) {
    Random random = new Random(37);
    for (int round = 0; round < 100; round++) {
      DoorDelta first = first(random);
      DoorDelta second = second(first, random);

      DoorCopy piecemeal = new DoorCopy();
      apply(first, piecemeal, most);
      apply(second, piecemeal, most);

      assertEquals(copy(first, second), piecemeal);
    }
  }

  private static void apply(DoorDelta delta, DoorCopy copy, int most) {
    DoorColumnsReader pieces = new DoorColumnsReader(DoorColumns.write(delta));
    List<CopiedTicket> tickets = new ArrayList<>();
    while (pieces.hasNext()) {
      DoorDelta next = pieces.next(most);
      int entries =
          next.tickets().size()
              + next.left().size()
              + next.checkins().size()
              + next.undone().size()
              + next.passages().size()
              + next.withdrawn().size();
      assertTrue(entries > 0 && entries <= most, () -> entries + " entries");
      tickets.addAll(next.tickets());
      copy.apply(next);
    }
    assertEquals(delta.tickets(), tickets);
  }

  @Test
  void then_mergesTwoDeltas_intoOneWithTheSameEffect() {
    Random random = new Random(24);
    for (int round = 0; round < 200; round++) {
      DoorDelta first = first(random);
      DoorDelta second = second(first, random);
      DoorDelta third = second(first, random);

      DoorDelta merged = DoorColumnsReader.readAll(DoorColumns.write(second.then(third)));

      assertEquals(copy(first, second, third), copy(first, merged));
      assertEquals(copy(first, second, third), copy(first, second, merged));
      assertTrue(merged.tickets().stream().noneMatch(it -> merged.left().contains(it.ordinal())));
    }
  }

  /** Two of one row, and the first of the next. */
  @Test
  void checkins_ofEachPlace_areKept_untilTheirOwnIsUndone() {
    DoorCopy copy = copy(delta(List.of(), checkin(64, 1), checkin(65, 2), checkin(128, 3)));

    assertEquals(3, copy.checkedIn());

    copy.apply(new DoorDelta(List.of(), List.of(), List.of(), List.of(65L)));

    assertEquals(Set.of(1L, 3L), copy.visitors());
  }

  /** A copy shows the phone's passages some time later, with the server's times. */
  @Test
  void decide_judgesTheRule_byThePhonesOwnPassagesAtThisListToo() {
    Passage exit = new Passage((NOW - 4) * 1000, 7, true, Reentry.ALWAYS);
    DoorCopy copy = copy(delta(List.of(ticket(1, "a")), checkin(64, 1)));
    assertTrue(lets(STATUS.formatted("absent"), copy, List.of(own(NOW - 3, true)), List.of()));
    copy.apply(passages(List.of(new CopiedPassage(1, 1, exit)), List.of()));
    Passage sameExit = own(NOW - 2, true);
    Passage back = own(NOW - 1, false);
    List<Passage> shown = List.of(own(NOW - 15, false), sameExit);

    assertTrue(lets(entries(1), copy, shown, List.of(back)));
    assertTrue(lets(STATUS.formatted("absent"), copy, shown, List.of(back)));
    assertTrue(lets(entries(2), copy, List.of(own(NOW - 16, false), sameExit), List.of()));
    List<Passage> more = List.of(own(NOW - 6, false), sameExit, back);
    assertTrue(lets(entries(2), copy, more, List.of()));
    assertTrue(lets(STATUS.formatted("present"), copy, more, List.of()));
    assertFalse(lets(STATUS.formatted("absent"), copy, more, List.of()));

    Passage entry = own(NOW - 13, false);
    copy.apply(passages(List.of(new CopiedPassage(2, 1, entry)), List.of()));
    List<Passage> firstNearTheSecond = List.of(own(NOW - 12, false), own(NOW - 2, false));
    assertTrue(lets(entries(2), copy, firstNearTheSecond, List.of()));
    List<Passage> firstNearTheFirst = List.of(own(NOW - 6, false), own(NOW - 16, false));
    assertTrue(lets(entries(2), copy, firstNearTheFirst, List.of()));
  }

  private static String entries(int number) {
    return "{\"==\":[{\"var\":\"entries_number\"}," + number + "]}";
  }

  private static Passage own(long second, boolean exit) {
    return new Passage(second * 1000, 0, exit, Reentry.ALWAYS);
  }

  private static boolean lets(String rule, DoorCopy copy, List<Passage> own, List<Passage> away) {
    ListRule list = new ListRule(Rule.of(rule), Map.of(), Map.of(), Zone.UTC, null);
    DoorArea area = new DoorArea("site", Reentry.ALWAYS, Emptying.NEVER);
    OfflineDoor door =
        new OfflineDoor(new ListFacts(false, Window.ALWAYS, list), area, DIGEST, copy);
    return door.decide("a", List.of(), new OfflineDoor.Own(own, away), NOW)
        instanceof Verdict.Admissible;
  }

  @Test
  void find_keepsTheTicket_whenItStandsTwiceAndLeavesOnce() {
    DoorCopy copy = copy(delta(List.of(ticket(1, "a"), ticket(7, "a"))));

    apply(new DoorDelta(List.of(), List.of(1L), List.of(), List.of()), copy, 1);

    assertEquals(7, copy.find(DIGEST.of("a")).orElseThrow().ordinal());
    assertEquals(1, copy.admitted());
  }

  @Test
  void read_refusesWhatIsNoColumns() {
    byte[] columns = DoorColumns.write(delta(List.of(ticket(1, "a")), checkin(64, 1)));

    for (int length = 0; length < columns.length; length++) {
      byte[] cut = Arrays.copyOf(columns, length);
      assertThrows(IllegalArgumentException.class, () -> DoorColumnsReader.readAll(cut));
    }
    byte[] longer = Arrays.copyOf(columns, columns.length + 1);
    assertThrows(IllegalArgumentException.class, () -> DoorColumnsReader.readAll(longer));
    columns[0]++;
    assertThrows(IllegalArgumentException.class, () -> DoorColumnsReader.readAll(columns));
  }

  @Test
  void equals_seesEveryDifference() {
    DoorCopy one = copy(delta(List.of(ticket(1, "a")), checkin(64, 1)));

    assertNotEquals(one, copy(delta(List.of(ticket(1, "a")))));
    assertNotEquals(one, copy(delta(List.of(ticket(1, "b")), checkin(64, 1))));
    assertNotEquals(one, copy(delta(List.of(ticket(2, "a")), checkin(64, 1))));
  }

  private static DoorDelta first(Random random) {
    List<CopiedTicket> tickets = new ArrayList<>();
    List<CopiedCheckin> checkins = new ArrayList<>();
    for (int ordinal = 1; ordinal <= 30; ordinal++) {
      if (random.nextBoolean()) {
        tickets.add(ticket(ordinal, random));
      }
      if (random.nextBoolean()) {
        checkins.add(
            random.nextBoolean()
                ? checkin(ordinal * 64L, ordinal)
                : new CopiedCheckin(ordinal * 64L, ordinal, NOW, NOW * 1000 - ordinal, ordinal));
      }
    }
    List<CopiedPassage> passages = new ArrayList<>();
    for (int ordinal = 1; ordinal <= 30; ordinal++) {
      if (random.nextBoolean()) {
        passages.add(passage(ordinal, random));
      }
    }
    return new DoorDelta(tickets, List.of(), checkins, List.of(), passages, List.of());
  }

  /** Returns a ticket of any kind; add-ons are rare, so that some deltas have none. */
  private static CopiedTicket ticket(int ordinal, Random random) {
    Window window =
        new Window(
            random.nextBoolean() ? NOW : Window.OPEN_START,
            random.nextBoolean() ? NOW + 60 : Window.OPEN_END);
    return new CopiedTicket(
        ordinal,
        9_000 - ordinal,
        DIGEST.of("code" + ordinal),
        random.nextBoolean() ? "adult" : "müßig",
        random.nextBoolean() ? Window.ALWAYS : window,
        random.nextInt(30) == 0 ? (Long) random.nextLong() : null,
        random.nextInt(4) == 0,
        random.nextInt(4) == 0);
  }

  private static CopiedPassage passage(long ordinal, Random random) {
    return new CopiedPassage(
        ordinal,
        1 + random.nextInt(30),
        new Passage(
            NOW * 1000 + random.nextInt(100_000),
            random.nextInt(3) * 1_000_000_000L,
            random.nextBoolean(),
            Reentry.values()[random.nextInt(3)]));
  }

  /** Returns a delta to a copy: changes, additions and removals of other tickets. */
  private static DoorDelta second(DoorDelta first, Random random) {
    List<CopiedTicket> tickets = new ArrayList<>();
    List<Long> left = new ArrayList<>();
    for (CopiedTicket ticket : first.tickets()) {
      int fate = random.nextInt(3);
      if (fate == 0) {
        left.add(ticket.ordinal());
      } else if (fate == 1) {
        tickets.add(ticket((int) ticket.ordinal(), "other" + ticket.ordinal()));
      }
    }
    tickets.add(ticket(31, "code" + left.size()));
    List<Long> undone =
        first.checkins().stream()
            .map(CopiedCheckin::place)
            .filter(p -> random.nextBoolean())
            .toList();
    List<CopiedCheckin> again = new ArrayList<>();
    undone.forEach(place -> again.add(checkin(place + 31 * 64, place / 64)));
    List<Long> withdrawn =
        first.passages().stream()
            .map(CopiedPassage::ordinal)
            .filter(ordinal -> random.nextBoolean())
            .toList();
    List<CopiedPassage> passages = List.of(passage(31, random), passage(32, random));
    return new DoorDelta(tickets, left, again, undone, passages, withdrawn);
  }

  private static List<DoorDelta> pieces(DoorDelta delta, Random random) {
    List<DoorDelta> pieces = new ArrayList<>();
    delta
        .tickets()
        .forEach(t -> pieces.add(new DoorDelta(List.of(t), List.of(), List.of(), List.of())));
    delta
        .left()
        .forEach(o -> pieces.add(new DoorDelta(List.of(), List.of(o), List.of(), List.of())));
    delta
        .checkins()
        .forEach(c -> pieces.add(new DoorDelta(List.of(), List.of(), List.of(c), List.of())));
    delta
        .undone()
        .forEach(p -> pieces.add(new DoorDelta(List.of(), List.of(), List.of(), List.of(p))));
    delta.passages().forEach(p -> pieces.add(passages(List.of(p), List.of())));
    delta.withdrawn().forEach(p -> pieces.add(passages(List.of(), List.of(p))));
    Collections.shuffle(pieces, random);
    return pieces;
  }

  private static DoorDelta passages(List<CopiedPassage> passages, List<Long> withdrawn) {
    return new DoorDelta(List.of(), List.of(), List.of(), List.of(), passages, withdrawn);
  }

  private static CopiedTicket ticket(int ordinal, String code) {
    return new CopiedTicket(ordinal, 1, DIGEST.of(code), "adult", Window.ALWAYS);
  }

  private static CopiedCheckin checkin(long place, long ticketId) {
    return new CopiedCheckin(place, ticketId, NOW - 5);
  }

  private static DoorDelta delta(List<CopiedTicket> tickets, CopiedCheckin... checkins) {
    return new DoorDelta(tickets, List.of(), List.of(checkins), List.of());
  }

  private static DoorCopy copy(DoorDelta... deltas) {
    DoorCopy copy = new DoorCopy();
    for (DoorDelta delta : deltas) {
      copy.apply(delta);
    }
    return copy;
  }
}
