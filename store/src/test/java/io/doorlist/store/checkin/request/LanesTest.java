package io.doorlist.store.checkin.request;

import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.doorlist.domain.Mode;
import io.doorlist.domain.checkin.CheckinCommand;
import io.doorlist.store.table.Dynamo;
import io.doorlist.testing.TestTable;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class LanesTest {
  private static CheckinCommand command(boolean online) {
    return new CheckinCommand(Mode.LIVE, "phone", online, true, null, null, Instant.MAX);
  }

  /** {@code StormTest} has what comes of it, where a table is busy. */
  @Test
  void liveScans_writeAtTheFullPace_andUploadsDoNot() {
    Dynamo dynamo = new TestTable().dynamo();
    Lanes lanes = new Lanes(dynamo);

    assertSame(dynamo, lanes.of(command(true)).dynamo());
    assertNotSame(dynamo, lanes.of(command(false)).dynamo());
  }
}
