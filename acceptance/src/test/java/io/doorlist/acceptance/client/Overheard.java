package io.doorlist.acceptance.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;

/**
 * Everything printed in this process: the logs of the functions and the local host, what commands
 * print to standard error, and problem bodies.
 */
public final class Overheard {
  private static final ByteArrayOutputStream TEXT = new ByteArrayOutputStream();

  private Overheard() {}

  /** Captures everything printed from now on; it is still printed. */
  public static void listen() {
    System.setOut(both(System.out));
    System.setErr(both(System.err));
  }

  private static PrintStream both(PrintStream before) {
    OutputStream both =
        new OutputStream() {
          @Override
          public void write(int b) {
            write(new byte[] {(byte) b}, 0, 1);
          }

          @Override
          public void write(byte[] bytes, int from, int length) {
            TEXT.write(bytes, from, length);
            before.write(bytes, from, length);
          }
        };
    return new PrintStream(both, true, UTF_8);
  }

  /** Adds output from elsewhere. */
  public static void note(String said) {
    TEXT.writeBytes((said + System.lineSeparator()).getBytes(UTF_8));
  }

  public static String text() {
    return TEXT.toString(UTF_8);
  }
}
