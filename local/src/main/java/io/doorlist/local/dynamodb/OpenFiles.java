package io.doorlist.local.dynamodb;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.stream.Stream;

/** Finds who has a file open, as far as Linux shows it: only root sees other users' processes. */
final class OpenFiles {
  private static final Path PROCESSES = Path.of("/proc");

  private OpenFiles() {}

  /** Returns a process other than this one that has the file open; empty if none can be seen. */
  static OptionalLong holder(Path file) throws IOException {
    if (!Files.isDirectory(PROCESSES) || !Files.exists(file)) {
      return OptionalLong.empty();
    }
    Path real = file.toRealPath();
    long own = ProcessHandle.current().pid();
    try (Stream<Path> processes = Files.list(PROCESSES)) {
      return processes
          .filter(process -> process.getFileName().toString().matches("[0-9]+"))
          .mapToLong(process -> Long.parseLong(process.getFileName().toString()))
          .filter(process -> process != own && has(process, real))
          .findFirst();
    }
  }

  private static boolean has(long process, Path file) {
    try (Stream<Path> open = Files.list(PROCESSES.resolve(process + "/fd"))) {
      return open.anyMatch(each -> isLink(each, file));
    } catch (IOException | UncheckedIOException e) {
      return false; // It has ended, or is not ours to look at.
    }
  }

  /** By the file itself, as it may have several names (hard links). */
  private static boolean isLink(Path link, Path file) {
    try {
      return Files.isSameFile(link, file);
    } catch (IOException e) {
      return false; // It was closed in between.
    }
  }
}
