/**
 * What a phone at a door does, apart from views: pairing, the book of copies it decides by, the
 * queue of what it has decided, and when to ask for news. Plain {@code java.*}, tested as Java;
 * {@code browser} is what the page calls, compiled to JavaScript.
 */
package io.doorlist.phone;
