package io.doorlist.cli.following;

import io.doorlist.cli.connection.TableCommand;
import io.doorlist.cli.console.Failure;
import io.doorlist.cli.console.Interruption;
import io.doorlist.domain.Slug;
import io.doorlist.ingest.ImportStore;
import io.doorlist.ingest.shop.ReportPositionStore;
import io.doorlist.table.Table;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Follows a ticket shop: brings sales, changes and cancellations to the door as they happen. */
@Command(
    name = "follow",
    description = {
      "Follow a pretix: import what is sold, changed and cancelled there as it happens, and report"
          + " entries, exits and what is undone back to it.",
      "After a restart it continues where it was. The API token is in PRETIX_API_TOKEN, or in"
          + " a file."
    })
public final class FollowCommand extends TableCommand {
  static final String TOKEN = "PRETIX_API_TOKEN";

  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Duration REPORT_AGAIN = Duration.ofSeconds(5);
  private static final int MAX_INTERVAL_SECONDS = 3_600;

  @Option(
      names = "--from",
      paramLabel = "pretix",
      required = true,
      description = "The shop system.")
  private String from;

  @Option(
      names = "--url",
      paramLabel = "U",
      required = true,
      description = "The address of the pretix, such as https://pretix.eu.")
  private URI url;

  @Option(
      names = "--organizer",
      paramLabel = "O",
      required = true,
      description = "The organiser's short name there.")
  private String organizer;

  @Option(
      names = "--event",
      paramLabel = "E|THEIRS=E",
      description = "Only this event; THEIRS is its name there, if different. Default: all.")
  private String event;

  @Option(
      names = "--account",
      paramLabel = "A",
      description = "The account here, created if needed (default: the organiser's short name).")
  private String account;

  @Option(
      names = "--token-file",
      paramLabel = "FILE",
      description =
          "A file with the API token, instead of "
              + TOKEN
              + "; another token in it counts at once.")
  private Path tokenFile;

  @Option(
      names = "--interval",
      paramLabel = "SECONDS",
      defaultValue = "30",
      description = "How often to poll (default: 30).")
  private int interval;

  @Option(names = "--once", description = "Poll once, then exit.")
  private boolean once;

  @Option(
      names = "--all",
      description = "Read all orders again, not only what changed since the last run.")
  private boolean all;

  @Option(names = "--no-report", description = "Do not report entries and exits to the shop.")
  private boolean noReport;

  @Option(names = "--json", description = "With --once: print the summary as JSON.")
  private boolean json;

  @Override
  public Integer call() {
    ShopAddress shop = check();
    token();
    if (!once) {
      target.requireHost();
    }
    Clock clock = Clock.systemUTC();
    FollowStatus status = new FollowStatus(console, clock);
    try (Interruption interruption = new Interruption(PATIENCE);
        Table table = target.connect(clock);
        PretixApi api = new PretixApi(url, organizer, this::token, PATIENCE, clock, interruption)) {
      ImportStore store = new ImportStore(table, false, status::busy);
      PretixFollower.Source source =
          new PretixFollower.Source(
              shop.shop(), account == null ? organizer : account, shop.choice(), all);
      PretixFollower follower = new PretixFollower(api, table, store, source, status, clock);
      PretixReporter reporter = noReport ? null : reporter(api, table, source, follower, status);
      if (once) {
        return once(follower, reporter, status);
      }
      follow(follower, reporter, status, interruption);
      return 0;
    } catch (ShopFault e) {
      throw new Failure(e.getMessage(), e);
    } catch (ShutdownException e) {
      return 0;
    }
  }

  private static PretixReporter reporter(
      PretixApi api,
      Table table,
      PretixFollower.Source source,
      PretixFollower follower,
      FollowStatus status) {
    String me = UUID.randomUUID().toString();
    ReportPositionStore places =
        new ReportPositionStore(table, source.account(), source.shop(), me);
    return new PretixReporter(
        api, table, places, source, follower::over, status, Clock.systemUTC());
  }

  private int once(PretixFollower follower, PretixReporter reporter, FollowStatus status) {
    follower.look();
    status.end();
    if (reporter != null) {
      try {
        reporter.report();
      } finally {
        reporter.end();
      }
    }
    if (json) {
      console.json(status.total().members());
    } else {
      console.result(status.total().toString());
    }
    return status.total().refused() == 0 ? 0 : 1;
  }

  /** Reads from the shop and reports to it in two threads, so that neither waits for the other. */
  private void follow(
      PretixFollower follower,
      PretixReporter reporter,
      FollowStatus status,
      Interruption interruption) {
    Thread reporting = Thread.startVirtualThread(() -> report(reporter, status, interruption));
    try {
      looks(follower, status, Duration.ofSeconds(interval)).until(interruption::pause);
    } finally {
      status.end();
      interruption.ask();
      try {
        reporting.join(PATIENCE);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  static PollingLoop looks(PretixFollower follower, FollowStatus status, Duration interval) {
    Runnable look =
        () -> {
          follower.look();
          status.upToDate(interval);
        };
    return new PollingLoop(look, interval, interval, status::failed);
  }

  static PollingLoop reports(PretixReporter reporter, FollowStatus status) {
    return new PollingLoop(
        reporter::report,
        PretixReporter.INTERVAL,
        REPORT_AGAIN,
        (problem, wait) -> status.reportFailed(problem));
  }

  static void report(PretixReporter reporter, FollowStatus status, Interruption interruption) {
    if (reporter == null) {
      return;
    }
    reports(reporter, status).until(interruption::pause);
    try {
      reporter.end();
    } catch (RuntimeException e) {
      // The turn to report could not be given up. It runs out by itself, and then another process
      // may take over.
      return;
    }
  }

  private ShopAddress check() {
    if (!from.equals("pretix")) {
      throw usage("--from must be pretix");
    }
    ShopAddress shop = new ShopAddress(url, organizer, event);
    Optional<String> fault = shop.fault();
    if (fault.isPresent()) {
      throw usage("--" + fault.get());
    }
    if (interval < 1 || interval > MAX_INTERVAL_SECONDS) {
      throw usage("--interval must be 1 to " + MAX_INTERVAL_SECONDS + " seconds");
    }
    if (account == null && !Slug.valid(organizer)) {
      throw usage("--account says where the orders go, as the organiser's name cannot be one");
    }
    if (account != null && !Slug.valid(account)) {
      throw usage("--account must be the slug of an account");
    }
    if (json && !once) {
      throw usage("--json goes with --once");
    }
    return shop;
  }

  private String token() {
    String token;
    try {
      token = tokenFile == null ? System.getenv(TOKEN) : Files.readString(tokenFile);
    } catch (IOException e) {
      throw new Failure("cannot read " + tokenFile, e);
    }
    if (token == null || !ShopAddress.isToken(token.strip())) {
      throw new Failure(
          tokenFile == null
              ? "there is no API token: make one in pretix (Teams, API tokens) and put it into "
                  + TOKEN
                  + ", or into a file that --token-file names"
              : tokenFile + " has no API token in it");
    }
    return token.strip();
  }
}
