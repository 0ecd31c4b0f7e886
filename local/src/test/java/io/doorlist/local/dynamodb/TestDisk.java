package io.doorlist.local.dynamodb;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;

/** A disk that lets syncs wait, or that fails. */
final class TestDisk extends RecordingLog {
  volatile CountDownLatch until = new CountDownLatch(0);
  volatile boolean broken;

  /** A permit for each sync that has begun. */
  final Semaphore begun = new Semaphore(0);

  TestDisk(FileChannel log) {
    super(log, true);
  }

  @Override
  public void force(boolean metaData) throws IOException {
    begun.release();
    try {
      until.await();
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
    if (broken) {
      throw new IOException("for a test");
    }
    super.force(metaData);
  }
}
