package io.doorlist.door.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.doorlist.door.text.PlainText;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RuleTest {
  private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");
  private static final Zone ZONE = zone(BERLIN);
  private static final String ONCE_A_DAY = "{\"and\":[{\"<\":[{\"var\":\"entries_today\"},1]}]}";

  private static Zone zone(ZoneId id) {
    return ZoneTable.of(
        id, Instant.parse("2024-01-01T00:00:00Z"), Instant.parse("2030-01-01T00:00:00Z"));
  }

  private static long at(String local) {
    return LocalDateTime.parse(local).atZone(BERLIN).toEpochSecond();
  }

  private static RuleFacts facts(String now, String... entries) {
    List<Long> times = Arrays.stream(entries).map(RuleTest::at).toList();
    EventDates dates = new EventDates(at("2026-11-23T20:00"), null, at("2026-11-23T19:00"));
    return new RuleFacts(
        5, null, null, dates, new PastEntries(times, !times.isEmpty()), at(now), ZONE);
  }

  private static String words(String rule, RuleFacts facts) {
    return UnmetRuleWords.of(Rule.read(rule).judge(facts), facts.epochSecond(), facts.zone());
  }

  @Test
  void judge_letsInOnceADay_byTheEventsMidnight() {
    assertEquals("", words(ONCE_A_DAY, facts("2026-11-23T00:10", "2026-11-22T23:50")));
    assertEquals(
        "only once a day", words(ONCE_A_DAY, facts("2026-11-23T00:10", "2026-11-23T00:00")));
  }

  /** On a Monday; the ticket came in 80 minutes ago. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"isAfter":[{"var":"now"},{"buildTime":["date_admission"]},30]} | from 18:30
          {"isBefore":[{"var":"now"},{"buildTime":["custom","2026-11-22T17:00:00Z"]}]} | until 2026-11-22 18:00
          {"isBefore":[{"var":"now"},{"buildTime":["custom","2024-02-10T17:00:00Z"]}]} | until 2024-02-10 18:00
          {"isBefore":[{"var":"now"},{"buildTime":["custom","1965-12-29T17:00:00+0000"]}]} | until 1965-12-29 18:00
          {"isBefore":[{"buildTime":["customtime","19:00"]},{"buildTime":["customtime","18:00"]}]} \
          | not by the rules of this list
          {"==":[{"var":"now_isoweekday"},6]} | only on Saturday
          {">":[{"var":"now_isoweekday"},5]} | only on Saturday or Sunday
          {">=":[{"var":"now_isoweekday"},5]} | only on Friday, Saturday or Sunday
          {">":[{"var":"now_isoweekday"},7]} | on no day
          {"inList":[{"var":"gate"},{"objectList":[{"lookup":["gate",3,"North"]}]}]} | by North
          {"inList":[3,{"objectList":[{"lookup":["gate",4,"North"]}]}]} | not by the rules of this list
          {"==":[{"var":"entry_status"},"absent"]} | only for people who are outside
          {"<":[{"entries_days_since":[{"buildTime":["customtime","08:00"]}]},1]} \
          | only on one day since 08:00
          {"<":[{"entries_before":[{"buildTime":["customtime","18:00"]}]},1]} | only once before 18:00
          {"and":[{"<":[{"var":"entries_number"},1]},{"<":[{"var":"product"},1]}]} \
          | only once, not with this ticket
          {"and":[{"<":[{"var":"entries_number"},1]},{"<":[{"var":"entries_number"},1]}]} | only once
          {"or":[]} | not by the rules of this list
          {"<":[{"var":"entry_status"},"a"]} | only for people who are outside
          {"<":[true,"a"]} | not by the rules of this list
          {"<":[1,{"var":"entries_number"},3]} | not by the rules of this list
          {"<":[{"var":"entries_number"},"a"]} | not by the rules of this list
          {"<":[{"var":"entries_number"},0]} | not
          {"<=":[{"var":"entries_number"},0.5]} | only once
          {"==":[{"var":"entries_number"},0]} | only once
          {"==":[{"var":"entries_number"},2]} | only after 2 entries
          {">":[{"var":"entries_number"},1]} | only after 2 entries
          {">=":[{"var":"entries_number"},1.5]} | only after 2 entries
          {"!=":[{"var":"entries_number"},1]} | not by the rules of this list
          {">":[{"var":"entries_days"},1]} | only after 2 days
          {">":[{"var":"entries_today"},1]} | only after 2 entries on the same day
          {">=":[{"var":"minutes_since_last_entry"},120]} \
          | 2 hours after the last entry at the earliest
          {">":[{"var":"minutes_since_last_entry"},80]} \
          | 81 minutes after the last entry at the earliest
          {"==":[{"var":"minutes_since_first_entry"},90]} \
          | 90 minutes after the first entry at the earliest
          {"<":[{"var":"minutes_since_last_entry"},60]} | within an hour of the last entry
          {"==":[{"var":"minutes_since_last_entry"},60]} | within an hour of the last entry
          {"<=":[{"var":"minutes_since_last_entry"},0]} | within one minute of the last entry
          {"<":[{"var":"minutes_since_last_entry"},0]} | only once
          {"<=":[{"var":"minutes_since_last_entry"},-1]} | only once
          {"==":[{"var":"minutes_since_last_entry"},-1]} | only once
          {"!=":[{"var":"minutes_since_last_entry"},80]} | not by the rules of this list
          """)
  void judge_saysWhatLacks(String rule, String words) {
    assertEquals(words, words(rule, facts("2026-11-23T18:20", "2026-11-23T17:00")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {">":[{"var":"minutes_since_last_entry"},5]} | only after one entry
          {"==":[{"var":"minutes_since_last_entry"},5]} | only after one entry
          {"!=":[{"var":"minutes_since_last_entry"},-1]} | only after one entry
          {"<":[{"var":"minutes_since_last_entry"},-1]} | only once
          """)
  void judge_saysWhatLacks_toWhoWasNeverIn(String rule, String words) {
    assertEquals(words, words(rule, facts("2026-11-23T18:20")));
  }

  @Test
  void minutesSinceTheEntry_countFromTheMinuteAfterIt() {
    assertEquals(
        "6 minutes after the last entry at the earliest",
        words(
            "{\">\":[{\"var\":\"minutes_since_last_entry\"},5]}",
            facts("2026-11-23T17:00:59", "2026-11-23T17:00")));
  }

  /**
   * The hardest part counts of an "and", then the farthest; of equals the shorter, then the first.
   */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          GATE, TICKET | by North
          TICKET, GATE | by North
          GATE, OTHER_GATE | by North
          GATE & INSIDE, OTHER_GATE | by South
          TICKET & INSIDE, GATE | by North
          INSIDE & TICKET, GATE | by North
          GATE & INSIDE, TICKET | by North, only for people who are inside
          FROM 19:00 & FROM 18:30, FROM 18:45 | from 18:45
          FROM 18:30 & FROM 19:00, FROM 18:45 | from 18:45
          FROM 18:45, FROM 18:30 & FROM 19:00 | from 18:45
          FROM 19:00, FROM 18:30 | from 18:30
          FROM 18:30, FROM 19:00 | from 18:30
          UNTIL 17:00, UNTIL 18:00 | until 18:00
          entries_number 0, entries_number 1 | only once
          minutes_since_last_entry 20, minutes_since_last_entry 70 | within 70 minutes of the last entry
          minutes_since_last_entry 0, minutes_since_last_entry 70 | within 70 minutes of the last entry
          """)
  void reason_isOfTheAlternativeThatIsNearestToMet(String ways, String words) {
    StringBuilder rule = new StringBuilder();
    for (String way : ways.split(", ")) {
      List<String> parts = Arrays.stream(way.split(" & ")).map(RuleTest::part).toList();
      rule.append(rule.isEmpty() ? "" : ",").append("{\"and\":%s}".formatted(parts));
    }
    RuleFacts facts = facts("2026-11-23T18:20", "2026-11-23T17:00");
    PastEntries left = new PastEntries(facts.history().entries(), false);
    assertEquals(
        words,
        words(
            "{\"or\":[%s]}".formatted(rule),
            new RuleFacts(5, null, null, facts.dates(), left, facts.epochSecond(), ZONE)));
  }

  private static String part(String way) {
    String[] words = way.split(" ");
    return switch (words[0]) {
      case "GATE" ->
          "{\"inList\":[{\"var\":\"gate\"},{\"objectList\":[{\"lookup\":[\"gate\",3,\"North\"]}]}]}";
      case "OTHER_GATE" ->
          "{\"inList\":[{\"var\":\"gate\"},{\"objectList\":[{\"lookup\":[\"gate\",4,\"South\"]}]}]}";
      case "TICKET" -> "{\"<\":[{\"var\":\"product\"},1]}";
      case "INSIDE" -> "{\"==\":[{\"var\":\"entry_status\"},\"present\"]}";
      case "FROM", "UNTIL" ->
          "{\"%s\":[{\"var\":\"now\"},{\"buildTime\":[\"customtime\",\"%s\"]}]}"
              .formatted(words[0].equals("FROM") ? "isAfter" : "isBefore", words[1]);
      default -> "{\"<\":[{\"var\":\"%s\"},%s]}".formatted(words[0], words[1]);
    };
  }

  @ParameterizedTest
  @CsvSource({
    "AT_MOST, ENTRIES_TODAY, 0, not today",
    "AT_MOST, ENTRIES, 2, only twice",
    "AT_MOST, ENTRIES_TODAY, 3, only 3 times a day",
    "AT_LEAST, ENTRIES, 1, only after one entry",
    "AT_LEAST, DAYS, 1, only after one day",
    "WITHIN, MINUTES_SINCE_FIRST_ENTRY, 0, within 0 minutes of the first entry"
  })
  void unmetRule_isSaidInPlainWords(
      UnmetRule.Kind kind, UnmetRule.Counted counted, long number, String words) {
    assertEquals(
        words, UnmetRuleWords.of(List.of(UnmetRule.counted(kind, counted, number, null)), 0, ZONE));
  }

  @Test
  void words_inAnswers_areInLowerCase() {
    assertEquals("at_most", UnmetRule.Kind.AT_MOST.word());
    assertEquals("entries_today", UnmetRule.Counted.ENTRIES_TODAY.word());
    assertEquals("@az[", PlainText.lowerCase("@AZ["));
  }

  /** The ticket came in twice on the day before. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"==":[{"entries_since":[{"buildTime":["custom","2026-11-22T17:00:00+01:00"]}]},2]} | true
          {"==":[{"entries_before":[{"buildTime":["custom","2026-11-22T18:00:00+01"]}]},1]} | true
          {"==":[{"entries_days_since":[{"buildTime":["custom","2026-11-22T12:30:00-0330"]}]},1]} | true
          {"==":[{"entries_since":[{"buildTime":["custom","2026-11-22 20:30:00+03:30"]}]},1]} | true
          {"isAfter":[{"var":"now"},{"buildTime":["customtime","18:20:00.25"]}]} | false
          {"isBefore":[{"var":"now"},{"buildTime":["customtime","18:20:00.000001"]}]} | true
          {"isBefore":[{"var":"now"},{"buildTime":["customtime","18:20"]}]} | false
          {"isBefore":[{"buildTime":["customtime","18:20"]},{"buildTime":["customtime","18:20"]}]} | false
          {"isAfter":[{"buildTime":["customtime","18:00:00.75"]},{"buildTime":["customtime","18:00:00.7"]}]} | true
          {"isBefore":[{"buildTime":["customtime","18:00:00.25"]},{"buildTime":["custom","2026-11-23T18:00:01+01:00"]}]} | true
          {"isAfter":[{"buildTime":["customtime","18:00:00.5"]},{"buildTime":["custom","2026-11-23T18:00:00+01:00"]}]} | true
          {"<":[true,2]} | true
          {"<":[1,true]} | false
          {"<":[0,true]} | true
          {"<":[1,false]} | false
          {"<":[false,true]} | true
          {"<":[true,false]} | false
          {"<":[true,true]} | false
          {"<":[false,false]} | false
          {"<":["a","b"]} | true
          {"<":["ab","aa"]} | false
          {"<":["a","ab"]} | true
          {"<":["ab","a"]} | false
          {"<":["a","a"]} | false
          {"<":["\\uffff","\\ud83d\\ude00"]} | true
          {"<":["1-",1]} | false
          {"<":["-1e0",0]} | true
          {"==":[true,1]} | true
          {"==":[true,0]} | false
          {"==":[true,7]} | true
          {"==":[true,"True"]} | true
          {"==":[false,"False"]} | true
          {"==":[null,"None"]} | true
          {"==":[1.50,"1.5"]} | true
          {"inList":[true,{"objectList":[1]}]} | true
          {"inList":[false,{"objectList":[0]}]} | true
          {"inList":[1,{"objectList":[true]}]} | true
          {"inList":[0,{"objectList":[false]}]} | true
          {"inList":[1,{"objectList":[1.0]}]} | true
          {"inList":[0.0,{"objectList":[-0.0]}]} | true
          {"and":[0.5]} | true
          {"and":[0.0]} | false
          {"and":[true,"a",1]} | true
          {"or":[false,"",0,null]} | false
          """)
  void judge_comparesAsPython(String rule, boolean in) {
    RuleFacts facts = facts("2026-11-23T18:20", "2026-11-22T17:00", "2026-11-22T18:00");
    assertEquals(in, Rule.read(rule).judge(facts).isEmpty());
  }

  /** 02:10 for the second time. A rule without a tolerance leaves its time as it is. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"isBefore":[{"var":"now"},{"buildTime":["customtime","02:30"]}]} | true
          {"isBefore":[{"var":"now"},{"buildTime":["customtime","02:30"]},0]} | true
          {"isBefore":[{"var":"now"},{"buildTime":["customtime","02:30"]},null]} | true
          {"isBefore":[{"var":"now"},{"buildTime":["customtime","02:30"]},[]]} | true
          {"isBefore":[{"buildTime":["customtime","02:30"]},{"buildTime":["customtime","02:20"]},15]} | true
          """)
  void judge_readsTheClock_thatWasPutBack(String rule, boolean in) {
    RuleFacts then = facts("2026-10-25T04:10");
    long now = then.epochSecond() - 2 * 3_600;
    assertEquals(
        in,
        Rule.read(rule)
            .judge(new RuleFacts(5, null, null, then.dates(), then.history(), now, ZONE))
            .isEmpty());
  }

  /** In a copy, a ticket has no date: the one nearest to the scan counts. */
  @Test
  void listRule_isReadFromADoorCopy() {
    long evening = at("2026-11-23T20:00");
    String json =
        """
        {"logic":{"and":[{"isAfter":[{"var":"now"},{"buildTime":["date_admission"]}]},
                         {"inList":[{"var":"product"},{"objectList":[{"lookup":["product",7,"VIP"]}]}]},
                         {"==":[{"var":"variation"},8]},{"==":[{"var":"gate"},9]}]},
         "dates":[{"series_date":null,"date_from":%s,"date_to":null,"date_admission":%s},
                  {"series_date":"next","date_from":%s,"date_to":null,"date_admission":null}],
         "products":[{"ticket_type":"vip","product":7,"variation":8}],
         "clock":"3600"}
        """
            .formatted(evening, evening - 3_600, evening + 86_400);
    ListRule rule = ListRule.read(json, 9L);

    assertEquals(List.of(), rule.judge(guest("vip", null), evening));
    assertEquals("from 19:00", words(rule, guest("vip", ""), evening - 7_200));
    assertEquals("from 2026-11-24 20:00", words(rule, guest("vip", "next"), evening));
    assertEquals("from 20:00", words(rule, guest("vip", null), evening + 43_201));
    assertEquals("only with VIP, not with this ticket", words(rule, guest("adult", ""), evening));
  }

  private static ListRule.Guest guest(String type, String date) {
    return new ListRule.Guest(type, date, PastEntries.NONE);
  }

  private static String words(ListRule rule, ListRule.Guest guest, long now) {
    return UnmetRuleWords.of(rule.judge(guest, now), now, rule.zone());
  }

  @Test
  void judge_letsNobodyIn_whenTheRuleIsNotUnderstood() {
    RuleFacts facts = facts("2026-11-23T18:20");

    List<UnmetRule> unmetRules = Rule.of("{\"xor\":[]}").judge(facts);

    assertEquals(
        "closed: the rules of this list are not understood (operator \"xor\")",
        UnmetRuleWords.of(unmetRules, facts.epochSecond(), ZONE));
  }

  @Test
  void zone_showsTheSameClock_asTheTimeZoneDatabase() {
    for (String id : List.of("Europe/Berlin", "America/Havana", "Africa/Cairo", "Asia/Kolkata")) {
      Zone zone = zone(ZoneId.of(id));
      assertEquals(zone.text(), Zone.read(zone.text()).text());
      LongStream changes =
          Arrays.stream(zone.text().split(" ")).mapToLong(Long::parseLong).filter(n -> n > 86_400);
      LongStream times =
          LongStream.concat(
              LongStream.iterate(
                  at("2025-01-01T00:00"), at -> at < at("2027-01-01T00:00"), at -> at + 1_777),
              changes.flatMap(change -> LongStream.of(change - 1, change, change + 3_600)));
      for (long at : times.toArray()) {
        ZonedDateTime there = Instant.ofEpochSecond(at).atZone(ZoneId.of(id));
        assertEquals(there.getOffset().getTotalSeconds(), zone.local(at) - at, there::toString);
        boolean second = !there.withEarlierOffsetAtOverlap().equals(there);
        assertEquals(second, zone.isRepeated(at), there::toString);
        assertEquals(at, zone.epochSecond(zone.local(at), second), there::toString);
        assertEquals(there.toLocalDate().toString(), TimeText.date(zone.day(at)));
      }
    }
  }
}
