package io.doorlist.door.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.zone.ZoneOffsetTransition;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RuleTest {
  private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");
  private static final Zone ZONE = zone(BERLIN);
  private static final String ONCE_A_DAY = "{\"and\":[{\"<\":[{\"var\":\"entries_today\"},1]}]}";
  private static final String REENTRY_WITHIN_AN_HOUR =
      "{\"or\":[{\"==\":[{\"var\":\"entries_number\"},0]},"
          + "{\"<=\":[{\"var\":\"minutes_since_last_entry\"},60]}]}";
  private static final String VIP_ANY_TIME_OTHERS_FROM_18 =
      "{\"or\":[{\"inList\":[{\"var\":\"product\"},{\"objectList\":[{\"lookup\":[\"product\",\"7\",\"VIP\"]}]}]},"
          + "{\"isAfter\":[{\"var\":\"now\"},{\"buildTime\":[\"customtime\",\"18:00\"]}]}]}";

  private static Zone zone(ZoneId id) {
    List<ZoneOffsetTransition> changes =
        Stream.iterate(
                id.getRules().nextTransition(Instant.parse("2024-01-01T00:00:00Z")),
                change -> change != null && change.getDateTimeAfter().getYear() < 2030,
                change -> id.getRules().nextTransition(change.getInstant()))
            .toList();
    int[] offsets =
        Stream.concat(
                Stream.of(id.getRules().getOffset(Instant.parse("2024-01-01T00:00:00Z"))),
                changes.stream().map(change -> change.getOffsetAfter()))
            .mapToInt(offset -> offset.getTotalSeconds())
            .toArray();
    return new Zone(
        changes.stream().mapToLong(change -> change.toEpochSecond()).toArray(), offsets);
  }

  private static long at(String local) {
    return LocalDateTime.parse(local).atZone(BERLIN).toEpochSecond();
  }

  private static Visit visit(String now, String... entries) {
    List<Long> times = Arrays.stream(entries).map(RuleTest::at).toList();
    EventDates dates = new EventDates(at("2026-11-23T20:00"), null, at("2026-11-23T19:00"));
    return new Visit(5, null, null, dates, new History(times, !times.isEmpty()), at(now), ZONE);
  }

  private static String words(String rule, Visit visit) {
    return MissWords.of(Rule.read(rule).judge(visit), visit.epochSecond(), visit.zone());
  }

  @Test
  void judge_letsInOnceADay_byTheEventsMidnight() {
    assertEquals("", words(ONCE_A_DAY, visit("2026-11-23T00:10", "2026-11-22T23:50")));
    assertEquals(
        "only once a day", words(ONCE_A_DAY, visit("2026-11-23T00:10", "2026-11-23T00:00")));
  }

  @Test
  void judge_namesTheNearestMiss_ofSeveralWays() {
    assertEquals("from 18:00", words(VIP_ANY_TIME_OTHERS_FROM_18, visit("2026-11-23T17:59:59")));
    assertEquals("", words(VIP_ANY_TIME_OTHERS_FROM_18, visit("2026-11-23T18:00:01")));
  }

  @Test
  void judge_letsInAgain_withinAnHour() {
    assertEquals("", words(REENTRY_WITHIN_AN_HOUR, visit("2026-11-23T20:00")));
    assertEquals("", words(REENTRY_WITHIN_AN_HOUR, visit("2026-11-23T21:00", "2026-11-23T20:00")));
    assertEquals(
        "within 61 minutes of the last entry",
        words(REENTRY_WITHIN_AN_HOUR, visit("2026-11-23T21:01", "2026-11-23T20:00")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"isAfter\":[{\"var\":\"now\"},{\"buildTime\":[\"date_admission\"]},30]} | from 18:30",
        "{\"isBefore\":[{\"var\":\"now\"},{\"buildTime\":[\"custom\",\"2026-11-22T17:00:00Z\"]}]}"
            + " | until 2026-11-22 18:00",
        "{\"==\":[{\"var\":\"now_isoweekday\"},6]} | only on Saturday",
        "{\"inList\":[{\"var\":\"gate\"},{\"objectList\":[{\"lookup\":[\"gate\",3,\"North\"]}]}]}"
            + " | by North",
        "{\"==\":[{\"var\":\"entry_status\"},\"absent\"]} | only for people who are outside",
        "{\"<\":[{\"entries_days_since\":[{\"buildTime\":[\"customtime\",\"08:00\"]}]},1]}"
            + " | only on one day since 08:00",
        "{\">=\":[{\"var\":\"minutes_since_last_entry\"},120]}"
            + " | 2 hours after the last entry at the earliest",
        "{\"and\":[{\"<\":[{\"var\":\"entries_number\"},1]},{\"<\":[{\"var\":\"product\"},1]}]}"
            + " | only once, not with this ticket",
        "{\"or\":[]} | not by the rules of this list",
        "{\"<\":[{\"var\":\"entry_status\"},\"a\"]} | only for people who are outside",
        "{\"<\":[true,\"a\"]} | not by the rules of this list"
      })
  void judge_saysWhatLacks(String rule, String words) {
    assertEquals(words, words(rule, visit("2026-11-23T18:20", "2026-11-23T17:00")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"xor\":[true,false]} | operator \"xor\"",
        "{\"and\":[{\"==\":[{\"var\":\"age\"},18]}]} | variable \"age\"",
        "{\"isAfter\":[{\"var\":\"now\"},{\"buildTime\":[\"sunset\"]}]} | time \"sunset\"",
        "{\"isAfter\":[{\"var\":\"now\"},{\"buildTime\":[\"custom\",\"2026-02-29T10:00:00Z\"]}]}"
            + " | the time \"2026-02-29T10:00:00Z\"",
        "{\"isAfter\":[{\"var\":\"now\"},{\"buildTime\":[\"custom\",\"2026-02-28T10:00:00\"]}]}"
            + " | the time \"2026-02-28T10:00:00\"",
        "{\"==\":[{\"and\":[]},1]} | \"and\" below another operator",
        "{\"var\":\"now\"} | \"var\" as the first operator",
        "{\"<\":[1]} | the operands of \"<\"",
        "{\"and\":[{}]} | a part that is not one operator",
        "{\"and\":[ | it is not JSON"
      })
  void read_refusesByName_whatIsNotKnown(String ruleAndName) {
    String[] parts = ruleAndName.split(" \\| ");

    UnknownRuleException refusal =
        assertThrows(UnknownRuleException.class, () -> Rule.read(parts[0].strip()));

    assertEquals(parts[1], refusal.getMessage());
  }

  @Test
  void judge_letsNobodyIn_whenTheRuleIsNotUnderstood() {
    Visit visit = visit("2026-11-23T18:20");

    List<Miss> misses = Rule.of("{\"xor\":[]}").judge(visit);

    assertEquals(
        "closed: the rules of this list are not understood (operator \"xor\")",
        MissWords.of(misses, visit.epochSecond(), ZONE));
  }

  @Test
  void zone_showsTheSameClock_asTheTimeZoneDatabase() {
    for (String id : List.of("Europe/Berlin", "America/Havana", "Africa/Cairo", "Asia/Kolkata")) {
      Zone zone = zone(ZoneId.of(id));
      assertEquals(zone.text(), Zone.read(zone.text()).text());
      for (long at = at("2025-01-01T00:00"); at < at("2027-01-01T00:00"); at += 1_777) {
        ZonedDateTime there = Instant.ofEpochSecond(at).atZone(ZoneId.of(id));
        assertEquals(there.getOffset().getTotalSeconds(), zone.local(at) - at, there::toString);
        boolean second = !there.withEarlierOffsetAtOverlap().equals(there);
        assertEquals(second, zone.isRepeated(at), there::toString);
        assertEquals(at, zone.epochSecond(zone.local(at), second), there::toString);
        assertTrue(there.toString().startsWith(TimeText.date(zone.day(at))), there::toString);
      }
    }
  }
}
