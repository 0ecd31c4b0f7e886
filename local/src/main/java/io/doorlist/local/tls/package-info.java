/** Certificates of a host on its machine's network. */
package io.doorlist.local.tls;
