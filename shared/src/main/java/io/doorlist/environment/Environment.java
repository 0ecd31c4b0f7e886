package io.doorlist.environment;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Collectors;

/**
 * The settings of a function: its environment variables. Where functions share a process and its
 * environment, the host puts a file into each function's package instead.
 */
public final class Environment {
  /**
   * The host's file, at the root of the class path; if it exists, environment variables are not
   * read.
   */
  private static final String FILE = "/environment.properties";

  private static final Map<String, String> VARIABLES = read();

  private Environment() {}

  /** Returns a variable's value, or a system property's of that name; empty if neither is set. */
  public static Optional<String> get(String name) {
    return Optional.ofNullable(VARIABLES.get(name))
        .or(() -> Optional.ofNullable(System.getProperty(name)));
  }

  /**
   * Returns a variable's value.
   *
   * @throws IllegalStateException if it is not set
   */
  public static String require(String name) {
    return get(name)
        .orElseThrow(() -> new IllegalStateException("the setting " + name + " is missing"));
  }

  private static Map<String, String> read() {
    try (InputStream file = Environment.class.getResourceAsStream(FILE)) {
      return file == null ? System.getenv() : read(file);
    } catch (IOException e) {
      throw new UncheckedIOException("the function's settings cannot be read", e);
    }
  }

  private static Map<String, String> read(InputStream file) throws IOException {
    Properties variables = new Properties();
    variables.load(file);
    return variables.stringPropertyNames().stream()
        .collect(Collectors.toUnmodifiableMap(name -> name, variables::getProperty));
  }
}
