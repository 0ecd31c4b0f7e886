package io.doorlist.cli.lines;

import static io.doorlist.cli.SampleLines.ORDER;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.cli.SampleLines;
import io.doorlist.domain.event.Event;
import io.doorlist.json.Json;
import io.doorlist.testing.Effort;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Randomly damaged lines: each is either refused with a reason or read as it stands. Reasons have
 * no personal data, as they end up in mails and logs.
 */
class ImportLinesMutationTest {
  /** Every personal value has the word in it. */
  private static final String LINE =
      ORDER
          .replaceAll(
              "\"((first|last|tax|company)_?(name|id)|name|email|phone_number|address|city"
                  + "|postal_code|country|description|diet|seat)\":(null|\"[^\"]*\")",
              "\"$1\":\"Canary A.\"")
          .replace("-qr-", "-canary-");

  private static final int LINES = Effort.of(1_000, 5_000);

  private static final String DAMAGE = "{}[]\",:0-e\\u\uD83C";

  private static final List<String> VALUES =
      List.of(
          "null",
          "true",
          "0",
          "-1",
          "1",
          "1.0",
          "1e400",
          "-0.0",
          "9007199254740991",
          "9007199254740992",
          "123456789012345678901234567890",
          "\"\"",
          "\" \"",
          "\"adult\"",
          "\"2026-03-01T10:00:00Z\"",
          "\"2026-03-01\"",
          "\"9999-12-31T23:59:59-14:00\"",
          "\"\\u0000\"",
          "\"🎟\"",
          "[]",
          "[1]",
          "[{}]",
          "{}",
          "{\"a\":{\"b\":[1,2.50,null]}}");

  @ParameterizedTest
  @ValueSource(longs = {1, 2})
  void read_refusesOrReads_whateverCharactersAreChanged(long seed) {
    Random random = new Random(seed);
    for (int i = 0; i < LINES; i++) {
      StringBuilder line = new StringBuilder(LINE);
      for (int change = random.nextInt(3); change >= 0; change--) {
        int at = random.nextInt(line.length());
        switch (random.nextInt(3)) {
          case 0 -> line.deleteCharAt(at);
          case 1 -> line.insert(at, (char) random.nextInt(0x80));
          default -> line.setCharAt(at, DAMAGE.charAt(random.nextInt(DAMAGE.length())));
        }
      }
      check(line.toString());
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {3, 4})
  void read_refusesOrReads_whateverMembersAreChanged(long seed) {
    Random random = new Random(seed);
    for (int i = 0; i < LINES; i++) {
      Map<String, Object> line = SampleLines.read(LINE);
      for (int change = random.nextInt(2); change >= 0; change--) {
        mutate(line, random);
      }
      check(Json.writeValue(line));
    }
  }

  @SuppressWarnings("unchecked")
  private static void mutate(Object value, Random random) {
    if (value instanceof Map<?, ?> map && !map.isEmpty()) {
      Map<String, Object> members = (Map<String, Object>) map;
      String name = List.copyOf(members.keySet()).get(random.nextInt(members.size()));
      Object member = members.get(name);
      if ((member instanceof Map || member instanceof List) && random.nextInt(4) > 0) {
        mutate(member, random);
      } else if (random.nextInt(6) == 0) {
        members.put(name + "x", members.remove(name));
      } else if (random.nextInt(6) == 0) {
        members.remove(name);
      } else {
        members.put(name, value(random));
      }
    } else if (value instanceof List<?> list && !list.isEmpty()) {
      List<Object> elements = (List<Object>) list;
      int index = random.nextInt(elements.size());
      if (random.nextInt(3) == 0) {
        elements.set(index, value(random));
      } else {
        mutate(elements.get(index), random);
      }
    }
  }

  private static Object value(Random random) {
    String text = VALUES.get(random.nextInt(VALUES.size()));
    return SampleLines.read("{\"value\":" + text + "}").get("value");
  }

  private static void check(String text) {
    try {
      ImportLine read = ImportLines.read(text);
      if (read instanceof ImportLine.OrderLine line) {
        assertEquals(read, ImportLines.read(written(line)), text);
      }
    } catch (RefusedLine e) {
      assertFalse(e.reason().isBlank());
      assertFalse(e.getMessage().toLowerCase(Locale.ROOT).contains("canary"), e.getMessage());
      assertTrue(e.getMessage().chars().noneMatch(Character::isISOControl), e.getMessage());
    }
  }

  private static String written(ImportLine.OrderLine line) {
    Event event = new Event(line.account(), 1, line.event(), "Any", List.of());
    return Json.writeValue(ExportLines.order(event, line.order()));
  }
}
