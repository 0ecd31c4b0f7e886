package io.doorlist.cli.following;

/** Thrown to end the present work because the process was asked to end. This is no failure. */
final class ShutdownException extends RuntimeException {
  private static final long serialVersionUID = 1L;
}
