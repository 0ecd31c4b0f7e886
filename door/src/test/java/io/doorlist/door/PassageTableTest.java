package io.doorlist.door;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What is decided of a single passage, by examples: {@code +3} is an entry in minute 3, {@code -3}
 * an exit. All that many of them come to is for {@link PassageFoldTest}.
 */
class PassageTableTest {
  private static final long MINUTE = 60_000;
  private static final long START = 29_941_667 * MINUTE;

  /** Whether an entry is let in among passages that may be later than it, as in an upload. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "none",
      textBlock =
          """
          never      | none     | +1 | true
          never      | +1 -2    | +3 | false
          never      | +3       | +1 | false
          after_exit | +1       | +2 | false
          after_exit | +2       | +1 | false
          after_exit | +1 -2    | +3 | true
          after_exit | +1 -3    | +2 | false
          after_exit | -2       | +1 | true
          after_exit | +1 +2    | +3 | false
          after_exit | +1 +2 -3 | +4 | true
          always     | +1       | +2 | true
          """)
  void entry_isLetIn_ifItLeavesNothingMoreUnexplained(
      String reentry, String known, String entry, boolean letIn) {
    List<Passage> passages = passages(known, Reentry.of(reentry));
    Passage next = passages(entry, Reentry.of(reentry)).getFirst();

    assertEquals(letIn, PassageFold.admits(passages, next, Emptying.NEVER));
  }

  /** The list that an entry is at decides, not those at which the ticket was before. */
  @Test
  void entry_isExplainedByTheRuleOfItsOwnList() {
    List<Passage> passages =
        List.of(
            passage("+1", Reentry.ALWAYS),
            passage("+2", Reentry.NEVER),
            passage("-3", Reentry.NEVER));
    List<Passage> again = new ArrayList<>(passages);
    again.add(passage("+4", Reentry.AFTER_EXIT));
    again.add(passage("+5", Reentry.ALWAYS));

    assertEquals("+2", words(PassageFold.of(passages, Emptying.NEVER).unexplained()));
    assertEquals("+2", words(PassageFold.of(again, Emptying.NEVER).unexplained()));
  }

  /** Each is told by itself, also two that one token sent of one millisecond. */
  @Test
  void passagesOfOneTime_areTold_byTieAndEntryBeforeExit() {
    Passage entry = new Passage(START, 7, false, Reentry.AFTER_EXIT);
    Passage exit = new Passage(START, 7, true, Reentry.AFTER_EXIT);
    Passage exitOfALowerTie = new Passage(START, 6, true, Reentry.AFTER_EXIT);

    assertEquals(List.of(true, true), PassageFold.explained(List.of(exit, entry), Emptying.NEVER));
    assertEquals(
        List.of(true, false),
        PassageFold.explained(List.of(entry, exitOfALowerTie), Emptying.NEVER));
    assertEquals(
        List.of(true, false), PassageFold.explained(List.of(entry, entry), Emptying.NEVER));
  }

  private static List<Passage> passages(String words, Reentry reentry) {
    return words == null
        ? List.of()
        : Arrays.stream(words.split(" ")).map(word -> passage(word, reentry)).toList();
  }

  private static Passage passage(String word, Reentry reentry) {
    long minute = Long.parseLong(word.substring(1));
    return new Passage(START + minute * MINUTE, 0, word.startsWith("-"), reentry);
  }

  private static String words(List<Passage> passages) {
    return passages.isEmpty()
        ? null
        : passages.stream()
            .map(each -> (each.exit() ? "-" : "+") + (each.at() - START) / MINUTE)
            .collect(Collectors.joining(" "));
  }
}
