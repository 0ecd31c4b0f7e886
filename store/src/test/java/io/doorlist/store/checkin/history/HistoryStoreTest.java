package io.doorlist.store.checkin.history;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.domain.Mode;
import io.doorlist.domain.checkin.Checkin;
import io.doorlist.domain.checkin.CheckinOutcome;
import io.doorlist.domain.checkin.Happening;
import io.doorlist.domain.checkin.Happening.Type;
import io.doorlist.domain.checkin.RecordedPassage;
import io.doorlist.domain.checkin.Scan;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.door.Reentry;
import io.doorlist.store.checkin.PassageFixture;
import io.doorlist.testing.Gala;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** {@code EveningReportCommandTest} shows that the totals are those of the API. */
class HistoryStoreTest extends PassageFixture {
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

  @Test
  void history_saysAllOfEach_byDoorTime() {
    gala.put(Gala.order(1, "adult"));
    Instant start = clock.instant();
    Scan atGate =
        new Scan(mode, "phone", "Phone", true, true, null, key(), deadline(), 5L, null, null);
    Checkin in = ((CheckinOutcome.CheckedIn) doors.enter(DOOR, "t10000", atGate)).checkin();
    clock.pass(Duration.ofMinutes(10));
    Instant now = clock.instant();
    RecordedPassage out =
        ((CheckinOutcome.CheckedOut) upload(SMOKERS, "t10000", true, start.plusSeconds(60)))
            .passage();
    upload(Gala.VIP, "t10000", false, start.plusSeconds(120));
    upload(Gala.VIP, "nobody", false, null);
    clock.pass(Duration.ofMinutes(10));
    upload(Gala.VIP, "somebody", false, clock.instant().plusSeconds(3600));
    undoAnywhere(out.id());
    for (int i = 0; i < 2; i++) {
      stores
          .refusals()
          .count(
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
    assertEquals(doors.log(DOOR, mode), ofDoor.happenings());
    assertEquals(List.of(), stores.history().read(gala.definition(), null, Mode.TEST).happenings());
  }
}
