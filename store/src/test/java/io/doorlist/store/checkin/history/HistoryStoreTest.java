package io.doorlist.store.checkin.history;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.domain.Mode;
import io.doorlist.domain.checkin.AreaCounts;
import io.doorlist.domain.checkin.Checkin;
import io.doorlist.domain.checkin.CheckinCommand;
import io.doorlist.domain.checkin.CheckinOutcome;
import io.doorlist.domain.checkin.TicketPassage;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.token.Role;
import io.doorlist.door.Reentry;
import io.doorlist.store.checkin.PassageFixture;
import io.doorlist.store.checkin.history.Happening.Kind;
import io.doorlist.store.table.TableSchema;
import io.doorlist.testing.Effort;
import io.doorlist.testing.Gala;
import io.doorlist.testing.Meanwhile;
import io.doorlist.testing.TestTable;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;

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
        undoAnywhere(passages.remove(random.nextInt(passages.size())));
      }
      if (i % 15 == 14 && !checkins.isEmpty()) {
        undoCheckin(checkins.remove(random.nextInt(checkins.size())));
      }
      clock.moveTo(clock.instant().plusSeconds(random.nextInt(200)));
    }

    History history = stores.history().read(gala.definition(), null, Mode.LIVE);

    for (long id : LISTS) {
      assertEquals(
          shown(id),
          flags(history, each -> each.list().id() == id && isPassage(each)),
          "passages of list " + id);
      assertEquals(
          doors.checkins(id).stream().map(Checkin::id).sorted().toList(),
          ids(history, id, Kind.CHECK_IN));
      assertEquals(
          doors.doubles(id).stream().map(each -> each.id()).sorted().toList(),
          ids(history, id, Kind.DOUBLE_ADMISSION));
      long undonePassages = passages(id).stream().filter(each -> each.passage().undone()).count();
      assertEquals(doors.undone(id).size() + undonePassages, ids(history, id, Kind.UNDO).size());
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
              .filter(each -> Boolean.FALSE.equals(each.explained()))
              .count();
      assertEquals(area.unexplainedEntries() + area.unexplainedExits(), unexplained);
    }
    assertTrue(history.happenings().stream().anyMatch(each -> each.kind() == Kind.UNDO));
    assertTrue(
        history.happenings().stream().anyMatch(each -> Boolean.FALSE.equals(each.explained())));
    History ofOne = stores.history().read(gala.definition(), gala.list(DOOR), Mode.LIVE);
    assertEquals(
        history.happenings().stream().filter(each -> each.list().id() == DOOR).toList(),
        ofOne.happenings());
    assertEquals(List.of(), stores.history().read(gala.definition(), null, Mode.TEST).happenings());
  }

  /** A passage counts by the rule that its list had then, even if it is undone meanwhile. */
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

    History history = stores.history().read(gala.definition(), null, Mode.LIVE);

    assertEquals(shown(OFTEN), flags(history, each -> isPassage(each) && isAt(each, OFTEN)));
    assertEquals(List.of(true), List.copyOf(shown(OFTEN).values()));
    assertEquals(shown(DOOR), flags(history, each -> isPassage(each) && isAt(each, DOOR)));
    assertEquals(List.of(false), List.copyOf(shown(DOOR).values()));
    Meanwhile raced = new Meanwhile(TestTable.client());
    String marks = TableSchema.qr(Gala.ACCOUNT, Gala.EVENT, "t10000").pk();
    raced.before(
        request -> request instanceof GetItemRequest get && get.key().get("pk").s().equals(marks),
        () -> undo(passages(DOOR).getFirst().passage(), "phone", Role.DESK));
    History late =
        table.stores(raced, clock).history().read(gala.definition(), gala.list(DOOR), mode);
    assertTrue(raced.happened());
    assertEquals(3, late.happenings().stream().filter(each -> isAt(each, DOOR)).count());
  }

  private static boolean isAt(Happening each, long list) {
    return each.list().id() == list;
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
        new CheckinCommand(
            mode, "phone", "Phone", true, true, null, key(), deadline(), 5L, clock.instant());
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
    undoAnywhere(out);
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

    List<Long> doubles = doors.doubles(Gala.VIP).stream().map(each -> each.id()).toList();
    Instant soon = start.plusSeconds(120);
    Instant end = clock.instant();
    CheckinList smokers = gala.list(SMOKERS);
    CheckinList vip = gala.list(Gala.VIP);
    assertEquals(
        List.of(
            new Happening(
                Kind.CHECK_IN,
                in.id(),
                gala.list(DOOR),
                "T10000",
                "adult",
                "Phone",
                5L,
                start,
                start,
                null,
                true,
                true,
                false,
                null),
            new Happening(
                Kind.EXIT,
                out.id(),
                smokers,
                "T10000",
                "adult",
                "Phone",
                null,
                start.plusSeconds(60),
                now,
                start.plusSeconds(60),
                false,
                null,
                true,
                null),
            doubleAdmission(doubles.get(2), "T10000", soon, now, soon, "wrong_list"),
            doubleAdmission(doubles.get(1), null, now, now, null, "not_found"),
            new Happening(
                Kind.UNDO, out.id(), smokers, "T10000", "adult", "Phone", null, end, end, null,
                null, null, false, null),
            doubleAdmission(doubles.get(0), null, end, end, end.plusSeconds(3600), "not_found")),
        history.happenings());
    assertEquals(Map.of(Gala.VIP, Map.of("wrong_list", 2L)), history.refused());
    assertEquals(history.refused(), stores.history().read(gala.definition(), vip, mode).refused());
    History ofDoor = stores.history().read(gala.definition(), gala.list(DOOR), mode);
    assertEquals(Map.of(), ofDoor.refused());
    assertEquals(1, ofDoor.areas().size());
  }

  /** Returns a double admission at the list of the VIPs, of a ticket or, without, of a code. */
  private Happening doubleAdmission(
      long id, String ticket, Instant at, Instant createdAt, Instant scannedAt, String reason) {
    return new Happening(
        Kind.DOUBLE_ADMISSION,
        id,
        gala.list(Gala.VIP),
        ticket,
        ticket == null ? null : "adult",
        "Phone",
        null,
        at,
        createdAt,
        scannedAt,
        false,
        null,
        false,
        reason);
  }

  private static boolean isPassage(Happening each) {
    return each.kind() == Kind.ENTRY || each.kind() == Kind.EXIT;
  }

  private Map<Long, Boolean> shown(long list) {
    Map<Long, Boolean> shown = new TreeMap<>();
    passages(list)
        .forEach(
            each ->
                shown.put(
                    each.passage().id(), each.passage().undone() ? null : !each.unexplained()));
    return shown;
  }

  private static Map<Long, Boolean> flags(History history, Predicate<Happening> which) {
    Map<Long, Boolean> flags = new TreeMap<>();
    history.happenings().stream()
        .filter(which)
        .forEach(each -> flags.put(each.id(), each.explained()));
    return flags;
  }

  private static List<Long> ids(History history, long list, Kind kind) {
    return history.happenings().stream()
        .filter(each -> each.list().id() == list && each.kind() == kind && !each.undone())
        .map(Happening::id)
        .sorted()
        .toList();
  }
}
