package io.doorlist.runtime;

import java.nio.file.Path;
import java.util.List;

/**
 * What a function's process is started with in addition to the command of Lambda's runtime.
 *
 * @param wrapper a command in front of the JVM, such as {@code taskset -c 0}; it must become the
 *     JVM
 * @param options of the JVM, after Lambda's own
 * @param jars on the class path after the client's, in addition to the package; none on Lambda
 */
public record Launch(List<String> wrapper, List<String> options, List<Path> jars) {
  /** Starts like Lambda. */
  public static final Launch LAMBDAS = new Launch(List.of(), List.of(), List.of());

  public Launch {
    wrapper = List.copyOf(wrapper);
    options = List.copyOf(options);
    jars = List.copyOf(jars);
  }
}
