package io.doorlist.store.sequence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.store.sequence.SequenceChanges.Seen;
import io.doorlist.store.table.Item;
import io.doorlist.store.table.TableSchema;
import io.doorlist.store.table.Write;
import io.doorlist.testing.CountingClient;
import io.doorlist.testing.RelayingClient;
import io.doorlist.testing.TestTable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;

/** A reader that asks for changes only has what is there in the end. */
class SequenceChangesTest extends SequenceFixture {
  private static final String WORD = "word";
  private static final int ALL = 100_000;

  /** What a reader has, and how far it has come. */
  private final class Reader {
    private final TreeMap<Long, String> rows = new TreeMap<>();
    private SequenceMark mark = new SequenceMark(0, new TreeSet<>());
    private int taken;

    Seen read(SequenceChanges changes, int maxRows) {
      Item head = dynamo.get(TableSchema.head(NAME), deadline).orElseGet(Item::new);
      Seen seen = changes.since(NAME, head, mark, maxRows, this::take, deadline);
      mark = seen.mark();
      return seen;
    }

    private void take(SequenceRow row) {
      taken++;
      SequenceNote.of(row)
          .ifPresentOrElse(
              note -> {
                note.gone().forEach(rows::remove);
                note.changed()
                    .forEach(
                        changed ->
                            rows.computeIfPresent(
                                changed.number(SequenceNote.ORDINAL),
                                (ordinal, old) -> changed.text(WORD)));
              },
              () -> {
                if (row.units() > 0) {
                  rows.put(row.ordinal(), row.item().text(WORD));
                }
              });
    }
  }

  /** A client between whose requests others write, and whose cheap reads a replica answers. */
  private final class Raced extends RelayingClient {
    private final Random random;
    private final Story story;
    private boolean quiet;

    Raced(Random random, Story story) {
      super(TestTable.client());
      this.random = random;
      this.story = story;
    }

    @Override
    protected <Q extends DynamoDbRequest, A extends DynamoDbResponse> A relay(
        Q request, Function<Q, A> call) {
      if (!quiet && random.nextInt(3) == 0) {
        story.next();
      }
      return super.relay(request, call);
    }

    /** A replica has no row yet of what was written last. */
    @Override
    public QueryResponse query(QueryRequest request) {
      QueryResponse answer = super.query(request);
      if (request.consistentRead() || answer.items().isEmpty()) {
        return answer;
      }
      List<Map<String, AttributeValue>> items = new ArrayList<>(answer.items());
      items.removeIf(item -> random.nextInt(8) == 0);
      return answer.toBuilder().items(items).build();
    }
  }

  /** What writers may do, drawn at random. */
  private final class Story {
    private final Random random;
    private final List<Long> open = new ArrayList<>();
    private final TreeMap<Long, String> rows = new TreeMap<>();
    private final Map<Long, Long> noted = new HashMap<>();
    private int words;

    Story(Random random) {
      this.random = random;
    }

    void next() {
      switch (random.nextInt(12)) {
        case 0, 1 -> open.add(sequence.reserve(NAME, 1, deadline));
        case 2 -> writeOpen();
        case 3 -> change(rows.isEmpty() ? 0 : rows.lastKey(), true);
        case 4, 5 -> some().ifPresent(ordinal -> change(ordinal, random.nextBoolean()));
        case 6 -> some().ifPresent(this::leave);
        case 7 -> sequence.settleInTurn(NAME, 32, 1, deadline);
        case 8 -> {
          if (random.nextInt(4) == 0) {
            sequence.settleAll(NAME, deadline);
          }
        }
        default -> write(sequence.reserve(NAME, 1, deadline));
      }
    }

    private Optional<Long> some() {
      return rows.isEmpty()
          ? Optional.empty()
          : Optional.of(new ArrayList<>(rows.keySet()).get(random.nextInt(rows.size())));
    }

    private void writeOpen() {
      if (!open.isEmpty()) {
        write(open.remove(random.nextInt(open.size())));
      }
    }

    private void write(long ordinal) {
      String word = "w" + ++words;
      Item row = SequenceRow.row(NAME, ordinal, 1).put(WORD, word);
      if (dynamo.transact(List.of(Sequence.append(row)), deadline).written()) {
        rows.put(ordinal, word);
      }
    }

    /** Changes a row in place; its note takes a new place, or one that was reserved before. */
    private void change(long ordinal, boolean now) {
      if (ordinal == 0) {
        return;
      }
      String word = "w" + ++words;
      Item row = SequenceRow.row(NAME, ordinal, 1).put(WORD, word);
      Item changed = new Item().put(SequenceNote.ORDINAL, ordinal).put(WORD, word);
      if (noted(
          ordinal, now, new SequenceNote(List.of(), List.of(), List.of(changed)), Write.put(row))) {
        rows.put(ordinal, word);
      }
    }

    private void leave(long ordinal) {
      sequence.settleThrough(NAME, ordinal, deadline);
      SequenceNote note = new SequenceNote(List.of(ordinal), List.of(), List.of());
      List<Write> gone = sequence.remove(NAME, List.of(ordinal));
      if (noted(ordinal, random.nextBoolean(), note, gone.toArray(Write[]::new))) {
        rows.remove(ordinal);
      }
    }

    /** Notes of one row have places in the order of what they say. */
    private boolean noted(long row, boolean now, SequenceNote note, Write... with) {
      boolean free = !open.isEmpty() && open.getLast() > noted.getOrDefault(row, 0L);
      long ordinal = now || !free ? sequence.reserve(NAME, 1, deadline) : open.removeLast();
      List<Write> writes = new ArrayList<>(List.of(with));
      writes.add(Sequence.append(note.row(NAME, ordinal)));
      boolean written = dynamo.transact(writes, deadline).written();
      if (written) {
        noted.put(row, ordinal);
      }
      return written;
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 3, SequenceChanges.FEW})
  void reader_hasWhatIsThere_whateverHappensBetweenItsReads(int few) {
    Random random = new Random(few);
    Story story = new Story(random);
    Raced raced = new Raced(random, story);
    SequenceChanges changes = new SequenceChanges(table.dynamo(raced), few);
    Map<SequenceMark, Map<Long, String>> exact = new HashMap<>();
    List<Reader> readers = List.of(new Reader(), new Reader(), new Reader());
    for (int round = 0; round < 60; round++) {
      for (int step = random.nextInt(12); step > 0; step--) {
        story.next();
      }
      raced.quiet = random.nextBoolean();
      Reader reader = readers.get(random.nextInt(3));
      int maxRows = random.nextBoolean() ? ALL : 1 + random.nextInt(8);
      Seen seen = reader.read(changes, maxRows);
      if (seen.exact()) {
        exact.merge(
            seen.mark(),
            Map.copyOf(reader.rows),
            (one, other) -> {
              assertEquals(one, other, "of one mark");
              return one;
            });
      }
      if (raced.quiet && maxRows == ALL) {
        assertFalse(seen.more());
        assertEquals(story.rows, reader.rows);
      }
    }
    raced.quiet = true;
    for (Reader reader : readers) {
      int reads = 0;
      while (reader.read(changes, 5).more()) {
        assertTrue(++reads < 500);
      }
      assertEquals(story.rows, reader.rows);
    }
    assertTrue(exact.size() > 10, exact.size() + " marks");
  }

  @Test
  void everything_isReadInPortions_cheaply_andAFewRowsStrongly() {
    int portion = 4096;
    int few = 50;
    CountingClient client = new CountingClient(TestTable.client());
    SequenceChanges changes = new SequenceChanges(table.dynamo(client), few);
    appendMany(portion + 2 * few);
    sequence.settleAll(NAME, deadline);
    Reader reader = new Reader();

    Seen first = reader.read(changes, portion + few);
    assertEquals(new Seen(mark(portion + few), true, false), first);
    assertEquals(portion + few, reader.taken);
    CountingClient.Cost cost = client.spent();
    assertEquals(2, cost.reads());
    assertTrue(cost.readUnits() < 40, cost.toString());

    assertEquals(new Seen(mark(portion + 2 * few), true, false), reader.read(changes, few));
    assertEquals(portion + 2 * few, reader.taken);
    assertEquals(new CountingClient.Cost(1, 1, 0, 0), client.spent());
    assertEquals(new Seen(mark(portion + 2 * few), false, true), reader.read(changes, few));
    assertEquals(0, client.spent().reads());
    assertEquals(model.keySet(), reader.rows.keySet());
  }

  @Test
  void rowsAboveWhatIsSettled_areLeftForAnotherCall_ifThereAreMany() {
    append(3, 1);
    SequenceChanges changes = new SequenceChanges(dynamo, 0);
    Reader reader = new Reader();

    assertEquals(new Seen(mark(2), true, false), reader.read(changes, 2));
    assertEquals(new Seen(mark(3), false, true), reader.read(changes, 2));
    assertEquals(model.keySet(), reader.rows.keySet());
  }

  /** A mark that holds more open places would be too long. */
  @Test
  void reader_stopsBeforeMoreOpenPlacesThanAMarkHolds() {
    SequenceChanges changes = new SequenceChanges(dynamo, 0);
    long first = sequence.reserve(NAME, 2 * 402, deadline);
    put(LongStream.range(0, 402).map(i -> first + 2 * i));
    Reader reader = new Reader();

    Seen seen = reader.read(changes, ALL);

    assertEquals(801, seen.mark().upto());
    assertEquals(400, seen.mark().open().size());
    assertFalse(seen.more());
    assertFalse(seen.exact());
    assertEquals(401, reader.rows.size());
  }

  @Test
  void end_isTheMarkOfAReaderThatHasEverything() {
    append(3, 1);

    assertEquals(
        mark(3), SequenceChanges.end(dynamo.get(TableSchema.head(NAME), deadline).orElseThrow()));
  }

  @Test
  void life_isAnother_onceASequenceBeginsAnew() {
    Item head = new Item(TableSchema.head(NAME)).put(SequenceHead.BORN_AT, 5L);

    assertEquals(NAME + "|5", SequenceChanges.life(NAME, head));
  }

  private static SequenceMark mark(long upto) {
    return new SequenceMark(upto, new TreeSet<>());
  }
}
