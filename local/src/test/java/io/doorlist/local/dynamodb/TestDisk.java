package io.doorlist.local.dynamodb;

import io.doorlist.local.dynamodb.engine.Sync;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.channels.FileChannel;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import software.amazon.dynamodb.services.local.shared.access.LocalDBAccess;

/**
 * A disk that lets syncs wait, or that fails, under a database that may refuse. It records how much
 * of the log was there when the last sync that has ended began: a power cut leaves at least that,
 * and perhaps some of the rest.
 */
public final class TestDisk implements Sync {
  /** What a sync waits for. */
  public volatile CountDownLatch until = new CountDownLatch(0);

  public volatile boolean broken;

  /** What reading an item ends with; {@code null} for its answer. */
  public volatile RuntimeException refusal;

  /** A permit for each sync that has begun. */
  public final Semaphore begun = new Semaphore(0);

  private final AtomicLong synced = new AtomicLong();

  /** Returns how many bytes of the log a power cut leaves for sure. */
  public long synced() {
    return synced.get();
  }

  @Override
  public void sync(FileChannel log) throws IOException {
    long before = log.size();
    begun.release();
    try {
      until.await();
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
    if (broken) {
      throw new IOException("for a test");
    }
    log.force(false);
    synced.accumulateAndGet(before, Math::max);
  }

  @Override
  public LocalDBAccess tables(LocalDBAccess database) {
    return (LocalDBAccess)
        Proxy.newProxyInstance(
            LocalDBAccess.class.getClassLoader(),
            new Class<?>[] {LocalDBAccess.class},
            (proxy, method, arguments) -> {
              if (refusal != null && method.getName().equals("getRecord")) {
                throw refusal;
              }
              try {
                return method.invoke(database, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }
}
