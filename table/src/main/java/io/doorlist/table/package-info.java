/**
 * Describes reads and writes as data. A {@link io.doorlist.table.Table} carries them out with an
 * {@link io.doorlist.table.Engine}. Nothing here knows what Doorlist stores, or where.
 */
package io.doorlist.table;
