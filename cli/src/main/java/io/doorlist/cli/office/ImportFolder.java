package io.doorlist.cli.office;

import io.doorlist.cli.console.Failure;
import io.doorlist.cli.console.FailureType;
import io.doorlist.cli.console.OwnersFile;
import io.doorlist.cli.forgetting.KeptLists;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Keeps the imports of an account beside the data: their files, and the orders before and after
 * each import. Only the owner of the folder can read them. The note of an import, a file with its
 * state, is written last. So an import has begun once its note exists. Thread-safe.
 */
final class ImportFolder {
  /**
   * What is kept of an import besides its files: the orders before it, and those that it changed.
   */
  enum Part {
    BEFORE,
    AFTER
  }

  private final Path folder;

  /**
   * The imports, by id. They are read only at the start, as no other process adds imports. If the
   * folder were read while a file is replaced, that file might seem to be missing.
   */
  private final Map<String, ImportRun> runs = new LinkedHashMap<>();

  ImportFolder(KeptLists lists) {
    folder = lists.folder();
    try (DirectoryStream<Path> notes = Files.newDirectoryStream(folder, "*" + KeptLists.NOTE)) {
      for (Path each : notes) {
        ImportRun run = ImportRun.read(Files.readString(each));
        runs.put(run.id(), run);
      }
    } catch (NoSuchFileException e) {
      // Nothing has been imported yet.
      return;
    } catch (IOException e) {
      throw new Failure(
          FailureType.CANNOT_READ,
          folder.toString(),
          "what is kept of imports cannot be read: " + folder,
          e);
    }
  }

  /** Returns all imports, the newest first. */
  synchronized List<ImportRun> list() {
    leaveForgotten();
    return runs.values().stream().sorted(Comparator.comparing(ImportRun::at).reversed()).toList();
  }

  synchronized Optional<ImportRun> find(String id) {
    leaveForgotten();
    return Optional.ofNullable(runs.get(id));
  }

  /** Forgets imports whose lists were deleted, perhaps by another process. */
  private void leaveForgotten() {
    runs.keySet().removeIf(id -> Files.notExists(file(id, 0)));
  }

  synchronized void keep(ImportRun run) {
    write(folder.resolve(run.id() + KeptLists.NOTE), run.text().getBytes(StandardCharsets.UTF_8));
    runs.put(run.id(), run);
  }

  /** Keeps one of the files of an import. */
  void keep(String id, int index, ListFile file) {
    write(file(id, index), file.bytes());
  }

  /** Returns the files of an import. */
  List<ListFile> files(ImportRun run) {
    return IntStream.range(0, run.files().size())
        .mapToObj(i -> new ListFile(run.files().get(i), read(file(run.id(), i))))
        .toList();
  }

  /** Stores lines of orders, each behind its number, which is the order's id. */
  void keep(String id, Part part, Map<Long, String> lines) {
    StringBuilder text = new StringBuilder();
    lines.forEach((number, line) -> text.append(number).append(' ').append(line).append('\n'));
    write(path(id, part), text.toString().getBytes(StandardCharsets.UTF_8));
  }

  private static byte[] read(Path file) {
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new Failure(
          FailureType.CANNOT_READ,
          file.toString(),
          "what is kept of an import cannot be read: " + file,
          e);
    }
  }

  Map<Long, String> lines(String id, Part part) {
    Map<Long, String> lines = new LinkedHashMap<>();
    new String(read(path(id, part)), StandardCharsets.UTF_8)
        .lines()
        .forEach(
            line -> {
              int blank = line.indexOf(' ');
              lines.put(Long.valueOf(line.substring(0, blank)), line.substring(blank + 1));
            });
    return lines;
  }

  private Path file(String id, int index) {
    return folder.resolve(KeptLists.file(id, index));
  }

  private Path path(String id, Part part) {
    return folder.resolve(id + "." + part.name().toLowerCase(Locale.ROOT));
  }

  /** Writes a whole file. After a kill it has the old content or the new one, never a part. */
  private void write(Path file, byte[] content) {
    Path next = file.resolveSibling(file.getFileName() + ".new");
    try {
      Files.createDirectories(folder);
      Files.deleteIfExists(next);
      OwnersFile.prepare(next);
      Files.write(next, content);
      try (FileChannel written = FileChannel.open(next, StandardOpenOption.WRITE)) {
        written.force(true);
      }
      Files.move(next, file, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new Failure(FailureType.CANNOT_WRITE, file.toString(), "cannot write " + file, e);
    }
  }
}
