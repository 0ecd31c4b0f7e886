package io.doorlist.acceptance.service;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.doorlist.acceptance.client.Json;
import io.doorlist.acceptance.client.Overheard;
import io.doorlist.cli.Doorlist;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The command line, which writes everything that the API only reads. */
public final class Cli {
  /** The exit status of a command, and its output. */
  public record Result(int status, String out, String err) {}

  private final List<String> target;
  private final Secrets secrets;
  private final Overheard overheard;

  /**
   * @param target the options for the table, such as {@code --endpoint URL --table NAME}
   * @param secrets gathers what is imported
   * @param overheard collects what commands print besides their results
   */
  Cli(List<String> target, Secrets secrets, Overheard overheard) {
    this.target = List.copyOf(target);
    this.secrets = secrets;
    this.overheard = overheard;
  }

  /** Runs a command on the target. */
  public Result run(String... arguments) {
    Result result = run("", target, arguments);
    overheard.note(result.err());
    return result;
  }

  /** Runs a command on another target with this standard input. */
  public static Result run(String in, List<String> target, String... arguments) {
    List<String> all = new ArrayList<>(List.of(arguments));
    all.addAll(target);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int status =
        Doorlist.run(
            new ByteArrayInputStream(in.getBytes(UTF_8)),
            new PrintStream(out, true, UTF_8),
            new PrintStream(err, true, UTF_8),
            all.toArray(String[]::new));
    return new Result(status, out.toString(UTF_8), err.toString(UTF_8));
  }

  /** Runs a command that must succeed, and returns the JSON object that it prints. */
  Map<String, Object> json(String... arguments) {
    List<String> all = new ArrayList<>(List.of(arguments));
    all.add("--json");
    Result result = run(all.toArray(String[]::new));
    assertEquals(0, result.status(), () -> String.join(" ", all) + "\n" + result);
    return Json.parse(result.out());
  }

  /**
   * Imports lines, all of which must be accepted; returns how many were created, changed and so on.
   */
  public Map<String, Object> load(List<Map<String, Object>> lines) {
    return withFile(lines, file -> json("import", file.toString()));
  }

  /** Imports lines that may be refused. */
  public Result tryToLoad(List<Map<String, Object>> lines) {
    return withFile(lines, file -> run("import", file.toString()));
  }

  private <T> T withFile(List<Map<String, Object>> lines, Function<Path, T> use) {
    secrets.addLines(lines);
    try {
      Path file = Files.createTempFile("doorlist-acceptance", ".ndjson");
      try {
        Files.writeString(file, lines.stream().map(Json::write).collect(Collectors.joining("\n")));
        return use.apply(file);
      } finally {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
