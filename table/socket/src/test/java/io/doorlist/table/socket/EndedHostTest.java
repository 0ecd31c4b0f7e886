package io.doorlist.table.socket;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.domain.UnavailableException;
import io.doorlist.table.Key;
import io.doorlist.table.NoAnswerException;
import io.doorlist.table.Pace;
import io.doorlist.table.Retry;
import io.doorlist.table.Table;
import io.doorlist.table.Time;
import io.doorlist.table.Update;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class EndedHostTest {
  /** As long as a command is patient with a table that is busy. */
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private static final Key KEY = new Key("p", "s");

  @TempDir private Path folder;

  /** A command stops within five seconds, as it would meet the next host otherwise. */
  @Test
  void command_stopsWithinSeconds_whenItsHostIsKilledInTheMiddle() throws Exception {
    Path socket = folder.resolve("s");
    try (HostProcess host = HostProcess.start(socket);
        SocketEngine engine = SocketEngine.connect(socket);
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Table table =
          new Table(engine, "doorlist", new Retry(Time.of(Clock.systemUTC()), Pace.FREE), PATIENCE);
      assertEquals(Optional.empty(), table.get(KEY));
      Future<?> call = threads.submit(() -> table.transact(List.of(Update.of(KEY).add("n", 1))));
      host.await("begun");

      host.kill();
      long killed = System.nanoTime();
      ExecutionException failed = assertThrows(ExecutionException.class, call::get);

      Duration waited = Duration.ofNanos(System.nanoTime() - killed);
      assertTrue(waited.compareTo(Duration.ofSeconds(5)) < 0, "waited " + waited);
      UnavailableException unavailable = (UnavailableException) failed.getCause();
      assertTrue(((NoAnswerException) unavailable.getCause()).ended());
      // What it left is in nobody's way.
      assertTrue(Files.exists(socket));
      try (HostProcess next = HostProcess.start(socket);
          SocketEngine anew = SocketEngine.connect(socket)) {
        assertThrows(UnavailableException.class, () -> table.get(KEY));
        assertEquals(Optional.empty(), anew.get(KEY));
        next.kill();
      }
    }
  }
}
