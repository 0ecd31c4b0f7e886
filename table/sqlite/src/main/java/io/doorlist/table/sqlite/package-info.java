/**
 * The table in one file of SQLite. One thread writes, with one sync for all waiting requests, and
 * other connections read. The changes that the host wants to hear of, and the messages of queues,
 * are rows of the same file.
 */
package io.doorlist.table.sqlite;
