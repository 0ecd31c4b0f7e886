package io.doorlist.table.sqlite;

import io.doorlist.table.Condition;
import io.doorlist.table.Engine;
import io.doorlist.table.Item;
import io.doorlist.table.ItemChange;
import io.doorlist.table.Key;
import io.doorlist.table.Limits;
import io.doorlist.table.Range;
import io.doorlist.table.Sizes;
import io.doorlist.table.Transaction;
import io.doorlist.table.Write;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * A table in a folder of this machine, with its changes and queues. Whatever it has acknowledged or
 * shown to a reader is on the disk. On a full disk it refuses writes until there is room. After a
 * failure of the disk it writes nothing until it is opened again. Thread-safe.
 */
public final class SqliteEngine implements Engine {
  private static final String GET = "SELECT item FROM items WHERE pk = ? AND sk = ?";
  private static final String PUT = "INSERT OR REPLACE INTO items (pk, sk, item) VALUES (?, ?, ?)";
  private static final String DELETE = "DELETE FROM items WHERE pk = ? AND sk = ?";
  private static final String FROM =
      "SELECT sk, item FROM items WHERE pk = ? AND sk >= ? AND sk <= ? ORDER BY sk";
  private static final String AFTER =
      "SELECT sk, item FROM items WHERE pk = ? AND sk > ? AND sk <= ? ORDER BY sk";
  private static final String SCAN =
      "SELECT pk, sk, item FROM items WHERE (pk, sk) > (?, ?) ORDER BY pk, sk";

  private final DataFolder folder;
  private final Database database;
  private final Writer writer;
  private final TransactionTokens tokens;
  private final ChangeFeed changes;
  private final Queues queues;

  /**
   * Opens the table of a folder, and creates it if there is none. No other host may have the
   * folder.
   *
   * @param wanted which changes {@link #changes} reports
   * @param said receives lines that the operator of this machine should see
   * @throws FolderException if the folder cannot be used; the message says what to do
   */
  public static SqliteEngine open(
      Path folder, Predicate<ItemChange> wanted, Consumer<String> said) {
    return open(folder, wanted, SqliteSettings.usual(said));
  }

  /**
   * Opens a table as {@link #open} does, but only for the life of this process. So nothing waits
   * for the disk. The caller deletes the folder.
   */
  public static SqliteEngine temporary(
      Path folder, Predicate<ItemChange> wanted, Consumer<String> said) {
    return open(folder, wanted, SqliteSettings.temporary(said));
  }

  /**
   * Copies a table as {@link #backup(Path)} does, from a folder that another process uses.
   *
   * @throws FolderException if there is no table, or if the file exists or cannot be written
   */
  public static void backup(Path folder, Path file) {
    Database.copy(folder.toAbsolutePath(), file);
  }

  static SqliteEngine open(Path folder, Predicate<ItemChange> wanted, SqliteSettings settings) {
    DataFolder locked =
        DataFolder.open(folder.toAbsolutePath(), settings.reserveBytes(), settings.said());
    try {
      Database database = Database.open(locked.path(), settings);
      try {
        return new SqliteEngine(locked, database, wanted, settings);
      } catch (SQLException | RuntimeException e) {
        database.close();
        throw e;
      }
    } catch (SQLException e) {
      locked.close();
      throw new FolderException("cannot open the table in " + folder, e);
    } catch (RuntimeException | Error e) {
      locked.close();
      throw e;
    }
  }

  private SqliteEngine(
      DataFolder folder, Database database, Predicate<ItemChange> wanted, SqliteSettings settings)
      throws SQLException {
    this.folder = folder;
    this.database = database;
    tokens = new TransactionTokens(settings.clock());
    writer = new Writer(database, folder, settings, tokens::begin);
    changes = new ChangeFeed(database, writer, settings, wanted);
    queues = new Queues(database, writer, settings);
    writer.start();
  }

  /** Returns the feed of the changes that the host wants to hear of. */
  public ChangeFeed changes() {
    return changes;
  }

  public Queues queues() {
    return queues;
  }

  /**
   * Copies the table as it is now into a new file. Others may write meanwhile. To restore the copy,
   * put it into an empty folder under the name doorlist.sqlite.
   *
   * @throws FolderException if the file exists or cannot be written
   */
  public void backup(Path file) {
    database.copy(file);
  }

  @Override
  public Optional<Item> get(Key key) {
    Limits.check(key);
    return database.read(session -> Optional.ofNullable(stored(session, key))).filter(present());
  }

  private static Predicate<Item> present() {
    return item -> !item.isEmpty();
  }

  /** Returns an item as it is stored, or one without attributes if it does not exist. */
  private static Item stored(Session session, Key key) throws SQLException {
    return RowFormat.read(key, row(session, key));
  }

  private static byte[] row(Session session, Key key) throws SQLException {
    return session.bytes(GET, RowFormat.utf8(key.pk()), RowFormat.utf8(key.sk()));
  }

  @Override
  public Batch get(Collection<Key> keys) {
    Limits.check(keys);
    return database.read(
        session -> {
          Map<Key, Item> found = new HashMap<>();
          for (Key key : keys) {
            Item item = stored(session, key);
            if (!item.isEmpty()) {
              found.put(key, item);
            }
          }
          return new Batch(found, List.of());
        });
  }

  @Override
  public Part query(Range range, Key after) {
    Limits.check(range);
    boolean begins = after == null || Key.ORDER.compare(after.sk(), range.from()) < 0;
    byte[] pk = RowFormat.utf8(range.pk());
    byte[] from = RowFormat.utf8(begins ? range.from() : after.sk());
    byte[] to = RowFormat.utf8(range.to());
    return database.read(
        session -> {
          Parts part = new Parts(range.limit(), null);
          session.each(
              row -> part.add(RowFormat.key(pk, row.getBytes(1)), row.getBytes(2)),
              begins ? FROM : AFTER,
              pk,
              from,
              to);
          return part.part();
        });
  }

  @Override
  public Part scan(Condition filter, int limit, Key after) {
    Limits.check(filter);
    byte[] pk = RowFormat.utf8(after == null ? "" : after.pk());
    byte[] sk = RowFormat.utf8(after == null ? "" : after.sk());
    return database.read(
        session -> {
          Parts part = new Parts(limit, filter);
          session.each(
              row -> part.add(RowFormat.key(row.getBytes(1), row.getBytes(2)), row.getBytes(3)),
              SCAN,
              pk,
              sk);
          return part.part();
        });
  }

  /** Collects a part of a query or a scan. */
  private static final class Parts {
    private final int limit;
    private final Condition filter;
    private final List<Item> items = new ArrayList<>();
    private int looked;
    private int bytes;
    private Key last;

    Parts(int limit, Condition filter) {
      this.limit = limit;
      this.filter = filter;
    }

    /** Adds an item that meets the filter; returns whether there is room for more. */
    boolean add(Key key, byte[] row) {
      Item item = RowFormat.read(key, row);
      if (filter == null || filter.holds(item)) {
        items.add(item);
      }
      looked++;
      bytes += Sizes.of(item);
      if (looked == limit || bytes >= Limits.PART_BYTES) {
        last = key;
      }
      return last == null;
    }

    Part part() {
      return new Part(items, last);
    }
  }

  @Override
  public Optional<Item> write(Write write) {
    if (write instanceof Write.Check) {
      throw new UnsupportedOperationException("a check alone does nothing");
    }
    Limits.check(write);
    return writer.write(session -> decide(session, write));
  }

  private Decision<Optional<Item>> decide(Session session, Write write) throws SQLException {
    byte[] row = row(session, write.key());
    Item old = RowFormat.read(write.key(), row);
    if (!write.holds(old)) {
      return Decision.of(Optional.empty());
    }
    Item now = Limits.checked(write.applied(old));
    Changed changed = new Changed();
    changed.add(write.key(), old, row, now);
    return changed.decision(Optional.of(now.without()), () -> {});
  }

  /** Collects what a request changes. */
  private final class Changed {
    private final List<Decision.Statement> statements = new ArrayList<>();
    private boolean told;

    /** Adds a change, unless the item stays the same. */
    void add(Key key, Item old, byte[] oldRow, Item now) {
      if (old.equals(now)) {
        return;
      }
      byte[] row = RowFormat.write(now);
      byte[] pk = RowFormat.utf8(key.pk());
      byte[] sk = RowFormat.utf8(key.sk());
      statements.add(
          row == null
              ? new Decision.Statement(DELETE, pk, sk)
              : new Decision.Statement(PUT, pk, sk, row));
      Optional<Decision.Statement> told =
          changes.statement(new ItemChange(key, old, now), oldRow, row);
      told.ifPresent(statements::add);
      this.told |= told.isPresent();
    }

    <T> Decision<T> decision(T answer, Runnable committed) {
      return new Decision<>(
          answer,
          statements,
          () -> {
            committed.run();
            if (told) {
              changes.committed();
            }
          });
    }
  }

  @Override
  public Transaction transact(List<? extends Write> writes, String token) {
    Limits.check(writes);
    int hash = writes.stream().map(Write::content).toList().hashCode();
    return writer.write(session -> decide(session, writes, token, hash));
  }

  private Decision<Transaction> decide(
      Session session, List<? extends Write> writes, String token, int hash) throws SQLException {
    if (tokens.has(token, hash)) {
      return Decision.of(new Transaction.Written());
    }
    List<byte[]> rows = new ArrayList<>();
    List<Item> olds = new ArrayList<>();
    Map<Write, Item> failed = new HashMap<>();
    for (Write write : writes) {
      byte[] row = row(session, write.key());
      Item old = RowFormat.read(write.key(), row);
      rows.add(row);
      olds.add(old);
      if (!write.holds(old)) {
        failed.put(write, old);
      }
    }
    if (!failed.isEmpty()) {
      return Decision.of(new Transaction.Rejected(failed));
    }
    List<Item> now = new ArrayList<>();
    for (int i = 0; i < writes.size(); i++) {
      now.add(writes.get(i).applied(olds.get(i)));
    }
    Limits.checkAll(now);
    Changed changed = new Changed();
    for (int i = 0; i < writes.size(); i++) {
      changed.add(writes.get(i).key(), olds.get(i), rows.get(i), now.get(i));
    }
    tokens.write(token, hash);
    return changed.decision(new Transaction.Written(), () -> tokens.keep(token, hash));
  }

  /**
   * Returns whether the table accepts writes. It accepts none while the disk is full, or once the
   * database has failed.
   */
  public boolean isWritable() {
    return writer.isWritable();
  }

  /** Returns how many requests wait for the writer. */
  int waiting() {
    return writer.waiting();
  }

  /** Returns how many commits there were since the table was opened. */
  int commits() {
    return writer.commits();
  }

  /** Writes everything that waits, and then stops answering. */
  @Override
  public void close() {
    boolean ended = writer.close();
    database.close();
    // As long as a disk that hangs may still write, no other process may get the folder.
    if (ended) {
      folder.close();
    }
  }
}
