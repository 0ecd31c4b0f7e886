/** What Lambda does with a function: its package, its settings, its calls. */
package io.doorlist.local.function;
