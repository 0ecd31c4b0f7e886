package io.doorlist.cli.lines;

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
 * A file that is read from beginning to end, or standard input for {@code -}. A gzip file is
 * recognised by its first two bytes, and unpacked. Not thread-safe.
 */
public final class InputFile implements AutoCloseable {
  private static final int BEGINNING = 1 << 12;
  private static final String STANDARD = "-";

  private final String path;
  private final Counter counter;
  private final InputStream content;

  private InputFile(String path, InputStream in) throws IOException {
    this.path = path;
    this.counter = new Counter(in);
    BufferedInputStream bytes = new BufferedInputStream(counter, 1 << 16);
    bytes.mark(2);
    boolean gzip = (bytes.read() | bytes.read() << 8) == GZIPInputStream.GZIP_MAGIC;
    bytes.reset();
    content = gzip ? new BufferedInputStream(new GZIPInputStream(bytes, 1 << 16)) : bytes;
  }

  /** Opens a file, or standard input for {@code -}. Fails if that is not possible. */
  public static InputFile open(String path, InputStream standardInput) {
    try {
      if (path.equals(STANDARD)) {
        return new InputFile(path, standardInput);
      }
      if (Files.isDirectory(Path.of(path))) {
        throw new Failure(path + " is a folder");
      }
      return new InputFile(path, Files.newInputStream(Path.of(path)));
    } catch (NoSuchFileException e) {
      throw new Failure("there is no file " + path);
    } catch (IOException e) {
      throw new Failure("cannot read " + path + ": " + e.getMessage(), e);
    }
  }

  /** Opens the file once more from its beginning; empty if it can be read only once. */
  public Optional<InputFile> again() {
    return size(path) == 0
        ? Optional.empty()
        : Optional.of(open(path, InputStream.nullInputStream()));
  }

  public String name() {
    return path.equals(STANDARD) ? "standard input" : path;
  }

  /** Returns how many bytes a file has on the disk, or 0 if that is unknown. */
  public static long size(String path) {
    try {
      boolean file = !path.equals(STANDARD) && Files.isRegularFile(Path.of(path));
      return file ? Files.size(Path.of(path)) : 0;
    } catch (IOException e) {
      return 0;
    }
  }

  /** Returns how many of the bytes on the disk are read so far. */
  public long read() {
    return counter.count;
  }

  public InputStream content() {
    return content;
  }

  /** Returns the beginning of the content. Later reads still start with it. */
  public byte[] beginning() throws IOException {
    content.mark(BEGINNING);
    byte[] beginning = content.readNBytes(BEGINNING);
    content.reset();
    return beginning;
  }

  /** Reads the whole content. Fails if it has more than {@code most} bytes after unpacking. */
  public byte[] whole(int most) throws IOException {
    byte[] whole = content.readNBytes(most + 1);
    if (whole.length > most) {
      throw new Failure(name() + " is longer than " + (most >> 20) + " MB");
    }
    return whole;
  }

  /** Closes the file; standard input stays open. */
  @Override
  public void close() throws IOException {
    if (!path.equals(STANDARD)) {
      content.close();
    }
  }

  private static final class Counter extends FilterInputStream {
    private long count;

    Counter(InputStream in) {
      super(in);
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
      int read = super.read(buffer, offset, length);
      count += Math.max(0, read);
      return read;
    }
  }
}
