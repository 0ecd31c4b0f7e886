package io.doorlist.store.checkin.merge;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.domain.Mode;
import io.doorlist.domain.checkin.AreaCounts;
import io.doorlist.domain.checkin.CheckinCommand;
import io.doorlist.domain.checkin.CheckinOutcome;
import io.doorlist.domain.checkin.IdempotencyKey;
import io.doorlist.domain.checkin.UndoCommand;
import io.doorlist.domain.event.Area;
import io.doorlist.domain.token.Role;
import io.doorlist.door.Reentry;
import io.doorlist.ingest.evening.Evening;
import io.doorlist.ingest.evening.EveningStore;
import io.doorlist.json.Json;
import io.doorlist.json.MalformedJsonException;
import io.doorlist.store.checkin.PassageFixture;
import io.doorlist.store.checkin.history.Happening;
import io.doorlist.store.checkin.history.History;
import io.doorlist.testing.Doors;
import io.doorlist.testing.Gala;
import io.doorlist.testing.MovableClock;
import io.doorlist.testing.TestTable;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;

/** Tables with one beginning, evenings in them, and what two tables have in common. */
abstract class EveningFixture {
  static final long DOOR = 11;
  static final long SMOKERS = 12;
  static final List<Long> LISTS = List.of(DOOR, SMOKERS, Gala.EVERYONE);
  static final int TICKETS = 10;

  final MovableClock clock = new MovableClock();
  private int keys;

  Doors place() {
    return new Doors(new TestTable().stores(clock));
  }

  Doors origin() {
    Doors place = place();
    Gala gala = new Gala(place.stores());
    gala.areas(new Area("site", "Site", 100, null));
    for (long id : List.of(DOOR, SMOKERS)) {
      gala.list(id, PassageFixture.terms("site", Reentry.AFTER_EXIT, null));
    }
    gala.put(Gala.order(1, Gala.adults(TICKETS)));
    clock.moveTo(clock.instant().plusSeconds(60));
    return place;
  }

  /** Scans, exits, late uploads, unknown codes and undos, in any order. */
  void evening(Doors place, Random random, String phone, int steps) {
    record Undoable(boolean checkin, long list, long id) {}
    List<Undoable> done = new ArrayList<>();
    for (int i = 0; i < steps; i++) {
      clock.moveTo(clock.instant().plusMillis(1 + random.nextInt(60_000)));
      long list = LISTS.get(random.nextInt(LISTS.size()));
      boolean offline = random.nextInt(3) > 0;
      Instant scanned = offline ? clock.instant().minusMillis(random.nextInt(900_000)) : null;
      String code = random.nextInt(12) == 0 ? "nobody" : "t" + (10_000 + random.nextInt(TICKETS));
      CheckinCommand command = command(phone, !offline, scanned, key());
      CheckinOutcome outcome =
          random.nextInt(3) == 0 && list != Gala.EVERYONE
              ? place.exit(list, code, command)
              : place.enter(list, code, command);
      switch (outcome) {
        case CheckinOutcome.CheckedIn in -> done.add(new Undoable(true, list, in.checkin().id()));
        case CheckinOutcome.CheckedOut out ->
            done.add(new Undoable(false, list, out.passage().id()));
        case CheckinOutcome.Reentered again ->
            done.add(new Undoable(false, list, again.passage().id()));
        default -> {}
      }
      if (random.nextInt(8) == 0 && !done.isEmpty()) {
        Undoable undoable = done.remove(random.nextInt(done.size()));
        UndoCommand undo = new UndoCommand(Mode.LIVE, "desk", "Desk", Role.DESK, deadline());
        if (!undoable.checkin()) {
          place.undoPassage(undoable.list(), undoable.id(), undo);
        }
      }
    }
  }

  CheckinCommand command(String phone, boolean online, Instant scannedAt, IdempotencyKey key) {
    return new CheckinCommand(
        Mode.LIVE, phone, phone, online, true, scannedAt, key, deadline(), null, null);
  }

  IdempotencyKey key() {
    keys++;
    return new IdempotencyKey("key" + keys, "request" + keys);
  }

  Instant deadline() {
    return clock.instant().plusSeconds(60);
  }

  static List<String> export(Doors place) {
    List<String> lines = new ArrayList<>();
    assertTrue(new EveningStore(place.stores()).write(Gala.ACCOUNT, lines::add).whole());
    return lines;
  }

  static Optional<EveningMerge.Merged> fill(Doors place, List<String> file) {
    Evening evening;
    try {
      evening = Evening.of(Json.readObject(file.getFirst())).orElseThrow();
    } catch (MalformedJsonException e) {
      throw new IllegalStateException(e);
    }
    EveningStore.Filling filling = new EveningStore(place.stores()).fill(evening);
    file.stream().skip(1).forEach(filling::put);
    return filling.finish();
  }

  static History history(Doors place) {
    return place.stores().history().read(place.definition(), null, Mode.LIVE);
  }

  /** Returns the scans of a table, whatever became of each. */
  static TreeSet<String> scans(Doors place) {
    TreeSet<String> scans = new TreeSet<>();
    for (Happening each : history(place).happenings()) {
      if (each.kind() != Happening.Kind.UNDO) {
        boolean exit = each.kind() == Happening.Kind.EXIT;
        scans.add(
            String.join(
                " ",
                "" + each.list().id(),
                "" + each.reference(),
                exit ? "out" : "in",
                each.phone(),
                "" + each.at().toEpochMilli()));
      }
    }
    return scans;
  }

  /** Returns rows by what nothing may change: id, kind, times, ticket. */
  static List<String> rows(Doors place) {
    return history(place).happenings().stream()
        .map(each -> each.kind() + " " + each.id() + " " + each.createdAt() + each.reference())
        .toList();
  }

  /** Returns each ticket's state on each list. */
  static Map<String, String> folds(Doors place) {
    Map<String, String> folds = new TreeMap<>();
    for (Happening each : history(place).happenings()) {
      boolean passage =
          each.kind() != Happening.Kind.UNDO && each.kind() != Happening.Kind.DOUBLE_ADMISSION;
      if (passage && each.list().id() != Gala.EVERYONE) {
        folds.put(
            each.reference() + " " + each.at() + " " + each.list().id() + " " + each.phone(),
            (each.kind() == Happening.Kind.EXIT ? "out " : "in ")
                + (each.undone() ? "undone" : each.explained()));
      }
    }
    return folds;
  }

  static List<String> areas(Doors place) {
    return place.stores().areas().readTracked(place.definition(), Mode.LIVE, 180).stream()
        .map(AreaCounts::toString)
        .toList();
  }

  static long insideOfSite(Doors place) {
    return place.stores().areas().readTracked(place.definition(), Mode.LIVE, 1).getFirst().inside();
  }

  /** Folds the passages of the area as simply as can be: the last one of each ticket decides. */
  static long insideByHand(Doors place) {
    Map<String, Boolean> inside = new TreeMap<>();
    for (Happening each : history(place).happenings()) {
      boolean entry = each.kind() == Happening.Kind.CHECK_IN || each.kind() == Happening.Kind.ENTRY;
      boolean passage = entry || each.kind() == Happening.Kind.EXIT;
      if (passage && !each.undone() && each.list().id() != Gala.EVERYONE) {
        inside.put(each.reference(), entry);
      }
    }
    return inside.values().stream().filter(Boolean::booleanValue).count();
  }
}
