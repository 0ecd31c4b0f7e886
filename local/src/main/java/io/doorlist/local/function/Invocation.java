package io.doorlist.local.function;

/** How a call of a function ended. */
public sealed interface Invocation {

  /** The function wrote this. */
  record Returned(byte[] output) implements Invocation {}

  /** The function wrote more than Lambda carries. */
  record Overflowed() implements Invocation {}

  /** The function threw this. */
  record Failed(Throwable cause) implements Invocation {}

  /** The function took longer than its own limit. */
  record TimedOut() implements Invocation {}

  /** The function took longer than a gateway waits. */
  record GatewayTimedOut() implements Invocation {}
}
