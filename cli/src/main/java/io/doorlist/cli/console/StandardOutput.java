package io.doorlist.cli.console;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Finds out why a command's results could not be written. */
public final class StandardOutput {
  /**
   * The exit status that shells report for a program that ended because its pipe was closed
   * (SIGPIPE).
   */
  public static final int READER_GONE = 141;

  private static final Path FILE = Path.of("/dev/fd/1");
  private static final int TYPES = 0170000;
  private static final int PIPE = 0010000;
  private static final int SOCKET = 0140000;

  private StandardOutput() {}

  /**
   * Reports that a command's results could not be written, and returns the exit status. If the
   * results went to a pipe, its reader has ended, as {@code head} does once it has enough. That
   * needs no message.
   */
  public static int unwritten(Console console) {
    if (isPipe()) {
      return READER_GONE;
    }
    console.message("doorlist: the result cannot be written: is the disk full?");
    return 1;
  }

  /** Returns whether standard output is known to be a pipe. On Windows this is not known. */
  private static boolean isPipe() {
    try {
      int type = (int) Files.getAttribute(FILE, "unix:mode") & TYPES;
      return type == PIPE || type == SOCKET;
    } catch (IOException | UnsupportedOperationException e) {
      return false;
    }
  }
}
