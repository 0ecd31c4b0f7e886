/**
 * The table of a host that runs, for commands on the same machine: over a Unix domain socket, which
 * only its owner can open.
 */
package io.doorlist.table.socket;
