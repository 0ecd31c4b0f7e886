package io.doorlist.cli.importing.lines;

import io.doorlist.cli.console.Failure;
import java.io.BufferedInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.zip.GZIPInputStream;

/**
 * A file that is read from its beginning to its end, or standard input for {@code -}; gzip is
 * recognised by its first two bytes and unpacked. Not thread-safe.
 */
public final class InputFile implements AutoCloseable {
  private static final int BEGINNING = 1 << 12;

  private final String name;
  private final boolean standard;
  private final long size;
  private final Counter counter;
  private final InputStream content;

  private InputFile(
      String name, boolean standard, long size, Counter counter, InputStream content) {
    this.name = name;
    this.standard = standard;
    this.size = size;
    this.counter = counter;
    this.content = content;
  }

  /**
   * Opens it.
   *
   * @param name a path, or {@code -}
   * @throws Failure if it cannot be opened
   */
  public static InputFile open(String name, InputStream standardInput) {
    try {
      boolean standard = name.equals("-");
      Path path = standard ? null : Path.of(name);
      if (path != null && Files.isDirectory(path)) {
        throw new Failure(name + " is a folder");
      }
      Counter counter = new Counter(standard ? standardInput : Files.newInputStream(path));
      BufferedInputStream bytes = new BufferedInputStream(counter, 1 << 16);
      bytes.mark(2);
      boolean gzip = (bytes.read() | bytes.read() << 8) == GZIPInputStream.GZIP_MAGIC;
      bytes.reset();
      return new InputFile(
          standard ? "standard input" : name,
          standard,
          path != null && Files.isRegularFile(path) ? Files.size(path) : 0,
          counter,
          gzip ? new BufferedInputStream(new GZIPInputStream(bytes, 1 << 16)) : bytes);
    } catch (NoSuchFileException e) {
      throw new Failure("there is no file " + name);
    } catch (IOException e) {
      throw new Failure("cannot read " + name + ": " + e.getMessage(), e);
    }
  }

  /** Opens it once more, from its beginning; empty if it can be read only once. */
  public Optional<InputFile> again() {
    return size == 0 ? Optional.empty() : Optional.of(open(name, InputStream.nullInputStream()));
  }

  /** Returns the name to show. */
  public String name() {
    return name;
  }

  /** Returns how many bytes it has on the disk, or 0 if that is unknown. */
  public long size() {
    return size;
  }

  /** Returns how many of these bytes are read so far. */
  public long read() {
    return counter.count;
  }

  /** Returns its content, unpacked. */
  public InputStream content() {
    return content;
  }

  /** Returns how its content begins, which is still to be read then. */
  public byte[] beginning() throws IOException {
    content.mark(BEGINNING);
    byte[] beginning = content.readNBytes(BEGINNING);
    content.reset();
    return beginning;
  }

  /** Closes the file; standard input stays open. */
  @Override
  public void close() throws IOException {
    if (!standard) {
      content.close();
    }
  }

  private static final class Counter extends FilterInputStream {
    private long count;

    Counter(InputStream in) {
      super(in);
    }

    @Override
    public int read() throws IOException {
      int read = super.read();
      count += read < 0 ? 0 : 1;
      return read;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
      int read = super.read(buffer, offset, length);
      count += Math.max(0, read);
      return read;
    }
  }
}
