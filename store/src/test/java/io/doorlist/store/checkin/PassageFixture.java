package io.doorlist.store.checkin;

import io.doorlist.domain.Mode;
import io.doorlist.domain.checkin.AreaCounts;
import io.doorlist.domain.checkin.Checkin;
import io.doorlist.domain.checkin.CheckinOutcome;
import io.doorlist.domain.checkin.Happening;
import io.doorlist.domain.checkin.Scan;
import io.doorlist.domain.checkin.Scan.IdempotencyKey;
import io.doorlist.domain.checkin.Scan.UploadedScan;
import io.doorlist.domain.checkin.TicketLook;
import io.doorlist.domain.checkin.UndoOutcome;
import io.doorlist.domain.checkin.UndoRequest;
import io.doorlist.domain.event.Area;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.domain.event.ListRules;
import io.doorlist.domain.event.ListTerms;
import io.doorlist.domain.token.Role;
import io.doorlist.door.Reentry;
import io.doorlist.testing.Doors;
import io.doorlist.testing.Gala;
import io.doorlist.testing.ListTermsOf;
import io.doorlist.testing.MovableClock;
import io.doorlist.testing.Stores;
import io.doorlist.testing.TestTable;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.List;

/** An event with an area of two doors that people leave, and a bar that they enter at will. */
public abstract class PassageFixture {
  protected static final long DOOR = 11;
  protected static final long SMOKERS = 12;
  protected static final long OFTEN = 13;

  protected final TestTable table = new TestTable();
  protected final MovableClock clock = new MovableClock();
  protected final Stores stores = table.stores(clock);
  protected final Gala gala = new Gala(stores);
  protected final Doors doors = new Doors(stores);
  protected Mode mode = Mode.LIVE;
  private int keys;

  {
    gala.areas(
        new Area("site", "Site", 100, LocalTime.of(4, 0)), new Area("bar", "Bar", null, null));
    gala.list(DOOR, terms("site", Reentry.AFTER_EXIT, null));
    gala.list(SMOKERS, terms("site", Reentry.AFTER_EXIT, null));
    gala.list(OFTEN, terms("bar", Reentry.ALWAYS, null));
  }

  /** Returns what a list at the door of an area says. */
  public static ListTerms terms(String area, Reentry reentry, ListRules rules) {
    return ListTermsOf.passages(area, reentry, rules);
  }

  protected CheckinOutcome enter(long list, String code) {
    return doors.enter(list, code, scan(true, null));
  }

  protected CheckinOutcome exit(long list, String code) {
    return doors.exit(list, code, scan(true, null));
  }

  protected CheckinOutcome upload(long list, String code, boolean exit, Instant at) {
    Scan scan = scan(false, at);
    return exit ? doors.exit(list, code, scan) : doors.enter(list, code, scan);
  }

  /** Answers one scan of an upload. */
  protected CheckinOutcome alone(long list, UploadedScan scan) {
    return doors.enter(list, scan.qrToken(), scan.scan());
  }

  protected List<Checkin> list(long id) {
    return doors.checkins(id);
  }

  /** Returns what every read shows, without the ids of check-ins. */
  protected List<String> reads() {
    return reads(stores);
  }

  /** Returns what every read of a table shows, without the ids of check-ins. */
  protected static List<String> reads(Stores stores) {
    EventDefinition event = stores.events().readDefinition(Gala.ACCOUNT, Gala.EVENT).orElseThrow();
    List<Object> all = new ArrayList<>();
    for (CheckinList list : event.lists()) {
      all.add(
          stores
              .log()
              .counts(Gala.ACCOUNT, Gala.EVENT, Mode.LIVE, List.of(list))
              .getFirst()
              .count());
      // One row's check-ins are shown last to first, as if they had come one after the other.
      all.addAll(stores.log().list(Gala.ACCOUNT, Gala.EVENT, list, Mode.LIVE, Gala.ALL).items());
    }
    all.addAll(stores.areas().read(event, Mode.LIVE, 180));
    stores.history().read(event, null, Mode.LIVE).happenings().stream()
        .map(Happening::toString)
        .sorted()
        .forEach(all::add);
    return all.stream().map(each -> each.toString().replaceAll("\\bid=\\d+", "")).toList();
  }

  protected Scan scan(boolean online, Instant scannedAt) {
    return new Scan(
        mode,
        "phone",
        "Phone",
        online,
        true,
        scannedAt,
        key(),
        deadline(),
        null,
        scannedAt == null ? null : Duration.ZERO,
        null);
  }

  /** Returns the same request as a device sends it now. */
  protected Scan again(Scan scan) {
    return with(scan.tokenId(), scan.key(), scan, deadline());
  }

  /** Returns the same request with another key. */
  static Scan with(IdempotencyKey key, Scan scan) {
    return by(scan.tokenId(), key, scan);
  }

  /** Returns the same request with another key, by another token. */
  static Scan by(String token, IdempotencyKey key, Scan scan) {
    return with(token, key, scan, scan.deadline());
  }

  private static Scan with(String token, IdempotencyKey key, Scan scan, Instant deadline) {
    return new Scan(
        scan.mode(),
        token,
        scan.tokenName(),
        scan.online(),
        scan.qrCodeScanned(),
        scan.scannedAt(),
        key,
        deadline,
        scan.gate(),
        scan.clockBehind(),
        scan.waiting());
  }

  protected IdempotencyKey key() {
    keys++;
    return new IdempotencyKey("key" + keys, "request" + keys, false);
  }

  protected Instant deadline() {
    return clock.instant().plusSeconds(60);
  }

  protected TicketLook.Seen look(long list, String code) {
    return (TicketLook.Seen) doors.look(list, code, scan(true, null));
  }

  /** Returns the exits, and the entries after the first, the latest first. */
  protected List<Happening> passages(long list) {
    return doors.log(list, mode, Happening.Type.ENTRY, Happening.Type.EXIT);
  }

  protected AreaCounts area(String slug) {
    return stores.areas().read(gala.definition(), mode, 180).stream()
        .filter(each -> slug.equals(each.doors().area().slug()))
        .findFirst()
        .orElseThrow();
  }

  protected String version(long list) {
    return stores.log().version(Gala.ACCOUNT, Gala.EVENT, list, Mode.LIVE).orElseThrow();
  }

  protected UndoOutcome undoAnywhere(long id) {
    UndoOutcome here = undo(id, "phone", Role.DESK);
    return here == UndoOutcome.NOT_FOUND ? doors.undo(SMOKERS, id, undo("phone", Role.DESK)) : here;
  }

  protected UndoOutcome undo(long id, String token, Role role) {
    return doors.undo(DOOR, id, undo(token, role));
  }

  protected UndoOutcome undoCheckin(Checkin checkin) {
    return doors.undo(DOOR, checkin.id(), undo("phone", Role.DESK));
  }

  protected UndoRequest undo(String token, Role role) {
    return new UndoRequest(mode, token, "Phone", role, deadline());
  }
}
