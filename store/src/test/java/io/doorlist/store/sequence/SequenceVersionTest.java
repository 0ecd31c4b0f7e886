package io.doorlist.store.sequence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.doorlist.paging.PageRequest;
import io.doorlist.store.sequence.SequencePages.Direction;
import io.doorlist.store.table.TableSchema;
import io.doorlist.table.Item;
import io.doorlist.testing.Call;
import io.doorlist.testing.Meanwhile;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * Issue 7: while a version stays the same, so does what is shown. {@link SequenceHeadTest} has what
 * it is made of.
 */
class SequenceVersionTest extends SequenceFixture {
  @Test
  void version_isAbsent_whereThereIsNoSequence() {
    assertEquals(Optional.empty(), pages.version("none", deadline));
    assertNull(pages.counts(List.of("none"), deadline).getFirst().version());
  }

  @Test
  void version_exists_fromTheStart() {
    new SequenceEdits(access).begin(List.of(NAME), deadline);

    assertEquals(pages.version(NAME, deadline).orElseThrow(), shown());
    assertEquals(shown(), pages.counts(List.of(NAME), deadline).getFirst().version());
  }

  @Test
  void version_isNotGiven_whileAPlaceMayBecomeARow() {
    append(1, 1);
    long open = sequence.reserve(NAME, 1, deadline);
    append(1, 1);
    assertNull(shown());

    write(open, 1);
    assertNotNull(shown());
  }

  /** HEAD is read before a row is added above it: as many rows as places, but one is open. */
  @Test
  void version_isNotGiven_forAPlaceThatARowBeyondStandsInFor() {
    append(1, 1);
    long open = sequence.reserve(NAME, 1, deadline);
    Meanwhile overtaken = new Meanwhile(table.engine());
    overtaken.after(Call.Query.class::isInstance, () -> append(1, 1));

    SequenceHead head = new SequencePages(table.access(overtaken, clock)).head(NAME, deadline);

    assertEquals(List.of(1L, open + 1), head.tail().stream().map(SequenceRow::ordinal).toList());
    assertNull(head.version());
  }

  @Test
  void version_isNotGiven_forAWhileAfterARowLeft() {
    append(2, 1);
    sequence.settleAll(NAME, deadline);
    String before = shown();

    leave(List.of(1L));

    assertNull(shown());
    clock.pass(SequenceVersion.QUIET);
    assertNotEquals(before, shown());
    assertNotNull(shown());
  }

  @Test
  void announcement_holdsForAMinute_andVersionsForTwenty() {
    append(1, 1);
    String before = shown();
    SequenceEdits edits = new SequenceEdits(access);

    edits.announce(List.of(NAME), deadline);
    assertNull(shown());
    edits.announce(List.of(NAME), deadline);
    clock.pass(SequenceEdits.VALID.plusSeconds(1));
    edits.announce(List.of(NAME), deadline);

    Item head = access.get(TableSchema.head(NAME), deadline).orElseThrow();
    assertEquals(2, head.number(Sequence.EDITS));
    clock.pass(SequenceVersion.QUIET.minusSeconds(1));
    assertNull(shown());
    clock.pass(Duration.ofSeconds(1));
    assertNotEquals(before, shown());
  }

  private String shown() {
    return pages.page(NAME, new PageRequest(1, 250), Direction.OLDEST_FIRST, deadline).version();
  }
}
