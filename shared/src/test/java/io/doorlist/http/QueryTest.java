package io.doorlist.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.doorlist.domain.InvalidInputException;
import io.doorlist.paging.PageRequest;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QueryTest {
  private static final Query EMPTY = new Query(Map.of());

  @Test
  void page_isTheFirstOfFifty_whenNothingIsSaid() {
    assertEquals(new PageRequest(1, 50), EMPTY.page());
  }

  @Test
  void page_takesPageAndItems() {
    Query query = new Query(Map.of("page", List.of("9007199254740991"), "items", List.of("250")));

    assertEquals(new PageRequest(9007199254740991L, 250), query.page());
  }

  @Test
  void page_refuses_whatIsNoSuchInteger() {
    for (String page :
        "|0|-1|+1|01|1.0|1e1| 1|1 |x|٣|１|9007199254740992|99999999999999999999".split("\\|")) {
      assertInvalid("page", () -> query("page", page).page());
    }
    for (String items : "|0|251|050|-5|fifty".split("\\|")) {
      assertInvalid("items", () -> query("items", items).page());
    }
  }

  @Test
  void page_refuses_whenItIsThereTwice() {
    assertInvalid("page", () -> query("page", "1", "1").page());
  }

  @Test
  void flag_takesTrueAndFalseOnly() {
    assertEquals(Optional.empty(), EMPTY.flag("online"));
    assertEquals(Optional.of(false), query("online", "false").flag("online"));
    assertEquals(Optional.of(true), query("online", "true").flag("online"));
    for (String word : List.of("", "TRUE", "1", "yes", "true ")) {
      assertInvalid("online", () -> query("online", word).flag("online"));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "2026-09-14T17:01:00Z, 2026-09-14T17:01:00Z",
    "2026-09-14t17:01:00.5z, 2026-09-14T17:01:00.500Z",
    "2026-09-14T17:01:00.123456789Z, 2026-09-14T17:01:00.123456789Z",
    "2026-09-14T17:01:00+02:00, 2026-09-14T15:01:00Z",
    "2026-09-14T17:01:00+0000, 2026-09-14T17:01:00Z",
    "2026-09-14T17:01:00.123456-0530, 2026-09-14T22:31:00.123456Z",
    "2026-09-14T17:01:00-05:30, 2026-09-14T22:31:00Z",
    "2026-09-14T17:01:00+18:55, 2026-09-13T22:06:00Z",
    "2026-09-14T17:01:00-23:59, 2026-09-15T17:00:00Z",
    "2024-02-29T00:00:00Z, 2024-02-29T00:00:00Z"
  })
  void time_readsRfc3339(String text, Instant expected) {
    assertEquals(Optional.of(expected), query("scanned_at", text).time("scanned_at"));
  }

  @Test
  void time_refuses_whatIsNoTimestampWithAnOffset() {
    String times =
        "|2026-09-14T17:01:00|2026-09-14|2026-09-14 17:01:00Z|2026-09-14T17:01Z"
            + "|2026-09-14T17:01:00 02:00|2026-09-14T17:01:00+02|2026-09-14T17:01:00+020"
            + "|2026-09-14T17:01:00+24:00|2026-09-14T24:00:00Z|2026-09-14T17:01:60Z"
            + "|2026-13-14T17:01:00Z|2025-02-29T00:00:00Z|2026-09-14T17:01:00.Z"
            + "|2026-09-14T17:01:00.1234567890Z|+12026-09-14T17:01:00Z|1789405260"
            + "|2026-09-14T17:01:00Z[Europe/Lisbon]";

    for (String time : times.split("\\|")) {
      assertInvalid("scanned_at", () -> query("scanned_at", time).time("scanned_at"));
    }
  }

  @Test
  void text_countsCharactersAsPeopleDo() {
    assertEquals(Optional.of("😀😀"), query("q", "😀😀").text("q", 2));
    assertInvalid("q", () -> query("q", "abc").text("q", 2));
    assertInvalid("q", () -> query("q", "a", "b").text("q", 2));
    assertEquals(Optional.empty(), EMPTY.text("q", 2));
  }

  private static Query query(String name, String... values) {
    return new Query(Map.of(name, List.of(values)));
  }

  private static void assertInvalid(String parameter, Runnable reading) {
    InvalidInputException exception = assertThrows(InvalidInputException.class, reading::run);
    assertEquals(parameter, exception.parameter());
  }
}
