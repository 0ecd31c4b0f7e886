package io.doorlist.cli.following;

/** Ends the present work because the process was asked to end. It is no failure. */
final class ShutdownException extends RuntimeException {
  private static final long serialVersionUID = 1L;
}
