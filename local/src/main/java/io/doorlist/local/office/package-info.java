/** What a host serves on loopback to the person who started it, and by which keys it knows them. */
package io.doorlist.local.office;
