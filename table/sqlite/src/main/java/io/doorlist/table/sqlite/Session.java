package io.doorlist.table.sqlite;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteJDBCLoader;
import org.sqlite.SQLiteOpenMode;

/** A connection to the database and its statements, each prepared once. Not thread-safe. */
final class Session implements AutoCloseable {
  private static final int BUSY_MILLIS = 1_000;

  private final Connection connection;
  private final Map<String, PreparedStatement> statements = new HashMap<>();

  private Session(Connection connection) {
    this.connection = connection;
  }

  /**
   * Loads SQLite into this process, once.
   *
   * @throws FolderException if there is no SQLite for this machine, or no folder to load it from
   */
  static void load() {
    try {
      SQLiteJDBCLoader.initialize();
    } catch (Exception e) {
      throw new FolderException(
          "SQLite does not start on %s %s: its library is loaded from %s; -Dorg.sqlite.tmpdir names another folder that programs may run from"
              .formatted(
                  System.getProperty("os.name"),
                  System.getProperty("os.arch"),
                  System.getProperty("org.sqlite.tmpdir", System.getProperty("java.io.tmpdir"))),
          e);
    }
  }

  /** Opens a database for reading and writing, and creates it if it does not exist. */
  static Session open(Path file) throws SQLException {
    return open(file, new SQLiteConfig());
  }

  /** Opens a database without changing it: not even its log is copied into it. */
  static Session openReadOnly(Path file) throws SQLException {
    SQLiteConfig config = new SQLiteConfig();
    config.setReadOnly(true);
    return open(file, config);
  }

  private static Session open(Path file, SQLiteConfig config) throws SQLException {
    // One thread at a time uses a session, so SQLite needs no mutex for it.
    config.setOpenMode(SQLiteOpenMode.NOMUTEX);
    config.setBusyTimeout(BUSY_MILLIS);
    // Otherwise the driver asks for the number of the new row after each insert.
    config.setGetGeneratedKeys(false);
    // Deleted data does not stay in unused parts of the file.
    config.setPragma(SQLiteConfig.Pragma.SECURE_DELETE, "true");
    // The file is named by a URI, in which no character has a special meaning for the driver.
    return new Session(config.createConnection("jdbc:sqlite:" + file.toUri()));
  }

  /** Reads one row. */
  interface Row<T> {
    T read(ResultSet row) throws SQLException;
  }

  private PreparedStatement prepared(String sql, Object... values) throws SQLException {
    PreparedStatement statement = statements.get(sql);
    if (statement == null) {
      statement = connection.prepareStatement(sql);
      statements.put(sql, statement);
    }
    for (int i = 0; i < values.length; i++) {
      statement.setObject(i + 1, values[i]);
    }
    return statement;
  }

  /** Runs a statement that is used often, and keeps it prepared. */
  int run(String sql, Object... values) throws SQLException {
    return prepared(sql, values).executeUpdate();
  }

  /** Runs a statement that is used once. */
  void set(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** Returns the first column of the first row as text; {@code null} if there is none. */
  String ask(String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      return row.next() ? row.getString(1) : null;
    }
  }

  /** Returns the first column of the first row as bytes; {@code null} if there is none. */
  byte[] bytes(String sql, Object... values) throws SQLException {
    try (ResultSet row = prepared(sql, values).executeQuery()) {
      return row.next() ? row.getBytes(1) : null;
    }
  }

  <T> List<T> list(Row<T> reader, String sql, Object... values) throws SQLException {
    List<T> found = new ArrayList<>();
    try (ResultSet row = prepared(sql, values).executeQuery()) {
      while (row.next()) {
        found.add(reader.read(row));
      }
    }
    return found;
  }

  /** Passes rows on until there are no more, or until the receiver returns false. */
  void each(Row<Boolean> more, String sql, Object... values) throws SQLException {
    try (ResultSet row = prepared(sql, values).executeQuery()) {
      boolean next = true;
      while (next && row.next()) {
        next = more.read(row);
      }
    }
  }

  /** Drops the prepared statements, because a statement that failed may not work again. */
  void forget() {
    for (PreparedStatement each : statements.values()) {
      try {
        each.close();
      } catch (SQLException e) {
        // The statement is gone either way.
      }
    }
    statements.clear();
  }

  @Override
  public void close() throws SQLException {
    forget();
    connection.close();
  }
}
