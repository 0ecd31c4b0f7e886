/**
 * The table in one file, by SQLite. One thread writes, with one sync for all who wait; other
 * connections read. The changes that are wanted, and the messages of queues, are rows of the same
 * file.
 */
package io.doorlist.table.sqlite;
