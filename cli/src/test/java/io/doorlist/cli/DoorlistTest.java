package io.doorlist.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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
  void run_helps(String line) {
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

  @ParameterizedTest
  @ValueSource(strings = {"import -", "token list --account a", "demo"})
  void run_saysInOneLine_thatNothingAnswers(String line) {
    CommandResult result = run(line + " --endpoint http://127.0.0.1:1");

    assertEquals(1, result.status());
    assertTrue(
        result.err().startsWith("doorlist: nothing answers at http://127.0.0.1:1"), result.err());
    assertEquals(1, result.err().lines().count(), result.err());
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
