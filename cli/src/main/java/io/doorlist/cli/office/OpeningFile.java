package io.doorlist.cli.office;

import io.doorlist.cli.console.OwnersFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The file with which a browser opens the office. It leads to the page with a code that works once.
 * Only its owner can read the file, so only the person at this machine gets in. If the code were on
 * the command line of the browser, every user could see it. The file always has an unused code.
 * Thread-safe.
 */
public final class OpeningFile implements AutoCloseable {
  private static final String NAME = "office.html";
  private static final String PAGE =
      """
      <!doctype html>
      <html lang="en"><head><meta charset="utf-8"><title>Doorlist</title>
      <meta name="referrer" content="no-referrer">
      <meta http-equiv="refresh" content="0; url=%1$s"></head>
      <body><a href="%1$s">Doorlist</a></body></html>
      """;

  private final Path file;
  private URI page;
  private String code;

  /**
   * Creates the object, but not yet the file. The file is written once its code and the address of
   * the page are known.
   */
  public OpeningFile(Path folder) {
    file = in(folder);
  }

  /**
   * Returns the path of the file for a host with this data folder. It exists while the host runs.
   */
  public static Path in(Path folder) {
    return folder.resolve(NAME);
  }

  public Path file() {
    return file;
  }

  /** Sets the code for the next use. */
  public synchronized void code(String next) {
    code = next;
    write();
  }

  /** Sets the address of the page. */
  public synchronized void leadTo(URI office) {
    page = office;
    write();
  }

  private void write() {
    if (page == null || code == null) {
      return;
    }
    OwnersFile.write(file, PAGE.formatted(page + "#" + code));
  }

  @Override
  public synchronized void close() {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
