/**
 * The core of the library for apps, as a JavaScript module. The package {@code @doorlist/door} adds
 * network, database and clock.
 */
package io.doorlist.phone.js;
