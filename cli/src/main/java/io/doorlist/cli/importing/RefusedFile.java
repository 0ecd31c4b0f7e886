package io.doorlist.cli.importing;

import io.doorlist.cli.console.Failure;
import io.doorlist.cli.importing.lines.Importer;
import io.doorlist.ingest.ImportOutcome;
import io.doorlist.json.Json;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
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
      boolean posix = path.getFileSystem().supportedFileAttributeViews().contains("posix");
      if (posix && Files.notExists(path)) {
        var owners = PosixFilePermissions.fromString("rw-------");
        Files.createFile(path, PosixFilePermissions.asFileAttribute(owners));
      }
      writer = Files.newBufferedWriter(path);
    } catch (IOException e) {
      throw cannotWrite(e);
    }
  }

  private Failure cannotWrite(IOException e) {
    return new Failure("cannot write " + path, e);
  }

  void add(Importer.SourceLine line, ImportOutcome outcome) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("file", line.file());
    members.put(line.unit(), line.number());
    members.put("field", outcome.field());
    members.put("reason", outcome.reason());
    members.put("text", line.text());
    try {
      writer.write(Json.writeValue(members) + "\n");
    } catch (IOException e) {
      throw cannotWrite(e);
    }
  }

  @Override
  public void close() {
    try {
      writer.close();
    } catch (IOException e) {
      throw cannotWrite(e);
    }
  }
}
