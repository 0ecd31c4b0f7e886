package io.doorlist.store.checkin.copy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.domain.JsonObject;
import io.doorlist.domain.checkin.CheckinOutcome;
import io.doorlist.domain.checkin.RecordedPassage;
import io.doorlist.domain.checkin.TicketLook;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.domain.event.ListRules;
import io.doorlist.domain.event.ShopRules;
import io.doorlist.door.CodeDigest;
import io.doorlist.door.DoorArea;
import io.doorlist.door.DoorColumns;
import io.doorlist.door.DoorColumnsReader;
import io.doorlist.door.DoorCopy;
import io.doorlist.door.Emptying;
import io.doorlist.door.ListFacts;
import io.doorlist.door.OfflineDoor;
import io.doorlist.door.Presence;
import io.doorlist.door.Reentry;
import io.doorlist.door.Verdict;
import io.doorlist.door.Window;
import io.doorlist.store.checkin.PassageFixture;
import io.doorlist.store.checkin.ticket.AreaClock;
import io.doorlist.testing.Effort;
import io.doorlist.testing.Gala;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Copies of lists that people can leave know what the server knows, after deltas, too. */
class DoorCopyPassagesTest extends PassageFixture {
  private static final int TICKETS = 4;

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
      CopyPart part = doors.copy(list, true, version);
      if (part.have() == null) {
        copy = new DoorCopy();
      }
      copy.apply(DoorColumnsReader.readAll(DoorColumns.write(part.delta())));
      version = part.version();
      salt = part.salt();
    }
  }

  /** After late passages and undos; rules count later entries too, and know the area emptied. */
  @Test
  void copies_judgeRulesAsTheServerDoes_whoeverComesTwice() {
    Random random = new Random(35);
    gala.put(Gala.order(1, Gala.adults(TICKETS)));
    RULES.forEach(this::putRule);
    List<Long> lists = new ArrayList<>(List.of(DOOR, SMOKERS));
    lists.addAll(RULES.keySet().stream().sorted().toList());
    List<RecordedPassage> undoable = new ArrayList<>();
    Map<Long, Copy> copies = new TreeMap<>();
    lists.forEach(list -> copies.put(list, new Copy(list)));
    Map<String, Integer> seen = new TreeMap<>();
    for (int i = 0; i < Effort.of(90, 200); i++) {
      step(random, undoable, lists);
      if (random.nextInt(4) == 0) {
        copies.values().forEach(Copy::refresh);
        for (int ticket = 0; ticket < TICKETS; ticket++) {
          String code = "t1000" + ticket;
          for (long list : lists) {
            TicketLook.Seen look = look(list, code);
            String online = said(look.refusal());
            assertEquals(online, offline(code, copies.get(list), copies), list + " " + code);
            seen.merge(list + " " + online.split(" ")[0], 1, Integer::sum);
            assertEquals(look.inside(), presence(code, copies.get(list), copies).inside(), code);
          }
        }
      }
      clock.moveTo(clock.instant().plus(Duration.ofMinutes(random.nextInt(30))));
    }
    for (long list : lists) {
      String refused = RULES.containsKey(list) ? " rules" : " already";
      assertTrue(seen.getOrDefault(list + " in", 0) > 10, seen::toString);
      assertTrue(seen.getOrDefault(list + refused, 0) > 10, seen::toString);
    }
  }

  private void putRule(long id, String rule) {
    gala.list(id, terms("site", Reentry.ALWAYS, new ListRules(new JsonObject(rule), Map.of())));
  }

  private static String said(CheckinOutcome refusal) {
    return switch (refusal) {
      case null -> "in";
      case CheckinOutcome.AlreadyCheckedIn already -> "already";
      case CheckinOutcome.NotAdmissible no -> "rules " + no.explanation().unmetRules();
      default -> refusal.toString();
    };
  }

  private String offline(String code, Copy copy, Map<Long, Copy> copies) {
    long second = clock.instant().getEpochSecond();
    Verdict verdict = ruled(copy).decide(code, others(copy, copies), second);
    return switch (verdict) {
      case Verdict.Admissible yes -> "in";
      case Verdict.AlreadyIn already -> "already";
      case Verdict.AgainstRules rules -> "rules " + rules.unmetRules();
      default -> verdict.toString();
    };
  }

  private Presence presence(String code, Copy copy, Map<Long, Copy> copies) {
    long second = clock.instant().getEpochSecond();
    return ruled(copy).presence(code, others(copy, copies), List.of(), second);
  }

  private List<OfflineDoor> others(Copy copy, Map<Long, Copy> copies) {
    return copies.values().stream().filter(each -> each != copy).map(this::ruled).toList();
  }

  private OfflineDoor ruled(Copy copy) {
    EventDefinition definition = gala.definition();
    CheckinList list = gala.list(copy.list);
    Emptying emptying =
        AreaClock.ofCopy(definition.event(), definition.area(list).area(), clock.instant());
    return new OfflineDoor(
        new ListFacts(false, Window.ALWAYS, ShopRules.of(definition, list, null)),
        new DoorArea("site", list.terms().reentry(), emptying),
        new CodeDigest(copy.salt),
        copy.copy);
  }

  private void step(Random random, List<RecordedPassage> undoable, List<Long> lists) {
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
}
