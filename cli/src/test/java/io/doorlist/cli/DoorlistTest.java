package io.doorlist.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

class DoorlistTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "dance",
        "import",
        "import --dry-run",
        "import - --fast",
        "import - --endpoint http://127.0.0.1:8000 --stack door",
        "import - --endpoint ::",
        "import - --up http://127.0.0.1:3000 --data evening",
        "import - --data evening --endpoint http://127.0.0.1:8000",
        "import - --up http://127.0.0.1:3000 --table other",
        "import - --data evening --region eu-west-1",
        "import - --table other",
        "backup",
        "backup copy --data evening --up http://127.0.0.1:3000",
        "import - --endpoint nowhere",
        "import - --endpoint ftp://127.0.0.1",
        "token",
        "token make",
        "token create",
        "token list",
        "token revoke x",
        "token revoke --account a",
        "demo --orders",
        "up --port x",
        "up --port 65536",
        "up --dynamodb-port 8000",
        "up --data here --in-memory"
      })
  void run_endsWithStatus2_whenUsedInTheWrongWay(String line) {
    CommandResult result = run(line);

    assertEquals(2, result.status(), result.err());
    assertEquals("", result.out());
    assertEquals(2, result.err().lines().count(), result.err());
    assertTrue(result.err().startsWith("doorlist: "), result.err());
    assertFalse(result.err().contains("Error:"), result.err());
    assertFalse(result.err().contains("is not an int"), result.err());
    assertTrue(result.err().lines().toList().getLast().startsWith("see: doorlist"), result.err());
  }

  @ParameterizedTest
  @ValueSource(strings = {"--help", "-h", "import --help", "token --help", "up --help"})
  void helpOption_printsUsage(String line) {
    CommandResult result = run(line);

    assertEquals(0, result.status(), result.err());
    assertTrue(result.out().contains("Usage: doorlist"), result.out());
    assertEquals("", result.err());
  }

  /** The list of commands shows the first text of each command's description, and no more. */
  @ParameterizedTest
  @ValueSource(strings = {"--help", "token --help", "webhook --help"})
  void help_saysOfEachCommand_wholeSentences(String line) {
    String help = run(line).out();
    List<String> commands =
        List.of(help.substring(help.indexOf("Commands:\n") + 10).split("\n(?=  \\w)"));

    assertTrue(commands.size() > 2, help);
    assertEquals(
        List.of(), commands.stream().filter(command -> !command.strip().endsWith(".")).toList());
  }

  /** A text of several is a line of its own, so none may end within a sentence. */
  @Test
  void help_isWholeSentences_ofEveryCommandAndOption() {
    List<String> texts = new ArrayList<>();
    collect(new CommandLine(Doorlist.class).getCommandSpec(), texts);
    Doorlist.COMMANDS.forEach(command -> collect(new CommandLine(command).getCommandSpec(), texts));

    assertTrue(texts.size() > 100, texts::toString);
    assertEquals(List.of(), texts.stream().filter(text -> !text.endsWith(".")).toList());
  }

  private static void collect(CommandSpec command, List<String> texts) {
    texts.addAll(List.of(command.usageMessage().description()));
    command.args().forEach(each -> texts.addAll(List.of(each.description())));
    command
        .subcommands()
        .values()
        .forEach(subcommand -> collect(subcommand.getCommandSpec(), texts));
  }

  /** Found from outside (issue 66): "Unmatched argument at index 0". */
  @Test
  void everyCommand_saysWhatIsWrongWithACall_inPlainWords() {
    for (String command : commands("")) {
      String name = ("doorlist " + command).strip();

      if (wants(command)) {
        assertMisuse(command, "(.* (is|are) missing|one of these is missing: .*)");
        continue;
      }
      assertMisuse(
          command + " --no-such-option",
          name + " has no option --no-such-option(; did you mean .*)?");
      if (help(command).contains("Commands:\n")) {
        assertMisuse(command, name + " needs a command: .*");
        assertMisuse(command + " dance", "there is no command '" + name + " dance'");
      }
    }
  }

  private static void assertMisuse(String line, String words) {
    CommandResult result = run(line.strip());

    assertEquals(2, result.status(), result.err());
    assertTrue(
        result.err().lines().findFirst().orElse("").matches("doorlist: " + words), result.err());
  }

  /** Returns whether the first paragraph of the help has something that is not in brackets. */
  private static boolean wants(String command) {
    String synopsis = help(command).split("\n(?=\\S)")[0];
    String optional = "\\[[^\\[\\]]*\\]";
    while (synopsis.matches("(?s).*" + optional + ".*")) {
      synopsis = synopsis.replaceAll(optional, "");
    }
    String words = synopsis.replace("COMMAND", "").replaceAll("\\s+", " ").strip();
    return !words.equals(("Usage: doorlist " + command).strip());
  }

  private static String help(String command) {
    return run((command + " --help").strip()).out();
  }

  private static List<String> commands(String parent) {
    List<String> all = new ArrayList<>(List.of(parent));
    String help = help(parent);
    int begin = help.indexOf("Commands:\n");
    if (begin >= 0) {
      help.substring(begin)
          .lines()
          .filter(line -> line.matches("  \\w.*"))
          .map(line -> (parent + " " + line.strip().split(" ")[0]).strip())
          .forEach(child -> all.addAll(commands(child)));
    }
    return all;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "import -",
        "export --account a",
        "report --account a --event e",
        "tickets --account a --event e",
        "show --account a --email a@example.org",
        "forget --account a --email a@example.org",
        "demo",
        "token create --account a --name n",
        "token list --account a",
        "token revoke --account a n",
        "webhook list --account a",
        "webhook remove --account a wh_1"
      })
  void run_saysInOneLine_thatNothingAnswers(String line) {
    CommandResult result = run(line + " --endpoint http://127.0.0.1:1");

    assertEquals(1, result.status());
    assertEquals(
        "doorlist: nothing answers at http://127.0.0.1:1; --endpoint or --stack names another\n",
        result.err());
  }

  @Test
  void run_namesItsVersion() {
    CommandResult result = run("--version");

    assertEquals(0, result.status());
    assertTrue(result.out().startsWith("doorlist "), result.out());
  }

  private static CommandResult run(String line) {
    byte[] in = (SampleLines.ACCOUNT + "\n").getBytes(StandardCharsets.UTF_8);
    return CommandResult.of(in, line.isEmpty() ? new String[0] : line.split(" "));
  }
}
