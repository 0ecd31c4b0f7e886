package io.doorlist.store.sequence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.store.sequence.IrregularRows.Changed;
import io.doorlist.store.sequence.SequenceHead.UnitPosition;
import io.doorlist.store.table.TableSchema;
import io.doorlist.table.Item;
import java.time.Instant;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the items of a sequence say, without a table. */
class SequenceHeadTest {
  private static final String NAME = "acme#gala#orders#live";
  private static final Instant NOW = Instant.parse("2026-06-01T10:00:00Z");

  /** Blocks have 1,024 rows: all of block 1 has left, block 3 has ten units more. */
  @ParameterizedTest
  @CsvSource({
    "0, 1, 0",
    "1023, 1024, 0",
    "1024, 2049, 0",
    "2047, 3072, 0",
    "2048, 3073, 0",
    "3081, 3073, 1033",
    "3082, 4097, 0"
  })
  void place_isFound_withoutReadingABlock(long rank, long ordinal, long skip) {
    SequenceHead head = head(new TreeMap<>(Map.of(1L, -1024L, 3L, 10L)), List.of());

    assertEquals(new UnitPosition(ordinal, skip), head.place(rank));
  }

  @Test
  void units_areThoseOfSettledRows_andOfTheTail() {
    SequenceHead head =
        head(
            new TreeMap<>(),
            List.of(
                SequenceRow.of(SequenceRow.row(NAME, 6001, 2)),
                SequenceRow.of(SequenceRow.voided(NAME, 6002)),
                SequenceRow.of(SequenceRow.row(NAME, 6003, 1))));

    assertEquals(5986, head.settledUnits());
    assertEquals(5989, head.units());
  }

  /** Settled are the rows up to 6000, which is in block 5; HEAD names row 5123. */
  @Test
  void head_fitsBlocks_whoseSettledRowsAreAsSummed() {
    SequenceHead head =
        new SequenceHead(
            6003,
            6000,
            -3,
            new TreeMap<>(Map.of(1L, -2L, 5L, -1L)),
            Set.of(1L, 5L),
            BitSet.valueOf(new long[] {1L << 7 | 1L << 2}),
            new TreeMap<>(Map.of(5123L, new Changed(3, -2))),
            false,
            List.of(),
            true,
            0,
            null);
    Item first = new Item(TableSchema.block(NAME, 1)).put("n0", 0L).put("n1023", 0L);
    Item last = new Item(TableSchema.block(NAME, 5)).put("n0", 0L).put("n2", 5L).put("n879", 0L);

    assertEquals(0, head.units(last, 5121));
    assertEquals(1, head.units(last, 5122));
    assertEquals(3, head.units(last, 5123));
    assertEquals(0, head.units(last, 5128), "HEAD says so");
    assertTrue(head.fits(Map.of()));
    assertTrue(head.fits(Map.of(1L, first, 5L, last)));
    assertTrue(head.fits(Map.of(5L, last.put("n880", 0L).put("n1023", 0L))), "not settled");
    assertFalse(head.fits(Map.of(5L, last.put("n1", 0L))));
  }

  private static SequenceHead head(TreeMap<Long, Long> blocks, List<SequenceRow> tail) {
    return new SequenceHead(
        6003,
        6000,
        -14,
        blocks,
        blocks.keySet(),
        new BitSet(),
        new TreeMap<>(),
        false,
        tail,
        true,
        0,
        null);
  }

  @Test
  void head_namesRows_thatHaveLostUnits() {
    Item head = new Item(TableSchema.head(NAME)).put("u12", 3L).put("d12", -2L).put("under", 1L);

    assertEquals(Map.of(12L, new Changed(3, -2)), SequenceHead.open(head));
  }

  @Test
  void summary_namesBlocks_andABlockItsIrregularRows() {
    TreeMap<Long, Long> blocks = new TreeMap<>();
    Item summary = new Item(TableSchema.summary(NAME, 2)).put("n3", -5L).put("n0", 7L);
    IrregularRows.addSummary(summary, blocks);
    Item block = new Item(TableSchema.block(NAME, 0)).put("n4", 0L);

    assertEquals(Map.of(256L, 7L, 259L, -5L), blocks);
    assertEquals(0, IrregularRows.units(block, 4));
    assertEquals(1, IrregularRows.units(block, 5));
    block.put("bits", new byte[] {0b0001_0001}).put("n0", 3L);
    assertEquals(List.of(3L, 1L, 0L), units(block, 0, 1, 4));
  }

  private static List<Long> units(Item block, int... places) {
    return IntStream.of(places).mapToObj(place -> IrregularRows.units(block, place)).toList();
  }

  @Test
  void note_isARowWithoutUnits_thatSaysWhatChanged() {
    Item changed = new Item().put(SequenceNote.ORDINAL, 4L);
    for (SequenceNote note :
        List.of(
            new SequenceNote(List.of(2L), List.of(), List.of()),
            new SequenceNote(List.of(), List.of(3L), List.of()),
            new SequenceNote(List.of(), List.of(), List.of(changed)))) {
      Item row = note.row(NAME, 9);
      assertEquals(Optional.of(note), SequenceNote.of(SequenceRow.of(row)));
      assertFalse(SequenceNote.withoutChanges(SequenceRow.of(row)).item().has("changed"));
      assertEquals(Optional.empty(), SequenceNote.of(SequenceRow.of(row.put("units", 1L))));
    }
    Item voided = SequenceRow.voided(NAME, 9);
    assertEquals(Optional.empty(), SequenceNote.of(SequenceRow.of(voided)));
    Item empty = new SequenceNote(List.of(), List.of(), List.of()).row(NAME, 9);
    assertEquals(voided, empty);
  }

  @Test
  void row_hasOneUnit_ifItDoesNotSay_orNothingReadable() {
    Item row = SequenceRow.row(NAME, 7, 1);
    Item unreadable = SequenceRow.row(NAME, 7, 1).put("units", "many");

    assertEquals(new Item(TableSchema.row(NAME, 7)), row);
    assertEquals(new SequenceRow(7, 1, row), SequenceRow.of(row));
    assertEquals(new SequenceRow(7, 1, unreadable), SequenceRow.of(unreadable));
    assertEquals(3, SequenceRow.of(SequenceRow.row(NAME, 7, 3)).units());
    assertEquals("9999999999999999", SequenceRow.range(NAME, 7, Long.MAX_VALUE).to());
  }

  @ParameterizedTest
  @ValueSource(strings = {"born_at", "next", "settled", "surplus", "removed", "edits", "edited_at"})
  void version_isOther_afterAnyChangeOfHead(String number) {
    Item head = new Item(TableSchema.head(NAME));

    assertNotEquals(version(head), version(new Item(TableSchema.head(NAME)).put(number, 1L)));
  }

  @Test
  void version_isGiven_twentyMinutesAfterAnEdit_ofASequenceThatExists() {
    long edited = NOW.minusSeconds(1200).toEpochMilli();

    assertEquals(
        Optional.of("table|" + NAME + "|0|0|0|0|0|0|" + edited),
        version(new Item(TableSchema.head(NAME)).put("edited_at", edited)));
    assertEquals(
        Optional.empty(), version(new Item(TableSchema.head(NAME)).put("edited_at", edited + 1)));
    assertEquals(Optional.empty(), version(new Item()));
  }

  private static Optional<String> version(Item head) {
    return SequenceVersion.of("table", NAME, head, NOW);
  }
}
