package io.doorlist.acceptance.service;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.doorlist.acceptance.client.Json;
import io.doorlist.acceptance.client.Overheard;
import io.doorlist.cli.Doorlist;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The command line, which writes everything that the API only reads.
 *
 * @param target the options for the table, such as {@code --endpoint URL --table NAME}
 * @param secrets gathers what is imported
 */
public record Cli(List<String> target, Secrets secrets) {
  /** The exit status of a command, and its output. */
  public record Result(int status, String out, String err) {}

  public Result run(String... arguments) {
    return runWith("", arguments);
  }

  /** Runs a command with this standard input. */
  public Result runWith(String in, String... arguments) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int status =
        Doorlist.run(
            new ByteArrayInputStream(in.getBytes(UTF_8)),
            new PrintStream(out, true, UTF_8),
            new PrintStream(err, true, UTF_8),
            Stream.concat(Stream.of(arguments), target.stream()).toArray(String[]::new));
    Overheard.note(err.toString(UTF_8));
    return new Result(status, out.toString(UTF_8), err.toString(UTF_8));
  }

  /** Runs a command that must succeed, and returns its result. */
  public Result must(String in, String... arguments) {
    Result result = runWith(in, arguments);
    assertEquals(0, result.status(), () -> String.join(" ", arguments) + "\n" + result);
    return result;
  }

  /**
   * Imports lines, all of which must be accepted; returns how many were created, changed and so on.
   */
  public Map<String, Object> load(List<Map<String, Object>> lines) {
    secrets.addLines(lines);
    String file = lines.stream().map(Json::write).collect(Collectors.joining("\n"));
    return Json.parse(must(file, "import", "-", "--json").out());
  }
}
