package io.doorlist.local.dynamodb.engine;

import com.almworks.sqlite4java.SQLiteException;
import com.almworks.sqlite4java.SQLiteStatement;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Lock;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;
import software.amazon.dynamodb.services.local.shared.access.LocalDBUtils;
import software.amazon.dynamodb.services.local.shared.access.TableInfo;
import software.amazon.dynamodb.services.local.shared.access.sqlite.AmazonDynamoDBOfflineSQLiteJob;
import software.amazon.dynamodb.services.local.shared.dataaccess.OperationType;
import software.amazon.dynamodb.services.local.shared.model.AttributeValue;

/**
 * Reads and writes single items of plain tables: those without indexes whose keys are the texts
 * {@code pk} and {@code sk}, as ours. What is in the database is what DynamoDB Local would put
 * there. Thread-safe.
 *
 * <p>Implementation note. For each write DynamoDB Local reads the definition of the table and those
 * of its stream, reads the item again and turns the change into JSON three times, once for a log
 * that is off, all of it while it holds the table's lock.
 */
final class PlainRecords {
  private static final String HASH = "pk";
  private static final String RANGE = "sk";
  private static final String WHERE = " WHERE hashKey = ? AND rangeKey = ?;";
  private static final String STREAM =
      "SELECT sm.StreamID, ss.ShardID, sm.StreamInfo FROM sm, ss"
          + " WHERE sm.TableName = ? AND ss.StreamID = sm.StreamID AND ss.DeletionDateTime IS NULL"
          + " ORDER BY sm.CreationDateTime DESC LIMIT 1;";
  private static final String RECORD =
      "INSERT INTO us (StreamID, ShardID, SequenceNumber, CreationDateTime, StreamRecord,"
          + " OperationType) VALUES (?, ?, ?, ?, ?, ?);";

  private final DirectQueue queue;
  private final Lock lock;
  private final AtomicLong sequence;

  /** Creates it; transactions of others hold the lock, and changes are numbered by the sequence. */
  PlainRecords(DirectQueue queue, Lock lock, AtomicLong sequence) {
    this.queue = queue;
    this.lock = lock;
    this.sequence = sequence;
  }

  /** Returns whether a table's items can be read and written here. */
  static boolean arePlain(TableInfo table) {
    return isText(table.getHashKey(), HASH)
        && isText(table.getRangeKey(), RANGE)
        && !table.hasGSIs()
        && table.getLSINames().isEmpty();
  }

  private static boolean isText(AttributeDefinition key, String name) {
    return key != null
        && name.equals(key.attributeName())
        && key.attributeType() == ScalarAttributeType.S;
  }

  record Key(AttributeValue hash, AttributeValue range) {
    static Key of(Map<String, AttributeValue> key) {
      return new Key(key.get(HASH), key.get(RANGE));
    }

    private SQLiteStatement bind(SQLiteStatement statement) throws SQLiteException {
      return statement.bind(1, bytes(hash)).bind(2, bytes(range));
    }

    private static byte[] bytes(AttributeValue part) {
      return part.getS().getBytes(StandardCharsets.UTF_8);
    }
  }

  Map<String, AttributeValue> find(String table, Key key) {
    return run(
        statements -> {
          Stored stored = statements.stored(table, key);
          return stored == null ? null : ItemJson.read(stored.json());
        });
  }

  void put(String table, Key key, Map<String, AttributeValue> item) {
    run(
        statements -> {
          Stored old = statements.stored(table, key);
          byte[] json = ItemJson.write(item);
          Stored now = new Stored(json, LocalDBUtils.getItemSizeBytes(item));
          String put =
              " (hashKey, rangeKey, hashValue, rangeValue, ObjectJSON, itemSize)"
                  + " VALUES (?, ?, ?, ?, ?, ?);";
          key.bind(statements.prepare("INSERT OR REPLACE INTO \"" + table + "\"" + put))
              .bind(3, LocalDBUtils.getHashValue(key.hash()))
              .bind(4, LocalDBUtils.getHashValue(key.range()))
              .bind(5, now.json())
              .bind(6, now.size())
              .step();
          if (old == null) {
            statements.record(table, key, null, now, OperationType.INSERT);
          } else if (!isSame(old, now, item)) {
            statements.record(table, key, old, now, OperationType.MODIFY);
          }
          return null;
        });
  }

  /** Attributes may be in another order. */
  private static boolean isSame(Stored old, Stored now, Map<String, AttributeValue> item)
      throws IOException {
    return Arrays.equals(old.json(), now.json())
        || old.size() == now.size() && ItemJson.read(old.json()).equals(item);
  }

  /** Deletes an item; returns whether it was there. */
  boolean delete(String table, Key key, OperationType why) {
    return run(
        statements -> {
          Stored old = statements.stored(table, key);
          if (old != null) {
            key.bind(statements.prepare("DELETE FROM \"" + table + "\"" + WHERE)).step();
            statements.record(table, key, old, null, why);
          }
          return old != null;
        });
  }

  private <T> T run(Work<T> work) {
    lock.lock();
    try {
      return queue.execute(new Statements<T>(work)).get();
    } finally {
      lock.unlock();
    }
  }

  private record Stored(byte[] json, long size) {}

  private interface Work<T> {
    T by(Statements<T> statements) throws SQLiteException, IOException;
  }

  private final class Statements<T> extends AmazonDynamoDBOfflineSQLiteJob<T> {
    private final Work<T> work;

    Statements(Work<T> work) {
      this.work = work;
    }

    @Override
    protected T doWork() throws SQLiteException, IOException {
      return work.by(this);
    }

    SQLiteStatement prepare(String text) throws SQLiteException {
      return getPreparedStatement(text);
    }

    Stored stored(String table, Key key) throws SQLiteException {
      SQLiteStatement found =
          key.bind(prepare("SELECT ObjectJSON, itemSize FROM \"" + table + "\"" + WHERE));
      return found.step() ? new Stored(found.columnBlob(0), found.columnLong(1)) : null;
    }

    /** Puts a change into the table's stream, if it has one. */
    void record(String table, Key key, Stored old, Stored now, OperationType type)
        throws SQLiteException, IOException {
      SQLiteStatement stream = prepare(STREAM).bind(1, table);
      if (stream.step()) {
        prepare(RECORD)
            .bind(1, stream.columnString(0))
            .bind(2, stream.columnString(1))
            .bind(3, sequence.getAndIncrement())
            .bind(4, System.currentTimeMillis())
            .bind(5, change(key, old, now, view(stream.columnBlob(2))))
            .bind(6, type.name())
            .step();
      }
    }
  }

  private static StreamViewType view(byte[] info) {
    String text = new String(info, StandardCharsets.UTF_8);
    return StreamViewType.knownValues().stream()
        .filter(each -> text.contains("\"" + each + "\""))
        .findFirst()
        .orElseThrow();
  }

  private static byte[] change(Key key, Stored old, Stored now, StreamViewType view)
      throws IOException {
    Map<String, AttributeValue> keys = Map.of(HASH, key.hash(), RANGE, key.range());
    ByteArrayOutputStream json = new ByteArrayOutputStream(1_024);
    text(json, "{\"EventID\":\"" + UUID.randomUUID() + "\",\"version\":\"1.1\",\"Dynamodb\":");
    text(json, "{\"Keys\":");
    json.write(ItemJson.write(keys));
    long size = LocalDBUtils.getItemSizeBytes(keys);
    size += image(json, "NewImage", view == StreamViewType.OLD_IMAGE ? null : now, view);
    size += image(json, "OldImage", view == StreamViewType.NEW_IMAGE ? null : old, view);
    text(json, ",\"SizeBytes\":" + size + ",\"StreamViewType\":\"" + view + "\"}}");
    return json.toByteArray();
  }

  private static long image(
      ByteArrayOutputStream json, String name, Stored item, StreamViewType view) {
    if (item == null || view == StreamViewType.KEYS_ONLY) {
      return 0;
    }
    text(json, ",\"" + name + "\":");
    json.writeBytes(item.json());
    return item.size();
  }

  private static void text(ByteArrayOutputStream json, String text) {
    json.writeBytes(text.getBytes(StandardCharsets.UTF_8));
  }
}
