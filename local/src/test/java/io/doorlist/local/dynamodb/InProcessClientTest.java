package io.doorlist.local.dynamodb;

import static io.doorlist.local.dynamodb.TestClient.has;
import static io.doorlist.local.dynamodb.TestClient.put;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.local.template.Template;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.core.exception.ApiCallAttemptTimeoutException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** What only a client in the process does; {@link WayTest} shows what is the same over HTTP. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class InProcessClientTest {
  private static final Path REAL = Path.of(System.getProperty("doorlist.root"), "template.yaml");

  @TempDir private Path directory;

  private final TestDisk disk = new TestDisk();
  private LocalDynamo dynamo;
  private DynamoDbClient client;

  @BeforeEach
  void start() {
    dynamo = LocalDynamo.start(0, DataFolder.open(directory), disk);
    dynamo.createTable(Template.read(REAL), "doorlist");
    client = dynamo.client(Duration.ofSeconds(30));
  }

  @AfterEach
  void stop() {
    disk.until.countDown();
    dynamo.close();
  }

  @Test
  void interruption_endsTheWaiting_andDoesTheTableNoHarm() throws Exception {
    disk.until = new CountDownLatch(1);
    disk.begun.drainPermits();
    FutureTask<Boolean> asking =
        new FutureTask<>(
            () -> {
              assertThrows(AbortedException.class, () -> put(client, "a"));
              return Thread.interrupted();
            });
    Thread thread = Thread.ofPlatform().start(asking);
    disk.begun.acquire();

    thread.interrupt();

    assertTrue(asking.get(), "the thread stays interrupted");
    disk.until.countDown();
    put(client, "b");
    assertTrue(has(client, "a"));
  }

  /** The server's requests are limited in the same way, by its threads. */
  @Test
  void request_doesNotBegin_whenItIsGivenUpBeforeItsTurn() throws Exception {
    disk.until = new CountDownLatch(1);
    List<FutureTask<Void>> running = new ArrayList<>();
    for (int i = 0; i < LocalDynamo.MAX_THREADS; i++) {
      String key = "running " + i;
      FutureTask<Void> each = new FutureTask<>(() -> put(client, key), null);
      running.add(each);
      awaitWaiting(Thread.ofPlatform().start(each));
    }

    DynamoDbClient hasty = dynamo.client(Duration.ofMillis(50));
    assertThrows(ApiCallAttemptTimeoutException.class, () -> put(hasty, "late"));

    disk.until.countDown();
    for (FutureTask<Void> each : running) {
      each.get();
    }
    assertTrue(has(client, "running 0"));
    assertFalse(has(client, "late"));
  }

  @Test
  void operation_isUnsupported_ifNoFunctionUsesIt() {
    assertThrows(UnsupportedOperationException.class, () -> client.listTables());
  }

  private static void awaitWaiting(Thread thread) throws InterruptedException {
    while (thread.getState() != Thread.State.TIMED_WAITING) {
      Thread.sleep(1);
    }
  }
}
