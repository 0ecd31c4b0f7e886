package io.doorlist.cli;

import io.doorlist.local.dynamodb.LocalDynamo;
import io.doorlist.local.template.Template;
import io.doorlist.store.Stores;
import io.doorlist.store.search.SearchBlock;
import io.doorlist.store.table.TableSchema;
import io.doorlist.table.Condition;
import io.doorlist.table.Engine;
import io.doorlist.table.Item;
import io.doorlist.table.Key;
import io.doorlist.table.Update;
import io.doorlist.table.Write;
import io.doorlist.table.aws.DynamoEngine;
import io.doorlist.testing.WholeTable;
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

/** A fresh table on DynamoDB Local, which tests ask in the process, and commands by HTTP. */
public final class CommandTable {
  private static final LocalDynamo DYNAMO = LocalDynamo.inMemory(0);
  private static final Template TEMPLATE =
      Template.read(Path.of(System.getProperty("doorlist.root"), "template.yaml"));
  private static final AtomicInteger NUMBER = new AtomicInteger();

  private final String name = "table-" + NUMBER.incrementAndGet();
  private final Engine engine = new DynamoEngine(DYNAMO.client(Duration.ofMinutes(2)), name);
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
      engine.write(Write.delete(says.key()));
    } else {
      engine.write(Write.put(says));
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

  public Engine engine() {
    return engine;
  }

  public Stores stores() {
    return stores;
  }

  public Stores stores(Clock clock) {
    return stores(engine, clock);
  }

  public Stores stores(Engine other, Clock clock) {
    return Stores.connectForCommand(other, name, clock);
  }

  /** Returns every item of the table but its format by its key, uncompressed. */
  public Map<String, String> items() {
    Map<String, String> items = new TreeMap<>();
    for (Item item : WholeTable.all(engine)) {
      if (!item.key().equals(TableSchema.format())) {
        items.put(
            item.key().pk() + " / " + item.key().sk(),
            item.has("lines")
                ? SearchBlock.tickets(item).toString()
                : new TreeMap<>(item.attributes()).toString());
      }
    }
    return items;
  }

  /** Makes an attribute of an item what it cannot be. */
  public void corrupt(String pk, String sk, String attribute) {
    engine.write(Update.of(new Key(pk, sk)).set(attribute, true).require(Condition.has(attribute)));
  }
}
