package io.doorlist.local.functions;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;
import java.util.TreeMap;

/** The environment of a test function. */
public final class TestEnvironment {
  private static final Properties VARIABLES = new Properties();

  static {
    try (InputStream file = TestEnvironment.class.getResourceAsStream("/environment.properties")) {
      VARIABLES.load(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private TestEnvironment() {}

  static String get(String name) {
    return VARIABLES.getProperty(name);
  }

  static String all() {
    return new TreeMap<>(VARIABLES).toString();
  }
}
