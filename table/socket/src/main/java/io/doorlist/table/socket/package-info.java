/**
 * Lets commands use the table of a running host on the same machine, over a Unix domain socket that
 * only its owner can open.
 */
package io.doorlist.table.socket;
