package io.doorlist.table.socket;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.net.ProtocolException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Sends and receives lines and messages over a channel. A message is four bytes with its length,
 * then its bytes. One thread at a time may use a connection, and any thread may close it.
 */
final class Connection implements Closeable {
  /**
   * How many bytes are written at once. If more were, Java would keep a buffer of their size in
   * each thread.
   */
  private static final int AT_ONCE = 64 << 10;

  private final SocketChannel channel;
  private final ScheduledExecutorService timer;
  private final ByteBuffer read = ByteBuffer.allocate(AT_ONCE / 4).limit(0);
  private volatile boolean late;

  Connection(SocketChannel channel, ScheduledExecutorService timer) {
    this.channel = channel;
    this.timer = timer;
  }

  /** Returns the timer that closes a connection when an exchange takes too long. */
  static ScheduledExecutorService timer() {
    ScheduledThreadPoolExecutor timer =
        new ScheduledThreadPoolExecutor(
            1, Thread.ofPlatform().daemon().name("table-socket-timer").factory());
    timer.setRemoveOnCancelPolicy(true);
    return timer;
  }

  /**
   * Runs an exchange. If it takes longer than this time, the connection is closed and the exchange
   * fails.
   */
  <T> T within(Duration time, Callable<T> exchange) throws IOException {
    Future<?> end = endAfter(time);
    try {
      return exchange.call();
    } catch (IOException | RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IOException(e);
    } finally {
      end.cancel(false);
    }
  }

  private Future<?> endAfter(Duration time) throws IOException {
    try {
      return timer.schedule(
          () -> {
            late = true;
            close();
            return null;
          },
          time.toMillis(),
          TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException e) {
      throw new ClosedChannelException();
    }
  }

  /** Returns whether the connection was closed because an exchange took too long. */
  boolean late() {
    return late;
  }

  /**
   * Waits for bytes from the other side; returns false if the other side has ended and none are
   * left.
   */
  boolean await() throws IOException {
    return read.hasRemaining() || fill();
  }

  private boolean fill() throws IOException {
    read.clear();
    int bytes = channel.read(read);
    read.flip();
    return bytes > 0;
  }

  private void require() throws IOException {
    if (!await()) {
      throw new EOFException("the other side has ended");
    }
  }

  Void sendLine(String line) throws IOException {
    return write((line + "\n").getBytes(StandardCharsets.US_ASCII));
  }

  String receiveLine() throws IOException {
    StringBuilder line = new StringBuilder();
    while (true) {
      require();
      char next = (char) (read.get() & 0xff);
      if (next == '\n') {
        return line.toString();
      }
      if (line.length() == Greeting.MOST_BYTES) {
        throw new ProtocolException("a line is too long");
      }
      line.append(next);
    }
  }

  Void send(byte[] message) throws IOException {
    write(ByteBuffer.allocate(Integer.BYTES).putInt(message.length).array());
    return write(message);
  }

  private Void write(byte[] bytes) throws IOException {
    ByteBuffer all = ByteBuffer.wrap(bytes);
    while (all.position() < bytes.length) {
      all.limit(Math.min(bytes.length, all.position() + AT_ONCE));
      while (all.hasRemaining()) {
        channel.write(all);
      }
    }
    return null;
  }

  /**
   * Receives a message.
   *
   * @param most the most bytes that it may have
   */
  byte[] receive(int most) throws IOException {
    int length = 0;
    for (int i = 0; i < Integer.BYTES; i++) {
      require();
      length = length << Byte.SIZE | read.get() & 0xff;
    }
    if (length < 0 || length > most) {
      throw new ProtocolException("a message is too long");
    }
    // The buffer grows as bytes arrive, so a large length alone takes no memory.
    ByteArrayOutputStream message = new ByteArrayOutputStream(Math.min(length, AT_ONCE));
    while (message.size() < length) {
      require();
      int bytes = Math.min(length - message.size(), read.remaining());
      message.write(read.array(), read.position(), bytes);
      read.position(read.position() + bytes);
    }
    return message.toByteArray();
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
