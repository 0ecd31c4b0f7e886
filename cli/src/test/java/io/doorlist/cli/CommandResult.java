package io.doorlist.cli;

import io.doorlist.json.Json;
import io.doorlist.json.MalformedJsonException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The result of a command.
 *
 * @param status its exit status
 */
public record CommandResult(int status, String out, String err) {
  /** Runs a command, words with spaces between them, with further options and no input. */
  public static CommandResult run(String command, String... options) {
    return of(new byte[0], words(command, options));
  }

  static String[] words(String command, String... options) {
    return Stream.concat(Stream.of(command.split(" ")), Stream.of(options)).toArray(String[]::new);
  }

  /** Runs a command exactly as given, with this standard input. */
  public static CommandResult of(byte[] in, String... arguments) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int status =
        Doorlist.run(
            new ByteArrayInputStream(in),
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            arguments);
    return new CommandResult(
        status, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  /** Returns the one JSON object that was printed. */
  public Map<String, Object> json() {
    try {
      return Json.readObject(out);
    } catch (MalformedJsonException e) {
      throw new AssertionError(out, e);
    }
  }
}
