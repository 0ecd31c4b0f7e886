package io.doorlist.cli;

import io.doorlist.local.dynamodb.LocalDynamo;
import io.doorlist.local.template.Template;
import io.doorlist.store.Stores;
import io.doorlist.store.search.SearchBlock;
import io.doorlist.store.table.Item;
import io.doorlist.store.table.TableSchema;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** A fresh table on DynamoDB Local, which tests ask in the process, and commands by HTTP. */
public final class CommandTable {
  private static final LocalDynamo DYNAMO = LocalDynamo.inMemory(0);
  private static final DynamoDbClient CLIENT = DYNAMO.client(Duration.ofMinutes(2));
  private static final Template TEMPLATE =
      Template.read(Path.of(System.getProperty("doorlist.root"), "template.yaml"));
  private static final AtomicInteger NUMBER = new AtomicInteger();

  private final String name = "table-" + NUMBER.incrementAndGet();
  private final Stores stores = stores(Clock.systemUTC());

  public CommandTable() {
    DYNAMO.createTableWithoutStream(TEMPLATE, name);
    // Tests fill it without a command, too.
    stores.format().setCurrent();
  }

  /** Makes the table say that it has this format; nothing if it is 0, as 0.1.0 did. */
  public void setFormat(long format) {
    Item says = new Item(TableSchema.format()).put("format", format);
    if (format == 0) {
      CLIENT.deleteItem(delete -> delete.tableName(name).key(says.without("format").attributes()));
    } else {
      CLIENT.putItem(put -> put.tableName(name).item(says.attributes()));
    }
  }

  /** Runs a command on this table, words with spaces between them, with further options. */
  public CommandResult run(String command, String... options) {
    return runWith(new byte[0], CommandResult.words(command, options));
  }

  /** Runs a command on this table with this standard input. */
  public CommandResult runWith(String in, String... arguments) {
    return runWith(in.getBytes(StandardCharsets.UTF_8), arguments);
  }

  /** Runs a command on this table with this standard input. */
  public CommandResult runWith(byte[] in, String... arguments) {
    List<String> all = new ArrayList<>(List.of(arguments));
    all.addAll(List.of("--endpoint", endpoint().toString(), "--table", name));
    return CommandResult.of(in, all.toArray(String[]::new));
  }

  public String name() {
    return name;
  }

  public URI endpoint() {
    return DYNAMO.endpoint();
  }

  public static DynamoDbClient client() {
    return CLIENT;
  }

  public Stores stores() {
    return stores;
  }

  public Stores stores(Clock clock) {
    return stores(CLIENT, clock);
  }

  public Stores stores(DynamoDbClient client, Clock clock) {
    return Stores.connectForCommand(client, name, clock);
  }

  /** Returns every item of the table but its format by its key, uncompressed. */
  public Map<String, String> items() {
    Map<String, String> items = new TreeMap<>();
    CLIENT.scanPaginator(scan -> scan.tableName(name)).items().stream()
        .filter(item -> !item.get("pk").s().equals("#format"))
        .forEach(
            item ->
                items.put(
                    item.get("pk").s() + " / " + item.get("sk").s(),
                    item.containsKey("lines")
                        ? SearchBlock.tickets(new Item(item)).toString()
                        : new TreeMap<>(item).toString()));
    return items;
  }

  /** Makes an attribute of an item what it cannot be. */
  public void corrupt(String pk, String sk, String attribute) {
    CLIENT.updateItem(
        update ->
            update
                .tableName(name)
                .key(Map.of("pk", AttributeValue.fromS(pk), "sk", AttributeValue.fromS(sk)))
                .updateExpression("SET #a = :nonsense")
                .conditionExpression("attribute_exists(#a)")
                .expressionAttributeNames(Map.of("#a", attribute))
                .expressionAttributeValues(Map.of(":nonsense", AttributeValue.fromBool(true))));
  }
}
