package io.doorlist.cli;

import static org.junit.jupiter.api.Assertions.assertNotNull;

import io.doorlist.cli.connection.RunningHost;
import io.doorlist.store.search.SearchBlock;
import io.doorlist.store.table.TableSchema;
import io.doorlist.table.Condition;
import io.doorlist.table.Engine;
import io.doorlist.table.Item;
import io.doorlist.table.Key;
import io.doorlist.table.Update;
import io.doorlist.table.Write;
import io.doorlist.table.memory.MemoryEngine;
import io.doorlist.testing.Stores;
import io.doorlist.testing.WholeTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;

/** A fresh table in memory, which tests ask directly, and commands as that of an {@code up}. */
public final class CommandTable {
  static final String CACHES = "XDG_CACHE_HOME";
  private static final AtomicInteger NUMBER = new AtomicInteger();

  static {
    // As the command line does when it starts.
    Locale.setDefault(Locale.ROOT);
    try {
      // Elsewhere than the notes of whoever builds this; a socket's path must be short.
      System.setProperty(CACHES, Files.createTempDirectory("up").toString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private final String name = "table-" + NUMBER.incrementAndGet();
  private final Engine engine = new MemoryEngine();
  private final Stores stores = stores(Clock.systemUTC());
  private Path folder = Path.of(name);

  public CommandTable() {
    // Tests fill it without a command, too.
    stores.format().setCurrent();
  }

  /** Says where files are kept beside the table; by default there are none. */
  public void keepIn(Path where) {
    folder = where;
  }

  /** Lets commands of this machine find the table, until it is closed. */
  public RunningHost.Note serve() {
    return RunningHost.leave(
        folder,
        false,
        api(),
        engine,
        line -> {
          throw new IllegalStateException(line);
        });
  }

  /** Starts a command on this table in a process of its own; the options are added. */
  public Process start(ProcessBuilder command) throws IOException {
    List<String> all = new ArrayList<>(command.command());
    all.addAll(options());
    command.command(all).environment().put(CACHES, System.getProperty(CACHES));
    RunningHost.Note note = serve();
    Process process = command.start();
    process.onExit().thenRun(note::close);
    return process;
  }

  private URI api() {
    return URI.create("http://127.0.0.1/" + name);
  }

  /** Returns the options by which commands find it while it is served. */
  public List<String> options() {
    return List.of("--up", api().toString());
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
    all.addAll(options());
    try (RunningHost.Note note = serve()) {
      assertNotNull(note.file());
      return CommandResult.of(in, all.toArray(String[]::new));
    }
  }

  public String name() {
    return name;
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
