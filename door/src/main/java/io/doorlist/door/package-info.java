/**
 * The rule that decides at a door, and the copy of a list by which a phone decides without a
 * network. Plain {@code java.*} that also compiles to JavaScript: the server, the checker of
 * histories and the scanner page run this same code. See docs/door.md.
 */
package io.doorlist.door;
