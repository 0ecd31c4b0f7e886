package io.doorlist.bench;

import io.doorlist.runtime.Initialization;
import io.doorlist.runtime.Launch;
import java.nio.file.Path;
import java.util.List;

/** A way to start a function. */
enum ColdMode {
  /** As Lambda starts one that has no snapshot. */
  PLAIN("plain", Initialization.ON_DEMAND),

  /** Made ready as for a snapshot. Nothing is frozen, so what a restore takes is not in it. */
  PRIMED("primed", Initialization.SNAP_START),

  /**
   * With a cache of the JDK's, made by a run like those that are measured. It wants the very JVM
   * and class path that it was made with, so it is for a container image and not for a package.
   */
  AOT("AOT cache", Initialization.ON_DEMAND);

  final String title;
  final Initialization initialization;

  ColdMode(String title, Initialization initialization) {
    this.title = title;
    this.initialization = initialization;
  }

  /**
   * Returns how to start it.
   *
   * @param wrapper the command that pins it to its processor
   * @param jar all of the function, for the cache, which takes nothing from other class loaders
   * @param cache where that is
   */
  Launch launch(List<String> wrapper, List<Path> jars, Path cache) {
    return this == AOT
        ? new Launch(wrapper, List.of("-XX:AOTMode=on", "-XX:AOTCache=" + cache), jars)
        : new Launch(wrapper, List.of(), List.of());
  }

  /** Returns how to start it so that it makes the cache when it ends. */
  static Launch training(List<String> wrapper, List<Path> jars, Path cache) {
    return new Launch(wrapper, List.of("-XX:AOTCacheOutput=" + cache), jars);
  }
}
