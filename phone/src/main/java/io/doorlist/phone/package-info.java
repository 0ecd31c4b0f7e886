/**
 * What a phone at a door does, apart from views: pairing, the copies by which it decides, the queue
 * of its decisions, and when to ask for news. Plain {@code java.*}, tested as Java; {@code browser}
 * is what the page calls, compiled to JavaScript.
 */
package io.doorlist.phone;
