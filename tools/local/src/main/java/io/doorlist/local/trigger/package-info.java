/** What calls functions besides the API: the table's stream and the queues. */
package io.doorlist.local.trigger;
