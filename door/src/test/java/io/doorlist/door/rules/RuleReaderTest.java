package io.doorlist.door.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which rules, texts and times are read. */
class RuleReaderTest {
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
        "{\"and\":[ | it is not JSON",
        "{\"and\":[\" | it is not JSON",
        "{\"and\":[\"\\u12 | it is not JSON",
        "{\"and\":[1]} 2 | it is not JSON",
        "{\"and\":[1 2]} | it is not JSON",
        "{\"and\":[1-2]} | it is not JSON",
        "{\"and\":[[1]]} | a list without an operator",
        "{\"isAfter\":[{\"var\":\"now\"}]} | the operands of \"isAfter\"",
        "{\"isAfter\":[{\"var\":\"now\"},{\"var\":\"now\"},[1]]} | the operands of \"isAfter\"",
        "{\"isAfter\":[{\"var\":\"now\"},{\"var\":\"now\"},1e10]} | the operands of \"isAfter\"",
        "{\"isAfter\":[{\"var\":\"now\"},{\"var\":\"now\"},1,2]} | the operands of \"isAfter\"",
        "{\"==\":[{\"lookup\":[\"gate\",3]},1]} | the operands of \"lookup\"",
        "{\"==\":[{\"lookup\":[\"gate\",\"1a\",\"A\"]},1]} | the operands of \"lookup\"",
        "{\"==\":[{\"lookup\":[\"gate\",\"1234567890123456789\",\"A\"]},1]}"
            + " | the operands of \"lookup\"",
        "{\"==\":[{\"var\":[\"gate\",\"now\"]},1]} | the operands of \"var\"",
        "{\"inList\":[1]} | the operands of \"inList\"",
        "{\"isAfter\":[{\"var\":\"now\"},{\"buildTime\":[\"date_to\",1,2]}]}"
            + " | the operands of \"buildTime\""
      })
  void read_refusesByName_whatIsNotKnown(String ruleAndName) {
    String[] parts = ruleAndName.split(" \\| ");

    UnknownRuleException refusal =
        assertThrows(UnknownRuleException.class, () -> Rule.read(parts[0].strip()));

    assertEquals(parts[1], refusal.getMessage());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"isAfter\":[{\"var\":\"now\"},{\"var\":\"now\"},1e9]}",
        "{\"==\":[{\"lookup\":[\"gate\",\"123456789012345678\",\"A\"]},1]}",
        "{\"==\":[{\"lookup\":[\"gate\",\" 12\\n\",\"A\"]},1]}",
        "{\"<\":[-1234567890123456789012,1e300]}",
        "\t{ \"and\"\r\n: [ { } ] }"
      })
  void read_readsWhatIsJustRight(String rule) {
    assertEquals(Optional.empty(), Rule.of(rule.replace("{ }", "1")).unknown());
  }

  @Test
  void read_refusesWhatIsTooLong_orNestedTooDeeply() {
    String rule = "{\"and\":[]}";
    String longest = rule + " ".repeat(20_000 - rule.length());
    assertEquals(Optional.empty(), Rule.of(longest).unknown());
    assertEquals(
        Optional.of("it is longer than 20000 characters"), Rule.of(longest + " ").unknown());

    String deep = "{\"or\":[".repeat(16) + "1" + "]}".repeat(16);
    assertEquals(Optional.empty(), Rule.of(deep).unknown());
    assertEquals(
        Optional.of("it is nested too deeply"), Rule.of("{\"or\":" + deep + "}").unknown());
  }

  @Test
  void escapesAndNumbers_areRead() {
    assertEquals("a\b\f\n\r\t\"/\u20acb", RuleText.read("\"a\\b\\f\\n\\r\\t\\\"\\/\\u20acb\""));
    assertEquals(123456789012345678L, RuleText.read("123456789012345678"));
    assertEquals(new Comparisons.Decimal(1.5), RuleText.read(" 1.5"));
    assertEquals(new Comparisons.Decimal(1500), RuleText.read("1.5e+3"));
  }

  @ParameterizedTest
  @CsvSource({"2026-11-30", "2026-12-31", "2028-02-29", "2000-02-29", "0001-01-01", "9999-12-31"})
  void date_isWrittenAsItIsRead(String date) {
    long micros = TimeText.instant(date + "T00:00:00Z");

    assertEquals(Instant.parse(date + "T00:00:00Z").getEpochSecond() * 1_000_000, micros);
    assertEquals(date, TimeText.date(Math.floorDiv(micros, 86_400_000_000L)));
  }

  @Test
  void day_thatDoesNotExist_isRefused() {
    String months = "2026-04-31 2026-06-31 2026-09-31 2026-11-31 2026-00-01";
    String days = " 2026-01-00 2026-01-32 2026-02-29 2100-02-29 0000-05-05";
    for (String date : (months + days).split(" ")) {
      assertThrows(UnknownRuleException.class, () -> TimeText.instant(date + "T00:00:00Z"), date);
    }
  }
}
