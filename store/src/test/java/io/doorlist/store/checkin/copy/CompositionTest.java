package io.doorlist.store.checkin.copy;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.doorlist.store.sequence.SequenceMark;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class CompositionTest {
  private final Composition<String> composition =
      new Composition<>(new SequenceMark(10, new TreeSet<>(List.of(4L))));

  @Test
  void change_isOfWhatTheReaderHasOrGets() {
    composition.put(12, "new");
    composition.change(10, "changed");
    composition.change(4, "was open");
    composition.change(11, "is still to come");
    composition.change(12, "new and changed");

    assertEquals(List.of("changed", "new and changed"), composition.things());
  }

  @Test
  void whatIsGone_isNamedToThoseWhoHaveIt() {
    composition.put(700, "first of two in row 12");
    composition.put(701, "second of two in row 12");
    composition.remove(700, 12);
    composition.remove(600, 10);
    composition.remove(400, 4);

    assertEquals(List.of("second of two in row 12"), composition.things());
    assertEquals(List.of(600L), composition.gone());
  }
}
