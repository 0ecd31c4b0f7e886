package io.doorlist.cli.console;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What it means that the results of a command cannot be written. */
public final class StandardOutput {
  /** The status of a program that the signal of a closed pipe ends, as shells say it. */
  public static final int READER_GONE = 141;

  private static final Path FILE = Path.of("/dev/fd/1");
  private static final int TYPES = 0170000;
  private static final int PIPE = 0010000;
  private static final int SOCKET = 0140000;

  private StandardOutput() {}

  /**
   * Reports that a command's results did not arrive, and returns the exit status. A pipe fails only
   * because whoever reads it has ended: {@code head} has seen enough, which is worth no message.
   */
  public static int unwritten(Console console) {
    if (isPipe()) {
      return READER_GONE;
    }
    console.message("doorlist: the result cannot be written: is the disk full?");
    return 1;
  }

  /** Returns whether standard output is known to be a pipe; on Windows nobody knows. */
  private static boolean isPipe() {
    try {
      int type = (int) Files.getAttribute(FILE, "unix:mode") & TYPES;
      return type == PIPE || type == SOCKET;
    } catch (IOException | UnsupportedOperationException e) {
      return false;
    }
  }
}
