/**
 * Reads and writes as data, and a table that does them over an {@link io.doorlist.table.Engine}.
 * Nothing here knows what Doorlist keeps, nor where.
 */
package io.doorlist.table;
