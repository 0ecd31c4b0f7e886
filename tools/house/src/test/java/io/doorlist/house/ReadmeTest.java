package io.doorlist.house;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What README tells a stranger to type is what is tried for each change. */
class ReadmeTest {
  private static final Pattern COMMAND = Pattern.compile("(?m)^```sh\n(.+)\n```$");
  private static final String FOR_A_CLONE = "## From a clone";

  /** Before it nobody with a guest list reads what only builders need. */
  private static final String FOR_AN_EVENT = "## You have an event and a guest list";

  private static final Pattern FOR_BUILDERS =
      Pattern.compile("JDK|Maven|npm|jmods|\\bclone\\b|terminal", Pattern.CASE_INSENSITIVE);

  @Test
  void bothCommandsForAClone_areRunAsTheyArePrinted() {
    List<String> commands =
        COMMAND
            .matcher(section(FOR_A_CLONE))
            .results()
            .map((MatchResult each) -> each.group(1))
            .toList();

    assertEquals(List.of("./doorlist up --busy", "mvn verify"), commands);
    String run = Sources.text(Sources.ROOT.resolve(".ci/run"));
    assertTrue(run.lines().anyMatch("step mvn verify"::equals), ".ci/run");
    assertTrue(run.lines().anyMatch("step .ci/newcomer"::equals), ".ci/run");
    String newcomer = Sources.text(Sources.ROOT.resolve(".ci/newcomer"));
    assertTrue(
        newcomer.lines().anyMatch("first_answer ./doorlist up --busy"::equals), ".ci/newcomer");
  }

  @Test
  void whoHasAGuestList_readsNothingForBuilders() {
    assertTrue(
        FOR_BUILDERS.matcher(section(FOR_AN_EVENT)).results().findAny().isEmpty(), FOR_AN_EVENT);
  }

  private static String section(String title) {
    String readme = Sources.text(Sources.ROOT.resolve("README.md"));
    int start = readme.indexOf(title + "\n");
    assertTrue(start >= 0, title);
    int end = readme.indexOf("\n## ", start);
    return readme.substring(start, end);
  }
}
