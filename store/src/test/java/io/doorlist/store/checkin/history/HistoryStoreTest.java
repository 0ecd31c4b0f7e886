package io.doorlist.store.checkin.history;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.domain.Mode;
import io.doorlist.domain.checkin.AreaCounts;
import io.doorlist.domain.checkin.Checkin;
import io.doorlist.domain.checkin.CheckinCommand;
import io.doorlist.domain.checkin.CheckinOutcome;
import io.doorlist.domain.checkin.Happening;
import io.doorlist.domain.checkin.Happening.Type;
import io.doorlist.domain.checkin.TicketPassage;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.door.Reentry;
import io.doorlist.store.checkin.PassageFixture;
import io.doorlist.testing.Effort;
import io.doorlist.testing.Gala;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Predicate;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class HistoryStoreTest extends PassageFixture {
  private static final int TICKETS = 12;
  private static final List<Long> LISTS = List.of(DOOR, SMOKERS, OFTEN);

  static LongStream seeds() {
    return Effort.first(2, 1L, 2, 3, 4, 5);
  }

  /** Scans, late uploads and undos in any order: the history has what the reads of the API have. */
  @ParameterizedTest
  @MethodSource("seeds")
  void history_hasWhatTheReadsOfTheApiHave(long seed) {
    Random random = new Random(seed);
    gala.put(Gala.order(1, Gala.adults(TICKETS)));
    Instant start = clock.instant();
    clock.moveTo(start.plus(Duration.ofHours(30)));
    List<Checkin> checkins = new ArrayList<>();
    List<TicketPassage> passages = new ArrayList<>();
    for (int i = 0; i < 150; i++) {
      String code = "t" + (10_000 + random.nextInt(TICKETS));
      long list = LISTS.get(random.nextInt(LISTS.size()));
      boolean exit = random.nextInt(3) == 0;
      CheckinOutcome outcome;
      if (random.nextBoolean()) {
        outcome = upload(list, code, exit, start.plusSeconds(random.nextInt(30 * 3600)));
      } else {
        outcome = exit ? exit(list, code) : enter(list, code);
      }
      switch (outcome) {
        case CheckinOutcome.CheckedIn in -> checkins.add(in.checkin());
        case CheckinOutcome.CheckedOut out -> passages.add(out.passage());
        case CheckinOutcome.Reentered again -> passages.add(again.passage());
        default -> {}
      }
      if (i % 12 == 11 && !passages.isEmpty()) {
        undoAnywhere(passages.remove(random.nextInt(passages.size())).id());
      }
      if (i % 15 == 14 && !checkins.isEmpty()) {
        undoCheckin(checkins.remove(random.nextInt(checkins.size())));
      }
      clock.moveTo(clock.instant().plusSeconds(random.nextInt(200)));
    }

    History history = stores.history().read(gala.definition(), null, Mode.LIVE);

    for (long id : LISTS) {
      List<Happening> ofList =
          history.happenings().stream().filter(each -> each.list().id() == id).toList();
      assertEquals(
          doors.log(id, mode),
          ofList.stream().sorted(Comparator.comparing(Happening::id)).toList());
      assertEquals(
          doors.checkins(id).stream().map(Checkin::id).sorted().toList(),
          ids(ofList, each -> each.type() == Type.CHECK_IN && !each.undone()));
      assertEquals(
          doors.open(id).stream().map(Happening::id).toList(), ids(ofList, Happening::isOpen));
    }
    for (AreaCounts area : history.areas()) {
      AreaCounts expected =
          stores.areas().read(gala.definition(), Mode.LIVE, 0).stream()
              .filter(each -> each.doors().area().equals(area.doors().area()))
              .findFirst()
              .orElseThrow();
      assertEquals(expected, area);
      long unexplained =
          history.happenings().stream()
              .filter(
                  each -> area.doors().lists().stream().anyMatch(l -> l.id() == each.list().id()))
              .filter(each -> !each.explained() && !each.undone())
              .count();
      assertEquals(area.unexplainedEntries() + area.unexplainedExits(), unexplained);
    }
    assertTrue(history.happenings().stream().anyMatch(each -> each.type() == Type.UNDO));
    assertTrue(history.happenings().stream().anyMatch(each -> !each.explained()));
    History ofOne = stores.history().read(gala.definition(), gala.list(DOOR), Mode.LIVE);
    assertEquals(
        history.happenings().stream().filter(each -> each.list().id() == DOOR).toList(),
        ofOne.happenings());
    assertEquals(List.of(), stores.history().read(gala.definition(), null, Mode.TEST).happenings());
  }

  /** A passage counts by the rule that its list had then. */
  @Test
  void history_explainsByTheRulesOfThen() {
    gala.put(Gala.order(1, "adult"));
    enter(OFTEN, "t10000");
    enter(DOOR, "t10000");
    clock.moveTo(clock.instant().plusSeconds(60));
    enter(OFTEN, "t10000");
    upload(DOOR, "t10000", false, clock.instant());
    gala.list(OFTEN, terms("bar", Reentry.AFTER_EXIT, null));
    gala.list(DOOR, terms("site", Reentry.ALWAYS, null));

    List<Happening> all = stores.history().read(gala.definition(), null, mode).happenings();

    assertEquals(List.of(true, true, false, true), all.stream().map(Happening::explained).toList());
  }

  /** Whoever is inside when the area empties is out, however long ago that was. */
  @Test
  void history_emptiesAreasEveryDay() {
    gala.put(Gala.order(1, "adult"));
    for (int day : new int[] {0, 2, 6}) {
      clock.moveTo(clock.instant().plus(Duration.ofDays(day)));
      enter(DOOR, "t10000");
    }

    List<Happening> all = stores.history().read(gala.definition(), null, mode).happenings();

    assertEquals(List.of(true, true, true), all.stream().map(Happening::explained).toList());
  }

  @Test
  void history_saysAllOfEach_byDoorTime() {
    gala.put(Gala.order(1, "adult"));
    Instant start = clock.instant();
    CheckinCommand atGate =
        new CheckinCommand(mode, "phone", "Phone", true, true, null, key(), deadline(), 5L, null);
    Checkin in = ((CheckinOutcome.CheckedIn) doors.enter(DOOR, "t10000", atGate)).checkin();
    clock.pass(Duration.ofMinutes(10));
    Instant now = clock.instant();
    TicketPassage out =
        ((CheckinOutcome.CheckedOut) upload(SMOKERS, "t10000", true, start.plusSeconds(60)))
            .passage();
    upload(Gala.VIP, "t10000", false, start.plusSeconds(120));
    upload(Gala.VIP, "nobody", false, null);
    clock.pass(Duration.ofMinutes(10));
    upload(Gala.VIP, "somebody", false, clock.instant().plusSeconds(3600));
    undoAnywhere(out.id());
    for (int i = 0; i < 2; i++) {
      stores
          .pulses()
          .refused(
              Gala.ACCOUNT,
              Gala.EVENT,
              Gala.VIP,
              mode,
              "wrong_list",
              clock.instant().plusSeconds(60));
    }

    History history = stores.history().read(gala.definition(), null, mode);

    Instant soon = start.plusSeconds(120);
    Instant end = clock.instant();
    CheckinList vip = gala.list(Gala.VIP);
    assertEquals(
        List.of(
            List.of(Type.CHECK_IN, start, start),
            List.of(Type.EXIT, start.plusSeconds(60), now),
            List.of(Type.WRONG, soon, now),
            List.of(Type.WRONG, now, now),
            List.of(Type.UNDO, end, end),
            List.of(Type.WRONG, end, end)),
        history.happenings().stream()
            .map(each -> List.of(each.type(), each.at(), each.createdAt()))
            .toList());
    Happening first = history.happenings().getFirst();
    assertEquals(
        List.of(in.id(), 10_000L, "T10000", "adult", "Phone", 5L, true, true, false),
        List.of(
            first.id(),
            first.ticketId(),
            first.reference(),
            first.ticketType(),
            first.scannedBy(),
            first.gate(),
            first.online(),
            first.explained(),
            first.undone()));
    assertTrue(history.happenings().get(1).undone());
    assertEquals(out.id(), history.happenings().get(4).undoes().id());
    assertEquals(Map.of(Gala.VIP, Map.of("wrong_list", 2L)), history.refused());
    assertEquals(history.refused(), stores.history().read(gala.definition(), vip, mode).refused());
    History ofDoor = stores.history().read(gala.definition(), gala.list(DOOR), mode);
    assertEquals(Map.of(), ofDoor.refused());
    assertEquals(1, ofDoor.areas().size());
  }

  private static List<Long> ids(List<Happening> happenings, Predicate<Happening> which) {
    return happenings.stream().filter(which).map(Happening::id).sorted().toList();
  }
}
