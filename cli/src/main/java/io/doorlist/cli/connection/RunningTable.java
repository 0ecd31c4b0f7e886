package io.doorlist.cli.connection;

import io.doorlist.cli.console.Failure;
import io.doorlist.table.Condition;
import io.doorlist.table.Engine;
import io.doorlist.table.Item;
import io.doorlist.table.Key;
import io.doorlist.table.NoAnswerException;
import io.doorlist.table.Range;
import io.doorlist.table.RefusedException;
import io.doorlist.table.TableException;
import io.doorlist.table.Transaction;
import io.doorlist.table.Write;
import io.doorlist.table.socket.SocketEngine;
import java.net.URI;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The table of a {@link RunningHost}, which is a {@code doorlist up} on this machine. If the {@code
 * up} ends during a request, that request fails with a message that says so. The next request goes
 * to an {@code up} that runs in its place. Thread-safe.
 */
final class RunningTable implements Engine {
  private final Supplier<RunningHost> found;
  private RunningHost host;
  private Engine table;

  /**
   * Connects to an {@code up}.
   *
   * @param found finds the {@code up}, at the start and again after it has ended
   */
  RunningTable(Supplier<RunningHost> found) {
    this.found = found;
    connected();
  }

  private synchronized Engine connected() {
    if (table == null) {
      RunningHost other = found.get();
      if (host != null && !replaces(other)) {
        throw new Failure("the `doorlist up` at %s has ended".formatted(host.api()));
      }
      table = connect(other);
      host = other;
    }
    return table;
  }

  /**
   * Returns whether another {@code up} has the same data as the one that ended. If that one kept no
   * data, any {@code up} without kept data at the same address will do.
   */
  private boolean replaces(RunningHost other) {
    return host.temporary()
        ? other.temporary() && other.api().equals(host.api())
        : other.folder().equals(host.folder());
  }

  private static Engine connect(RunningHost host) {
    URI api = host.api();
    try {
      return SocketEngine.connect(host.socket());
    } catch (NoAnswerException e) {
      throw new Failure(
          "the `doorlist up` at %s does not answer commands: end it, and say --data %s"
              .formatted(api, host.folder()),
          e);
    } catch (RefusedException e) {
      throw new Failure("the `doorlist up` at %s: %s".formatted(api, e.getMessage()), e);
    } catch (TableException e) {
      throw new Failure("the `doorlist up` at %s is busy: try again".formatted(api), e);
    }
  }

  private <T> T asked(Function<Engine, T> request) {
    Engine asked = connected();
    try {
      return request.apply(asked);
    } catch (NoAnswerException e) {
      if (!e.ended()) {
        throw e;
      }
      throw new Failure(
          "the `doorlist up` at %s has ended: start it, and run this again".formatted(end(asked)),
          e);
    }
  }

  private synchronized URI end(Engine ended) {
    if (table == ended) {
      table = null;
    }
    ended.close();
    return host.api();
  }

  @Override
  public Optional<Item> get(Key key) {
    return asked(engine -> engine.get(key));
  }

  @Override
  public Batch get(Collection<Key> keys) {
    return asked(engine -> engine.get(keys));
  }

  @Override
  public Part query(Range range, Key after) {
    return asked(engine -> engine.query(range, after));
  }

  @Override
  public Part scan(Condition filter, int limit, Key after) {
    return asked(engine -> engine.scan(filter, limit, after));
  }

  @Override
  public Optional<Item> write(Write write) {
    return asked(engine -> engine.write(write));
  }

  @Override
  public Transaction transact(List<? extends Write> writes, String token) {
    return asked(engine -> engine.transact(writes, token));
  }

  @Override
  public synchronized void close() {
    if (table != null) {
      table.close();
    }
  }
}
