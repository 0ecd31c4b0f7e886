package io.doorlist.cli.following;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.domain.Mode;
import io.doorlist.domain.checkin.CheckinOutcome;
import io.doorlist.domain.checkin.Happening;
import io.doorlist.domain.checkin.Happening.Type;
import io.doorlist.domain.checkin.UndoOutcome;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.store.sequence.SequenceMark;
import io.doorlist.testing.DyingEngine;
import io.doorlist.testing.Effort;
import io.doorlist.testing.Stores;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What pretix's own doors do happens here too, each once (issue 50). */
class PretixCheckinsTest extends FollowFixture {
  private final Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);

  @BeforeEach
  void follow() {
    followGala();
  }

  /** Found from outside: ten of ten came in again. */
  @Test
  void look_refusesWhoCameInThere_andTellsPretixNothing() {
    Instant at = now.minusSeconds(600);
    shop.scan("a", 1, 101, "entry", at);

    look();
    look();

    CheckinOutcome.AlreadyCheckedIn already =
        assertInstanceOf(CheckinOutcome.AlreadyCheckedIn.class, scan("n1"));
    assertEquals("pretix", already.first().scannedBy());
    assertEquals(at, already.inside().since());
    report();
    assertEquals(List.of(), shop.order);
    assertEquals(List.of("CHECK_IN 101"), log());
    assertEquals("", said());
  }

  @Test
  void look_takesExits_andWhatWasAnnulled() {
    shop.scan("a", 1, 101, "entry", now.minusSeconds(600));
    shop.scan("b", 1, 101, "exit", now.minusSeconds(500));
    shop.scan("c", 1, 114, "entry", now.minusSeconds(400));
    look();
    assertInstanceOf(CheckinOutcome.Reentered.class, scan("n1"));

    shop.annul("c");
    look();
    look();

    assertInstanceOf(CheckinOutcome.CheckedIn.class, scan("o11"));
    report();
    assertEquals(
        List.of("gala 1 101 entry", "gala 1 114 entry"), List.copyOf(new TreeSet<>(shop.order)));
    assertFalse(shop.asked.toString().contains("annul"), shop.asked.toString());
    assertEquals("", said());
  }

  @Test
  void look_leavesWhatWasReported() {
    enter("n1");
    Instant scanned = now.minusSeconds(3_600);
    scan("o11", false, scanned);
    report();
    assertEquals(2, shop.checkins.size());

    look();

    assertEquals(List.of("CHECK_IN 101", "CHECK_IN 114"), log());
  }

  @Test
  void whoIsLetInAtBoth_isADoubleAdmission() {
    shop.scan("a", 1, 101, "entry", now.minusSeconds(60));
    enter("n1");
    look();
    assertEquals(1, doubles());

    report();
    look();

    assertEquals(2, shop.checkins.size());
    assertEquals(List.of("CHECK_IN 101", "ENTRY 101"), log());
    shop.annul("a");
    look();
    assertEquals(0, doubles());
  }

  @Test
  void whatIsUndoneHere_isNamed_asPretixLetsOnlyItsDeviceUndoIt() {
    shop.scan("a", 1, 101, "entry", now.minusSeconds(60));
    look();
    long id = log(gala, door).getFirst().id();
    assertEquals(UndoOutcome.UNDONE, undo(id));

    report();
    look();
    report();

    assertEquals(List.of("CHECK_IN 101", "UNDO 101"), log());
    assertEquals(
        List.of(
            "not taken by the shop: event gala, list 1: the undo for ticket 101 (400): pretix lets"
                + " only the device undo it that reported it"),
        lines());
  }

  @Test
  void whatIsAnnulledThere_staysHereByName_whereOthersNeedIt() {
    shop.scan("a", 1, 101, "entry", now.minusSeconds(60));
    look();
    table.stores().checkins().exit(gala, door, "n1", scan(false, null));

    shop.annul("a");
    look();

    assertEquals(List.of("CHECK_IN 101", "EXIT 101"), log());
    assertTrue(
        said().contains("event gala, list 1: the entry of ticket 101 was annulled in pretix"),
        said());
  }

  @Test
  void look_readsAList_thatACheckinIsTheFirstToName() {
    PretixFollower follower = follower(table.stores());
    follower.look();
    shop.lists =
        lists -> {
          Map<String, Object> added = new TreeMap<>();
          ((Map<?, ?>) ((List<?>) lists.get("results")).getFirst())
              .forEach((name, value) -> added.put(name.toString(), value));
          added.put("id", 77L);
          return Map.of("results", List.of(added));
        };
    shop.scan("a", 77, 101, "entry", now.minusSeconds(60));

    follower.look();

    assertEquals(List.of("CHECK_IN 101"), log(77));
  }

  @Test
  void look_undoesNothing_thatAnotherProcessTookMeanwhile() {
    PretixFollower late = follower(table.stores());
    late.look();
    shop.scan("a", 1, 101, "entry", now.minusSeconds(60));
    shop.next(
        shop.before(
            () -> {
              shop.scan("b", 1, 101, "exit", now.minusSeconds(50));
              look();
            }));

    late.look();

    assertEquals(List.of("CHECK_IN 101", "EXIT 101"), log());
  }

  @Test
  void look_correctsTimes_byWhatPretixsClockShows() {
    Clock anHourAgo = Clock.offset(Clock.systemUTC(), Duration.ofHours(-1));
    shop.scan("a", 1, 101, "entry", now);

    follower(table.stores(), source("gala"), status, anHourAgo).look();
    look();

    assertEquals(List.of("CHECK_IN 101"), log());
    Duration off = Duration.between(log(gala, door).getFirst().at(), now.minusSeconds(3_600));
    assertTrue(off.abs().toSeconds() < 30, off.toString());
  }

  @Test
  void look_leavesWhatIsTooOldToBeBelieved() {
    shop.scan("a", 1, 101, "entry", now.minus(Duration.ofDays(8)));

    look();

    assertEquals(List.of(), log());
  }

  /** pretix lets everybody out when a list empties; here nobody is inside then anyway. */
  @Test
  void look_leavesExits_thatPretixMakesByItself() {
    shop.scan("a", 1, 101, "entry", now.minusSeconds(60));
    shop.shown =
        checkins ->
            ((List<?>) checkins)
                .stream()
                    .map(each -> changed(each, "auto_checked_in", true, "type", "exit"))
                    .toList();

    look();

    assertEquals(List.of(), log());
  }

  static List<UnaryOperator<Object>> oddAnswers() {
    return List.of(
        checkins -> null,
        checkins -> "[]",
        checkins -> Map.of(),
        checkins -> List.of(List.of(), "entry", 7, Map.of()),
        checkins -> List.of(changed(((List<?>) checkins).getFirst(), "id", "x")),
        checkins -> List.of(changed(((List<?>) checkins).getFirst(), "list", null)),
        checkins -> List.of(changed(((List<?>) checkins).getFirst(), "type", "turnstile")),
        checkins -> List.of(changed(((List<?>) checkins).getFirst(), "datetime", "soon")));
  }

  @ParameterizedTest
  @MethodSource("oddAnswers")
  void look_undoesNothing_whatIsNotUnderstood(UnaryOperator<Object> answer) {
    shop.keep("gala/N1");
    shop.scan("a", 1, 101, "entry", now.minusSeconds(60));
    look();

    shop.shown = answer;
    shop.scan("b", 1, 101, "exit", now.minusSeconds(50));
    look();
    assertEquals(List.of("CHECK_IN 101"), log());

    shop.shown = checkins -> checkins;
    look();
    assertEquals(List.of("CHECK_IN 101", "EXIT 101"), log());
    assertEquals("", said());
  }

  /** Processes that end at any request, doors that do the same tickets at the same time. */
  @Test
  void bothSidesTellTheSame_whateverFails() {
    for (int seed = 0; seed < Effort.of(2, 20); seed++) {
      Random random = new Random(seed);
      Map<String, Long> guests = Map.of("n1", 101L, "o11", 114L, "w1", 123L, "w2", 124L);
      Instant begun = now.minusSeconds(3_600);
      for (int turn = 0; turn < 40; turn++) {
        String code = List.copyOf(guests.keySet()).get(random.nextInt(guests.size()));
        long ticket = guests.get(code);
        Instant at = begun.plusSeconds(turn * 60L + seed);
        String name = seed + "-" + turn;
        switch (random.nextInt(5)) {
          case 0 -> scan(code);
          case 1 -> table.stores().checkins().exit(gala, door, code, scan(false, at));
          case 2 -> {
            shop.scan(name, 1, ticket, "entry", at);
            if (random.nextBoolean()) {
              tryLook(random);
              shop.annul(name);
            }
          }
          case 3 -> shop.scan(name, 1, ticket, "exit", at);
          default -> scan(code, false, at);
        }
        if (random.nextInt(3) == 0) {
          tryLook(random);
        }
        if (random.nextInt(3) == 0) {
          report();
        }
      }
      shop.asRecorded();
      look();
      report();
      look();
      assertEquals(List.of(), differences(), "seed " + seed + said());
    }
  }

  /** Returns what only one side has, but for what was named. */
  private List<String> differences() {
    List<String> here =
        log(gala, door).stream()
            .filter(each -> each.type() != Type.UNDO && !each.undone())
            .map(
                each ->
                    each.ticketId() + (each.type() == Type.EXIT ? " exit " : " entry ") + each.at())
            .sorted()
            .toList();
    List<String> there =
        shop.checkins.values().stream()
            .filter(RecordedPretix.Checkin::successful)
            .map(each -> each.position() + " " + each.type() + " " + each.at())
            .sorted()
            .toList();
    List<String> differences = new ArrayList<>(here);
    there.forEach(
        each -> {
          if (!differences.remove(each)) {
            differences.add(each);
          }
        });
    differences.removeIf(
        each -> said().contains("of ticket " + each.split(" ")[0] + " was annulled"));
    return differences;
  }

  private static Map<String, Object> changed(Object checkin, Object... members) {
    Map<String, Object> changed = new LinkedHashMap<>();
    ((Map<?, ?>) checkin).forEach((name, value) -> changed.put(name.toString(), value));
    for (int i = 0; i < members.length; i += 2) {
      changed.put(members[i].toString(), members[i + 1]);
    }
    return changed;
  }

  private void look() {
    follower(table.stores()).look();
  }

  /** Looks with a process that is killed at some write, or with a shop that does not answer. */
  private void tryLook(Random random) {
    if (random.nextBoolean()) {
      shop.next(exchange -> false, RecordedPretix::cut);
    }
    DyingEngine dying = new DyingEngine(table.engine(), random.nextInt(12));
    try {
      follower(table.stores(dying, Clock.systemUTC())).look();
    } catch (ShopFault | DyingEngine.Killed e) {
      // The next one goes on.
      return;
    }
  }

  private PretixFollower follower(Stores stores) {
    return follower(stores, source("gala"), status, Clock.systemUTC());
  }

  private void report() {
    reporter("one").report();
  }

  /** Returns what happened at the door: what, and the ticket. */
  private List<String> log() {
    return log(1);
  }

  private List<String> log(long list) {
    EventDefinition event = table.stores().events().readDefinition("acme", "gala").orElseThrow();
    return log(event, event.list(list).orElseThrow()).stream()
        .map(each -> each.type() + " " + each.ticketId())
        .toList();
  }

  /** Returns a whole log; what a killed process has left open does not end it. */
  private List<Happening> log(EventDefinition event, CheckinList list) {
    return table
        .stores()
        .log()
        .since(event, list, Mode.LIVE, SequenceMark.NONE, 1_000)
        .happenings();
  }

  private int doubles() {
    return table.stores().log().open(gala, door, Mode.LIVE, 0, 10).happenings().size();
  }
}
