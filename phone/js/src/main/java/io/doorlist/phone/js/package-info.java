/** The core as a JavaScript module; the package {@code @doorlist/door} has the rest. */
package io.doorlist.phone.js;
