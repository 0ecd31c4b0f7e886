package io.doorlist.cli.console;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** A file with people's data, or a secret, which only who runs the command may read. */
public final class OwnersFile {
  private static final Set<PosixFilePermission> OWNERS =
      PosixFilePermissions.fromString("rw-------");

  private OwnersFile() {}

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
