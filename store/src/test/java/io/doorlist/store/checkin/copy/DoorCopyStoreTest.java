package io.doorlist.store.checkin.copy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.domain.Mode;
import io.doorlist.domain.order.OrderState;
import io.doorlist.door.DoorCopy;
import io.doorlist.store.checkin.CheckinFixture;
import io.doorlist.store.sequence.SequenceMark;
import io.doorlist.testing.Gala;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class DoorCopyStoreTest extends CheckinFixture {
  private static final int MANY = 30;

  private CopyPart read(String have) {
    CopyTerms terms = new CopyTerms("words".getBytes(StandardCharsets.UTF_8), false);
    return stores.doorCopies().read(Gala.ACCOUNT, Gala.EVENT, Gala.MAIN, Mode.LIVE, terms, have);
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

  private static String later(DoorVersion version, long tickets, long checkins) {
    return new DoorVersion(
            version.exact(),
            version.origin(),
            version.words(),
            new SequenceMark(version.tickets().upto() + tickets, version.tickets().open()),
            new SequenceMark(version.checkins().upto() + checkins, version.checkins().open()),
            version.passages())
        .text();
  }
}
