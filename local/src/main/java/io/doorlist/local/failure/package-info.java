/** Why the local host does not start, or stop. */
package io.doorlist.local.failure;
