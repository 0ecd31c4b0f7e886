/**
 * Packaged functions under Lambda's own Java runtime client, each in a process of its own: {@link
 * io.doorlist.runtime.RuntimeFunction} with a runtime API of ours, {@link
 * io.doorlist.runtime.EmulatedFunction} under AWS's runtime interface emulator. On the class path
 * of the process are the client's jars; the function's own come from its unpacked package, as on
 * Lambda.
 */
package io.doorlist.runtime;
