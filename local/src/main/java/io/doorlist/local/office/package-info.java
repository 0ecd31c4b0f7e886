/**
 * What a host serves on loopback to the person who started it, and the keys by which it knows that
 * person.
 */
package io.doorlist.local.office;
