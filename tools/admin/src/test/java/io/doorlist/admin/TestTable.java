package io.doorlist.admin;

import io.doorlist.json.Json;
import io.doorlist.json.MalformedJsonException;
import io.doorlist.local.LocalDynamo;
import io.doorlist.local.Template;
import io.doorlist.store.Stores;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** A fresh table on DynamoDB Local, and the command line pointed at it. */
final class TestTable implements AutoCloseable {
  private static final LocalDynamo DYNAMO = LocalDynamo.inMemory(0);
  private static final Template TEMPLATE =
      Template.read(Path.of(System.getProperty("doorlist.root"), "template.yaml"));
  private static final AtomicInteger NUMBER = new AtomicInteger();

  private final String name = "table-" + NUMBER.incrementAndGet();
  private final DynamoDbClient client = Stores.client(DYNAMO.endpoint(), null);
  private final Stores stores = Stores.connect(client, name, Clock.systemUTC());

  TestTable() {
    DYNAMO.createTableWithoutStream(TEMPLATE, name);
  }

  /**
   * What a command left.
   *
   * @param status its exit status
   */
  record Result(int status, String out, String err) {
    /** Returns the one JSON object that was printed. */
    Map<String, Object> json() {
      try {
        return Json.readObject(out);
      } catch (MalformedJsonException e) {
        throw new AssertionError(out, e);
      }
    }
  }

  /** Runs a command on this table. */
  Result run(String... arguments) {
    return runWith("", arguments);
  }

  /** Runs a command on this table with this standard input. */
  Result runWith(String in, String... arguments) {
    return runWith(in.getBytes(StandardCharsets.UTF_8), arguments);
  }

  /** Runs a command on this table with this standard input. */
  Result runWith(byte[] in, String... arguments) {
    List<String> all = new ArrayList<>(List.of(arguments));
    all.addAll(List.of("--endpoint", endpoint().toString(), "--table", name));
    return runPlain(in, all.toArray(String[]::new));
  }

  /** Runs a command just as it is given. */
  static Result runPlain(byte[] in, String... arguments) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int status =
        Doorlist.run(
            new ByteArrayInputStream(in),
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            arguments);
    return new Result(
        status, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  String name() {
    return name;
  }

  URI endpoint() {
    return DYNAMO.endpoint();
  }

  Stores stores() {
    return stores;
  }

  /** Returns every item of the table by its key. */
  Map<String, String> items() {
    Map<String, String> items = new TreeMap<>();
    client
        .scanPaginator(scan -> scan.tableName(name))
        .items()
        .forEach(
            item ->
                items.put(
                    item.get("pk").s() + " / " + item.get("sk").s(),
                    new TreeMap<>(item).toString()));
    return items;
  }

  @Override
  public void close() {
    client.deleteTable(delete -> delete.tableName(name));
    client.close();
  }
}
