package io.doorlist.local.dynamodb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.local.template.Template;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** A process with a table on disk is killed while many clients write to it. */
class KillTest {
  private static final Path REAL = Path.of(System.getProperty("doorlist.root"), "template.yaml");
  private static final int WRITERS = 8;
  private static final int BEFORE_THE_KILL = 200;
  private static final int KILLS = Boolean.getBoolean("doorlist.long") ? 3 : 1;

  @TempDir private Path directory;

  @Test
  void everythingAcknowledged_isStored_afterAKill() throws Exception {
    try (LocalDynamo dynamo = LocalDynamo.onDisk(0, directory)) {
      dynamo.createTable(Template.read(REAL), "doorlist");
    }
    Set<String> acknowledged = ConcurrentHashMap.newKeySet();
    for (int round = 0; round < KILLS; round++) {
      writeAndKill("round " + round, acknowledged);
    }

    Set<String> there = new HashSet<>();
    try (LocalDynamo dynamo = LocalDynamo.onDisk(0, directory);
        DynamoDbClient client = TestClient.client(dynamo, Region.EU_WEST_1)) {
      client.scanPaginator(request -> request.tableName("doorlist")).items().stream()
          .forEach(item -> there.add(item.get("pk").s()));
    }
    assertTrue(acknowledged.size() >= KILLS * BEFORE_THE_KILL);
    Set<String> missing = new HashSet<>(acknowledged);
    missing.removeAll(there);
    assertEquals(Set.of(), missing);
  }

  private void writeAndKill(String round, Set<String> acknowledged) throws Exception {
    CountDownLatch enough = new CountDownLatch(BEFORE_THE_KILL);
    try (TableProcess process = TableProcess.start(directory);
        DynamoDbClient client = TestClient.client(process.endpoint(), Region.EU_WEST_1);
        ExecutorService writers = Executors.newFixedThreadPool(WRITERS)) {
      for (int writer = 0; writer < WRITERS; writer++) {
        String own = round + ", writer " + writer + ", ";
        writers.submit(
            () -> {
              try {
                for (int i = 0; ; i++) {
                  TestClient.put(client, own + i);
                  acknowledged.add(own + i);
                  enough.countDown();
                }
              } catch (SdkException e) {
                return; // It is killed.
              }
            });
      }
      assertTrue(enough.await(60, TimeUnit.SECONDS));
      process.kill();
    }
  }
}
