package io.doorlist.store.checkin.copy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.domain.JsonObject;
import io.doorlist.domain.Mode;
import io.doorlist.domain.checkin.CheckinOutcome;
import io.doorlist.domain.checkin.TicketLook;
import io.doorlist.domain.checkin.TicketPassage;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.domain.event.ListRules;
import io.doorlist.door.CodeDigest;
import io.doorlist.door.CopyDoor;
import io.doorlist.door.DoorArea;
import io.doorlist.door.DoorColumns;
import io.doorlist.door.DoorCopy;
import io.doorlist.door.DoorPieces;
import io.doorlist.door.Emptying;
import io.doorlist.door.ListFacts;
import io.doorlist.door.Presence;
import io.doorlist.door.Reentry;
import io.doorlist.door.Verdict;
import io.doorlist.door.Window;
import io.doorlist.store.checkin.PassageFixture;
import io.doorlist.store.checkin.ticket.AreaClock;
import io.doorlist.testing.Effort;
import io.doorlist.testing.Gala;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Copies of lists that people leave: they know what the server knows, by deltas too. */
class DoorCopyPassagesTest extends PassageFixture {
  private static final int TICKETS = 4;
  private static final List<Long> DOORS = List.of(DOOR, SMOKERS);

  /** A list to its rule; all lead into the area that empties. */
  private static final Map<Long, String> RULES =
      Map.of(
          21L,
          "{\"<\":[{\"var\":\"entries_today\"},1]}",
          22L,
          "{\"or\":[{\"==\":[{\"var\":\"entries_number\"},0]},"
              + "{\"<\":[{\"var\":\"minutes_since_last_entry\"},60]}]}",
          23L,
          "{\"==\":[{\"var\":\"entry_status\"},\"absent\"]}",
          24L,
          "{\"or\":[{\"==\":[{\"var\":\"entries_number\"},0]},"
              + "{\"==\":[{\"var\":\"entry_status\"},\"present\"]}]}");

  /** A phone's copy of a list. */
  private final class Copy {
    private final long list;
    private DoorCopy copy = new DoorCopy();
    private String version;
    private byte[] salt;

    Copy(long list) {
      this.list = list;
    }

    void refresh() {
      CopyPart part = read(list, version);
      if (part.have() == null) {
        copy = new DoorCopy();
      }
      copy.apply(DoorPieces.readAll(DoorColumns.write(part.delta())));
      version = part.version();
      salt = part.salt();
    }

    CopyDoor door(Emptying emptying) {
      DoorArea area = new DoorArea("site", Reentry.AFTER_EXIT, emptying);
      return new CopyDoor(ListFacts.PLAIN, area, new CodeDigest(salt), copy);
    }
  }

  private CopyPart read(long list, String have) {
    return stores.doorCopies().read(Gala.ACCOUNT, Gala.EVENT, list, Mode.LIVE, terms(), have);
  }

  private static CopyTerms terms() {
    return new CopyTerms("words".getBytes(StandardCharsets.UTF_8), true);
  }

  @Test
  void copies_sayWhatTheServerSays_afterLatePassagesAndUndos() {
    Random random = new Random(31);
    gala.put(Gala.order(1, Gala.adults(TICKETS)));
    Copy door = new Copy(DOOR);
    Copy smokers = new Copy(SMOKERS);
    List<TicketPassage> undoable = new ArrayList<>();
    int admitted = 0;
    int refused = 0;
    for (int i = 0; i < Effort.of(75, 150); i++) {
      step(random, undoable, DOORS);
      if (random.nextInt(3) > 0) {
        door.refresh();
        smokers.refresh();
        assertEquals(whole(DOOR), door.copy);
        assertEquals(
            door.version,
            stores
                .doorCopies()
                .version(Gala.ACCOUNT, Gala.EVENT, DOOR, Mode.LIVE, terms())
                .orElseThrow());
        for (int ticket = 0; ticket < TICKETS; ticket++) {
          String code = "t1000" + ticket;
          boolean in = assertAgree(code, DOOR, door, smokers);
          assertEquals(in, assertAgree(code, SMOKERS, smokers, door));
          admitted += in ? 0 : 1;
          refused += in ? 1 : 0;
        }
      }
      clock.moveTo(clock.instant().plus(Duration.ofMinutes(random.nextInt(20))));
    }
    assertTrue(admitted > 50 && refused > 50, admitted + " admitted, " + refused + " refused");
  }

  /** The rules of a list count its later entries too, and know when the area emptied. */
  @Test
  void copies_judgeRulesAsTheServerDoes_whoeverComesTwice() {
    Random random = new Random(35);
    gala.put(Gala.order(1, Gala.adults(TICKETS)));
    RULES.forEach(this::putRule);
    List<Long> lists = new ArrayList<>(DOORS);
    lists.addAll(RULES.keySet().stream().sorted().toList());
    Map<Long, Copy> copies = new TreeMap<>();
    lists.forEach(list -> copies.put(list, new Copy(list)));
    Map<String, Integer> seen = new TreeMap<>();
    for (int i = 0; i < Effort.of(90, 200); i++) {
      step(random, new ArrayList<>(), lists);
      if (random.nextInt(4) == 0) {
        copies.values().forEach(Copy::refresh);
        for (int ticket = 0; ticket < TICKETS; ticket++) {
          String code = "t1000" + ticket;
          for (long list : RULES.keySet()) {
            String online = said(look(list, code).refusal());
            assertEquals(online, offline(code, copies.get(list), copies), list + " " + code);
            seen.merge(list + " " + online.split(" ")[0], 1, Integer::sum);
          }
        }
      }
      clock.moveTo(clock.instant().plus(Duration.ofMinutes(random.nextInt(30))));
    }
    for (long list : RULES.keySet()) {
      assertTrue(seen.getOrDefault(list + " in", 0) > 10, seen::toString);
      assertTrue(seen.getOrDefault(list + " rules", 0) > 10, seen::toString);
    }
  }

  private void putRule(long id, String rule) {
    gala.list(id, terms("site", Reentry.ALWAYS, new ListRules(new JsonObject(rule), Map.of())));
  }

  private static String said(CheckinOutcome refusal) {
    return switch (refusal) {
      case null -> "in";
      case CheckinOutcome.NotAdmissible no -> "rules " + no.explanation().misses();
      default -> refusal.toString();
    };
  }

  private String offline(String code, Copy copy, Map<Long, Copy> copies) {
    Map<Long, CopyDoor> doors = new TreeMap<>();
    copies.forEach((id, each) -> doors.put(id, ruled(each)));
    CopyDoor here = doors.remove(copy.list);
    Verdict verdict =
        here.decide(code, List.copyOf(doors.values()), clock.instant().getEpochSecond());
    return switch (verdict) {
      case Verdict.Admissible yes -> "in";
      case Verdict.AgainstRules rules -> "rules " + rules.misses();
      default -> verdict.toString();
    };
  }

  private CopyDoor ruled(Copy copy) {
    EventDefinition definition = gala.definition();
    CheckinList list = gala.list(copy.list);
    Emptying emptying =
        AreaClock.ofCopy(definition.event(), definition.area(list).area(), clock.instant());
    return new CopyDoor(
        new ListFacts(false, Window.ALWAYS, definition.rule(list, null)),
        new DoorArea("site", list.terms().reentry(), emptying),
        new CodeDigest(copy.salt),
        copy.copy);
  }

  private void step(Random random, List<TicketPassage> undoable, List<Long> lists) {
    String code = "t1000" + random.nextInt(TICKETS);
    long list = lists.get(random.nextInt(lists.size()));
    boolean exit = random.nextInt(5) < 2;
    int kind = random.nextInt(10);
    if (kind == 0 && !undoable.isEmpty()) {
      undoAnywhere(undoable.remove(random.nextInt(undoable.size())).id());
      return;
    }
    Instant at = clock.instant().minusSeconds(random.nextInt(7_200));
    CheckinOutcome outcome =
        kind < 5 ? upload(list, code, exit, at) : exit ? exit(list, code) : enter(list, code);
    if (outcome instanceof CheckinOutcome.CheckedOut out) {
      undoable.add(out.passage());
    } else if (outcome instanceof CheckinOutcome.Reentered again) {
      undoable.add(again.passage());
    }
  }

  private DoorCopy whole(long list) {
    DoorCopy copy = new DoorCopy();
    copy.apply(read(list, null).delta());
    return copy;
  }

  /** Returns whether the ticket is inside, which both say. */
  private boolean assertAgree(String code, long list, Copy here, Copy there) {
    EventDefinition definition = gala.definition();
    Emptying emptying =
        AreaClock.ofCopy(
            definition.event(), definition.area(gala.list(list)).area(), clock.instant());
    List<CopyDoor> others = List.of(there.door(emptying));
    long second = clock.instant().getEpochSecond();

    TicketLook.Seen online = look(list, code);
    Presence offline = here.door(emptying).presence(code, others, List.of(), second);
    Verdict verdict = here.door(emptying).decide(code, others, second);

    assertEquals(online.inside(), offline.inside(), code);
    assertEquals(online.entries(), offline.entries(), code);
    assertEquals(online.inside(), verdict instanceof Verdict.AlreadyIn, code);
    assertEquals(!online.inside(), verdict instanceof Verdict.Admissible, code);
    return online.inside();
  }
}
