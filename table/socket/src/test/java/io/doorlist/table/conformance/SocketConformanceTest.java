package io.doorlist.table.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.doorlist.table.Engine;
import io.doorlist.table.RefusedException;
import io.doorlist.table.memory.MemoryEngine;
import io.doorlist.table.socket.SocketEngine;
import io.doorlist.table.socket.SocketServer;
import io.doorlist.testing.Call;
import io.doorlist.testing.WholeTable;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A table over a socket does what the one behind it does, which {@link ConformanceTest} compares
 * with DynamoDB Local: the same calls, the same answers, parts and refusals.
 */
class SocketConformanceTest {
  private static final int CALLS =
      Integer.getInteger(
          "conformance.calls", Boolean.getBoolean("doorlist.long") ? 2_000_000 : 10_000);
  private static final long SEED = Long.getLong("conformance.seed", 3);

  @TempDir private Path folder;
  private final MemoryEngine near = new MemoryEngine();
  private final MemoryEngine served = new MemoryEngine();
  private SocketServer server;
  private SocketEngine far;

  @BeforeEach
  void serve() throws IOException {
    Path path = folder.resolve("s");
    server = SocketServer.open(path, served, line -> {});
    far = SocketEngine.connect(path);
  }

  @AfterEach
  void end() {
    far.close();
    server.close();
  }

  @Test
  void randomCalls_areAnsweredAsInMemory() {
    RandomCalls calls = new RandomCalls(SEED);
    for (int i = 1; i <= CALLS; i++) {
      Call<?> call = calls.next();
      String what = "call " + i + " " + Answer.text(call);
      assertEquals(Answer.of(call, near), Answer.of(call, far), what);
      assertEquals(part(call, near), part(call, far), what);
    }
    assertEquals(WholeTable.all(near), WholeTable.all(served));
    assertEquals(WholeTable.all(near), WholeTable.all(far));
  }

  @Test
  void limits_areThoseOfEveryTable() {
    new LimitCalls()
        .all()
        .forEach(
            (what, call) -> {
              assertEquals(Answer.of(call, near), Answer.of(call, far), what);
              assertEquals(part(call, near), part(call, far), what);
            });
    assertEquals(WholeTable.all(near), WholeTable.all(far));
  }

  /** Returns a part of a range or of the table as it is, with where it ends. */
  private static Object part(Call<?> call, Engine engine) {
    boolean hasParts = call instanceof Call.Query || call instanceof Call.Scan;
    try {
      return hasParts ? call.on(engine) : "none";
    } catch (RefusedException e) {
      return e.code();
    }
  }
}
