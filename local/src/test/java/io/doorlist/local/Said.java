package io.doorlist.local;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** What is said on standard error meanwhile. */
public final class Said implements AutoCloseable {
  private final PrintStream before = System.err;
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  public Said() {
    System.setErr(new PrintStream(bytes, true, StandardCharsets.UTF_8));
  }

  public String text() {
    return bytes.toString(StandardCharsets.UTF_8).strip();
  }

  @Override
  public void close() {
    System.setErr(before);
  }
}
