package io.doorlist.store;

import io.doorlist.store.checkin.CheckinStore;
import io.doorlist.store.checkin.LookStore;
import io.doorlist.store.checkin.UndoStore;
import io.doorlist.store.checkin.WithdrawalStore;
import io.doorlist.store.checkin.area.AreaStore;
import io.doorlist.store.checkin.copy.DoorCopyStore;
import io.doorlist.store.checkin.history.DoorLog;
import io.doorlist.store.checkin.history.HistoryStore;
import io.doorlist.store.checkin.history.TicketHistoryStore;
import io.doorlist.store.checkin.pulse.PulseStore;
import io.doorlist.store.checkin.refusal.Refusals;
import io.doorlist.store.checkin.sum.SumStore;
import io.doorlist.store.event.EventStore;
import io.doorlist.store.order.OrderStore;
import io.doorlist.store.search.SearchStore;
import io.doorlist.store.table.TableFormat;
import io.doorlist.store.token.TokenStore;
import io.doorlist.store.webhook.DeliveryStore;
import io.doorlist.store.webhook.WebhookEventStore;
import io.doorlist.store.webhook.WebhookStore;
import io.doorlist.table.Engine;
import io.doorlist.table.Pace;
import io.doorlist.table.Retry;
import io.doorlist.table.Table;
import io.doorlist.table.Time;
import java.time.Clock;
import java.time.Duration;

/**
 * All stores over one table, with one engine, for commands and tests; a function has those that it
 * needs. Thread-safe.
 */
public record Stores(
    Engine engine,
    Time time,
    Table table,
    TableFormat format,
    EventStore events,
    CheckinStore checkins,
    LookStore looks,
    DoorCopyStore doorCopies,
    SumStore sums,
    DoorLog log,
    PulseStore pulses,
    UndoStore undos,
    WithdrawalStore withdrawals,
    Refusals refusals,
    TicketHistoryStore ticketHistories,
    HistoryStore history,
    AreaStore areas,
    OrderStore orders,
    SearchStore searches,
    WebhookEventStore webhookEvents,
    WebhookStore webhooks,
    DeliveryStore deliveries,
    TokenStore tokens)
    implements AutoCloseable {
  /** How long a request's reads may take including retries. */
  private static final Duration REQUEST_PATIENCE = Duration.ofSeconds(2);

  /**
   * The same for reads and writes of the command line, where nobody waits at a door. It is an
   * import's only budget for retries: a request without an answer for this long ends the run.
   */
  public static final Duration COMMAND_PATIENCE = Duration.ofMinutes(2);

  private static Stores over(Engine engine, String name, Time time, Duration patience) {
    Table table = new Table(engine, name, new Retry(time, Pace.FREE), patience);
    TableFormat format = new TableFormat(table);
    SumStore sums = new SumStore(table);
    CheckinStore checkins = new CheckinStore(table);
    return new Stores(
        engine,
        time,
        table,
        format,
        new EventStore(table),
        checkins,
        new LookStore(table, checkins),
        new DoorCopyStore(table),
        sums,
        new DoorLog(table, sums),
        new PulseStore(table, sums),
        new UndoStore(table),
        new WithdrawalStore(table),
        new Refusals(table),
        new TicketHistoryStore(table),
        new HistoryStore(table.with(Pace.FREE, COMMAND_PATIENCE)),
        new AreaStore(table, sums),
        new OrderStore(table),
        new SearchStore(table),
        new WebhookEventStore(table),
        new WebhookStore(table),
        new DeliveryStore(table),
        new TokenStore(table, format));
  }

  public static Stores connect(Engine engine, String table, Clock clock) {
    return connect(engine, table, Time.of(clock));
  }

  public static Stores connect(Engine engine, String table, Time time) {
    return over(engine, table, time, REQUEST_PATIENCE);
  }

  /** Connects for a command: reads wait as long for a busy table as the writes of an import. */
  public static Stores connectForCommand(Engine engine, String table, Clock clock) {
    return over(engine, table, Time.of(clock), COMMAND_PATIENCE);
  }

  /** Returns the table for a command whose requests keep to this pace. */
  public Table forCommand(Pace pace) {
    return table.with(pace, COMMAND_PATIENCE);
  }

  @Override
  public void close() {
    engine.close();
  }
}
