package io.doorlist.table.sqlite;

import java.sql.SQLException;
import org.sqlite.SQLiteErrorCode;

/** What an error of SQLite means for those who wait for a commit. */
enum FailureKind {
  /** There was no room. Nothing is written, and there may be room later. */
  FULL,
  /** Another program has the database locked. Nothing is written, and it may be free later. */
  BUSY,
  /**
   * There was no room for the index of the log, which grows after the log is on the disk. Only the
   * next opening of the table shows whether the commit is there, and a later commit may have
   * replaced it by then.
   */
  UNSURE,
  /** It is unknown what is on the disk, and a second attempt would not show it. */
  BROKEN;

  private static final int PRIMARY = 0xff;

  static FailureKind of(SQLException e) {
    int code = e.getErrorCode();
    if (code == SQLiteErrorCode.SQLITE_IOERR_SHMSIZE.code) {
      return UNSURE;
    }
    if ((code & PRIMARY) == SQLiteErrorCode.SQLITE_FULL.code) {
      return FULL;
    }
    return (code & PRIMARY) == SQLiteErrorCode.SQLITE_BUSY.code ? BUSY : BROKEN;
  }
}
