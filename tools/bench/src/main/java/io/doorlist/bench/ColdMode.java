package io.doorlist.bench;

import io.doorlist.runtime.Initialization;
import io.doorlist.runtime.Launch;
import java.nio.file.Path;
import java.util.List;

/** A way to start a function. */
enum ColdMode {
  /** As Lambda starts a function without a snapshot. */
  PLAIN("plain", Initialization.ON_DEMAND),

  /** Primed as for a snapshot. No snapshot is taken, so the time of a restore is not included. */
  PRIMED("primed", Initialization.SNAP_START),

  /**
   * With the JDK's AOT cache, made by a run like the measured ones. The cache needs the very JVM
   * and class path that it was made with, so it suits a container image and not a package.
   */
  AOT("AOT cache", Initialization.ON_DEMAND);

  final String title;
  final Initialization initialization;

  ColdMode(String title, Initialization initialization) {
    this.title = title;
    this.initialization = initialization;
  }

  /**
   * Returns how to start a function.
   *
   * @param wrapper the command that pins it to its processor
   * @param jars all of the function, for the cache, which ignores classes of other class loaders
   * @param cache the cache's file
   */
  Launch launch(List<String> wrapper, List<Path> jars, Path cache) {
    return this == AOT
        ? new Launch(wrapper, List.of("-XX:AOTMode=on", "-XX:AOTCache=" + cache), jars)
        : new Launch(wrapper, List.of(), List.of());
  }

  /** Returns how to start a function so that it writes the cache when it ends. */
  static Launch training(List<String> wrapper, List<Path> jars, Path cache) {
    return new Launch(wrapper, List.of("-XX:AOTCacheOutput=" + cache), jars);
  }
}
