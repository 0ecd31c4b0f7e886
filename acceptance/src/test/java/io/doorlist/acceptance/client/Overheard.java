package io.doorlist.acceptance.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.function.Consumer;

/**
 * Everything printed in this process: the logs of the functions and the local host, what commands
 * print to standard error, and problem bodies. Thread-safe.
 */
public final class Overheard {
  private static Overheard all;

  private final ByteArrayOutputStream text = new ByteArrayOutputStream();

  /** Captures everything printed since the first call; it is still printed. */
  public static synchronized Overheard listen() {
    if (all == null) {
      all = new Overheard();
      all.listen(System.out, System::setOut);
      all.listen(System.err, System::setErr);
    }
    return all;
  }

  private void listen(PrintStream before, Consumer<PrintStream> set) {
    OutputStream both =
        new OutputStream() {
          @Override
          public void write(int b) {
            write(new byte[] {(byte) b}, 0, 1);
          }

          @Override
          public void write(byte[] bytes, int from, int length) {
            text.write(bytes, from, length);
            before.write(bytes, from, length);
          }

          @Override
          public void flush() {
            before.flush();
          }
        };
    set.accept(new PrintStream(both, true, UTF_8));
  }

  /** Adds output from elsewhere. */
  public void note(String said) {
    byte[] bytes = (said + System.lineSeparator()).getBytes(UTF_8);
    text.write(bytes, 0, bytes.length);
  }

  @Override
  public String toString() {
    return text.toString(UTF_8);
  }
}
