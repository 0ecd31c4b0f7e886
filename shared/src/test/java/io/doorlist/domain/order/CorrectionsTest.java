package io.doorlist.domain.order;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class CorrectionsTest {
  private static final Instant AT = Instant.parse("2026-09-14T17:03:20.904Z");

  private static Corrections corrected(int times) {
    Corrections all = Corrections.NONE.with(GuestField.NOTE, "said", AT, "Desk");
    for (int i = 1; i <= times; i++) {
      all = all.with(GuestField.NAME, "Name " + (i - 1), AT.plusSeconds(i), "Desk");
    }
    return all;
  }

  @Test
  void ofAValue_onlyTheLastIsInForce_withWhatTheSourceSaid() {
    Corrections all = corrected(3);

    assertEquals("Name 0", all.inForce(GuestField.NAME).orElseThrow().was());
    assertEquals(2, all.inForce().count());
    assertEquals(4, all.all().size());
    assertTrue(
        all.all().stream().allMatch(each -> each.inForce() || each.was() == null),
        "a past one has no value");
  }

  @Test
  void theLastFiftyAreKept_andWhateverIsInForce() {
    Corrections all = corrected(99);

    assertEquals(50, all.all().size());
    assertEquals("said", all.inForce(GuestField.NOTE).orElseThrow().was());
    assertEquals(AT.plusSeconds(99), all.all().getLast().at());
  }

  @Test
  void over_keepsTheLatestOfBoth_thatReplacedWhatTheSourceSays() {
    Corrections early = corrected(1);
    Corrections late = corrected(2);
    Function<GuestField, String> source = field -> field == GuestField.NOTE ? "said" : "Name 0";

    assertEquals(late, early.over(late, source));
    assertEquals(late, late.over(early, source));
    assertEquals(
        List.of(), late.over(early, any -> "something new").inForce().toList(), "the source wins");
  }

  @Test
  void noting_isDoneOnce_inItsOrder_andReplacesNothing() {
    Corrections all = corrected(2);

    Corrections noted = all.noting(GuestField.BADGE, AT.plusMillis(1), "Desk 2");

    assertEquals(noted, noted.noting(GuestField.BADGE, AT.plusMillis(1), "Desk 2"));
    assertEquals(
        new Correction(GuestField.BADGE, null, AT.plusMillis(1), "Desk 2", false),
        noted.all().get(1));
    assertEquals(all.inForce().toList(), noted.inForce().toList());
  }

  /** Two corrections in one millisecond, or a clock that was put back. */
  @Test
  void theLastOneWins_whateverTheClockSays() {
    Corrections early = Corrections.NONE.with(GuestField.NAME, "said", AT, "Desk");
    for (Instant now : List.of(AT, AT.minusSeconds(60))) {
      Corrections late = early.with(GuestField.NAME, "Ada", now, "Desk");

      assertEquals(late, early.over(late, any -> "said"));
      assertEquals(late, late.over(early, any -> "said"));
      assertEquals(2, late.all().size());
    }
  }

  @Test
  void ofBothAtTheSameTime_everybodyChoosesTheSame() {
    Corrections one = Corrections.NONE.with(GuestField.NAME, "said", AT, "Desk 1");
    Corrections other = Corrections.NONE.with(GuestField.NAME, "said", AT, "Desk 2");

    assertEquals(one.over(other, any -> "said"), other.over(one, any -> "said"));
  }
}
