/**
 * Packaged functions under Lambda's own Java runtime client, each in a process of its own, with a
 * runtime API of ours. On the class path of the process are the client's jars; the function's own
 * come from its unpacked package, as on Lambda.
 */
package io.doorlist.runtime;
