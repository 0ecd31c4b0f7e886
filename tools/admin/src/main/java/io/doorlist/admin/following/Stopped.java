package io.doorlist.admin.following;

/** Ends what is being done, as the process was asked to end. Nothing is wrong. */
final class Stopped extends RuntimeException {
  private static final long serialVersionUID = 1L;
}
