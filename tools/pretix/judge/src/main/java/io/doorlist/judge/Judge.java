package io.doorlist.judge;

import io.doorlist.door.rules.EventDates;
import io.doorlist.door.rules.UnmetRule;
import io.doorlist.door.rules.UnmetRuleWords;
import io.doorlist.door.rules.PastEntries;
import io.doorlist.door.rules.Rule;
import io.doorlist.door.rules.RuleFacts;
import io.doorlist.door.rules.Zone;
import io.doorlist.door.rules.ZoneTable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;

/**
 * Judges the pairs of a rule and a history that {@code rules.py} wrote. It runs on the server's
 * Java and, compiled, as JavaScript of the page. A pair is a line with tabs between its columns.
 * The first column says whether pretix lets the ticket in. Then come zone, now, product, variation,
 * gate, beginning, end, admission, passages ({@code +} entry, {@code -} exit) and rule. {@link
 * #judge} gets the zone's {@link ZoneTable} instead of its name.
 */
public final class Judge {
  private static final int ZONE = 1;

  private Judge() {}

  /**
   * Reads the lines of one file, and writes them to another with the tables of their zones. After
   * each line comes what its rule still wants.
   */
  public static void main(String[] files) throws Exception {
    List<String> judged = new ArrayList<>();
    for (String line : Files.readAllLines(Path.of(files[0]))) {
      String[] columns = line.split("\t", -1);
      columns[ZONE] =
          ZoneTable.of(
                  ZoneId.of(columns[ZONE]),
                  Instant.parse("2024-01-01T00:00:00Z"),
                  Instant.parse("2030-01-01T00:00:00Z"))
              .text();
      String tabled = String.join("\t", columns);
      judged.add(tabled + "\t" + judge(tabled));
    }
    Files.write(Path.of(files[1]), judged);
  }

  /** Returns what the rule in a line still wants; empty if the rule lets the ticket in. */
  static String judge(String line) {
    String[] columns = line.split("\t", -1);
    List<Long> entries = new ArrayList<>();
    long latest = Long.MIN_VALUE;
    boolean inside = false;
    for (String passage : columns[9].isEmpty() ? new String[0] : columns[9].split(" ")) {
      long at = Long.parseLong(passage.substring(1));
      boolean entry = passage.charAt(0) == '+';
      if (entry) {
        entries.add(at);
      }
      if (at > latest) {
        latest = at;
        inside = entry;
      }
    }
    RuleFacts facts =
        new RuleFacts(
            Long.parseLong(columns[3]),
            number(columns[4]),
            number(columns[5]),
            new EventDates(Long.parseLong(columns[6]), number(columns[7]), number(columns[8])),
            new PastEntries(entries, inside),
            Long.parseLong(columns[2]),
            Zone.read(columns[ZONE]));
    List<UnmetRule> misses = Rule.of(columns[10]).judge(facts);
    return UnmetRuleWords.of(misses, facts.epochSecond(), facts.zone());
  }

  private static Long number(String text) {
    return text.isEmpty() ? null : Long.valueOf(text);
  }
}
