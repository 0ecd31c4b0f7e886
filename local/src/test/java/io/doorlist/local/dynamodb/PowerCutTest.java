package io.doorlist.local.dynamodb;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.local.dynamodb.engine.Engine;
import io.doorlist.local.template.Template;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * The power is cut while many clients write: of what was written and not synced, all, some or none
 * is on the disk. Unlike after a kill, the kernel is gone too.
 *
 * <p>A cut is a copy of the folder. The log only grows during the test, as it is too short to be
 * copied into the database's file.
 */
class PowerCutTest {
  private static final Path REAL = Path.of(System.getProperty("doorlist.root"), "template.yaml");
  private static final String LOG = Engine.FILE + "-wal";
  private static final int WRITERS = 8;
  private static final int BETWEEN_CUTS = 40;

  /** All together are half as many as have the log copied. */
  private static final int PUTS_OF_A_WRITER = 300;

  /** What a disk writes as a whole. */
  private static final int SECTOR = 512;

  @TempDir private Path directory;

  /** What was acknowledged before the power was cut, and the folder as it was left. */
  private record Cut(Set<String> acknowledged, Path folder) {}

  @Test
  void everythingAcknowledged_isStored_afterAPowerCut() throws Exception {
    for (Cut cut : cuts(4)) {
      assertEquals(Set.of(), lost(cut), () -> cut.folder().getFileName().toString());
    }
  }

  private static Set<String> lost(Cut cut) {
    Set<String> lost = new HashSet<>(cut.acknowledged());
    assertFalse(lost.isEmpty());
    try (LocalDynamo dynamo = LocalDynamo.onDisk(0, cut.folder());
        DynamoDbClient client = TestClient.client(dynamo, Region.EU_WEST_1)) {
      client.scanPaginator(request -> request.tableName("doorlist")).items().stream()
          .forEach(item -> lost.remove(item.get("pk").s()));
    }
    return lost;
  }

  private List<Cut> cuts(int count) throws Exception {
    Path data = directory.resolve("data");
    try (LocalDynamo dynamo = LocalDynamo.onDisk(0, data)) {
      dynamo.createTableWithoutStream(Template.read(REAL), "doorlist");
    }
    byte[] file = Files.readAllBytes(data.resolve(Engine.FILE));
    TestDisk disk = new TestDisk();
    Set<String> acknowledged = ConcurrentHashMap.newKeySet();
    Semaphore written = new Semaphore(0);
    AtomicBoolean enough = new AtomicBoolean();
    List<Cut> cuts = new ArrayList<>();
    try (LocalDynamo dynamo = LocalDynamo.start(0, DataFolder.open(data), disk);
        DynamoDbClient client = TestClient.client(dynamo, Region.EU_WEST_1);
        ExecutorService writers = Executors.newFixedThreadPool(WRITERS)) {
      for (int writer = 0; writer < WRITERS; writer++) {
        String own = "writer " + writer + ", ";
        writers.submit(() -> write(client, own, acknowledged, written, enough));
      }
      for (int cut = 0; cut < count; cut++) {
        assertTrue(written.tryAcquire(BETWEEN_CUTS, 60, TimeUnit.SECONDS));
        cuts.add(cut(cut, data, disk, acknowledged));
      }
      enough.set(true);
      writers.shutdown();
      assertTrue(writers.awaitTermination(60, TimeUnit.SECONDS));
      assertArrayEquals(file, Files.readAllBytes(data.resolve(Engine.FILE)));
    }
    return cuts;
  }

  private static void write(
      DynamoDbClient client,
      String own,
      Set<String> acknowledged,
      Semaphore written,
      AtomicBoolean enough) {
    for (int i = 0; i < PUTS_OF_A_WRITER && !enough.get(); i++) {
      TestClient.put(client, own + i);
      acknowledged.add(own + i);
      written.release();
    }
  }

  /** Cuts the power; what was acknowledged is read before the log's state. */
  private Cut cut(int number, Path data, TestDisk disk, Set<String> acknowledged)
      throws IOException {
    Set<String> before = Set.copyOf(acknowledged);
    int synced = (int) disk.synced();
    byte[] written = Files.readAllBytes(data.resolve(LOG));
    Path folder = Files.createDirectory(directory.resolve("cut " + number));
    Files.copy(data.resolve(Engine.FILE), folder.resolve(Engine.FILE));
    Files.write(folder.resolve(LOG), left(number, written, synced));
    return new Cut(before, folder);
  }

  /**
   * Returns what is left of a log: what was synced; in every other cut also a part of the rest,
   * which ends within a record and lacks some of its sectors.
   */
  private static byte[] left(int number, byte[] written, int synced) {
    if (number % 2 == 0) {
      return Arrays.copyOf(written, synced);
    }
    SplittableRandom random = new SplittableRandom(number);
    byte[] left =
        Arrays.copyOf(written, synced + random.nextInt(Math.max(1, written.length - synced)));
    for (int at = synced; at < left.length; at += SECTOR) {
      if (random.nextInt(3) == 0) {
        Arrays.fill(left, at, Math.min(at + SECTOR, left.length), (byte) 0);
      }
    }
    return left;
  }
}
