package io.doorlist.checkinlists;

import io.doorlist.ingest.Payments;
import io.doorlist.store.checkin.CheckinStore;
import io.doorlist.store.checkin.LookStore;
import io.doorlist.store.checkin.UndoStore;
import io.doorlist.store.checkin.WithdrawalStore;
import io.doorlist.store.checkin.area.AreaStore;
import io.doorlist.store.checkin.copy.DoorCopyStore;
import io.doorlist.store.checkin.history.DoorLog;
import io.doorlist.store.checkin.history.TicketHistoryStore;
import io.doorlist.store.checkin.pulse.PulseStore;
import io.doorlist.store.checkin.refusal.Refusals;
import io.doorlist.store.checkin.sum.SumStore;
import io.doorlist.store.event.EventStore;
import io.doorlist.store.order.OrderStore;
import io.doorlist.store.order.TakingsStore;
import io.doorlist.store.search.SearchStore;
import io.doorlist.table.Table;

/** The stores that the operations of check-in lists need. Thread-safe. */
public record CheckinListStores(
    EventStore events,
    CheckinStore checkins,
    LookStore looks,
    DoorCopyStore doorCopies,
    DoorLog log,
    PulseStore pulses,
    UndoStore undos,
    WithdrawalStore withdrawals,
    Refusals refusals,
    TicketHistoryStore ticketHistories,
    AreaStore areas,
    OrderStore orders,
    SearchStore searches,
    TakingsStore takings,
    Payments payments) {
  public static CheckinListStores over(Table table) {
    SumStore sums = new SumStore(table);
    CheckinStore checkins = new CheckinStore(table);
    return new CheckinListStores(
        new EventStore(table),
        checkins,
        new LookStore(table, checkins),
        new DoorCopyStore(table),
        new DoorLog(table, sums),
        new PulseStore(table, sums),
        new UndoStore(table),
        new WithdrawalStore(table),
        new Refusals(table),
        new TicketHistoryStore(table),
        new AreaStore(table, sums),
        new OrderStore(table),
        new SearchStore(table),
        new TakingsStore(table),
        new Payments(table));
  }
}
