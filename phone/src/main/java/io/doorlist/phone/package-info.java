/**
 * What a phone at a door does, without its views: pairing, the copies by which it decides, the
 * queue of its decisions, and when to ask for news. It uses only {@code java.*} and is tested as
 * Java. The scanner page calls the package {@code io.doorlist.phone.browser}, compiled to
 * JavaScript.
 */
package io.doorlist.phone;
