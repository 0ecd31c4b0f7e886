package io.doorlist.cli.following;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.doorlist.cli.CommandTable;
import io.doorlist.cli.console.Console;
import io.doorlist.cli.console.Interruption;
import io.doorlist.cli.importing.pretix.PretixSource.EventChoice;
import io.doorlist.cli.lines.Importer;
import io.doorlist.domain.Mode;
import io.doorlist.domain.checkin.CheckinOutcome;
import io.doorlist.domain.checkin.Scan;
import io.doorlist.domain.checkin.UndoOutcome;
import io.doorlist.domain.checkin.UndoRequest;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.domain.token.Role;
import io.doorlist.ingest.shop.ReportPositionStore;
import io.doorlist.testing.Imports;
import io.doorlist.testing.Stores;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** An empty table, a pretix with orders to import, and what happens at the door of its gala. */
abstract class FollowFixture {
  final ByteArrayOutputStream err = new ByteArrayOutputStream();
  final Interruption interruption = new Interruption(Duration.ZERO);
  final FollowStatus status = status(Clock.systemUTC());
  final CommandTable table = new CommandTable();
  RecordedPretix shop;
  EventDefinition gala;
  CheckinList door;

  @BeforeEach
  void open() throws IOException {
    shop = new RecordedPretix();
    shop.sell("orders.json");
  }

  @AfterEach
  void close() {
    interruption.close();
    shop.close();
  }

  /** Brings over some orders of the gala. */
  final void followGala() {
    shop.events.retainAll(Set.of("gala"));
    shop.keep("gala/N1", "gala/ABCDEFGHIJK", "gala/W1", "gala/W2", "gala/ADDON");
    follower(table.stores(), source("gala"), status, Clock.systemUTC()).look();
    gala = table.stores().events().readDefinition("acme", "gala").orElseThrow();
    door = gala.list(1).orElseThrow();
  }

  /** Returns a status that reports to {@link #err}. */
  final FollowStatus status(Clock clock) {
    PrintStream messages = new PrintStream(err, true, StandardCharsets.UTF_8);
    return new FollowStatus(
        new Console(InputStream.nullInputStream(), System.out, messages, 0), clock);
  }

  /**
   * Returns what is followed.
   *
   * @param event as the option takes it, or {@code null} for all
   */
  static PretixFollower.Source source(String event) {
    return new PretixFollower.Source(
        "the shop", "acme", EventChoice.of(event).orElseThrow(), false);
  }

  final PretixApi api(String token, Clock clock) {
    return new PretixApi(
        shop.url(), "acme", () -> token, Duration.ofSeconds(30), clock, interruption);
  }

  final PretixFollower follower(
      Stores stores, PretixFollower.Source source, Importer.Listener report, Clock clock) {
    return new PretixFollower(
        api(RecordedPretix.TOKEN, clock),
        stores.forCommand(),
        Imports.into(stores),
        source,
        report,
        clock);
  }

  /** Returns a reporter for all events. */
  final PretixReporter reporter(
      String token, Stores stores, String holder, Set<String> over, Clock clock) {
    return new PretixReporter(
        api(token, Clock.systemUTC()),
        stores.forCommand(),
        new ReportPositionStore(stores.forCommand(), "acme", "the shop", holder),
        source(null),
        () -> over,
        status,
        clock);
  }

  final PretixReporter reporter(String holder) {
    return reporter(RecordedPretix.TOKEN, table.stores(), holder, Set.of(), Clock.systemUTC());
  }

  final CheckinOutcome scan(String code) {
    return scan(code, true, null);
  }

  final CheckinOutcome scan(String code, boolean online, Instant scanned) {
    return table.stores().checkins().checkInTicket(gala, door, code, scan(online, scanned));
  }

  /** Lets somebody in, and returns the entry's id. */
  final long enter(String code) {
    return switch (scan(code)) {
      case CheckinOutcome.CheckedIn in -> in.checkin().id();
      case CheckinOutcome.Reentered again -> again.passage().id();
      case CheckinOutcome other -> throw new AssertionError(other);
    };
  }

  final void exit(String code, Instant scanned) {
    Scan scan = scan(scanned == null, scanned);
    assertInstanceOf(
        CheckinOutcome.CheckedOut.class, table.stores().checkins().exit(gala, door, code, scan));
  }

  final UndoOutcome undo(long id) {
    UndoRequest request =
        new UndoRequest(Mode.LIVE, "desk", "Desk", Role.DESK, Instant.now().plusSeconds(60));
    return table.stores().undos().undo(gala, door, id, request);
  }

  static Scan scan(boolean online, Instant scanned) {
    return new Scan(Mode.LIVE, "phone", online, true, scanned, null, Instant.now().plusSeconds(60));
  }

  final String said() {
    return err.toString(StandardCharsets.UTF_8);
  }

  /** Returns what was said, without the times. */
  final List<String> lines() {
    return said().lines().map(line -> line.replaceFirst("^\\S+ ", "")).toList();
  }

  /** Returns a clock that shows the first of these, whenever it is asked. */
  static Clock steps(Instant[] now) {
    return new Clock() {
      @Override
      public ZoneId getZone() {
        return ZoneOffset.UTC;
      }

      @Override
      public Clock withZone(ZoneId zone) {
        return this;
      }

      @Override
      public Instant instant() {
        return now[0];
      }
    };
  }
}
