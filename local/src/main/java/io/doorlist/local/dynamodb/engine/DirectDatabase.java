package io.doorlist.local.dynamodb.engine;

import com.almworks.sqlite4java.SQLiteException;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReadWriteLock;
import software.amazon.dynamodb.services.local.shared.access.TableInfo;
import software.amazon.dynamodb.services.local.shared.access.sqlite.SQLiteDBAccess;
import software.amazon.dynamodb.services.local.shared.dataaccess.OperationType;
import software.amazon.dynamodb.services.local.shared.model.AttributeValue;

/**
 * DynamoDB Local's database, each statement run by the thread that wants it, one at a time.
 * Unmodified, DynamoDB Local hands each statement to a thread of the database and waits for its
 * result: two thread switches a statement, most of them while it holds the table's lock.
 * Thread-safe.
 *
 * <p>Implementation note. DynamoDB Local ignores the outcome of a transaction's commit. Here, a
 * commit that fails closes the database, and the request fails.
 */
final class DirectDatabase extends SQLiteDBAccess {
  private static final String INITIALIZE = "initializeMetadataTables";

  private final DirectQueue direct;
  private final DiskLog log;
  private final PlainRecords records;
  private final ConcurrentMap<String, Boolean> plain = new ConcurrentHashMap<>();

  /** Opens it; {@code file} is {@code null} for memory. */
  DirectDatabase(Path file, Sync sync) {
    super(prepared(file));
    try {
      // DynamoDB Local creates its own queue first; it can only be replaced afterwards.
      queue.stop(true).join();
      direct = new DirectQueue(file == null ? null : file.toFile());
      queue = direct;
      direct.open();
      Method initialize = SQLiteDBAccess.class.getDeclaredMethod(INITIALIZE);
      initialize.setAccessible(true);
      initialize.invoke(this);
      log = file == null ? null : DiskLog.open(file, direct, sync);
      ReadWriteLock lock = (ReadWriteLock) inherited("queueLock");
      AtomicLong sequence = (AtomicLong) inherited("sequenceNumberCounter");
      records = new PlainRecords(direct, lock.readLock(), sequence);
    } catch (ReflectiveOperationException e) {
      throw KnownVersion.isAnother(e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private Object inherited(String name) throws ReflectiveOperationException {
    Field field = SQLiteDBAccess.class.getDeclaredField(name);
    field.setAccessible(true);
    return field.get(this);
  }

  private static File prepared(Path file) {
    if (file == null) {
      return null;
    }
    try {
      DatabaseFile.keepLog(file);
    } catch (SQLiteException e) {
      throw new IllegalStateException("the database cannot keep a log", e);
    }
    return file.toFile();
  }

  /** Waits until all writes are on the disk, if the database is on disk. */
  void awaitDurable() throws IOException {
    if (log != null) {
      log.await();
    }
  }

  private boolean isPlain(String table) {
    return plain.computeIfAbsent(
            table,
            name -> {
              TableInfo info = getTableInfo(name);
              return info == null ? null : PlainRecords.arePlain(info);
            })
        == Boolean.TRUE;
  }

  @Override
  public void deleteTable(String table) {
    super.deleteTable(table);
    plain.clear();
  }

  @Override
  public void createGSIColumns(String table, String index) {
    plain.put(table, false);
    super.createGSIColumns(table, index);
  }

  @Override
  public Map<String, AttributeValue> getRecord(String table, Map<String, AttributeValue> key) {
    return isPlain(table)
        ? records.find(table, PlainRecords.Key.of(key))
        : super.getRecord(table, key);
  }

  @Override
  public void putRecord(
      String table,
      Map<String, AttributeValue> item,
      AttributeValue hash,
      AttributeValue range,
      boolean isUpdate) {
    if (isPlain(table)) {
      records.put(table, new PlainRecords.Key(hash, range), item);
    } else {
      super.putRecord(table, item, hash, range, isUpdate);
    }
  }

  @Override
  public boolean deleteRecord(
      String table, Map<String, AttributeValue> key, boolean isSystemDelete) {
    return isPlain(table)
        ? records.delete(
            table,
            PlainRecords.Key.of(key),
            isSystemDelete ? OperationType.EXPIRE : OperationType.REMOVE)
        : super.deleteRecord(table, key, isSystemDelete);
  }

  @Override
  public byte[] beginTransaction(String transactionId) {
    try {
      return super.beginTransaction(transactionId);
    } catch (RuntimeException e) {
      // Otherwise it would hold the lock of all transactions for ever.
      super.rollbackTransaction();
      throw e;
    }
  }

  @Override
  public void commitTransaction(String transactionId, byte[] signature) {
    super.commitTransaction(transactionId, signature);
    Throwable failure = direct.lastFailure();
    if (failure != null) {
      direct.fail(failure);
      throw new IllegalStateException("the transaction was not written", failure);
    }
  }

  @Override
  public void close() {
    if (log != null) {
      log.close();
    }
    super.close();
    try {
      queue.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
