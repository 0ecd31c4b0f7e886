package io.doorlist.store.checkin.copy;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.domain.Mode;
import io.doorlist.domain.checkin.Checkin;
import io.doorlist.domain.checkin.Scan;
import io.doorlist.domain.event.Area;
import io.doorlist.domain.order.OrderState;
import io.doorlist.domain.order.TicketState;
import io.doorlist.door.CopiedCheckin;
import io.doorlist.door.CopiedTicket;
import io.doorlist.door.DoorCopy;
import io.doorlist.door.DoorDelta;
import io.doorlist.door.Reentry;
import io.doorlist.store.checkin.CheckinFixture;
import io.doorlist.store.checkin.copy.DoorCopyStore.DoorVersion;
import io.doorlist.store.checkin.ticket.AreaPassages;
import io.doorlist.store.sequence.SequenceMark;
import io.doorlist.store.table.TableSchema;
import io.doorlist.table.Item;
import io.doorlist.table.Table;
import io.doorlist.table.Update;
import io.doorlist.testing.Call;
import io.doorlist.testing.Gala;
import io.doorlist.testing.ListTermsOf;
import io.doorlist.testing.RelayingEngine;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class DoorCopyStoreTest extends CheckinFixture {
  private static final int MANY = 30;
  private static final long TRACKED = 11;
  private static final CopyTerms TERMS =
      new CopyTerms("words".getBytes(StandardCharsets.UTF_8), true);

  private CopyPart read(String have) {
    return doors.copy(Gala.MAIN, false, have);
  }

  private void put(long order, OrderState state) {
    String[] types = Gala.adults(MANY);
    gala.put(Gala.with(Gala.order(order, types), state, ticket -> ticket));
  }

  @Test
  void delta_takesAwayEveryTicketOfALargeOrder() {
    put(1, OrderState.CONFIRMED);
    put(2, OrderState.CONFIRMED);
    CopyPart before = read(null);
    DoorCopy copy = new DoorCopy();
    copy.apply(before.delta());

    put(1, OrderState.CANCELLED);
    CopyPart delta = read(before.version());
    copy.apply(delta.delta());

    assertEquals(before.version(), delta.have());
    DoorCopy whole = new DoorCopy();
    whole.apply(read(null).delta());
    assertEquals(whole, copy);
  }

  /** A table that was restored has less than a phone that went on. */
  @Test
  void copyFromTheFuture_isReplacedAsAWhole() {
    put(1, OrderState.CONFIRMED);
    scan(Gala.MAIN, "t10000");
    DoorVersion now = DoorVersion.of(read(null).version()).orElseThrow();

    assertEquals(now.text(), read(now.text()).have());
    assertNull(read(later(now, 1, 0)).have());
    assertNull(read(later(now, 0, 1)).have());
    assertTrue(read(later(now, 0, 1)).delta().tickets().size() >= MANY);
  }

  /** A phone that asks again and again ends up with the whole, whatever the size of an answer. */
  @Test
  void deltas_areAsLargeAsTheyMayBe_andAddUp() {
    gala.areas(new Area("site", "Site", null, null));
    gala.list(TRACKED, ListTermsOf.passages("site", Reentry.AFTER_EXIT));
    put(1, OrderState.CONFIRMED);
    for (int i = 0; i < 7; i++) {
      doors.enter(TRACKED, "t1000" + i, Gala.scan("phone", null));
      doors.exit(TRACKED, "t1000" + i, Gala.scan("phone", null));
    }
    DoorCopyStore small = new DoorCopyStore(table.access(), 1, 10);
    DoorCopy copy = new DoorCopy();
    List<Integer> sizes = new ArrayList<>();
    CopyPart part = null;
    do {
      String have = part == null ? null : part.version();
      part = small.read(Gala.ACCOUNT, Gala.EVENT, TRACKED, Mode.LIVE, TERMS, have);
      assertEquals(have, part.have());
      assertEquals(part.more(), !part.whole());
      DoorDelta delta = part.delta();
      sizes.add(delta.tickets().size() + delta.checkins().size() + delta.passages().size());
      copy.apply(delta);
    } while (part.more());

    assertEquals(List.of(10, 10, 10, 10, 4), sizes);
    DoorCopy whole = new DoorCopy();
    whole.apply(read(TRACKED, null).delta());
    assertEquals(whole, copy);
    assertEquals(version(TRACKED, TERMS), Optional.of(part.version()));
  }

  /** A phone that gets nothing begins anew, and again gets nothing. */
  @Test
  void copyOfABusyTable_hasWhatThereIsInTime_andGoesOn() {
    put(1, OrderState.CONFIRMED);
    String tickets = TableSchema.admittedTickets(Gala.ACCOUNT, Gala.EVENT, Gala.MAIN, Mode.LIVE);
    Table access = table.access();
    Item any = access.get(TableSchema.row(tickets, 1), access.deadline()).orElseThrow();
    int more = 9_000;
    table.put(
        LongStream.rangeClosed(MANY + 1, MANY + more)
            .mapToObj(
                id ->
                    new Item(TableSchema.row(tickets, id))
                        .putAll(any.without(TableSchema.PK, TableSchema.SK))
                        .put("id", id))
            .toList());
    Update head = Update.of(TableSchema.head(tickets));
    access.update(head.set("next", MANY + more).set("settled", MANY + more), access.deadline());
    DoorCopyStore busy = table.stores(new BusyEngine(), clock).doorCopies();
    Set<Long> copied = new HashSet<>();
    CopyPart part = null;
    do {
      String have = part == null ? null : part.version();
      part = busy.read(Gala.ACCOUNT, Gala.EVENT, Gala.MAIN, Mode.LIVE, TERMS, have);
      assertTrue(part.delta().tickets().size() < more);
      part.delta().tickets().forEach(ticket -> copied.add(ticket.ordinal()));
    } while (part.more());

    assertEquals(MANY + more, copied.size());
  }

  /** Takes 0.6 s for each query, of the 2 s that a request has. */
  private final class BusyEngine extends RelayingEngine {
    BusyEngine() {
      super(table.engine());
    }

    @Override
    protected <A> A relay(Call<A> call) {
      if (call instanceof Call.Query) {
        clock.pass(Duration.ofMillis(600));
      }
      return super.relay(call);
    }
  }

  @Test
  void copy_hasDoorTimes_onlyIfItHasPassages() {
    put(1, OrderState.CONFIRMED);
    Instant scanned = clock.instant().minusMillis(61_500);
    Scan scan = scan("phone", null, false, scanned);
    Checkin in = in(scan(Gala.MAIN, "t10000", scan));

    long second = in.createdAt().getEpochSecond();
    assertEquals(List.of(new CopiedCheckin(64, 10_000, second)), read(null).delta().checkins());
    assertEquals(
        List.of(
            new CopiedCheckin(
                64, 10_000, second, scanned.toEpochMilli(), AreaPassages.tie("phone"))),
        read(Gala.MAIN, null).delta().checkins());
    CopyPart before = read(null);
    undo(Gala.MAIN, in.id(), desk());
    assertEquals(List.of(), read(null).delta().checkins());
    assertEquals(List.of(64L), read(before.version()).delta().undone());
  }

  @Test
  void copy_beginsAnew_whereItNeedsPassages() {
    put(1, OrderState.CONFIRMED);
    CopyPart plain = read(null);

    assertNull(read(Gala.MAIN, plain.version()).have());
    CopyPart another = read(Gala.EVERYONE, null);
    assertNull(read(Gala.MAIN, another.version()).have(), "it is of another list");
    CopyPart withPassages = read(Gala.MAIN, null);
    assertArrayEquals(plain.salt(), withPassages.salt());
    assertEquals(16, plain.salt().length);
    assertNull(read(withPassages.version()).have());
    CopyTerms renamed = new CopyTerms("other words".getBytes(StandardCharsets.UTF_8), false);
    String reworded = version(Gala.MAIN, renamed).orElseThrow();
    assertNotEquals(plain.version(), reworded);
    assertEquals(reworded, read(reworded).have());
    assertEquals(Optional.empty(), version(99, TERMS));
    assertTrue(DoorVersion.of(plain.version()).orElseThrow().origin().length() >= 8);
  }

  @Test
  void change_isInTheDelta_andWhatNobodyCanReadIsNot() {
    put(1, OrderState.CONFIRMED);
    CopyPart before = read(null);
    gala.put(
        Gala.with(
            Gala.with(Gala.order(1, Gala.adults(MANY)), OrderState.CONFIRMED, ticket -> ticket),
            OrderState.CONFIRMED,
            ticket ->
                ticket.id() == 10_001 ? Gala.with(ticket, TicketState.VALID, "child") : ticket));

    List<CopiedTicket> changed = read(before.version()).delta().tickets();
    assertEquals(List.of(10_001L), changed.stream().map(CopiedTicket::id).toList());
    assertEquals("child", changed.getFirst().type());
    assertEquals(MANY, read(null).delta().tickets().size());

    scan(Gala.MAIN, "t10002");
    Table access = table.access();
    for (String sequence :
        List.of(
            TableSchema.admittedTickets(Gala.ACCOUNT, Gala.EVENT, Gala.MAIN, Mode.LIVE),
            TableSchema.checkins(Gala.ACCOUNT, Gala.EVENT, Gala.MAIN, Mode.LIVE))) {
      Update damage = Update.of(TableSchema.row(sequence, 1));
      access.update(damage.set("id", "none").set("at", "never"), access.deadline());
    }
    assertEquals(MANY - 1, read(null).delta().tickets().size());
    assertEquals(List.of(), read(null).delta().checkins());
  }

  private CopyPart read(long list, String have) {
    return doors.copy(list, true, have);
  }

  private Optional<String> version(long list, CopyTerms terms) {
    return stores.doorCopies().version(Gala.ACCOUNT, Gala.EVENT, list, Mode.LIVE, terms);
  }

  private static String later(DoorVersion version, long tickets, long log) {
    return new DoorVersion(
            version.exact(),
            version.origin(),
            version.words(),
            new SequenceMark(version.tickets().upto() + tickets, version.tickets().open()),
            new SequenceMark(version.log().upto() + log, version.log().open()))
        .text();
  }
}
