package io.doorlist.cli;

import io.doorlist.cli.console.Failure;
import java.nio.file.Files;
import java.nio.file.Path;

/** The folder that holds template.yaml and everything else of Doorlist. */
final class Root {
  /** The system property that names it, if it is neither this folder nor one above it. */
  private static final String PROPERTY = "doorlist.root";

  private Root() {}

  /**
   * Finds it.
   *
   * @throws Failure if it is not there
   */
  static Path find() {
    String named = System.getProperty(PROPERTY);
    if (named != null) {
      return Path.of(named);
    }
    for (Path folder = Path.of("").toAbsolutePath(); folder != null; folder = folder.getParent()) {
      if (Files.isRegularFile(folder.resolve("template.yaml"))) {
        return folder;
      }
    }
    throw new Failure("there is no template.yaml here or above; -D" + PROPERTY + " says where");
  }
}
