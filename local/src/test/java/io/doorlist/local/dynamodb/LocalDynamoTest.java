package io.doorlist.local.dynamodb;

import static io.doorlist.local.dynamodb.TestClient.client;
import static io.doorlist.local.dynamodb.TestClient.put;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.local.Loopback;
import io.doorlist.local.template.Template;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

class LocalDynamoTest {
  private static final Path REAL = Path.of(System.getProperty("doorlist.root"), "template.yaml");

  @Test
  void database_listensOnTheLoopbackInterfaceOnly_andIsGoneWhenClosed() throws IOException {
    int port = Loopback.freePort();
    LocalDynamo dynamo = LocalDynamo.inMemory(port);
    assertEquals("http://127.0.0.1:" + port, dynamo.endpoint().toString());
    Loopback.assertOnly(port);

    dynamo.close();

    try (LocalDynamo again = LocalDynamo.inMemory(port)) {
      assertEquals(port, again.port());
    }
  }

  @Test
  void database_leavesNoThread_whenClosed() throws InterruptedException {
    Set<Thread> before = Thread.getAllStackTraces().keySet();
    LocalDynamo dynamo = LocalDynamo.inMemory(0);
    List<Thread> own =
        Thread.getAllStackTraces().keySet().stream()
            .filter(thread -> !before.contains(thread))
            .filter(thread -> thread.getName().matches("(dynamodb-local|SQLiteQueue).*"))
            .toList();
    for (String kind : List.of("dynamodb-local-job-", "SQLiteQueue")) {
      assertTrue(own.stream().anyMatch(thread -> thread.getName().startsWith(kind)), kind);
    }

    dynamo.close();

    for (Thread thread : own) {
      thread.join(10_000);
      assertFalse(thread.isAlive(), thread::getName);
    }
  }

  @Test
  void requestsThatNeverArrive_holdUpNobody() throws IOException {
    List<Socket> slow = new ArrayList<>();
    try (LocalDynamo dynamo = LocalDynamo.inMemory(0);
        DynamoDbClient client = client(dynamo, Region.EU_WEST_1)) {
      for (int i = 0; i < 200; i++) {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), dynamo.port());
        slow.add(socket);
        String half =
            "POST / HTTP/1.1\r\nHost: a\r\nX-Amz-Target: DynamoDB_20120810.ListTables\r\n"
                + "Content-Length: 100\r\n\r\n{";
        socket.getOutputStream().write(half.getBytes(StandardCharsets.US_ASCII));
      }

      assertEquals(List.of(), client.listTables().tableNames());
    } finally {
      for (Socket each : slow) {
        each.close();
      }
    }
  }

  @Test
  void database_saysNothing() {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    PrintStream stream = new PrintStream(text, true, StandardCharsets.UTF_8);
    PrintStream out = System.out;
    PrintStream err = System.err;
    System.setOut(stream);
    System.setErr(stream);
    try (LocalDynamo dynamo = LocalDynamo.inMemory(0);
        DynamoDbClient client = client(dynamo, Region.EU_WEST_1)) {
      dynamo.createTable(Template.read(REAL), "doorlist");
      put(client, "a");
      assertThrows(
          RuntimeException.class, () -> client.describeTable(request -> request.tableName("x")));
    } finally {
      System.setOut(out);
      System.setErr(err);
    }

    assertEquals("", text.toString(StandardCharsets.UTF_8));
    // It is printed only once in a JVM, so perhaps before this test.
    assertFalse(Logger.getLogger("com.amazonaws.util.Base64").isLoggable(Level.WARNING));
  }
}
