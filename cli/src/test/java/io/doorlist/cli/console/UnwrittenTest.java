package io.doorlist.cli.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.doorlist.cli.CommandFixture;
import io.doorlist.cli.Doorlist;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A command whose results do not arrive, in a process of its own. */
class UnwrittenTest extends CommandFixture {
  private static final File FULL = new File("/dev/full");

  /** Found from outside (issue 66): {@code report | head} said that a report was not written. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "report --account acme --event spring-gala",
        "report --account acme --event spring-gala --format html",
        "export --account acme",
        "export --account acme --checkins",
        "tickets --account acme --event spring-gala",
        "token list --account acme --json"
      })
  void closedPipe_endsACommandQuietly(String line) throws IOException, InterruptedException {
    Process process = table.start(command(line));
    process.getInputStream().close();

    assertEnds(process, StandardOutput.READER_GONE, "");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "report --account acme --event spring-gala",
        "export --account acme",
        "tickets --account acme --event spring-gala",
        "token create --account acme --name Door"
      })
  void fullDisk_endsACommandWithAMessage(String line) throws IOException, InterruptedException {
    assumeTrue(FULL.exists(), "this system has no file that is always full");

    Process process = table.start(command(line).redirectOutput(FULL));

    assertEnds(process, 1, "doorlist: the result cannot be written: is the disk full?\n");
  }

  private static ProcessBuilder command(String line) {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Doorlist.class.getName()));
    command.addAll(List.of(line.split(" ")));
    return new ProcessBuilder(command);
  }

  private static void assertEnds(Process process, int status, String said)
      throws IOException, InterruptedException {
    String err = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);

    assertTrue(process.waitFor(1, TimeUnit.MINUTES));
    assertTrue(said.isEmpty() ? err.isEmpty() : err.endsWith(said), err);
    assertEquals(status, process.exitValue());
  }
}
