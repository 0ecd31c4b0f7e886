/**
 * What decides at a door, and the copy of a list that a phone decides by without a network. Plain
 * {@code java.*} that also compiles to JavaScript: the server, the checker of histories and the
 * scanner page run this same code. See docs/door.md.
 */
package io.doorlist.door;
