package io.doorlist.acceptance.service;

import io.doorlist.acceptance.client.Call;
import io.doorlist.acceptance.client.Client;
import io.doorlist.acceptance.client.Json;
import io.doorlist.acceptance.client.Overheard;
import io.doorlist.cli.connection.RunningHost;
import io.doorlist.local.LocalHost;
import io.doorlist.local.table.HostTable;
import io.doorlist.local.table.WantedChanges;
import io.doorlist.local.template.Template;
import io.doorlist.table.Engine;
import io.doorlist.table.conformance.DynamoServer;
import io.doorlist.table.sqlite.SqliteEngine;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * The service under test, what was imported into it, and tokens to call it with; one for the whole
 * run.
 *
 * <p>By default it is a local host over a table in a file, as {@code up} is. With {@code
 * -Ddoorlist.table=aws} functions and commands ask DynamoDB Local over HTTP, as on AWS. With {@code
 * -Ddoorlist.url} it is the service at that address, and {@code -Ddoorlist.target} has the options
 * by which the command line finds its table. If the service has no event sources, as under {@code
 * sam local}, {@code -Ddoorlist.sources} is the address of DynamoDB, and a local host next to it
 * runs them.
 */
public final class Service implements AutoCloseable {
  public static final String TABLE = "doorlist";

  private static final Path TEMPLATE =
      Path.of(System.getProperty("doorlist.root"), "template.yaml");

  /** The time allowed for what the service does after its answers. */
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private static final Duration POLL = Duration.ofMillis(100);
  private static final CheckinList DOOR =
      new CheckinList(1, "Main door", List.of("adult", "child"));

  private final List<AutoCloseable> parts = new ArrayList<>();
  private final AwsCalls calls;
  private final AtomicInteger freshEvents = new AtomicInteger();
  private Event untouched;

  /** Texts that must not be overheard. */
  public final Secrets secrets = new Secrets();

  /** The table, or {@code null} if the service was not started here. */
  public final Engine table;

  public final Client client;
  public final Cli cli;
  public final SharedData world;

  /** Token for all events of {@link SharedData#acme}: live data, full role. */
  public final String acme;

  /** Token for all events of {@link SharedData#acme}: test data, full role. */
  public final String acmeTest;

  /** Token for all events of {@link SharedData#globex}: live data, full role. */
  public final String globex;

  /** The account of {@link #freshEvent}. */
  public final String studio;

  /** Token for all events of {@link #studio}: live data, full role. */
  public final String door;

  /** Another token with the access of {@link #door}. */
  public final String otherDoor;

  /** Token for all events of {@link #studio}: test data, full role. */
  public final String testDoor;

  private Service() {
    Overheard.listen();
    String url = System.getProperty("doorlist.url");
    String suffix = "";
    if (url == null) {
      calls = new AwsCalls();
      parts.add(calls);
      // The sender then delivers to receivers on this machine.
      System.setProperty("doorlist.webhooks.nearby", "true");
      boolean aws = "aws".equals(System.getProperty("doorlist.table"));
      Started started = aws ? overDynamo() : overFile();
      table = started.table();
      client = new Client(started.url());
      cli = new Cli(started.target(), secrets);
    } else {
      calls = null;
      table = null;
      client = new Client(URI.create(url));
      String target = System.getProperty("doorlist.target", "");
      cli = new Cli(List.of(target.trim().split("\\s+")), secrets);
      String sources = System.getProperty("doorlist.sources");
      if (sources != null) {
        parts.add(
            LocalHost.start(
                new LocalHost.Options(
                    TEMPLATE, 0, new HostTable.Elsewhere(URI.create(sources), TABLE), Map.of())));
      }
      suffix = "-" + UUID.randomUUID().toString().substring(0, 8);
    }
    world = new SharedData(suffix);
    cli.load(world.lines());
    studio = "studio" + suffix;
    cli.load(List.of(SharedData.account(studio, "Studio Example")));
    acme = token(world.acme);
    acmeTest = token(world.acme, "--mode", "test");
    globex = token(world.globex);
    door = token(studio);
    otherDoor = token(studio);
    testDoor = token(studio, "--mode", "test");
  }

  private record Started(URI url, Engine table, List<String> target) {}

  private Started overFile() {
    try {
      Path folder = Files.createTempDirectory("acceptance");
      parts.add(() -> LocalHost.delete(folder));
      // Notes of hosts that others run here are elsewhere.
      System.setProperty("XDG_CACHE_HOME", folder.toString());
      Path data = folder.resolve("data");
      SqliteEngine engine =
          SqliteEngine.temporary(
              data, WantedChanges.of(Template.read(TEMPLATE)), Service::overhear);
      parts.add(engine);
      LocalHost host = start(new HostTable.Here(engine));
      parts.add(RunningHost.leave(data, true, host.url(), engine, Service::overhear));
      return new Started(host.url(), engine, List.of("--up", host.url().toString()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Started overDynamo() {
    DynamoServer dynamo = DynamoServer.inMemory();
    parts.add(dynamo);
    Engine engine = dynamo.table(TABLE, true);
    parts.add(engine);
    LocalHost host = start(new HostTable.Elsewhere(dynamo.endpoint(), TABLE));
    return new Started(
        host.url(), engine, List.of("--endpoint", dynamo.endpoint().toString(), "--table", TABLE));
  }

  private LocalHost start(HostTable where) {
    LocalHost host =
        LocalHost.start(new LocalHost.Options(TEMPLATE, 0, where, Map.of()).seenBy(calls));
    parts.add(host);
    return host;
  }

  /** What the table says would be on the screen. */
  private static void overhear(String line) {
    System.err.println(line);
  }

  /** Waits for something that the service does asynchronously. */
  public void await(BooleanSupplier condition) {
    Instant end = Instant.now().plus(PATIENCE);
    while (!condition.getAsBoolean()) {
      if (Instant.now().isAfter(end)) {
        throw new AssertionError("it does not come about");
      }
      LockSupport.parkNanos(POLL.toNanos());
    }
  }

  /** Waits until an account has so many webhook events that a token may see. */
  public void awaitWebhookEvents(long count, String account, String token) {
    Call call = Call.get("/" + account + "/webhooks/events").by(token);
    await(
        () ->
            Long.valueOf(count).equals(client.expect(200, call).at("meta", "pagination", "count")));
  }

  /** Makes a token and returns it; the options are those of {@code token create}. */
  public String token(String account, String... options) {
    return (String) newToken(account, options).get("token");
  }

  /** Makes a token and returns what {@code token create} says of it, with its id. */
  public Map<String, Object> newToken(String account, String... options) {
    List<String> arguments =
        new ArrayList<>(List.of("token", "create", "--json", "--account", account));
    arguments.addAll(List.of(options));
    Map<String, Object> made = Json.parse(cli.must("", arguments.toArray(String[]::new)).out());
    secrets.add((String) made.get("token"));
    return made;
  }

  /**
   * Imports an event that no other test knows, for tests that change something. Its lists are 1
   * (adult and child), 2 (crew) and 3 (all types).
   */
  public Event freshEvent(Order... orders) {
    return freshEvent(
        List.of(
            DOOR,
            new CheckinList(2, "Backstage door", List.of("crew")),
            new CheckinList(3, "Everywhere", null)),
        orders);
  }

  /**
   * Imports an event that no other test knows, with list 1 only: most of an import is its lists.
   */
  public Event eventWithOneList(Order... orders) {
    return freshEvent(List.of(DOOR), orders);
  }

  private Event freshEvent(List<CheckinList> lists, Order... orders) {
    int number = freshEvents.incrementAndGet();
    Event event =
        new Event(studio, number, "evening-" + number, "Evening " + number, lists, List.of(orders));
    cli.load(event.lines());
    return event;
  }

  /**
   * Returns the event of all tests in which everything is refused: nobody is ever in. Its list 1
   * admits the two adults and the child of order 1.
   */
  public synchronized Event untouched() {
    if (untouched == null) {
      untouched = eventWithOneList(Order.of(1, "adult", "adult", "child"));
    }
    return untouched;
  }

  /** Lets scanners read the notes of an event's guests. */
  public void notesAtDoor(Event event) {
    cli.load(List.of(event.line(Map.of("notes_at", "door"))));
  }

  /** Returns the actions that each function has used so far; empty if they cannot be observed. */
  public Optional<Map<String, SortedSet<String>>> calls() {
    return Optional.ofNullable(calls).map(AwsCalls::byFunction);
  }

  @Override
  public void close() {
    for (AutoCloseable part : parts.reversed()) {
      try {
        part.close();
      } catch (Exception e) {
        throw new IllegalStateException("the service under test did not stop", e);
      }
    }
  }

  /** Injects the one service into tests, and closes it after the last. */
  public static final class Provider implements ParameterResolver {
    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
      return parameter.getParameter().getType() == Service.class;
    }

    @Override
    public Service resolveParameter(ParameterContext parameter, ExtensionContext context) {
      return context
          .getRoot()
          .getStore(ExtensionContext.Namespace.create(Service.class))
          .computeIfAbsent(Service.class, type -> new Service(), Service.class);
    }
  }
}
