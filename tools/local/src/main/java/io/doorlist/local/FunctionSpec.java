package io.doorlist.local;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/**
 * A function as a template has it.
 *
 * @param name its logical id
 * @param codeUri the package, absolute
 * @param handler the name of a class
 */
public record FunctionSpec(
    String name,
    Path codeUri,
    String handler,
    int memoryMegabytes,
    Duration timeout,
    Map<String, String> environment) {

  /** Copies the environment. */
  public FunctionSpec {
    environment = Map.copyOf(environment);
  }

  /**
   * Unpacks the package as Lambda does: classes at the root, jars in {@code lib}.
   *
   * @param directory where to; made if it is not there
   * @throws LocalHostException if there is no package, or it is not a ZIP file
   */
  public void unpack(Path directory) {
    FunctionPackage.extract(this, directory);
  }
}
