package io.doorlist.cli.forgetting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.cli.CommandTable;
import io.doorlist.cli.connection.AccountReader;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.ingest.Forgetting;
import io.doorlist.table.Engine;
import io.doorlist.testing.Call;
import io.doorlist.testing.DyingEngine;
import io.doorlist.testing.Effort;
import io.doorlist.testing.Meanwhile;
import io.doorlist.testing.Stores;
import java.time.Clock;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Erasures while doors are busy, and erasures that are cut off. */
class ForgetRaceTest extends ForgetFixture {
  /** A function that reads a name before the erasure must not write it afterwards. */
  @Test
  void checkin_underway_bringsNoNameBack() {
    for (String code : List.of("t1000", "t2010")) {
      CommandTable table = new CommandTable();
      table.runWith(PLACE + orders(), "import", "-");
      Meanwhile client = new Meanwhile(table.engine());
      client.before(
          Call.Transact.class::isInstance, () -> forget(table, "--everyone", "--event", "gala"));
      Stores slow = Stores.connect(client, table.name(), Clock.systemUTC());
      EventDefinition gala = slow.events().readDefinition("acme", "gala").orElseThrow();

      letIn(slow, gala, code);

      assertTrue(client.happened());
      assertEquals(List.of(), naming(table, "canary"));
    }
  }

  @Test
  void aRunThatWasCutOff_isRunAgain_atWhateverWriteItEnded() {
    boolean ended = false;
    int writes = 0;
    for (; !ended; writes += Effort.of(5, 1)) {
      CommandTable table = new CommandTable();
      table.runWith(PLACE + fewOrders(), "import", "-");
      EventDefinition before = table.stores().events().readDefinition("acme", "gala").orElseThrow();
      letIn(table.stores(), before, "t1000");
      letIn(table.stores(), before, "t3777");
      Engine killed = new DyingEngine(table.engine(), writes);
      Stores dying = Stores.connect(killed, table.name(), Clock.systemUTC());
      Forgetting forgetting =
          new Forgetting(dying.forCommand(), "acme", false, AccountReader::checkComplete);
      forgetting.ask("gala", WHOLE, Set.of());
      forgetting.ask("gala", OTHER, Set.of(3777L));
      EventDefinition gala = dying.events().readDefinition("acme", "gala").orElseThrow();
      try {
        forgetting.run(List.of(gala), EMAIL);
        ended = true;
      } catch (DyingEngine.Killed e) {
        // The same is run again.
      }

      forget(table, "--email", EMAIL);

      assertEquals(List.of(), naming(table, "canary"), "after " + writes + " writes");
      assertFalse(forget(table, "--log").out().contains("\"done_at\":null"));
    }
    assertTrue(writes > 8, "after " + writes + " writes");
  }
}
