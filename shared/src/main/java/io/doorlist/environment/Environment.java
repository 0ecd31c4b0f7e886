package io.doorlist.environment;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.Properties;
import java.util.function.UnaryOperator;

/**
 * The settings of a function: its environment variables. If functions share one process, and so its
 * environment, the host instead gives each function a file with its settings. The context class
 * loader has that file.
 */
public final class Environment {
  private static final String FILE = "environment.properties";

  private Environment() {}

  /**
   * Returns the value of a variable, or else of the system property with that name. It is empty if
   * neither is set.
   */
  public static Optional<String> get(String name) {
    return Optional.ofNullable(variables().apply(name))
        .or(() -> Optional.ofNullable(System.getProperty(name)));
  }

  public static String require(String name) {
    return get(name)
        .orElseThrow(() -> new IllegalStateException("the setting " + name + " is missing"));
  }

  private static UnaryOperator<String> variables() {
    ClassLoader loader = Thread.currentThread().getContextClassLoader();
    try (InputStream file = loader.getResourceAsStream(FILE)) {
      if (file == null) {
        return System::getenv;
      }
      Properties variables = new Properties();
      variables.load(file);
      return variables::getProperty;
    } catch (IOException e) {
      throw new UncheckedIOException("the function's settings cannot be read", e);
    }
  }
}
