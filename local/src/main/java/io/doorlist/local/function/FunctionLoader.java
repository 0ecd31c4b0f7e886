package io.doorlist.local.function;

import io.doorlist.table.Engine;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.function.Supplier;

/**
 * Loads a function's classes. Classes of the AWS SDK come from this process, so that all functions
 * share them. All others come from the function's package. A function that uses the host's table
 * also shares the classes that a table takes and returns.
 *
 * <p>Implementation note. A function gets the table from the loader of its own classes. So if a
 * process has several hosts, each function gets the table of its own host. Shared classes have no
 * state and read no settings, as {@code domain} and {@code door} depend on Java only. See ADR 0054.
 */
final class FunctionLoader extends URLClassLoader implements Supplier<Engine> {
  static {
    registerAsParallelCapable();
  }

  /** A name that is in no jar, so that looking for it opens all jars. */
  private static final String NOTHING = "io/doorlist/nothing";

  private static final String TABLE = "io.doorlist.table.";

  private final ClassLoader host = FunctionLoader.class.getClassLoader();
  private final Engine table;

  /**
   * Creates a function's loader.
   *
   * @param table the table in this process; {@code null} if the function reaches its table by HTTP
   */
  FunctionLoader(String function, URL[] path, Engine table) {
    super(function, path, ClassLoader.getPlatformClassLoader());
    this.table = table == null ? null : new LentEngine(table);
    // All jars are opened now. A jar that cannot be opened later, because no file descriptor is
    // left, would be ignored from then on.
    findResource(NOTHING);
    host.getResource(NOTHING);
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (isSdk(name) || table != null && isOfTables(name)) {
      try {
        return host.loadClass(name);
      } catch (ClassNotFoundException e) {
        // The host does not have this part of the SDK, such as SQS, because only functions use it.
      }
    }
    return super.loadClass(name, resolve);
  }

  private static boolean isSdk(String name) {
    return name.startsWith("software.amazon.awssdk.") || name.startsWith("org.reactivestreams.");
  }

  /** Returns whether a class is one that an engine takes, returns or throws. */
  private static boolean isOfTables(String name) {
    return name.startsWith("io.doorlist.domain.")
        || name.startsWith("io.doorlist.door.")
        || name.startsWith(TABLE) && name.indexOf('.', TABLE.length()) < 0;
  }

  /** Returns the table in this process, or {@code null} if there is none. */
  @Override
  public Engine get() {
    return table;
  }
}
