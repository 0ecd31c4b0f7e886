package io.doorlist.runtime;

/** The outcome of a function's call or start. */
public sealed interface InvocationOutcome {

  /** The function returned this. */
  record Returned(byte[] output) implements InvocationOutcome {}

  /**
   * The function threw.
   *
   * @param report of the runtime to Lambda, a JSON object with {@code errorType}, {@code
   *     errorMessage} and {@code stackTrace}
   */
  record Failed(String report) implements InvocationOutcome {}
}
