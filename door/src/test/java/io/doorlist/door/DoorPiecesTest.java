package io.doorlist.door;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DoorPiecesTest {
  private static final long NOW = 1_796_500_000;

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 1_000})
  void next_doesWhatTheWholeDoes_andNoMoreAtOnce(int most) {
    Random random = new Random(37);
    for (int round = 0; round < 100; round++) {
      DoorDelta first = delta(random, round % 3);
      DoorDelta second = delta(random, round % 3);
      DoorCopy whole = new DoorCopy();
      whole.apply(first);
      whole.apply(second);

      DoorCopy piecemeal = new DoorCopy();
      apply(first, piecemeal, most);
      apply(second, piecemeal, most);

      assertEquals(whole, piecemeal);
    }
  }

  private static void apply(DoorDelta delta, DoorCopy copy, int most) {
    DoorPieces pieces = new DoorPieces(DoorColumns.write(delta));
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

  /** Returns a delta in one of the three formats. */
  private static DoorDelta delta(Random random, int format) {
    return new DoorDelta(
        some(random, ordinal -> ticket(ordinal, format == 2, random)),
        some(random, ordinal -> 100L + ordinal),
        some(random, place -> checkin(place, format > 0, random)),
        some(random, place -> 100L + place),
        format == 0 ? List.of() : some(random, ordinal -> passage(ordinal, random)),
        format == 0 ? List.of() : some(random, ordinal -> 100L + ordinal));
  }

  private static <T> List<T> some(Random random, IntFunction<T> each) {
    List<T> some = new ArrayList<>();
    for (int i = 1; i <= 30; i++) {
      if (random.nextBoolean()) {
        some.add(each.apply(i));
      }
    }
    return some;
  }

  private static CopiedTicket ticket(int ordinal, boolean addons, Random random) {
    Window window =
        new Window(
            random.nextBoolean() ? NOW : Window.OPEN_START,
            random.nextBoolean() ? NOW + 60 : Window.OPEN_END);
    return new CopiedTicket(
        ordinal,
        9_000 - ordinal,
        random.nextLong(),
        random.nextBoolean() ? "adult" : "müßig",
        random.nextInt(4) == 0,
        random.nextBoolean() ? Window.ALWAYS : window,
        addons && random.nextBoolean() ? (Long) random.nextLong() : null,
        random.nextInt(4) == 0);
  }

  private static CopiedCheckin checkin(int place, boolean passages, Random random) {
    return passages && random.nextBoolean()
        ? new CopiedCheckin(place, 50 - place, NOW, NOW * 1_000 - place, random.nextInt(3))
        : new CopiedCheckin(place, 50 - place, NOW);
  }

  private static CopiedPassage passage(int ordinal, Random random) {
    Reentry reentry = Reentry.values()[random.nextInt(3)];
    Passage passage =
        new Passage(
            NOW * 1_000 + random.nextInt(9_999), random.nextInt(3), random.nextBoolean(), reentry);
    return new CopiedPassage(ordinal, random.nextInt(30), passage);
  }
}
