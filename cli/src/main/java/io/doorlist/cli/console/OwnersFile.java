package io.doorlist.cli.console;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** A file with people's data or a secret. Only the user who runs the command may read it. */
public final class OwnersFile {
  private static final Set<PosixFilePermission> OWNERS =
      PosixFilePermissions.fromString("rw-------");

  private OwnersFile() {}

  /**
   * Writes a whole text to a file, and creates the folder if there is none. A reader sees the old
   * text or the new one, never a part.
   *
   * @throws Failure if the file cannot be written
   */
  public static void write(Path file, String text) {
    Path next = file.resolveSibling(file.getFileName() + ".new");
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      // Others may be able to read a file that an earlier run left, so this starts a new one.
      Files.deleteIfExists(next);
      prepare(next);
      Files.writeString(next, text);
      Files.move(next, file, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new Failure(FailureType.CANNOT_WRITE, file.toString(), "cannot write " + file, e);
    }
  }

  /**
   * Creates a file that only its owner can read. If the file exists, this takes the permissions of
   * others away. Does nothing on a file system without permissions.
   */
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
