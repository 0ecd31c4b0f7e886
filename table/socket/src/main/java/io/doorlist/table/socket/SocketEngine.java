package io.doorlist.table.socket;

import io.doorlist.table.Condition;
import io.doorlist.table.Engine;
import io.doorlist.table.Item;
import io.doorlist.table.Key;
import io.doorlist.table.Limits;
import io.doorlist.table.NoAnswerException;
import io.doorlist.table.Range;
import io.doorlist.table.RefusedException;
import io.doorlist.table.TableException;
import io.doorlist.table.ThrottledException;
import io.doorlist.table.Transaction;
import io.doorlist.table.Write;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Consumer;

/**
 * The table of a host that runs on this machine. An engine belongs to one host process. Once that
 * process has ended, all calls fail at once with a {@link NoAnswerException} that says so. To go
 * on, connect again. Thread-safe.
 *
 * <p>Implementation note. A host remembers the tokens of transactions in memory. So a call that
 * went to one host is never sent to the next one, where it could happen twice.
 */
public final class SocketEngine implements Engine {
  /** How long a call may take, which is longer than a host waits for its disk. */
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  /** How long a greeting may take. A host that is alive answers it at once. */
  private static final Duration GREETING = Duration.ofSeconds(1);

  /** Room for the largest answer: 100 items of 400 KB, as they are written in a message. */
  private static final int MOST_ANSWER_BYTES = 256 << 20;

  private final SocketPath path;
  private final Duration patience;
  private final ScheduledExecutorService timer = Connection.timer();
  private final Deque<Connection> idle = new ConcurrentLinkedDeque<>();
  private volatile String host;
  private volatile NoAnswerException ended;
  private volatile boolean closed;

  private SocketEngine(Path path, Duration patience) {
    this.path = new SocketPath(path);
    this.patience = patience;
  }

  /**
   * Connects to the host that serves a socket.
   *
   * @throws NoAnswerException if no host serves it, or the host does not answer; only the first
   *     counts as {@link NoAnswerException#ended ended}
   * @throws ThrottledException if too many commands are connected
   * @throws RefusedException if the host has another version, or is not ours; the message says so
   */
  public static SocketEngine connect(Path path) {
    return connect(path, PATIENCE);
  }

  static SocketEngine connect(Path path, Duration patience) {
    SocketEngine engine = new SocketEngine(path, patience);
    try {
      engine.idle.push(engine.open());
      return engine;
    } catch (TableException e) {
      engine.close();
      throw e;
    }
  }

  private Connection open() {
    SocketChannel channel;
    try {
      channel = path.connect();
    } catch (ClosedByInterruptException e) {
      throw interrupted(e);
    } catch (IOException e) {
      throw ended(
          host == null
              ? "no `doorlist up` answers at " + path.path() + ": " + e.getMessage()
              : "the `doorlist up` has ended",
          e);
    }
    Connection connection = new Connection(channel, timer);
    try {
      requireOpen(greet(connection));
      return connection;
    } catch (TableException e) {
      close(connection);
      throw e;
    }
  }

  private Greeting greet(Connection connection) {
    try {
      return connection.within(
          GREETING,
          () -> {
            connection.sendLine(Greeting.ofCommand());
            return Greeting.of(connection.receiveLine());
          });
    } catch (ClosedByInterruptException e) {
      throw interrupted(e);
    } catch (IOException e) {
      throw new NoAnswerException("the `doorlist up` at " + path.path() + " does not answer", e);
    }
  }

  private void requireOpen(Greeting greeting) {
    switch (greeting.state()) {
      case OPEN -> requireSame(greeting.host());
      case BUSY -> throw new ThrottledException("too many commands are connected", null);
      case OTHER ->
          throw new RefusedException(
              "",
              "the `doorlist up` that runs here is of another version; end it, and start it with the version of this command",
              null);
    }
  }

  private synchronized void requireSame(String greeted) {
    if (host == null) {
      host = greeted;
    }
    if (!host.equals(greeted)) {
      throw ended("the `doorlist up` has ended, and another one has begun", null);
    }
  }

  private NoAnswerException ended(String message, Throwable cause) {
    NoAnswerException failure = NoAnswerException.ended(message, cause);
    ended = failure;
    return failure;
  }

  private static NoAnswerException interrupted(IOException cause) {
    return new NoAnswerException("the call was interrupted", cause);
  }

  private static void close(Connection connection) {
    try {
      connection.close();
    } catch (IOException e) {
      // The connection is not needed any more.
    }
  }

  @Override
  public Optional<Item> get(Key key) {
    Limits.check(key);
    return call(Calls.GET, out -> out.key(key), Calls::readFound);
  }

  @Override
  public Batch get(Collection<Key> keys) {
    Limits.check(keys);
    return call(Calls.GET_MANY, out -> out.list(keys, out::key), Calls::readBatch);
  }

  @Override
  public Part query(Range range, Key after) {
    Limits.check(range);
    return call(
        Calls.QUERY,
        out -> {
          out.range(range);
          out.optional(after, out::key);
        },
        Calls::readPart);
  }

  @Override
  public Part scan(Condition filter, int limit, Key after) {
    Limits.check(filter);
    return call(
        Calls.SCAN,
        out -> {
          out.optional(filter, out::condition);
          out.count(limit);
          out.optional(after, out::key);
        },
        Calls::readPart);
  }

  @Override
  public Optional<Item> write(Write write) {
    if (write instanceof Write.Check) {
      throw new UnsupportedOperationException("a check alone does nothing");
    }
    Limits.check(write);
    return call(Calls.WRITE, out -> out.write(write), Calls::readFound);
  }

  @Override
  public Transaction transact(List<? extends Write> writes, String token) {
    Limits.check(writes);
    return call(
        Calls.TRANSACT,
        out -> {
          out.list(writes, out::write);
          out.text(token);
        },
        in -> Calls.readOutcome(writes, in));
  }

  /** Reads the answer of a call. */
  private interface Reader<T> {
    T read(MessageReader in) throws IOException;
  }

  private <T> T call(char kind, Consumer<MessageWriter> request, Reader<T> answer) {
    MessageWriter out = new MessageWriter();
    out.kind(kind);
    request.accept(out);
    byte[] message = out.message();
    if (message.length > SocketServer.MOST_REQUEST_BYTES) {
      throw RefusedException.invalid("a request has 16 MB at most");
    }
    return answer(exchange(message), answer);
  }

  private static <T> T answer(byte[] message, Reader<T> reader) {
    try {
      MessageReader in = new MessageReader(message);
      if (in.kind() != Calls.DONE) {
        throw FailureMessages.read(new MessageReader(message));
      }
      T answer = reader.read(in);
      in.end();
      return answer;
    } catch (IOException e) {
      throw new NoAnswerException("the answer cannot be read", e);
    }
  }

  private byte[] exchange(byte[] message) {
    if (ended != null) {
      throw NoAnswerException.ended(ended.getMessage(), ended);
    }
    Connection connection = connection();
    try {
      byte[] answer =
          connection.within(
              patience,
              () -> {
                connection.send(message);
                return connection.receive(MOST_ANSWER_BYTES);
              });
      keep(connection);
      return answer;
    } catch (IOException e) {
      close(connection);
      throw lost(connection, e);
    }
  }

  private Connection connection() {
    if (closed) {
      throw NoAnswerException.ended("the connection is closed", null);
    }
    Connection connection = idle.poll();
    return connection == null ? open() : connection;
  }

  private void keep(Connection connection) {
    idle.push(connection);
    if (closed) {
      close();
    }
  }

  /** Finds out why a call has no answer, as callers must know whether the host has ended. */
  private NoAnswerException lost(Connection connection, IOException cause) {
    if (cause instanceof ClosedByInterruptException) {
      return interrupted(cause);
    }
    if (connection.late()) {
      return new NoAnswerException("the `doorlist up` does not answer", cause);
    }
    try {
      keep(open());
    } catch (NoAnswerException e) {
      return e;
    } catch (TableException e) {
      // The host is still there.
    }
    return new NoAnswerException("the connection was lost", cause);
  }

  @Override
  public void close() {
    closed = true;
    timer.shutdownNow();
    for (Connection each = idle.poll(); each != null; each = idle.poll()) {
      close(each);
    }
  }
}
