package io.doorlist.table.socket;

import io.doorlist.table.Engine;
import io.doorlist.table.FaultException;
import io.doorlist.table.TableException;
import java.io.IOException;
import java.net.ProtocolException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * Serves an engine to commands of the same user on this machine. Each connection makes one call at
 * a time. Thread-safe.
 */
public final class SocketServer implements AutoCloseable {
  /** The most connections. A command needs one for each call that it makes at the same time. */
  static final int MOST_CONNECTIONS = 64;

  /** The most bytes of a request, which is more than the largest transaction needs. */
  static final int MOST_REQUEST_BYTES = 16 << 20;

  /** How long a command may take to finish sending a request, and to receive an answer. */
  private static final Duration SENDING = Duration.ofSeconds(10);

  /** How long the host waits for running calls when it ends. */
  private static final Duration ENDING = Duration.ofSeconds(3);

  private static final Duration PAUSE = Duration.ofMillis(100);

  private final Engine engine;
  private final SocketPath path;
  private final ServerSocketChannel listener;
  private final Consumer<String> said;
  private final Duration sending;
  private final String host = UUID.randomUUID().toString();
  private final ScheduledExecutorService timer = Connection.timer();
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Set<Served> connections = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;

  private SocketServer(
      Engine engine,
      SocketPath path,
      ServerSocketChannel listener,
      Duration sending,
      Consumer<String> said) {
    this.engine = engine;
    this.path = path;
    this.listener = listener;
    this.sending = sending;
    this.said = said;
  }

  /**
   * Serves an engine, which stays open when the server is closed.
   *
   * @param path the path of the socket. The caller holds the lock that keeps other hosts away, so a
   *     socket that an earlier host left there is removed.
   * @param said receives lines that the operator of this machine should see
   * @throws IOException if there can be no socket, or others could open it; the message says why
   */
  public static SocketServer open(Path path, Engine engine, Consumer<String> said)
      throws IOException {
    return open(path, engine, SENDING, said);
  }

  static SocketServer open(Path path, Engine engine, Duration sending, Consumer<String> said)
      throws IOException {
    SocketPath socket = new SocketPath(path);
    SocketServer server = new SocketServer(engine, socket, socket.listen(), sending, said);
    server.threads.execute(server::accept);
    return server;
  }

  private void accept() {
    while (!closed) {
      try {
        serve(listener.accept());
      } catch (ClosedChannelException e) {
        return;
      } catch (IOException e) {
        said.accept("a command cannot reach the table: " + e.getMessage());
        LockSupport.parkNanos(PAUSE.toNanos());
      }
    }
  }

  private void serve(SocketChannel channel) throws IOException {
    Served served = new Served(new Connection(channel, timer));
    boolean busy = connections.size() >= MOST_CONNECTIONS;
    connections.add(served);
    try {
      threads.execute(() -> served.run(busy));
    } catch (RejectedExecutionException e) {
      // The connection came while the server was closing.
      served.close();
    }
  }

  /** A connection while it is served. */
  private final class Served {
    private final Connection connection;
    private boolean calling;
    private boolean ending;

    Served(Connection connection) {
      this.connection = connection;
    }

    private void run(boolean busy) {
      try {
        if (greet(busy)) {
          while (connection.await() && begin()) {
            byte[] request =
                connection.within(sending, () -> connection.receive(MOST_REQUEST_BYTES));
            byte[] answer = answer(request);
            connection.within(sending, () -> connection.send(answer));
            if (!end()) {
              return;
            }
          }
        }
      } catch (IOException e) {
        // The command has ended, hangs, or is not one of ours, so nobody waits for an answer.
      } finally {
        close();
        connections.remove(this);
      }
    }

    private boolean greet(boolean busy) throws IOException {
      int version = Greeting.versionOf(connection.within(sending, () -> connection.receiveLine()));
      Greeting.State state =
          version != Greeting.VERSION
              ? Greeting.State.OTHER
              : busy ? Greeting.State.BUSY : Greeting.State.OPEN;
      boolean open = state == Greeting.State.OPEN;
      Greeting greeting = new Greeting(Greeting.VERSION, state, open ? host : "");
      connection.within(sending, () -> connection.sendLine(greeting.line()));
      return open;
    }

    private synchronized boolean begin() {
      calling = !ending;
      return calling;
    }

    private synchronized boolean end() {
      calling = false;
      return !ending;
    }

    /** Closes the connection after its running call, or at once if there is none. */
    private synchronized void finish() {
      ending = true;
      if (!calling) {
        close();
      }
    }

    private void close() {
      try {
        connection.close();
      } catch (IOException e) {
        // The connection is not needed any more.
      }
    }
  }

  /** Makes the call that a request asks for. Returns the message with its result or its failure. */
  private byte[] answer(byte[] request) throws ProtocolException {
    MessageWriter out = new MessageWriter();
    try {
      out.kind(Calls.DONE);
      Calls.make(engine, new MessageReader(request), out);
      return out.message();
    } catch (TableException e) {
      return failure(e);
    } catch (RuntimeException e) {
      return failure(new FaultException("the table failed: " + e.getClass().getSimpleName(), e));
    }
  }

  private static byte[] failure(TableException failure) {
    MessageWriter out = new MessageWriter();
    FailureMessages.write(failure, out);
    return out.message();
  }

  /** Accepts no more calls, and waits up to three seconds for running ones to be answered. */
  @Override
  public void close() {
    closed = true;
    try {
      path.delete();
      listener.close();
    } catch (IOException e) {
      said.accept("the socket of this host could not be removed: " + e.getMessage());
    }
    connections.forEach(Served::finish);
    threads.shutdown();
    try {
      threads.awaitTermination(ENDING.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    connections.forEach(Served::close);
    timer.shutdownNow();
  }
}
