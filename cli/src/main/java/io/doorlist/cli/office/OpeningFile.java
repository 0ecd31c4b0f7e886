package io.doorlist.cli.office;

import io.doorlist.cli.console.OwnersFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The file by which a browser opens the office: it leads on with a code for one use. Only its owner
 * can read it, so it says who is at this machine, where a command line would tell everybody the
 * code. It always has a code that was not used. Thread-safe.
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

  /** Will be in a folder, once it is known where the page is. */
  public OpeningFile(Path folder) {
    file = in(folder);
  }

  /** Returns where it is while a host runs that has a folder. */
  public static Path in(Path folder) {
    return folder.resolve(NAME);
  }

  public Path file() {
    return file;
  }

  /** Takes the code that can be used from now on. */
  public synchronized void code(String next) {
    code = next;
    write();
  }

  /** Says where the page is. */
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
