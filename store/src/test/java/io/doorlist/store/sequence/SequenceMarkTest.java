package io.doorlist.store.sequence;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.doorlist.store.table.TableSchema;
import io.doorlist.table.Item;
import java.util.Arrays;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Marks come back as parameters of requests. Only texts that were given out are accepted. */
class SequenceMarkTest {
  @ParameterizedTest
  @CsvSource({
    "0, 0, ''",
    "9, 9, ''",
    "10, 36, ''",
    "9~2-2~3, 9, 2 3 4 7",
    "100~1~2-1~y, 1296, 1 3 4 38"
  })
  void text_isReadBack(String text, long upto, String open) {
    TreeSet<Long> places = new TreeSet<>();
    Arrays.stream(open.split(" "))
        .filter(each -> !each.isEmpty())
        .map(Long::valueOf)
        .forEach(places::add);
    SequenceMark mark = new SequenceMark(upto, places);

    assertEquals(text, mark.text());
    assertEquals(Optional.of(mark), SequenceMark.of(text));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " 9",
        "09",
        "-1",
        "9~",
        "9~0",
        "9~9",
        "9~a",
        "9~2-",
        "9~2-0",
        "9~2--1",
        "9~-1",
        "9~2-1-1",
        "9~2~0-1",
        "9~2~1",
        "9~2-7",
        "zzzzzzzzzz~1-zzzzzzzzz",
        "zzzzzzzzzzzzzzzzz"
      })
  void text_isRefused_ifNoMarkIsWrittenSo(String text) {
    assertEquals(Optional.empty(), SequenceMark.of(text));
  }

  @Test
  void mark_holdsFiveThousandPlaces_inFourHundredRuns() {
    assertHolds(true, LongStream.rangeClosed(1, 5_000));
    assertHolds(false, LongStream.rangeClosed(1, 5_001));
    assertHolds(false, LongStream.rangeClosed(1, 5_002).filter(place -> place != 5));
    assertHolds(true, LongStream.rangeClosed(1, 400).map(run -> 2 * run));
    assertHolds(false, LongStream.rangeClosed(1, 401).map(run -> 2 * run));
  }

  @Test
  void settled_isWhereTheHeadSaysSo_withoutOpenPlaces() {
    Item head = new Item(TableSchema.head("acme#gala#orders#live")).put("settled", 1024L);

    assertEquals(new SequenceMark(1024, new TreeSet<>()), SequenceMark.settled(head));
    assertEquals(SequenceMark.NONE, SequenceMark.settled(new Item()));
  }

  private static void assertHolds(boolean holds, LongStream places) {
    TreeSet<Long> open = new TreeSet<>(places.boxed().toList());
    SequenceMark mark = new SequenceMark(10_000, open);
    assertEquals(holds, SequenceMark.fits(open));
    assertEquals(holds ? Optional.of(mark) : Optional.empty(), SequenceMark.of(mark.text()));
  }
}
