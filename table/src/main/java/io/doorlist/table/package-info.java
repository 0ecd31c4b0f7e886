/**
 * Reads and writes described as data, and the table that carries them out with an {@link
 * io.doorlist.table.Engine}. Nothing here knows what Doorlist stores, or where.
 */
package io.doorlist.table;
