package io.doorlist.store.checkin;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.doorlist.domain.checkin.AreaCounts;
import io.doorlist.domain.checkin.CheckinOutcome;
import io.doorlist.domain.checkin.CheckinOutcome.AdmittedAgain;
import io.doorlist.domain.checkin.CheckinOutcome.AlreadyCheckedIn;
import io.doorlist.domain.checkin.CheckinOutcome.CheckedIn;
import io.doorlist.domain.checkin.CheckinOutcome.CheckedOut;
import io.doorlist.domain.checkin.CheckinOutcome.NotEnoughTickets;
import io.doorlist.domain.checkin.CheckinOutcome.OrderCheckedIn;
import io.doorlist.domain.checkin.CheckinOutcome.OrderCheckedOut;
import io.doorlist.domain.checkin.CheckinOutcome.Reentered;
import io.doorlist.domain.checkin.CheckinOutcome.Withdrawn;
import io.doorlist.domain.checkin.Happening;
import io.doorlist.domain.checkin.Happening.Type;
import io.doorlist.domain.checkin.Scan;
import io.doorlist.domain.checkin.Scan.IdempotencyKey;
import io.doorlist.domain.checkin.UndoOutcome;
import io.doorlist.domain.checkin.WithdrawalOutcome;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.token.Role;
import io.doorlist.door.Reentry;
import io.doorlist.testing.EveningText;
import io.doorlist.testing.EveningText.Area;
import io.doorlist.testing.EveningText.GroupRow;
import io.doorlist.testing.EveningText.Named;
import io.doorlist.testing.EveningText.Result;
import io.doorlist.testing.EveningText.Row;
import io.doorlist.testing.EveningText.ScanRow;
import io.doorlist.testing.EveningText.UndoRow;
import io.doorlist.testing.EveningText.Way;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** Plays an evening's rows at the doors of a fixture, on the day after its clock starts. */
final class EveningPlayer {
  private static final LocalDate DAY = LocalDate.of(2026, 9, 15);
  private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

  private static final long ONCE = 14;

  private static final Map<String, Long> DOORS =
      Map.of(
          "gate1", PassageFixture.DOOR,
          "gate2", PassageFixture.SMOKERS,
          "once", ONCE,
          "bar", PassageFixture.OFTEN);

  /** A ticket, and the code that its guest shows. */
  private record Guest(long ticket, String code) {}

  private final PassageFixture at;
  private final Map<String, Guest> guests = new HashMap<>();

  EveningPlayer(PassageFixture at) {
    this.at = at;
    at.gala.list(ONCE, PassageFixture.terms("site", Reentry.NEVER, null));
  }

  /** From now on the rows' guest scans this code of this ticket. */
  EveningPlayer guest(String name, long ticket, String code) {
    guests.put(name, new Guest(ticket, code));
    return this;
  }

  void play(String rows) {
    EveningText.read("Some rows\n" + rows).forEach(this::play);
  }

  void play(EveningText evening) {
    for (Row row : evening.rows()) {
      // It stands still while what happened before is told.
      at.clock.moveTo(at(row.time()));
      switch (row) {
        case ScanRow scan -> assertEquals(scan.result(), result(scan), row::toString);
        case UndoRow undo -> assertEquals(undo.result(), result(undo), row::toString);
        case GroupRow group -> assertEquals(group.results(), results(group), row::toString);
      }
    }
    evening.areas().forEach((name, counts) -> assertEquals(counts, area(name), name));
  }

  private Result result(ScanRow scan) {
    return scan.way() == Way.WITHDRAWN ? withdrawn(scan) : result(outcome(scan));
  }

  private static Result result(CheckinOutcome outcome) {
    return switch (outcome) {
      case AlreadyCheckedIn refused -> Result.ALREADY_IN;
      case AdmittedAgain recorded -> Result.ALREADY_IN;
      case CheckedOut out -> out.wasInside() ? Result.PASSES : Result.NOT_INSIDE;
      case CheckedIn first -> Result.PASSES;
      case Reentered again -> Result.PASSES;
      case Withdrawn before -> Result.WITHDRAWN;
      case CheckinOutcome other -> throw new AssertionError(other);
    };
  }

  private CheckinOutcome outcome(ScanRow row) {
    long list = DOORS.get(row.door());
    String code = guests.get(row.ticket()).code();
    return row.exit()
        ? at.doors.exit(list, code, scan(row.named(), row.way()))
        : at.doors.enter(list, code, scan(row.named(), row.way()));
  }

  private SortedMap<String, Result> results(GroupRow group) {
    SortedMap<String, Result> results = new TreeMap<>();
    switch (outcome(group)) {
      case OrderCheckedIn in ->
          in.tickets().forEach(each -> results.put(name(each.checkin().ticketId()), result(each)));
      case OrderCheckedOut out ->
          out.tickets().forEach(each -> results.put(name(each.passage().ticketId()), result(each)));
      case NotEnoughTickets few -> assertEquals(Set.of("adult"), few.remaining().keySet());
      case CheckinOutcome other -> throw new AssertionError(other);
    }
    return results;
  }

  private CheckinOutcome outcome(GroupRow row) {
    long list = DOORS.get(row.door());
    String code = guests.get(EveningText.GROUP).code();
    Scan scan = scan(row.named(), row.way());
    if (row.exit() && row.count() == null) {
      return at.doors.exit(list, code, scan);
    }
    Map<String, Integer> counts = Map.of("adult", row.count());
    return row.exit()
        ? at.doors.exit(list, code, counts, scan)
        : at.doors.enterOrder(list, code, counts, scan);
  }

  private String name(long ticket) {
    return guests.entrySet().stream()
        .filter(each -> each.getValue().ticket() == ticket)
        .map(Map.Entry::getKey)
        .findFirst()
        .orElseThrow();
  }

  private Result withdrawn(ScanRow row) {
    CheckinList list = at.gala.list(DOORS.get(row.door()));
    return switch (at.stores
        .withdrawals()
        .withdraw(at.gala.definition(), list, scan(row.named(), row.way()))) {
      case WithdrawalOutcome.Withdrawn it -> it.undone().isEmpty() ? Result.NOTHING : Result.UNDONE;
      case WithdrawalOutcome.KeyReused other -> throw new AssertionError(other);
    };
  }

  /**
   * Returns what a door's phone sends of a row: rows that name one scan have one key. The tie of
   * gate1's phone is less than that of gate2's.
   */
  private Scan scan(Named named, Way way) {
    boolean told = way == Way.TOLD;
    String name = named.toString();
    return PassageFixture.by(
        "phone-" + named.door(),
        new IdempotencyKey(name, name, true),
        at.scan(!told, told ? at(named.time()) : null));
  }

  private Result result(UndoRow undo) {
    Happening scan = scan(guests.get(undo.ticket()).ticket(), at(undo.of()));
    UndoOutcome outcome = at.doors.undo(scan.list().id(), scan.id(), at.undo("phone", Role.DESK));
    return switch (outcome) {
      case UNDONE -> Result.UNDONE;
      case HAS_PASSAGES -> Result.KEPT;
      case NOT_FOUND, NOT_ALLOWED -> throw new AssertionError(outcome);
    };
  }

  /** Returns what is on record of a scan. */
  private Happening scan(long ticket, Instant time) {
    return DOORS.values().stream()
        .flatMap(list -> at.doors.log(list, at.mode, Type.CHECK_IN, Type.ENTRY, Type.EXIT).stream())
        .filter(each -> each.ticketId() == ticket && each.at().equals(time))
        .findFirst()
        .orElseThrow();
  }

  private Area area(String name) {
    AreaCounts counts = at.area(name.equals("gates") ? "site" : name);
    return new Area(
        counts.inside(),
        counts.entries(),
        counts.exits(),
        counts.unexplainedEntries(),
        counts.unexplainedExits());
  }

  private static Instant at(LocalTime time) {
    return DAY.atTime(time).atZone(BERLIN).toInstant();
  }
}
