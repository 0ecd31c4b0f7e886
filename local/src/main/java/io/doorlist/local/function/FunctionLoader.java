package io.doorlist.local.function;

import io.doorlist.table.Engine;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.function.Supplier;

/**
 * Loads a function's classes, and is the context class loader of its calls. There are two kinds:
 *
 * <ul>
 *   <li>One <em>shares</em> the host's classes, so that functions do not each load and compile the
 *       same code. Only classes that the host does not have come from the function's package.
 *   <li>One <em>isolates</em> a function, to show that its package is complete. It takes from the
 *       host only the AWS SDK. If the function uses the host's table, it also takes the classes
 *       that a table takes and returns.
 * </ul>
 *
 * <p>Implementation note. A function gets the table and its settings from this loader. So if a
 * process has several hosts, each function gets those of its own host. See ADR 0054.
 */
final class FunctionLoader extends URLClassLoader implements Supplier<Engine> {
  static {
    registerAsParallelCapable();
  }

  /** A name that is in no jar, so that looking for it opens all jars. */
  private static final String NOTHING = "io/doorlist/nothing";

  private static final String TABLE = "io.doorlist.table.";
  private static final ClassLoader HOST = FunctionLoader.class.getClassLoader();

  private final boolean isolates;
  private final Engine table;

  private FunctionLoader(
      String function, URL[] path, Engine table, boolean isolates, ClassLoader parent) {
    super(function, path, parent);
    this.isolates = isolates;
    this.table = table == null ? null : new LentEngine(table);
    // All jars are opened now. A jar that cannot be opened later, because no file descriptor is
    // left, would be ignored from then on.
    findResource(NOTHING);
    HOST.getResource(NOTHING);
  }

  /**
   * Creates the loader of a function that shares the host's classes.
   *
   * @param table the table in this process; {@code null} if the function reaches its table by HTTP
   */
  static FunctionLoader sharing(String function, URL[] path, Engine table) {
    return new FunctionLoader(function, path, table, false, HOST);
  }

  /** Creates the loader of a function by itself. Its parameters are those of {@link #sharing}. */
  static FunctionLoader isolating(String function, URL[] path, Engine table) {
    return new FunctionLoader(function, path, table, true, ClassLoader.getPlatformClassLoader());
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (isolates && (isSdk(name) || table != null && isOfTables(name))) {
      try {
        return HOST.loadClass(name);
      } catch (ClassNotFoundException e) {
        // The host does not have this part of the SDK.
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
