package io.doorlist.cli.following;

/** Ends the current work because the process was asked to end. It is no failure. */
final class Stopped extends RuntimeException {
  private static final long serialVersionUID = 1L;
}
