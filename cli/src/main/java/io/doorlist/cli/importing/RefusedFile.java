package io.doorlist.cli.importing;

import io.doorlist.cli.console.Failure;
import io.doorlist.cli.importing.lines.Importer;
import io.doorlist.ingest.ImportOutcome;
import io.doorlist.json.Json;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Writes refused lines to a file, with what was wrong, so that they can be fixed and imported. The
 * lines contain personal data, so only the owner can read a new file. Not thread-safe.
 */
final class RefusedFile implements AutoCloseable {
  private final Path path;
  private final Writer writer;

  /**
   * Empties the file.
   *
   * @throws Failure if it cannot be written
   */
  RefusedFile(Path path) {
    this.path = path;
    try {
      if (Files.notExists(path)) {
        Files.createFile(path, owners(path));
      }
      writer = Files.newBufferedWriter(path);
    } catch (IOException e) {
      throw new Failure("cannot write " + path, e);
    }
  }

  private static FileAttribute<?>[] owners(Path path) {
    return path.getFileSystem().supportedFileAttributeViews().contains("posix")
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
        }
        : new FileAttribute<?>[0];
  }

  /** Adds a line. */
  void add(Importer.SourceLine line, ImportOutcome outcome) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("file", line.file());
    members.put(line.unit(), line.number());
    members.put("field", outcome.field());
    members.put("reason", outcome.reason());
    members.put("text", line.text());
    try {
      writer.write(Json.writeValue(members));
      writer.write('\n');
    } catch (IOException e) {
      throw new Failure("cannot write " + path, e);
    }
  }

  @Override
  public void close() {
    try {
      writer.close();
    } catch (IOException e) {
      throw new Failure("cannot write " + path, e);
    }
  }
}
