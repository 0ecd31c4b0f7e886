package io.doorlist.ingest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.domain.UnavailableException;
import io.doorlist.domain.event.Account;
import io.doorlist.store.table.PatientTable;
import io.doorlist.table.Engine;
import io.doorlist.table.ThrottledException;
import io.doorlist.table.Time;
import io.doorlist.testing.Call;
import io.doorlist.testing.MovableClock;
import io.doorlist.testing.RelayingEngine;
import io.doorlist.testing.Stores;
import io.doorlist.testing.TestTable;
import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** If the table takes nothing, an import waits exactly as long as its budget (issue 18). */
class ImportBudgetTest {
  private static final Account ACCOUNT = new Account("acme", "Acme");

  private final MovableClock clock = new MovableClock();
  private final TestTable table = new TestTable();
  private boolean busy = true;
  private int refused;
  private int told;

  private final Engine engine =
      new RelayingEngine(table.engine()) {
        @Override
        protected <A> A relay(Call<A> call) {
          if (busy && !call.writes().isEmpty()) {
            refused++;
            throw new ThrottledException("no units left", null);
          }
          return super.relay(call);
        }
      };

  private final ImportStore importer =
      new ImportStore(
          Stores.connect(engine, table.name(), new Time(clock, new Random(7), clock::pass))
              .forCommand(),
          false,
          () -> told++);

  @Test
  void put_endsWhenTheBudgetIsUsedUp_andIsDoneWhenItIsRunAgain() {
    Instant start = clock.instant();

    assertThrows(UnavailableException.class, () -> importer.putAccount(ACCOUNT));

    Duration waited = Duration.between(start, clock.instant());
    Duration last = PatientTable.PATIENCE.minus(waited);
    assertTrue(!last.isNegative() && last.toSeconds() <= 1, () -> "it waited " + waited);
    assertTrue(refused > 100, () -> refused + " tries");
    assertEquals(refused, told);

    busy = false;
    assertEquals(ImportOutcome.CREATED, importer.putAccount(ACCOUNT));
  }
}
