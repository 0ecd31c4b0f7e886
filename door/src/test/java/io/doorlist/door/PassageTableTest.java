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
 * The table of docs/door.md, by examples that people can check, each in every order of arrival:
 * {@code +3} is an entry in minute 3, {@code -3} an exit. {@link PassageFoldTest} compares all
 * others with a walk.
 */
class PassageTableTest {
  private static final long MINUTE = 60_000;
  private static final long START = 29_941_667 * MINUTE;

  /** When the next person would like to come in. */
  private static final long NOW = 9;

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      delimiter = '|',
      nullValues = "none",
      textBlock =
          """
          # reentry  | passages    | in since | unexplained | who may come in in minute 9
          never      | none        | out      | none        | never after_exit always
          never      | +1          | 1        | none        | always
          never      | +1 -2       | out      | none        | after_exit always
          never      | +1 -2 +3    | 3        | +3          | always
          never      | +1 +2       | 1        | +2          | always
          never      | +1 +2 +3    | 1        | +2 +3       | always
          never      | -1 +2       | 2        | -1          | always
          after_exit | +1          | 1        | none        | always
          after_exit | +1 -2       | out      | none        | after_exit always
          after_exit | +1 -2 +3    | 3        | none        | always
          after_exit | +1 -2 +3 -4 | out      | none        | after_exit always
          after_exit | +1 +2       | 1        | +2          | always
          after_exit | +1 +2 -3    | out      | +2          | after_exit always
          after_exit | +1 +2 -3 +4 | 4        | +2          | always
          after_exit | +1 -2 +3 +4 | 3        | +4          | always
          after_exit | -1          | out      | -1          | never after_exit always
          after_exit | -1 +2       | 2        | -1          | always
          after_exit | +1 -2 -3    | out      | -3          | after_exit always
          after_exit | +1 -2 -3 +4 | 4        | -3          | always
          always     | +1 +2 +3    | 1        | none        | always
          always     | +1 +2 -3    | out      | none        | after_exit always
          always     | +1 +2 -3 -4 | out      | -4          | after_exit always
          always     | -1 +2       | 2        | -1          | always
          """)
  void passages_comeToTheSame_inEveryOrderOfArrival(
      String reentry, String passages, String since, String unexplained, String admitted) {
    List<Passage> all = passages(passages, Reentry.of(reentry));

    for (List<Passage> arrived : orders(all)) {
      assertFold(PassageFold.of(arrived, Emptying.NEVER), since, unexplained);
      assertEquals(admitted, admitted(arrived));
      assertEquals(
          PassageFold.of(arrived, Emptying.NEVER).presence(),
          PassageFold.presence(arrived, Emptying.NEVER));
    }
  }

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

  private static void assertFold(PassageFold fold, String since, String unexplained) {
    Presence now = fold.presence();
    Tally tally = fold.tally();

    assertEquals(since, now.inside() ? String.valueOf((now.since() - START) / MINUTE) : "out");
    assertEquals(unexplained, words(fold.unexplained()));
    assertEquals(now.inside() ? 1 : 0, tally.inside(START / MINUTE + NOW, Emptying.NEVER));
    assertEquals(fold.unexplained().size(), tally.unexplainedEntries() + tally.unexplainedExits());
  }

  /** Returns the rules of re-entry that would let the ticket in. */
  private static String admitted(List<Passage> passages) {
    Presence presence = PassageFold.presence(passages, Emptying.NEVER);
    return Arrays.stream(Reentry.values())
        .filter(each -> presence.admits(each, START + NOW * MINUTE, Emptying.NEVER))
        .map(Reentry::word)
        .collect(Collectors.joining(" "));
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

  private static List<List<Passage>> orders(List<Passage> passages) {
    if (passages.isEmpty()) {
      return List.of(List.of());
    }
    List<List<Passage>> orders = new ArrayList<>();
    for (int first = 0; first < passages.size(); first++) {
      List<Passage> others = new ArrayList<>(passages);
      Passage begin = others.remove(first);
      for (List<Passage> rest : orders(others)) {
        List<Passage> order = new ArrayList<>(List.of(begin));
        order.addAll(rest);
        orders.add(order);
      }
    }
    return orders;
  }
}
