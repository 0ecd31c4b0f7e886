package io.doorlist.table.sqlite;

import io.doorlist.table.Item;
import io.doorlist.table.ItemChange;
import io.doorlist.table.Key;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The changes of items that the host wants to hear of, in the order of their commits. Each is
 * stored in the commit that makes it, and stays until the reader is done with it. So a host that
 * ends earlier gets the change again after its next start. There is one reader. Thread-safe.
 */
public final class ChangeFeed {
  private final Database database;
  private final Writer writer;
  private final SqliteSettings settings;
  private final Predicate<ItemChange> wanted;

  /** The number of the last change. Only the writer's thread uses it. */
  private long last;

  private final Object ring = new Object();
  private long committed;

  /**
   * A change with its place.
   *
   * @param number grows from change to change
   * @param at when it was written
   */
  public record Numbered(long number, Instant at, ItemChange change) {}

  ChangeFeed(
      Database database, Writer writer, SqliteSettings settings, Predicate<ItemChange> wanted) {
    this.database = database;
    this.writer = writer;
    this.settings = settings;
    this.wanted = wanted;
    last =
        database.read(
            session ->
                session
                    .list(row -> row.getLong(1), "SELECT ifnull(max(number), 0) FROM changes")
                    .getFirst());
    committed = last;
  }

  /** Returns the statement that stores a change; empty if the change is not wanted. */
  Optional<Decision.Statement> statement(ItemChange change, byte[] before, byte[] now) {
    if (!wanted.test(change)) {
      return Optional.empty();
    }
    last++;
    return Optional.of(
        new Decision.Statement(
            "INSERT INTO changes (number, at, pk, sk, before, now) VALUES (?, ?, ?, ?, ?, ?)",
            last,
            settings.clock().millis(),
            RowFormat.utf8(change.key().pk()),
            RowFormat.utf8(change.key().sk()),
            before,
            now));
  }

  /** Wakes the reader, because changes up to the last number are on the disk. */
  void committed() {
    synchronized (ring) {
      committed = last;
      ring.notifyAll();
    }
  }

  /**
   * Waits until there are changes, and returns the first ones.
   *
   * @param after the number of the last change that was read; 0 after a start
   */
  public List<Numbered> next(long after, int most) throws InterruptedException {
    long from = after;
    while (true) {
      long end = awaitAfter(from);
      List<Numbered> found = now(from, most);
      if (!found.isEmpty()) {
        return found;
      }
      // The reader is already done with these changes.
      from = end;
    }
  }

  private long awaitAfter(long number) throws InterruptedException {
    synchronized (ring) {
      while (committed <= number) {
        ring.wait();
      }
      return committed;
    }
  }

  /** Returns the changes after a number, without waiting. */
  List<Numbered> now(long after, int most) {
    return database.read(
        session ->
            session.list(
                ChangeFeed::numbered,
                "SELECT number, at, pk, sk, before, now FROM changes WHERE number > ?"
                    + " ORDER BY number LIMIT ?",
                after,
                (long) most));
  }

  private static Numbered numbered(ResultSet row) throws SQLException {
    Key key = RowFormat.key(row.getBytes(3), row.getBytes(4));
    Item before = RowFormat.read(key, row.getBytes(5));
    Item now = RowFormat.read(key, row.getBytes(6));
    return new Numbered(
        row.getLong(1), Instant.ofEpochMilli(row.getLong(2)), new ItemChange(key, before, now));
  }

  /**
   * Deletes changes up to a number. Call it once everything that follows from them is on the disk.
   */
  public void done(long number) {
    Decision.Statement delete =
        new Decision.Statement("DELETE FROM changes WHERE number <= ?", number);
    writer.write(session -> Decision.of(null, delete));
  }
}
