package io.doorlist.store.checkin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.domain.JsonObject;
import io.doorlist.domain.Mode;
import io.doorlist.domain.checkin.AreaCounts;
import io.doorlist.domain.checkin.CheckinCommand;
import io.doorlist.domain.checkin.CheckinOutcome;
import io.doorlist.domain.checkin.IdempotencyKey;
import io.doorlist.domain.checkin.TicketEvent;
import io.doorlist.domain.checkin.UndoCommand;
import io.doorlist.domain.event.Account;
import io.doorlist.domain.event.Area;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.event.Event;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.domain.event.ListRules;
import io.doorlist.domain.token.Role;
import io.doorlist.door.Reentry;
import io.doorlist.ingest.ImportStore;
import io.doorlist.ingest.evening.Evening;
import io.doorlist.ingest.evening.EveningStore;
import io.doorlist.json.Json;
import io.doorlist.json.MalformedJsonException;
import io.doorlist.store.Stores;
import io.doorlist.store.table.TableSchema;
import io.doorlist.store.table.TableSchema.Key;
import io.doorlist.testing.Gala;
import io.doorlist.testing.Imports;
import io.doorlist.testing.MovableClock;
import io.doorlist.testing.Terms;
import io.doorlist.testing.TestTable;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two tables with one beginning, in which people were scanned independently, are merged. */
class EveningMergeTest {
  private static final long DOOR = 11;
  private static final long SMOKERS = 12;
  private static final List<Long> LISTS = List.of(DOOR, SMOKERS, Gala.EVERYONE);
  private static final int TICKETS = 10;

  private final MovableClock clock = new MovableClock();
  private int keys;

  /** One table. */
  private record Place(Stores stores) {
    EventDefinition definition() {
      return stores.events().readDefinition(Gala.ACCOUNT, Gala.EVENT).orElseThrow();
    }

    CheckinList list(long id) {
      return definition().list(id).orElseThrow();
    }
  }

  private Place place() {
    TestTable table = new TestTable();
    return new Place(table.stores(clock));
  }

  /** Whichever way it is merged, the fold is the one of all scans, and nothing is lost. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void merged_bothHaveTheFoldOfTheUnion(long seed) {
    Random random = new Random(seed);
    Place one = origin();
    evening(one, random, "phone", 25);
    Place other = place();
    fill(other, export(one));
    evening(one, random, "phone of one", 40);
    evening(other, random, "phone of other", 40);
    TreeSet<String> union = new TreeSet<>(scans(one));
    union.addAll(scans(other));
    List<String> ofOne = export(one);
    List<String> ofOther = export(other);
    TreeSet<String> before = new TreeSet<>(rows(other));

    EveningMerge.Merged merged = fill(other, ofOne).orElseThrow();

    assertTrue(merged.scans() > 0);
    assertEquals(union, scans(other));
    assertTrue(new TreeSet<>(rows(other)).containsAll(before), "what was there is there");
    fill(one, ofOther);
    assertEquals(union, scans(one));
    assertEquals(folds(one), folds(other));
    assertEquals(areas(one), areas(other));
    assertEquals(count(one, Gala.EVERYONE), count(other, Gala.EVERYONE));
    for (Place place : List.of(one, other)) {
      assertEquals(insideByHand(place), insideOfSite(place));
    }
    for (Place place : List.of(one, other)) {
      String state = export(place).toString();
      for (List<String> file : List.of(ofOne, ofOther, export(one), export(other))) {
        Optional<EveningMerge.Merged> again = fill(place, file);
        assertEquals(0, again.map(EveningMerge.Merged::scans).orElse(0L));
        assertEquals(0, again.map(EveningMerge.Merged::undos).orElse(0L));
        assertEquals(state, export(place).toString());
      }
    }
  }

  /** A check-in that was undone there is undone here, and who came in again there is in here. */
  @Test
  void merged_undosAreRepeated_andTheOneThatCannotBeIsCounted() {
    Place one = origin();
    CheckinOutcome common = enter(one, DOOR, "t10000", command("phone", true, null, key()));
    CheckinOutcome left = enter(one, DOOR, "t10001", command("phone", true, null, key()));
    Place other = place();
    fill(other, export(one));
    UndoCommand desk = new UndoCommand(Mode.LIVE, "desk", "Desk", Role.DESK, deadline());
    for (CheckinOutcome outcome : List.of(common, left)) {
      long id = ((CheckinOutcome.CheckedIn) outcome).checkin().id();
      one.stores().undos().undo(one.definition(), one.list(DOOR), id, desk);
    }
    clock.moveTo(clock.instant().plusSeconds(60));
    enter(one, DOOR, "t10000", command("phone", true, null, key()));
    CheckinOutcome brief = enter(one, DOOR, "t10002", command("phone", true, null, key()));
    long id = ((CheckinOutcome.CheckedIn) brief).checkin().id();
    one.stores().undos().undo(one.definition(), one.list(DOOR), id, desk);
    CheckinCommand leave = command("gate", true, null, key());
    other.stores().passages().exit(other.definition(), other.list(DOOR), "t10001", leave);

    EveningMerge.Merged merged = fill(other, export(one)).orElseThrow();

    assertEquals(new EveningMerge.Merged(2, 0, 2, 0, 1), merged);
    // t10000 again, and t10001, which left here and so stays as it is.
    assertEquals(2, count(other, DOOR));
    assertEquals(1, insideOfSite(other));
    assertEquals(new EveningMerge.Merged(0, 0, 0, 0, 1), fill(other, export(one)).orElseThrow());
  }

  /** People are scanned while the import runs: none is lost, none is counted twice. */
  @Test
  void merged_whileTheDoorRuns() throws Exception {
    Place one = origin();
    Place other = place();
    fill(other, export(one));
    evening(one, new Random(7), "phone of one", 60);
    List<String> file = export(one);
    TreeSet<String> union = new TreeSet<>(scans(one));
    List<Instant> times = new ArrayList<>();
    for (int i = 0; i < TICKETS * 3; i++) {
      times.add(clock.instant().minusMillis(1 + i));
    }
    Thread door =
        Thread.ofVirtual()
            .start(
                () -> {
                  for (int i = 0; i < times.size(); i++) {
                    String code = "t" + (10_000 + i % TICKETS);
                    IdempotencyKey key = new IdempotencyKey("door" + i, "request" + i);
                    CheckinCommand scan = command("door", false, times.get(i), key);
                    if (i % 3 == 2) {
                      other
                          .stores()
                          .passages()
                          .exit(other.definition(), other.list(DOOR), code, scan);
                    } else {
                      enter(other, DOOR, code, scan);
                    }
                  }
                });

    fill(other, file);
    door.join();

    TreeSet<String> scans = scans(other);
    assertTrue(scans.containsAll(union));
    assertEquals(union.size() + times.size(), scans.size());
    fill(one, export(other));
    assertEquals(scans, scans(one));
    assertEquals(folds(one), folds(other));
    assertEquals(areas(one), areas(other));
    assertEquals(insideByHand(other), insideOfSite(other));
  }

  /** A scan that both tables got from one phone is one scan; its retry gets the first answer. */
  @Test
  void merged_aRetryOfAnUploadIsNoSecondVisitor() {
    Place one = origin();
    Place other = place();
    fill(other, export(one));
    IdempotencyKey key = new IdempotencyKey("k", "request");
    CheckinCommand command = command("phone", false, clock.instant().minusSeconds(60), key);
    CheckinOutcome first = enter(one, DOOR, "t10000", command);
    clock.moveTo(clock.instant().plusSeconds(30));

    assertEquals(1, fill(other, export(one)).orElseThrow().scans());

    CheckinOutcome retry = enter(other, DOOR, "t10000", command);
    assertEquals(
        ((CheckinOutcome.CheckedIn) first).checkin().ticketId(),
        ((CheckinOutcome.CheckedIn) retry).checkin().ticketId());
    assertEquals(1, count(other, DOOR));
    assertEquals(List.of(), doubles(other, DOOR));
  }

  /** Who was refused in one table is refused in both, once: in histories and in counts. */
  @Test
  void merged_singleRefusalsOfBoth_areKeptAndCountedOnce() {
    Place one = origin();
    refused(one, "t10000", "common");
    Place other = place();
    fill(other, export(one));
    clock.moveTo(clock.instant().plusSeconds(90));
    refused(one, "t10000", "one");
    refused(one, "nobody", "one, of no ticket");
    refused(other, "t10000", "other");
    refused(other, "t10001", "other");
    List<String> ofOther = export(other);

    assertEquals(2, fill(other, export(one)).orElseThrow().refusals());
    assertEquals(2, fill(one, ofOther).orElseThrow().refusals());

    for (Place place : List.of(one, other)) {
      assertEquals(List.of("common", "one", "other"), requests(place, 10_000));
      assertEquals(List.of("other"), requests(place, 10_001));
      assertEquals(
          Map.of(Gala.VIP, Map.of("unknown", 1L, "wrong_list", 4L)), history(place).refused());
    }
    assertEquals(0, fill(other, export(one)).orElseThrow().refusals());
    assertEquals(history(one).refused(), history(other).refused());
  }

  /** Refuses a code at the list of the VIPs, as the function keeps it. */
  private void refused(Place place, String code, String request) {
    CheckinCommand command = command("phone", true, null, null);
    CheckinOutcome refusal = enter(place, Gala.VIP, code, command);
    place
        .stores()
        .ticketHistories()
        .refused(Gala.ACCOUNT, Gala.EVENT, Gala.VIP, code, command, refusal, request);
    place
        .stores()
        .pulses()
        .refused(
            Gala.ACCOUNT, Gala.EVENT, Gala.VIP, Mode.LIVE, refusal.refusalWord().orElseThrow());
  }

  /** Returns the requests in which a ticket was refused. */
  private List<String> requests(Place place, long ticket) {
    Key own = TableSchema.ticket(Gala.ACCOUNT, Gala.EVENT, ticket);
    TicketKeys where = new TicketKeys(ticket, "R" + ticket, own, List.of(own));
    return place
        .stores()
        .ticketHistories()
        .read(place.definition(), Mode.LIVE, List.of(where), deadline())
        .stream()
        .map(TicketEvent::requestId)
        .sorted()
        .toList();
  }

  /**
   * Whoever came in by the gate that the rules ask for is no double admission in the other table.
   */
  @Test
  void merged_scansKeepTheirGate() {
    Place one = origin();
    ImportStore importer = Imports.into(one.stores());
    importer.putCheckinList(
        Gala.ACCOUNT,
        Gala.EVENT,
        Imports.list(
            DOOR,
            "Door",
            Terms.passages(
                "site",
                Reentry.AFTER_EXIT,
                new ListRules(new JsonObject("{\"==\":[{\"var\":\"gate\"},5]}"), Map.of()))));
    importer.settle();
    Place other = place();
    fill(other, export(one));
    CheckinCommand atGate =
        new CheckinCommand(
            Mode.LIVE, "phone", "Phone", true, true, null, key(), deadline(), 5L, null);
    assertInstanceOf(CheckinOutcome.CheckedIn.class, enter(one, DOOR, "t10000", atGate));

    assertEquals(new EveningMerge.Merged(1, 0, 0, 0, 0), fill(other, export(one)).orElseThrow());

    assertEquals(5L, history(other).happenings().getFirst().gate());
    assertEquals(List.of(), doubles(other, DOOR));
  }

  private static List<Object> doubles(Place place, long list) {
    return List.copyOf(
        place
            .stores()
            .doubleAdmissions()
            .list(place.definition(), place.list(list), Mode.LIVE, Gala.ALL)
            .items());
  }

  @Test
  void merged_isRefused_whereItIsNotTheSameTickets_orTooOld() {
    Place one = origin();
    Place other = place();
    new Gala(other.stores());
    enter(one, DOOR, "t10000", command("phone", true, null, key()));
    assertEquals(
        "has check-in list 11 of event '" + Gala.EVENT + "', which is not here",
        refusal(other, export(one)));
    Place empty = place();
    Imports.into(empty.stores()).putAccount(new Account(Gala.ACCOUNT, "Acme"));
    assertEquals("has event '" + Gala.EVENT + "', which is not here", refusal(empty, export(one)));
    Place third = place();
    fill(third, export(one));
    enter(one, DOOR, "t10001", command("phone", true, null, key()));
    clock.moveTo(clock.instant().plusSeconds(8 * 24 * 3600));
    List<String> before = export(third);
    assertTrue(refusal(third, export(one)).contains("more than 7 days ago"));
    assertEquals(before, export(third));
  }

  private static String refusal(Place place, List<String> file) {
    try {
      fill(place, file);
      return "";
    } catch (EveningStore.RefusedEveningException e) {
      return e.getMessage();
    }
  }

  private Place origin() {
    Place place = place();
    Gala gala = new Gala(place.stores());
    Event plain = gala.definition().event();
    Imports.areas(
        gala.importer(), plain, ZoneId.of("Europe/Berlin"), new Area("site", "Site", 100, null));
    for (long id : List.of(DOOR, SMOKERS)) {
      gala.list(Imports.list(id, "List " + id, Terms.passages("site", Reentry.AFTER_EXIT)));
    }
    gala.put(Gala.order(1, Collections.nCopies(TICKETS, "adult").toArray(String[]::new)));
    clock.moveTo(clock.instant().plusSeconds(60));
    return place;
  }

  /** Scans, exits, late uploads, unknown codes and undos, in any order. */
  private void evening(Place place, Random random, String phone, int steps) {
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
              ? place.stores().passages().exit(place.definition(), place.list(list), code, command)
              : enter(place, list, code, command);
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
        CheckinList of = place.list(undoable.list());
        if (!undoable.checkin()) {
          place.stores().passages().undo(place.definition(), of, undoable.id(), undo);
        }
      }
    }
  }

  private static CheckinOutcome enter(Place place, long list, String code, CheckinCommand command) {
    return place
        .stores()
        .checkins()
        .checkInTicket(place.definition(), place.list(list), code, command);
  }

  private CheckinCommand command(
      String phone, boolean online, Instant scannedAt, IdempotencyKey key) {
    return new CheckinCommand(
        Mode.LIVE, phone, phone, online, true, scannedAt, key, deadline(), null, null);
  }

  private IdempotencyKey key() {
    keys++;
    return new IdempotencyKey("key" + keys, "request" + keys);
  }

  private Instant deadline() {
    return clock.instant().plusSeconds(60);
  }

  private static List<String> export(Place place) {
    List<String> lines = new ArrayList<>();
    assertTrue(new EveningStore(place.stores()).write(Gala.ACCOUNT, lines::add).whole());
    return lines;
  }

  private static Optional<EveningMerge.Merged> fill(Place place, List<String> file) {
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

  private static History history(Place place) {
    return place.stores().history().read(place.definition(), null, Mode.LIVE);
  }

  /** Returns the scans of a table, whatever became of each. */
  private static TreeSet<String> scans(Place place) {
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
  private static List<String> rows(Place place) {
    return history(place).happenings().stream()
        .map(each -> each.kind() + " " + each.id() + " " + each.createdAt() + each.reference())
        .toList();
  }

  /** Returns each ticket's state on each list. */
  private static Map<String, String> folds(Place place) {
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

  private static List<String> areas(Place place) {
    return place.stores().areas().readTracked(place.definition(), Mode.LIVE, 180).stream()
        .map(AreaCounts::toString)
        .toList();
  }

  private static long insideOfSite(Place place) {
    return place.stores().areas().readTracked(place.definition(), Mode.LIVE, 1).getFirst().inside();
  }

  /** Folds the passages of the area as simply as can be: the last one of each ticket decides. */
  private static long insideByHand(Place place) {
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

  private static long count(Place place, long list) {
    return place
        .stores()
        .checkins()
        .counts(Gala.ACCOUNT, Gala.EVENT, Mode.LIVE, List.of(place.list(list)))
        .getFirst()
        .count();
  }
}
