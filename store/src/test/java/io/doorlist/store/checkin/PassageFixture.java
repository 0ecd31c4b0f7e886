package io.doorlist.store.checkin;

import io.doorlist.domain.Mode;
import io.doorlist.domain.checkin.AreaCounts;
import io.doorlist.domain.checkin.Checkin;
import io.doorlist.domain.checkin.CheckinCommand;
import io.doorlist.domain.checkin.CheckinOutcome;
import io.doorlist.domain.checkin.IdempotencyKey;
import io.doorlist.domain.checkin.TicketLook;
import io.doorlist.domain.checkin.TicketPassage;
import io.doorlist.domain.checkin.UndoCommand;
import io.doorlist.domain.checkin.UndoOutcome;
import io.doorlist.domain.checkin.UploadedScan;
import io.doorlist.domain.event.Area;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.event.Event;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.domain.token.Role;
import io.doorlist.door.Reentry;
import io.doorlist.store.Stores;
import io.doorlist.testing.Gala;
import io.doorlist.testing.Imports;
import io.doorlist.testing.MovableClock;
import io.doorlist.testing.Terms;
import io.doorlist.testing.TestTable;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;

/** An event with an area of two doors that people leave, and a bar that they enter at will. */
abstract class PassageFixture {
  static final long DOOR = 11;
  static final long SMOKERS = 12;
  static final long OFTEN = 13;

  final TestTable table = new TestTable();
  final MovableClock clock = new MovableClock();
  final Stores stores = table.stores(clock);
  final Gala gala = new Gala(stores);
  private int keys;

  {
    Event plain = gala.definition().event();
    Imports.areas(
        gala.importer(),
        plain,
        ZoneId.of("Europe/Berlin"),
        new Area("site", "Site", 100, LocalTime.of(4, 0)),
        new Area("bar", "Bar", null, null));
    list(DOOR, "site", Reentry.AFTER_EXIT);
    list(SMOKERS, "site", Reentry.AFTER_EXIT);
    list(OFTEN, "bar", Reentry.ALWAYS);
  }

  private void list(long id, String area, Reentry reentry) {
    gala.list(Imports.list(id, "List " + id, Terms.passages(area, reentry)));
  }

  CheckinOutcome enter(long list, String code) {
    return stores
        .checkins()
        .checkInTicket(gala.definition(), gala.list(list), code, command(true, null));
  }

  CheckinOutcome exit(long list, String code) {
    return stores.passages().exit(gala.definition(), gala.list(list), code, command(true, null));
  }

  CheckinOutcome upload(long list, String code, boolean exit, Instant at) {
    CheckinCommand command = command(false, at);
    return exit
        ? stores.passages().exit(gala.definition(), gala.list(list), code, command)
        : stores.checkins().checkInTicket(gala.definition(), gala.list(list), code, command);
  }

  /** Answers one scan of an upload. */
  CheckinOutcome alone(long list, UploadedScan scan) {
    return stores
        .checkins()
        .checkInTicket(gala.definition(), gala.list(list), scan.qrToken(), scan.command());
  }

  List<Checkin> list(long id) {
    return stores
        .checkins()
        .list(Gala.ACCOUNT, Gala.EVENT, gala.list(id), Mode.LIVE, Gala.ALL)
        .items();
  }

  /** Returns what every read shows, without the ids of check-ins. */
  List<String> reads() {
    return reads(stores);
  }

  /** Returns what every read of a table shows, without the ids of check-ins. */
  static List<String> reads(Stores stores) {
    EventDefinition event = stores.events().readDefinition(Gala.ACCOUNT, Gala.EVENT).orElseThrow();
    List<Object> all = new ArrayList<>();
    for (CheckinList list : event.lists()) {
      all.add(
          stores
              .checkins()
              .counts(Gala.ACCOUNT, Gala.EVENT, Mode.LIVE, List.of(list))
              .getFirst()
              .count());
      // One row's check-ins are shown last to first, as if they had come one after the other.
      all.addAll(
          stores.checkins().list(Gala.ACCOUNT, Gala.EVENT, list, Mode.LIVE, Gala.ALL).items());
      all.addAll(stores.passages().list(event, list, Mode.LIVE, Gala.ALL).items());
      all.addAll(stores.doubleAdmissions().list(event, list, Mode.LIVE, Gala.ALL).items());
      all.addAll(stores.undos().list(Gala.ACCOUNT, Gala.EVENT, list, Mode.LIVE, Gala.ALL).items());
    }
    all.addAll(stores.areas().read(event, Mode.LIVE, 180));
    all.addAll(stores.history().read(event, null, Mode.LIVE).happenings());
    return all.stream().map(each -> each.toString().replaceAll("\\bid=\\d+", "")).toList();
  }

  CheckinCommand command(boolean online, Instant scannedAt) {
    return new CheckinCommand(
        Mode.LIVE,
        "phone",
        "Phone",
        online,
        true,
        scannedAt,
        key(),
        deadline(),
        null,
        scannedAt == null ? null : clock.instant());
  }

  IdempotencyKey key() {
    keys++;
    return new IdempotencyKey("key" + keys, "request" + keys);
  }

  Instant deadline() {
    return clock.instant().plusSeconds(60);
  }

  TicketLook.Seen look(long list, String code) {
    return (TicketLook.Seen)
        stores.checkins().look(gala.definition(), gala.list(list), code, command(true, null));
  }

  List<TicketPassage.Shown> passages(long list) {
    return stores.passages().list(gala.definition(), gala.list(list), Mode.LIVE, Gala.ALL).items();
  }

  AreaCounts area(String slug) {
    return stores.areas().read(gala.definition(), Mode.LIVE, 180).stream()
        .filter(each -> slug.equals(each.doors().area().slug()))
        .findFirst()
        .orElseThrow();
  }

  String version(long list) {
    return stores.checkins().version(Gala.ACCOUNT, Gala.EVENT, list, Mode.LIVE).orElseThrow();
  }

  UndoOutcome undoAnywhere(TicketPassage passage) {
    UndoOutcome here = undo(passage, "phone", Role.DESK);
    return here == UndoOutcome.NOT_FOUND
        ? stores
            .passages()
            .undo(
                gala.definition(),
                gala.list(SMOKERS),
                passage.id(),
                new UndoCommand(Mode.LIVE, "phone", "Phone", Role.DESK, deadline()))
        : here;
  }

  UndoOutcome undo(TicketPassage passage, String token, Role role) {
    return stores
        .passages()
        .undo(
            gala.definition(),
            gala.list(DOOR),
            passage.id(),
            new UndoCommand(Mode.LIVE, token, "Phone", role, deadline()));
  }

  UndoOutcome undoCheckin(Checkin checkin) {
    return stores
        .undos()
        .undo(
            gala.definition(),
            gala.list(DOOR),
            checkin.id(),
            new UndoCommand(Mode.LIVE, "phone", "Phone", Role.DESK, deadline()));
  }
}
