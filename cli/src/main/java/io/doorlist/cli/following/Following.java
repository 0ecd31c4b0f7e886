package io.doorlist.cli.following;

import io.doorlist.cli.console.Console;
import io.doorlist.cli.console.Interruption;
import io.doorlist.ingest.ImportStore;
import io.doorlist.ingest.shop.ReportPositionStore;
import io.doorlist.table.Table;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * Follows a shop in threads of its own, as {@code follow} does, until it is closed. The next {@code
 * Following} of the same shop goes on where this one ended. Thread-safe.
 */
public final class Following implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final Interruption interruption = new Interruption(PATIENCE);
  private final FollowStatus status;
  private final PretixApi api;
  private final Thread looking;
  private final Thread reporting;

  /**
   * Starts to follow.
   *
   * @param account the account that gets the shop's events
   * @param token gives the token of the shop's API; called before each request
   * @param interval how long to wait between two looks at the shop
   */
  public Following(
      Table table, String account, ShopAddress shop, Supplier<String> token, Duration interval) {
    Clock clock = table.clock();
    PrintStream nowhere =
        new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
    status =
        new FollowStatus(new Console(InputStream.nullInputStream(), nowhere, nowhere, 0), clock);
    api = new PretixApi(shop.url(), shop.organizer(), token, PATIENCE, clock, interruption);
    ImportStore store = new ImportStore(table, false, status::busy);
    PretixFollower.Source source =
        new PretixFollower.Source(shop.shop(), account, shop.choice(), false);
    PretixFollower follower = new PretixFollower(api, table, store, source, status, clock);
    ReportPositionStore places =
        new ReportPositionStore(table, account, shop.shop(), UUID.randomUUID().toString());
    PretixReporter reporter =
        new PretixReporter(api, table, places, source, follower::over, status, clock);
    looking =
        Thread.startVirtualThread(
            () -> FollowCommand.looks(follower, status, interval).until(interruption::pause));
    reporting =
        Thread.startVirtualThread(() -> FollowCommand.report(reporter, status, interruption));
  }

  /** Returns the state of following. */
  public FollowStatus.Watched watched() {
    return status.watched();
  }

  /**
   * Stops following, and waits until both threads have ended. A request that the shop has not
   * answered yet is cancelled.
   */
  @Override
  public void close() {
    interruption.ask();
    try {
      looking.join(PATIENCE);
      reporting.join(PATIENCE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    api.close();
    interruption.close();
  }
}
