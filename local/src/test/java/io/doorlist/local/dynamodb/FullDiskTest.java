package io.doorlist.local.dynamodb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.doorlist.local.failure.LocalHostException;
import io.doorlist.local.template.Template;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** A file system of 40 MB that becomes full. Only root can mount one. */
@ParameterizedClass
@EnumSource(Way.class)
class FullDiskTest {
  private static final Path REAL = Path.of(System.getProperty("doorlist.root"), "template.yaml");
  private static final int MEGABYTE = 1 << 20;

  @Parameter private Way way;
  @TempDir private Path mount;
  private boolean mounted;
  private final PrintStream before = System.err;
  private final ByteArrayOutputStream said = new ByteArrayOutputStream();

  @BeforeEach
  void mount() throws Exception {
    mounted = run("mount", "-t", "tmpfs", "-o", "size=40m", "tmpfs", mount.toString()) == 0;
    assumeTrue(mounted, "skipped: only root can mount a small file system");
    System.setErr(new PrintStream(said, true, StandardCharsets.UTF_8));
  }

  @AfterEach
  void unmount() throws Exception {
    System.setErr(before);
    if (mounted) {
      run("umount", mount.toString());
    }
  }

  @Test
  void writes_areRefusedInTime_andTakenAgainWhenThereIsRoom() throws Exception {
    Path data = mount.resolve("data");
    try (LocalDynamo dynamo = LocalDynamo.onDisk(0, data);
        DynamoDbClient client = way.client(dynamo)) {
      dynamo.createTable(Template.read(REAL), "doorlist");
      TestClient.put(client, "a");
      Path filler = fill(26);

      DynamoDbException refused =
          assertThrows(DynamoDbException.class, () -> TestClient.put(client, "b"));
      assertEquals(503, refused.statusCode());
      assertThrows(DynamoDbException.class, () -> write(client, 1));
      assertTrue(TestClient.has(client, "a"));

      Files.delete(filler);
      TestClient.put(client, "c");
      assertTrue(TestClient.has(client, "c"));
    }
    assertEquals(
        List.of("is nearly full", "has room again"),
        said.toString(StandardCharsets.UTF_8)
            .lines()
            .map(
                line ->
                    line.replaceFirst(
                        "^the disk of .*/data (is nearly full|has room again).*", "$1"))
            .toList());
  }

  @Test
  void host_doesNotStart_whenTheDiskIsNearlyFull() throws IOException {
    fill(30);

    LocalHostException failure =
        assertThrows(LocalHostException.class, () -> LocalDynamo.onDisk(0, mount.resolve("data")));

    assertTrue(failure.getMessage().endsWith("is nearly full: make room and start again"));
  }

  /** Others may fill a disk faster than it is checked. */
  @Test
  void everythingAcknowledged_isStored_afterAFullDisk() throws Exception {
    Path data = mount.resolve("data");
    List<Integer> acknowledged = new ArrayList<>();
    int tried = 0;
    Path filler;
    try (LocalDynamo dynamo = LocalDynamo.start(0, DataFolder.open(data, 0), new TestDisk());
        DynamoDbClient client = way.client(dynamo)) {
      dynamo.createTable(Template.read(REAL), "doorlist");
      filler = fill(36);
      boolean failed = false;
      while (!failed && tried < 5_000) {
        try {
          write(client, tried);
          acknowledged.add(tried);
        } catch (DynamoDbException e) {
          failed = true;
        }
        tried++;
      }
      assertTrue(failed, "the disk did not get full");
      // Everything after it fails, so nobody reads what was not stored.
      int next = tried;
      assertThrows(DynamoDbException.class, () -> write(client, next));
      assertThrows(DynamoDbException.class, () -> TestClient.has(client, key(0)));
    }
    Files.delete(filler);

    try (LocalDynamo dynamo = LocalDynamo.onDisk(0, data);
        DynamoDbClient client = way.client(dynamo)) {
      List<Integer> there = new ArrayList<>();
      for (int number = 0; number < tried; number++) {
        if (TestClient.has(client, key(number))) {
          there.add(number);
        }
      }
      assertTrue(acknowledged.size() > 10, "acknowledged " + acknowledged.size());
      assertEquals(acknowledged, there);
    }
  }

  private static String key(int number) {
    return "item " + number;
  }

  /** Writes two items of a few kilobytes, both or none. */
  private static void write(DynamoDbClient client, int number) {
    client.transactWriteItems(
        request -> request.transactItems(item(key(number)), item("other " + key(number))));
  }

  private static TransactWriteItem item(String key) {
    return TransactWriteItem.builder()
        .put(
            put ->
                put.tableName("doorlist")
                    .item(
                        Map.of(
                            "pk", AttributeValue.fromS(key),
                            "sk", AttributeValue.fromS(key),
                            "text", AttributeValue.fromS("x".repeat(8_000)))))
        .build();
  }

  private Path fill(int megabytes) throws IOException {
    Path filler = mount.resolve("filler");
    try (OutputStream out = Files.newOutputStream(filler)) {
      for (int i = 0; i < megabytes; i++) {
        out.write(new byte[MEGABYTE]);
      }
    }
    return filler;
  }

  private static int run(String... command) throws Exception {
    return new ProcessBuilder(command)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .redirectError(ProcessBuilder.Redirect.DISCARD)
        .start()
        .waitFor();
  }
}
