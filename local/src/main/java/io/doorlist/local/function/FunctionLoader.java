package io.doorlist.local.function;

import io.doorlist.table.Engine;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.function.Supplier;

/**
 * Loads a function's classes: the AWS SDK's from this process, for all functions once, and all
 * others from its package. A function that has the host's table also shares the words in which
 * tables are asked and answer.
 *
 * <p>Implementation note. A function gets the host's table by asking the loader of its own classes,
 * and so each host's functions get their own. What is shared has no state and reads no settings:
 * {@code domain} and {@code door} know Java only. See ADR 0054.
 */
final class FunctionLoader extends URLClassLoader implements Supplier<Engine> {
  static {
    registerAsParallelCapable();
  }

  /** What no jar has: looking for it opens them all. */
  private static final String NOTHING = "io/doorlist/nothing";

  private static final String TABLE = "io.doorlist.table.";

  private final ClassLoader host = FunctionLoader.class.getClassLoader();
  private final Engine table;

  /**
   * Creates a function's loader.
   *
   * @param table the table in this process; {@code null} if the function asks by HTTP
   */
  FunctionLoader(String function, URL[] path, Engine table) {
    super(function, path, ClassLoader.getPlatformClassLoader());
    this.table = table == null ? null : new LentEngine(table);
    // A jar that cannot be opened when it is first needed, as no descriptor is left, is forgotten.
    findResource(NOTHING);
    host.getResource(NOTHING);
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (isSdk(name) || table != null && isOfTables(name)) {
      try {
        return host.loadClass(name);
      } catch (ClassNotFoundException e) {
        // A part of the SDK that only functions use, such as SQS.
      }
    }
    return super.loadClass(name, resolve);
  }

  private static boolean isSdk(String name) {
    return name.startsWith("software.amazon.awssdk.") || name.startsWith("org.reactivestreams.");
  }

  /** Returns whether a class is of those that an engine takes, returns or throws. */
  private static boolean isOfTables(String name) {
    return name.startsWith("io.doorlist.domain.")
        || name.startsWith("io.doorlist.door.")
        || name.startsWith(TABLE) && name.indexOf('.', TABLE.length()) < 0;
  }

  /** Returns the table in this process; {@code null} if there is none. */
  @Override
  public Engine get() {
    return table;
  }
}
