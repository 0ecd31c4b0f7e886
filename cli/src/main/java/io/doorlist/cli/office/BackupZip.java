package io.doorlist.cli.office;

import io.doorlist.cli.connection.TableFolder;
import io.doorlist.cli.console.Failure;
import io.doorlist.cli.console.FailureType;
import io.doorlist.table.sqlite.SqliteEngine;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * A zip file with the committed data of this machine, and with the key and the certificates that
 * phones trust. If you unpack it into the data folder of another machine, the evening goes on
 * there.
 */
record BackupZip(Path folder) {
  private static final String TABLE = "doorlist.sqlite";

  /**
   * Makes the backup, even while others write.
   *
   * @throws Failure if the disk has too little space
   */
  byte[] make() {
    try {
      Path work = Files.createTempDirectory("doorlist-backup-");
      Path table = work.resolve(TABLE);
      try {
        SqliteEngine.backup(folder, table);
        return zip(table);
      } finally {
        Files.deleteIfExists(table);
        Files.deleteIfExists(work);
      }
    } catch (IOException e) {
      throw new Failure(FailureType.CANNOT_WRITE, "the backup cannot be made", e);
    }
  }

  private byte[] zip(Path table) throws IOException {
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(file)) {
      zip.setLevel(Deflater.BEST_SPEED);
      add(zip, TABLE, table);
      for (Path each : authority()) {
        add(zip, TableFolder.AUTHORITY + "/" + each.getFileName(), each);
      }
    }
    return file.toByteArray();
  }

  private List<Path> authority() throws IOException {
    Path authority = folder.resolve(TableFolder.AUTHORITY);
    if (!Files.isDirectory(authority)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(authority)) {
      return files.filter(Files::isRegularFile).sorted().toList();
    }
  }

  private static void add(ZipOutputStream zip, String name, Path from) throws IOException {
    zip.putNextEntry(new ZipEntry(name));
    Files.copy(from, zip);
    zip.closeEntry();
  }
}
