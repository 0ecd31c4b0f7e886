package io.doorlist.local.template;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/**
 * A function of a template.
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

  public FunctionSpec {
    environment = Map.copyOf(environment);
  }
}
