package io.doorlist.store.checkin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.domain.Mode;
import io.doorlist.domain.checkin.AreaCounts;
import io.doorlist.domain.checkin.Checkin;
import io.doorlist.domain.checkin.CheckinOutcome;
import io.doorlist.domain.checkin.TicketPassage;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.door.Reentry;
import io.doorlist.store.checkin.Happening.Kind;
import io.doorlist.testing.Gala;
import io.doorlist.testing.Imports;
import io.doorlist.testing.Terms;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HistoryStoreTest extends PassageFixture {
  private static final int TICKETS = 12;
  private static final List<Long> LISTS = List.of(DOOR, SMOKERS, OFTEN);

  /** Scans, late uploads and undos in any order: the history has what the reads of the API have. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void history_hasWhatTheReadsOfTheApiHave(long seed) {
    Random random = new Random(seed);
    gala.put(Gala.order(1, Collections.nCopies(TICKETS, "adult").toArray(String[]::new)));
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
      CheckinList list = gala.list(id);
      assertEquals(
          shown(id),
          flags(history, each -> each.list().id() == id && isPassage(each)),
          "passages of list " + id);
      assertEquals(
          stores
              .checkins()
              .list(Gala.ACCOUNT, Gala.EVENT, list, Mode.LIVE, Gala.ALL)
              .items()
              .stream()
              .map(Checkin::id)
              .sorted()
              .toList(),
          ids(history, id, Kind.CHECK_IN));
      assertEquals(
          stores
              .doubleAdmissions()
              .list(gala.definition(), list, Mode.LIVE, Gala.ALL)
              .items()
              .stream()
              .map(each -> each.id())
              .sorted()
              .toList(),
          ids(history, id, Kind.DOUBLE_ADMISSION));
      long undonePassages = passages(id).stream().filter(each -> each.passage().undone()).count();
      assertEquals(
          stores.undos().list(Gala.ACCOUNT, Gala.EVENT, list, Mode.LIVE, Gala.ALL).count()
              + undonePassages,
          ids(history, id, Kind.UNDO).size());
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

  /** A passage counts by the rule that its list had then. */
  @Test
  void history_explainsByTheRulesOfThen() {
    gala.put(Gala.order(1, "adult"));
    enter(OFTEN, "t10000");
    clock.moveTo(clock.instant().plusSeconds(60));
    enter(OFTEN, "t10000");
    gala.list(Imports.list(OFTEN, "List " + OFTEN, Terms.passages("bar", Reentry.AFTER_EXIT)));

    History history = stores.history().read(gala.definition(), null, Mode.LIVE);

    assertEquals(shown(OFTEN), flags(history, HistoryStoreTest::isPassage));
    assertEquals(List.of(true), List.copyOf(shown(OFTEN).values()));
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
