/**
 * The rule that decides at a door, and the copy of a list by which a phone decides without a
 * network. The code uses only {@code java.*} and also compiles to JavaScript, so the server, the
 * scanner page and the tool that checks histories of scans all run it. See docs/door.md.
 */
package io.doorlist.door;
