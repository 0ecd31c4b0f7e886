/** Calls functions for the table's stream and for queues. */
package io.doorlist.local.trigger;
