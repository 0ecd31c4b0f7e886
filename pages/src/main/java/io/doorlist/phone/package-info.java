/**
 * What the scanner page keeps of scans, and what it sends: plain {@code java.*}, tested as Java.
 * The module {@code phone} has the rest of this package, which apps use too; {@code browser} is
 * what the page calls, compiled to JavaScript.
 */
package io.doorlist.phone;
