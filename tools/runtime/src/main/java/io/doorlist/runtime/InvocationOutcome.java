package io.doorlist.runtime;

/** How a call of a function, or its start, ended. */
public sealed interface InvocationOutcome {

  /** The function wrote this. */
  record Returned(byte[] output) implements InvocationOutcome {}

  /**
   * The function threw.
   *
   * @param report what the runtime told Lambda, a JSON object with {@code errorType}, {@code
   *     errorMessage} and {@code stackTrace}
   */
  record Failed(String report) implements InvocationOutcome {}
}
