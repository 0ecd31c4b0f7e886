package io.doorlist.store.sequence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.paging.PageRequest;
import io.doorlist.store.sequence.SequencePages.Direction;
import io.doorlist.store.table.Dynamo;
import io.doorlist.store.table.Item;
import io.doorlist.store.table.TableSchema;
import io.doorlist.store.table.Write;
import io.doorlist.testing.MovableClock;
import io.doorlist.testing.RelayingClient;
import io.doorlist.testing.TestTable;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;

/** Issue 7: while a version stays the same, so does what is shown. */
class SequenceVersionTest {
  private static final String NAME = "acme#gala#list#1#tickets#live";
  private static final String WORD = "word";

  private final TestTable table = new TestTable();
  private final MovableClock clock = new MovableClock();
  private final Dynamo dynamo = table.dynamo(TestTable.client(), clock);
  private final SequencePages pages = new SequencePages(dynamo);
  private final Sequence sequence = new Sequence(dynamo);
  private final Instant deadline = clock.instant().plus(Duration.ofDays(400));
  private int words;

  @Test
  void version_isAbsent_whereThereIsNoSequence() {
    assertEquals(Optional.empty(), pages.version("none", deadline));
    assertNull(pages.counts(List.of("none"), deadline).getFirst().version());
  }

  @Test
  void version_exists_fromTheStart() {
    new SequenceEdits(dynamo).begin(List.of(NAME), deadline);

    assertEquals(pages.version(NAME, deadline).orElseThrow(), shown().version());
    assertEquals(shown().version(), pages.counts(List.of(NAME), deadline).getFirst().version());
  }

  @Test
  void version_isNotGiven_whileAPlaceMayBecomeARow() {
    append();
    long open = sequence.reserve(NAME, 1, deadline);
    append();
    assertNull(shown().version());

    write(open, 1);
    assertNotNull(shown().version());
  }

  @Test
  void version_isNotGiven_forAPlaceThatARowBeyondStandsInFor() {
    // HEAD is read before a row is added above it: there are as many rows as places, but one place
    // is open.
    append();
    long open = sequence.reserve(NAME, 1, deadline);
    AtomicInteger queries = new AtomicInteger();
    DynamoDbClient overtaken =
        new RelayingClient(TestTable.client()) {
          @Override
          public QueryResponse query(QueryRequest request) {
            if (queries.incrementAndGet() == 2) {
              append();
            }
            return super.query(request);
          }
        };

    SequenceHead head = new SequencePages(table.dynamo(overtaken, clock)).head(NAME, deadline);

    assertEquals(List.of(1L, open + 1), head.tail().stream().map(SequenceRow::ordinal).toList());
    assertNull(head.version());
  }

  @Test
  void version_isOther_afterARowCame() {
    append();
    String before = shown().version();

    append();

    assertNotEquals(before, shown().version());
  }

  @Test
  void version_isNotGiven_forAWhileAfterARowLeft() {
    append();
    append();
    sequence.settleAll(NAME, deadline);
    String before = shown().version();

    assertTrue(dynamo.transact(sequence.remove(NAME, List.of(1L)), deadline).written());

    assertNull(shown().version());
    clock.pass(SequenceVersion.QUIET);
    assertNotEquals(before, shown().version());
    assertNotNull(shown().version());
  }

  @Test
  void announcement_holdsForAMinute_andVersionsForTwenty() {
    append();
    String before = shown().version();
    SequenceEdits edits = new SequenceEdits(dynamo);

    edits.announce(List.of(NAME), deadline);
    assertNull(shown().version());
    edits.announce(List.of(NAME), deadline);
    clock.pass(SequenceEdits.VALID.plusSeconds(1));
    edits.announce(List.of(NAME), deadline);

    Item head = dynamo.get(TableSchema.head(NAME), deadline).orElseThrow();
    assertEquals(2, head.number(SequenceHead.EDITS));
    clock.pass(SequenceVersion.QUIET.minusSeconds(1));
    assertNull(shown().version());
    clock.pass(Duration.ofSeconds(1));
    assertNotEquals(before, shown().version());
  }

  private SequencePages.Units shown() {
    return shown(NAME);
  }

  private SequencePages.Units shown(String name) {
    return pages.page(name, new PageRequest(1, 250), Direction.OLDEST_FIRST, deadline);
  }

  private void append() {
    write(sequence.reserve(NAME, 1, deadline), 1);
  }

  private void write(long ordinal, int units) {
    write(NAME, ordinal, units);
  }

  private void write(String name, long ordinal, int units) {
    dynamo.transact(List.of(put(name, ordinal, units, true)), deadline);
  }

  private Write put(String name, long ordinal, int units, boolean isNew) {
    Item row = SequenceRow.row(name, ordinal, units).put(WORD, "w" + ++words);
    return isNew ? Sequence.append(row) : Write.put(row);
  }
}
