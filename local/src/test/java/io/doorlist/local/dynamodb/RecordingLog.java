package io.doorlist.local.dynamodb;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The channel by which a log is synced; it records how much of the log was there when the last sync
 * that has ended began. A power cut leaves at least that, and perhaps some of the rest.
 */
public class RecordingLog extends FileChannel {
  private final FileChannel log;
  private final boolean syncs;
  private final AtomicLong synced = new AtomicLong();

  /**
   * Records the syncs of a log.
   *
   * @param syncs false to leave them out, a planted fault
   */
  public RecordingLog(FileChannel log, boolean syncs) {
    this.log = log;
    this.syncs = syncs;
  }

  /** Returns how many bytes of the log a power cut leaves for sure. */
  public long synced() {
    return synced.get();
  }

  @Override
  public void force(boolean metaData) throws IOException {
    if (syncs) {
      long before = log.size();
      log.force(metaData);
      synced.accumulateAndGet(before, Math::max);
    }
  }

  @Override
  protected void implCloseChannel() throws IOException {
    log.close();
  }

  @Override
  public long size() throws IOException {
    return log.size();
  }

  @Override
  public int read(ByteBuffer target) {
    throw new UnsupportedOperationException();
  }

  @Override
  public long read(ByteBuffer[] targets, int offset, int length) {
    throw new UnsupportedOperationException();
  }

  @Override
  public int read(ByteBuffer target, long position) {
    throw new UnsupportedOperationException();
  }

  @Override
  public int write(ByteBuffer source) {
    throw new UnsupportedOperationException();
  }

  @Override
  public long write(ByteBuffer[] sources, int offset, int length) {
    throw new UnsupportedOperationException();
  }

  @Override
  public int write(ByteBuffer source, long position) {
    throw new UnsupportedOperationException();
  }

  @Override
  public long position() {
    throw new UnsupportedOperationException();
  }

  @Override
  public FileChannel position(long position) {
    throw new UnsupportedOperationException();
  }

  @Override
  public FileChannel truncate(long size) {
    throw new UnsupportedOperationException();
  }

  @Override
  public long transferTo(long position, long count, WritableByteChannel target) {
    throw new UnsupportedOperationException();
  }

  @Override
  public long transferFrom(ReadableByteChannel source, long position, long count) {
    throw new UnsupportedOperationException();
  }

  @Override
  public MappedByteBuffer map(MapMode mode, long position, long size) {
    throw new UnsupportedOperationException();
  }

  @Override
  public FileLock lock(long position, long size, boolean shared) {
    throw new UnsupportedOperationException();
  }

  @Override
  public FileLock tryLock(long position, long size, boolean shared) {
    throw new UnsupportedOperationException();
  }
}
