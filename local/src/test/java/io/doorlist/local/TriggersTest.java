package io.doorlist.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.local.dynamodb.LocalDynamo;
import io.doorlist.local.json.AwsJson;
import io.doorlist.local.template.Template;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A change of the table goes through a function on its stream and a queue to another function. */
class TriggersTest {
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final String TABLE = "things";

  @Test
  void change_runsTheFunctionsOfStreamAndQueue(@TempDir Path directory) throws Exception {
    try (LocalDynamo dynamo = LocalDynamo.inMemory(0);
        LocalHost host = start(directory, dynamo)) {
      assertTrue(host.url().getPort() > 0);
      put(dynamo.endpoint(), "forward");
      put(dynamo.endpoint(), "ignored");

      List<String> items = await(dynamo.endpoint(), all -> all.contains("seen-forward"));

      assertEquals(List.of("forward", "ignored", "seen-forward"), items);
    }
  }

  /** A function that ends with the host has not failed. */
  @Test
  void host_saysNothing_whenItIsClosedWhileAFunctionRuns(@TempDir Path directory) throws Exception {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    PrintStream err = System.err;
    try (LocalDynamo dynamo = LocalDynamo.inMemory(0);
        LocalHost host = start(directory, dynamo)) {
      assertTrue(host.url().getPort() > 0);
      put(dynamo.endpoint(), "stay");
      assertTrue(await(dynamo.endpoint(), all -> all.contains("seen-stay")).contains("seen-stay"));
      System.setErr(new PrintStream(text, true, StandardCharsets.UTF_8));
    } finally {
      System.setErr(err);
    }

    assertEquals("", text.toString(StandardCharsets.UTF_8));
  }

  private static LocalHost start(Path directory, LocalDynamo dynamo) throws Exception {
    Path file = TestHost.write(directory, "/triggers.yaml");
    dynamo.createTable(Template.read(file), TABLE);
    return LocalHost.start(new LocalHost.Options(file, 0, dynamo.endpoint(), TABLE, Map.of()));
  }

  private static void put(URI dynamodb, String key) throws Exception {
    new AwsJson(dynamodb, "DynamoDB_20120810")
        .call("PutItem", Map.of("TableName", TABLE, "Item", Map.of("pk", Map.of("S", key))))
        .members();
  }

  /** Reads the keys of the table until they are as expected. */
  private static List<String> await(URI dynamodb, Predicate<List<String>> condition)
      throws Exception {
    Instant end = Instant.now().plus(PATIENCE);
    while (true) {
      Map<?, ?> page =
          new AwsJson(dynamodb, "DynamoDB_20120810")
              .call("Scan", Map.of("TableName", TABLE))
              .members();
      List<String> keys =
          ((List<?>) page.get("Items"))
              .stream()
                  .map(item -> (Map<?, ?>) ((Map<?, ?>) item).get("pk"))
                  .map(key -> (String) key.get("S"))
                  .sorted()
                  .toList();
      if (condition.test(keys) || Instant.now().isAfter(end)) {
        return keys;
      }
      LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
    }
  }
}
