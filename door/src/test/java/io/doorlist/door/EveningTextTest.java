package io.doorlist.door;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.doorlist.door.EveningByRule.Guest;
import io.doorlist.testing.EveningText;
import io.doorlist.testing.EveningText.Area;
import java.util.List;
import java.util.SequencedMap;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The evenings by the rule and the fold alone. */
class EveningTextTest {
  static List<EveningText> evenings() {
    return EveningText.all();
  }

  @ParameterizedTest
  @MethodSource("evenings")
  void evening_goesAsItsRowsSay(EveningText evening) {
    SequencedMap<Guest, List<Passage>> recorded = EveningByRule.play(evening);

    SortedMap<String, Area> areas = new TreeMap<>();
    recorded.forEach(
        (guest, passages) ->
            areas.merge(guest.area(), area(guest, passages), EveningTextTest::sum));
    assertEquals(evening.areas(), areas);
  }

  private static Area area(Guest guest, List<Passage> passages) {
    PassageFold fold = PassageFold.of(passages, guest.emptying());
    Tally tally = fold.tally();
    return new Area(
        fold.presence().at(EveningByRule.NOW, guest.emptying()).inside() ? 1 : 0,
        tally.entries(),
        tally.exits(),
        tally.unexplainedEntries(),
        tally.unexplainedExits());
  }

  private static Area sum(Area one, Area other) {
    return new Area(
        one.inside() + other.inside(),
        one.entries() + other.entries(),
        one.exits() + other.exits(),
        one.unexplainedEntries() + other.unexplainedEntries(),
        one.unexplainedExits() + other.unexplainedExits());
  }
}
