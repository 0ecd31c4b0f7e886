package io.doorlist.testing;

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
import io.doorlist.store.table.PatientTable;
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

/** All stores over one table, with one engine, for tests and measurements. Thread-safe. */
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
        new HistoryStore(table.with(Pace.FREE, PatientTable.PATIENCE)),
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
    return over(engine, table, Time.of(clock), PatientTable.PATIENCE);
  }

  /** Returns the table as commands have it. */
  public Table forCommand() {
    return table.with(Pace.FREE, PatientTable.PATIENCE);
  }

  @Override
  public void close() {
    engine.close();
  }
}
