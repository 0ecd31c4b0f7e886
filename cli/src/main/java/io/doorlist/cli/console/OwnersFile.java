package io.doorlist.cli.console;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** A file with people's data, or a secret, which only who runs the command may read. */
public final class OwnersFile {
  private static final Set<PosixFilePermission> OWNERS =
      PosixFilePermissions.fromString("rw-------");

  private OwnersFile() {}

  /**
   * Writes a text as a whole, and its folder if there is none: a reader never meets half of it.
   *
   * @throws Failure if it cannot be written
   */
  public static void write(Path file, String text) {
    Path next = file.resolveSibling(file.getFileName() + ".new");
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      // What is in it was never in one that others can read.
      Files.deleteIfExists(next);
      prepare(next);
      Files.writeString(next, text);
      Files.move(next, file, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new Failure("cannot write " + file, e);
    }
  }

  /** Makes it, or makes one that is there so; on a file system without permissions does nothing. */
  public static void prepare(Path file) throws IOException {
    if (!file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      return;
    }
    if (Files.notExists(file)) {
      Files.createFile(file, PosixFilePermissions.asFileAttribute(OWNERS));
    } else if (Files.isRegularFile(file)) {
      Files.setPosixFilePermissions(file, OWNERS);
    }
  }
}
