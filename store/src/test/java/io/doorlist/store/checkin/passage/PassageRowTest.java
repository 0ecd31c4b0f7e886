package io.doorlist.store.checkin.passage;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.doorlist.domain.webhook.Change.PassageMade;
import io.doorlist.door.CopiedPassage;
import io.doorlist.door.Passage;
import io.doorlist.door.Reentry;
import io.doorlist.door.Tally;
import io.doorlist.store.checkin.ticket.Comings;
import io.doorlist.store.checkin.ticket.ScanItems;
import io.doorlist.store.checkin.ticket.TallyItems;
import io.doorlist.store.sequence.SequenceRow;
import io.doorlist.store.table.Item;
import java.time.Instant;
import java.util.Collections;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PassageRowTest {
  private static final Instant AT = Instant.parse("2026-07-04T20:00:00Z");
  private static final Instant SCANNED = AT.minusSeconds(60);

  private static Item row(boolean exit, long unexplainedEntries) {
    Tally change = new Tally(1, 0, unexplainedEntries, 0, Collections.emptySortedMap());
    return SequenceRow.row("passages", 3, 1)
        .put(PassageRow.EXIT, exit ? Boolean.TRUE : null)
        .put(ScanItems.TICKET, 9L)
        .put(ScanItems.AT, AT.toEpochMilli())
        .put(ScanItems.SCANNED_AT, SCANNED.toEpochMilli())
        .put(ScanItems.DOOR_TIME, SCANNED.toEpochMilli())
        .put(ScanItems.BY, "phone")
        .put(ScanItems.BY_NAME, "Phone")
        .put("rule", 2L)
        .put(TallyItems.TALLY, TallyItems.item(change));
  }

  @Test
  void passage_isTold_unlessItIsADoubleAdmission() {
    PassageMade entry = new PassageMade(false, AT, SCANNED, "Phone");
    PassageMade exit = new PassageMade(true, AT, SCANNED, "Phone");

    assertEquals(Optional.of(entry), PassageRow.told(row(false, 0)));
    assertEquals(Optional.of(entry), PassageRow.told(row(false, -1)));
    assertEquals(Optional.empty(), PassageRow.told(row(false, 1)));
    assertEquals(Optional.of(exit), PassageRow.told(row(true, 1)));
  }

  @Test
  void passage_isCopied_unlessItIsUndone() {
    Passage passage =
        new Passage(SCANNED.toEpochMilli(), Comings.tie("phone"), true, Reentry.ALWAYS);

    assertEquals(
        Optional.of(new CopiedPassage(3, 9, passage)),
        PassageRow.copied(SequenceRow.of(row(true, 0))));
    Item undone = row(true, 0).put(PassageRow.UNDONE, true);
    assertEquals(Optional.empty(), PassageRow.copied(SequenceRow.of(undone)));
    Item voided = SequenceRow.voided("passages", 3);
    assertEquals(Optional.empty(), PassageRow.copied(SequenceRow.of(voided)));
  }
}
