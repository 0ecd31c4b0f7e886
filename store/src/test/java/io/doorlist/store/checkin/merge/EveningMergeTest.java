package io.doorlist.store.checkin.merge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.domain.JsonObject;
import io.doorlist.domain.Mode;
import io.doorlist.domain.checkin.CheckinCommand;
import io.doorlist.domain.checkin.CheckinOutcome;
import io.doorlist.domain.checkin.IdempotencyKey;
import io.doorlist.domain.checkin.TicketEvent;
import io.doorlist.domain.checkin.UndoCommand;
import io.doorlist.domain.event.Account;
import io.doorlist.domain.event.ListRules;
import io.doorlist.domain.token.Role;
import io.doorlist.door.Reentry;
import io.doorlist.ingest.ImportStore;
import io.doorlist.ingest.evening.EveningStore;
import io.doorlist.store.checkin.PassageFixture;
import io.doorlist.store.checkin.ticket.TicketKeys;
import io.doorlist.store.table.TableSchema;
import io.doorlist.store.table.TableSchema.Key;
import io.doorlist.testing.Doors;
import io.doorlist.testing.Effort;
import io.doorlist.testing.Gala;
import io.doorlist.testing.Imports;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Two tables with one beginning, in which people were scanned independently, are merged. */
class EveningMergeTest extends EveningFixture {
  static LongStream seedsOfMerges() {
    return Effort.first(1, 1L, 2, 3, 4, 5, 6, 7, 8);
  }

  static LongStream seedsOfBackups() {
    return Effort.first(1, 1L, 2, 5, 7);
  }

  /** Whichever way it is merged, the fold is the one of all scans, and nothing is lost. */
  @ParameterizedTest
  @MethodSource("seedsOfMerges")
  void merged_bothHaveTheFoldOfTheUnion(long seed) {
    Random random = new Random(seed);
    Doors one = origin();
    evening(one, random, "phone", 25);
    Doors other = place();
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
    assertEquals(one.count(Gala.EVERYONE), other.count(Gala.EVERYONE));
    for (Doors place : List.of(one, other)) {
      assertEquals(insideByHand(place), insideOfSite(place));
    }
    for (Doors place : List.of(one, other)) {
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
    Doors one = origin();
    CheckinOutcome common = one.enter(DOOR, "t10000", command("phone", true, null, key()));
    CheckinOutcome left = one.enter(DOOR, "t10001", command("phone", true, null, key()));
    Doors other = place();
    fill(other, export(one));
    UndoCommand desk = new UndoCommand(Mode.LIVE, "desk", "Desk", Role.DESK, deadline());
    for (CheckinOutcome outcome : List.of(common, left)) {
      long id = ((CheckinOutcome.CheckedIn) outcome).checkin().id();
      one.undo(DOOR, id, desk);
    }
    clock.moveTo(clock.instant().plusSeconds(60));
    one.enter(DOOR, "t10000", command("phone", true, null, key()));
    CheckinOutcome brief = one.enter(DOOR, "t10002", command("phone", true, null, key()));
    long id = ((CheckinOutcome.CheckedIn) brief).checkin().id();
    one.undo(DOOR, id, desk);
    CheckinCommand leave = command("gate", true, null, key());
    other.exit(DOOR, "t10001", leave);

    EveningMerge.Merged merged = fill(other, export(one)).orElseThrow();

    assertEquals(new EveningMerge.Merged(2, 0, 2, 0, 1), merged);
    // t10000 again, and t10001, which left here and so stays as it is.
    assertEquals(2, other.count(DOOR));
    assertEquals(1, insideOfSite(other));
    assertEquals(new EveningMerge.Merged(0, 0, 0, 0, 1), fill(other, export(one)).orElseThrow());
  }

  /** People are scanned while the import runs: none is lost, none is counted twice. */
  @Test
  void merged_whileTheDoorRuns() throws Exception {
    Doors one = origin();
    Doors other = place();
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
                      other.exit(DOOR, code, scan);
                    } else {
                      other.enter(DOOR, code, scan);
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

  /**
   * A backup is taken again and again while people are scanned: an export into which a scan came is
   * refused, and what the next whole one has is there, once.
   */
  @ParameterizedTest
  @MethodSource("seedsOfBackups")
  void backups_whileTheDoorRuns_haveAllOfIt_once(long seed) {
    Random random = new Random(seed);
    Doors one = origin();
    evening(one, random, "phone", 25);
    Backup broken = backup(one, 1, () -> evening(one, random, "phone", 5));
    assertFalse(broken.whole());
    assertTrue(refusal(place(), broken.lines()).contains("is not whole"));
    // Everything was read when the scan came: the file is of the moment before it.
    TreeSet<String> before = scans(one);
    Backup first = backup(one, Integer.MAX_VALUE, () -> evening(one, random, "phone", 5));
    assertTrue(first.whole());
    Doors other = place();
    fill(other, first.lines());
    assertEquals(before, scans(other));

    int whole = 0;
    for (int round = 0; round < 8; round++) {
      List<String> state = export(other);
      TreeSet<String> known = scans(other);
      TreeSet<String> since = scans(one);
      Backup next = backup(one, random.nextInt(1, 400), () -> evening(one, random, "phone", 5));
      if (next.whole()) {
        fill(other, next.lines());
        assertEquals(since, scans(other));
        whole++;
      } else {
        assertTrue(refusal(other, next.lines()).contains("is not whole"));
        assertEquals(state, export(other));
        assertEquals(known, scans(other));
      }
    }
    fill(other, export(one));

    assertTrue(whole < 8, "whole: " + whole);
    assertEquals(scans(one), scans(other));
    assertEquals(folds(one), folds(other));
    assertEquals(areas(one), areas(other));
    for (long list : LISTS) {
      assertEquals(one.count(list), other.count(list));
      assertEquals(one.doubles(list).size(), other.doubles(list).size());
    }
    assertEquals(insideByHand(one), insideOfSite(other));
    assertEquals(0, fill(other, export(one)).map(EveningMerge.Merged::scans).orElseThrow());
  }

  /** An export's lines, and whether they are of one moment. */
  private record Backup(List<String> lines, boolean whole) {}

  /** Exports while something happens: after so many lines, or when the last one is written. */
  private static Backup backup(Doors place, int after, Runnable meanwhile) {
    List<String> lines = new ArrayList<>();
    int last = Math.min(after, export(place).size());
    boolean whole =
        new EveningStore(place.stores())
            .write(
                Gala.ACCOUNT,
                line -> {
                  lines.add(line);
                  if (lines.size() == last) {
                    meanwhile.run();
                  }
                })
            .whole();
    return new Backup(lines, whole);
  }

  /** A scan that both tables got from one phone is one scan; its retry gets the first answer. */
  @Test
  void merged_aRetryOfAnUploadIsNoSecondVisitor() {
    Doors one = origin();
    Doors other = place();
    fill(other, export(one));
    IdempotencyKey key = new IdempotencyKey("k", "request");
    CheckinCommand command = command("phone", false, clock.instant().minusSeconds(60), key);
    CheckinOutcome first = one.enter(DOOR, "t10000", command);
    clock.moveTo(clock.instant().plusSeconds(30));

    assertEquals(1, fill(other, export(one)).orElseThrow().scans());

    CheckinOutcome retry = other.enter(DOOR, "t10000", command);
    assertEquals(
        ((CheckinOutcome.CheckedIn) first).checkin().ticketId(),
        ((CheckinOutcome.CheckedIn) retry).checkin().ticketId());
    assertEquals(1, other.count(DOOR));
    assertEquals(List.of(), other.doubles(DOOR));
  }

  /** Who was refused in one table is refused in both, once: in histories and in counts. */
  @Test
  void merged_singleRefusalsOfBoth_areKeptAndCountedOnce() {
    Doors one = origin();
    refused(one, "t10000", "common");
    Doors other = place();
    fill(other, export(one));
    clock.moveTo(clock.instant().plusSeconds(90));
    refused(one, "t10000", "one");
    refused(one, "nobody", "one, of no ticket");
    refused(other, "t10000", "other");
    refused(other, "t10001", "other");
    List<String> ofOther = export(other);

    assertEquals(2, fill(other, export(one)).orElseThrow().refusals());
    assertEquals(2, fill(one, ofOther).orElseThrow().refusals());

    for (Doors place : List.of(one, other)) {
      assertEquals(List.of("common", "one", "other"), requests(place, 10_000));
      assertEquals(List.of("other"), requests(place, 10_001));
      assertEquals(
          Map.of(Gala.VIP, Map.of("unknown", 1L, "wrong_list", 4L)), history(place).refused());
    }
    assertEquals(0, fill(other, export(one)).orElseThrow().refusals());
    assertEquals(history(one).refused(), history(other).refused());
  }

  /** Refuses a code at the list of the VIPs, as the function keeps it. */
  private void refused(Doors place, String code, String request) {
    CheckinCommand command = command("phone", true, null, null);
    CheckinOutcome refusal = place.enter(Gala.VIP, code, command);
    place
        .stores()
        .ticketHistories()
        .refused(
            Gala.ACCOUNT,
            Gala.EVENT,
            Gala.VIP,
            code,
            command,
            refusal,
            request,
            command.deadline());
    place
        .stores()
        .pulses()
        .refused(
            Gala.ACCOUNT,
            Gala.EVENT,
            Gala.VIP,
            Mode.LIVE,
            refusal.refusalWord().orElseThrow(),
            command.deadline());
  }

  /** Returns the requests in which a ticket was refused. */
  private List<String> requests(Doors place, long ticket) {
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
    Doors one = origin();
    ImportStore importer = Imports.into(one.stores());
    importer.putCheckinList(
        Gala.ACCOUNT,
        Gala.EVENT,
        Imports.list(
            DOOR,
            "Door",
            PassageFixture.terms(
                "site",
                Reentry.AFTER_EXIT,
                new ListRules(new JsonObject("{\"==\":[{\"var\":\"gate\"},5]}"), Map.of()))));
    importer.settle();
    Doors other = place();
    fill(other, export(one));
    CheckinCommand atGate =
        new CheckinCommand(
            Mode.LIVE, "phone", "Phone", true, true, null, key(), deadline(), 5L, null);
    assertInstanceOf(CheckinOutcome.CheckedIn.class, one.enter(DOOR, "t10000", atGate));

    assertEquals(new EveningMerge.Merged(1, 0, 0, 0, 0), fill(other, export(one)).orElseThrow());

    assertEquals(5L, history(other).happenings().getFirst().gate());
    assertEquals(List.of(), other.doubles(DOOR));
  }

  @Test
  void merged_isRefused_whereItIsNotTheSameTickets_orTooOld() {
    Doors one = origin();
    Doors other = place();
    new Gala(other.stores());
    one.enter(DOOR, "t10000", command("phone", true, null, key()));
    assertEquals(
        "has check-in list 11 of event '" + Gala.EVENT + "', which is not here",
        refusal(other, export(one)));
    Doors empty = place();
    Imports.into(empty.stores()).putAccount(new Account(Gala.ACCOUNT, "Acme"));
    assertEquals("has event '" + Gala.EVENT + "', which is not here", refusal(empty, export(one)));
    Doors third = place();
    fill(third, export(one));
    one.enter(DOOR, "t10001", command("phone", true, null, key()));
    clock.moveTo(clock.instant().plusSeconds(8 * 24 * 3600));
    List<String> before = export(third);
    assertTrue(refusal(third, export(one)).contains("more than 7 days ago"));
    assertEquals(before, export(third));
  }

  private static String refusal(Doors place, List<String> file) {
    try {
      fill(place, file);
      return "";
    } catch (EveningStore.RefusedEveningException e) {
      return e.getMessage();
    }
  }
}
