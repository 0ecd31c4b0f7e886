package io.doorlist.priming;

import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import io.doorlist.environment.Environment;
import io.doorlist.store.Stores;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * Makes a function ready for its first request.
 *
 * <p>Implementation notes. Before Lambda takes a snapshot of a function, or keeps it ready, nobody
 * waits, so everything that a first request needs is run through. Each operation is asked for in
 * full, writes included, and nothing is left in the table, as none is asked: the SDK gets answers
 * that were recorded, in place of a connection, so what it does to a request and an answer is done
 * too. What connecting needs is run by real reads of an item that is not there, on clients that are
 * closed again: a snapshot has no connection that would be dead when it is thawed. A client does
 * wait for a plain start, and needs one operation only: there, connecting is all. See ADR 0020.
 */
public final class Priming {
  private static final String INITIALIZATION_TYPE = "AWS_LAMBDA_INITIALIZATION_TYPE";
  private static final Set<String> AHEAD = Set.of("snap-start", "provisioned-concurrency");

  /** Once loads what a request runs through; more than once has it compiled too. */
  private static final int ROUNDS = 100;

  /** The runtime sets it for each request, and the SDK hands it on. */
  private static final String TRACE = "com.amazonaws.xray.traceHeader";

  private static final String NOT_TRACED =
      "Root=1-00000000-000000000000000000000000;Parent=0000000000000000;Sampled=0";

  private Priming() {}

  /**
   * Primes a function, in full if nobody waits for its start.
   *
   * @param function whose {@code priming.txt} says what to ask and what the table answers
   * @param stores what the function will use
   * @param made makes the function over other stores
   * @throws IllegalStateException if it does not answer as was recorded; the start then fails, and
   *     so the deployment
   */
  public static void run(
      Class<? extends RequestStreamHandler> function,
      Stores stores,
      Function<Stores, RequestStreamHandler> made) {
    if (Environment.get(INITIALIZATION_TYPE).filter(AHEAD::contains).isEmpty()) {
      stores.warm();
      return;
    }
    System.setProperty(TRACE, NOT_TRACED);
    try {
      List<Scene> scenes = Scene.readAll(function);
      boolean reached = true;
      for (int round = 0; round < ROUNDS; round++) {
        for (Scene scene : scenes) {
          scene.play(made);
        }
        reached = reached && connect();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      System.clearProperty(TRACE);
    }
  }

  /** Connects to the table for one read; returns whether it answered. */
  private static boolean connect() {
    try (Stores closed = Stores.fromEnvironment()) {
      return closed.warm();
    }
  }
}
