package io.doorlist.acceptance.service;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.acceptance.client.Answer;
import io.doorlist.acceptance.client.Call;
import io.doorlist.acceptance.client.Client;
import io.doorlist.acceptance.client.Json;
import io.doorlist.acceptance.client.Overheard;
import io.doorlist.local.LocalHost;
import io.doorlist.local.dynamodb.LocalDynamo;
import io.doorlist.local.template.Template;
import java.net.URI;
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
import org.junit.jupiter.api.parallel.Isolated;

/**
 * The service under test, what was imported into it, and tokens to call it with; one for the whole
 * run.
 *
 * <p>By default it is a local host with its store in memory, which functions ask in the process;
 * with {@code -Ddoorlist.table=http} they ask it over HTTP. With {@code -Ddoorlist.url} it is the
 * service at that address, and {@code -Ddoorlist.target} has the options by which the command line
 * finds its table. If the service has no event sources, as under {@code sam local}, {@code
 * -Ddoorlist.sources} is the address of DynamoDB, and a local host next to it runs them.
 */
public final class Service implements AutoCloseable {
  public static final String TABLE = "doorlist";
  private static final String DEMO_ORDERS = "8";
  private static final Duration SHORT_LIFE = Duration.ofMillis(1500);

  /**
   * The time allowed for asynchronous work of the service, and for the difference of clocks when a
   * token expires.
   */
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private static final CheckinList DOOR =
      new CheckinList(1, "Main door", List.of("adult", "child"));
  private static final Duration POLL = Duration.ofMillis(100);

  /** The account that the demo command fills. */
  public static final String DEMO = "demo";

  private final List<AutoCloseable> parts = new ArrayList<>();
  private final AwsCalls calls;
  private final LocalDynamo dynamo;
  private final AtomicInteger freshEvents = new AtomicInteger();
  private Event untouched;
  private List<String> eventsWithWebhookEvents;

  /** Texts that must not be in {@link #overheard}. */
  public final Secrets secrets = new Secrets();

  public final Overheard overheard = Overheard.listen();

  /** The address of the table, or {@code null} if the service was not started here. */
  public final URI store;

  public final Client client;
  public final Cli cli;
  public final Tokens tokens;
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

  /** Token for all events of {@link #DEMO}: live data, full role. */
  public final String demo;

  /** Token for all events of {@link #DEMO}: test data, full role. */
  public final String demoTest;

  private Service() throws Exception {
    Path root = Path.of(System.getProperty("doorlist.root"));
    String url = System.getProperty("doorlist.url");
    String suffix = "";
    if (url == null) {
      Template template = Template.read(root.resolve("template.yaml"));
      dynamo = LocalDynamo.inMemory(0);
      parts.add(dynamo);
      dynamo.createTable(template, TABLE);
      calls = new AwsCalls();
      parts.add(calls);
      LocalHost.Options options =
          new LocalHost.Options(root.resolve("template.yaml"), 0, dynamo, TABLE, Map.of())
              .seenBy(calls);
      // The sender then delivers to receivers on this machine.
      System.setProperty("doorlist.webhooks.nearby", "true");
      LocalHost host = LocalHost.start(options);
      parts.add(host);
      store = dynamo.endpoint();
      client = new Client(withoutSlash(host.url()), overheard);
      cli = cli(List.of("--endpoint", store.toString(), "--table", TABLE));
    } else {
      calls = null;
      dynamo = null;
      store = null;
      client = new Client(withoutSlash(URI.create(url)), overheard);
      cli = cli(List.of(System.getProperty("doorlist.target", "").trim().split("\\s+")));
      String sources = System.getProperty("doorlist.sources");
      if (sources != null) {
        parts.add(start(root.resolve("template.yaml"), URI.create(sources)));
      }
      suffix = "-" + UUID.randomUUID().toString().substring(0, 8);
    }
    world = new SharedData(suffix);
    cli.load(world.lines());
    studio = "studio" + suffix;
    cli.load(List.of(SharedData.account(studio, "Studio Example")));
    cli.json("demo", "--orders", DEMO_ORDERS, "--seed", "7");
    secrets.addLines(cli.run("export", "--account", DEMO).out().lines().map(Json::parse).toList());
    tokens = new Tokens(cli, secrets);
    acme = tokens.create(world.acme);
    acmeTest = tokens.create(world.acme, "--mode", "test");
    globex = tokens.create(world.globex);
    door = tokens.create(studio);
    otherDoor = tokens.create(studio);
    testDoor = tokens.create(studio, "--mode", "test");
    demo = tokens.create(DEMO);
    demoTest = tokens.create(DEMO, "--mode", "test");
    await(() -> isRecorded(demo));
    await(() -> isRecorded(demoTest));
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

  /** Returns whether there is a webhook event of each order and each check-in of the demo data. */
  private boolean isRecorded(String token) {
    long expected = 0;
    String account = "/" + DEMO;
    for (Map<String, Object> event : rows(account + "/events", token, "events")) {
      String path = account + "/" + event.get("slug");
      expected += count(path + "/orders", token);
      for (Map<String, Object> list : rows(path + "/checkin_lists", token, "checkin_lists")) {
        expected += ((Number) list.get("checked_in_count")).longValue();
      }
    }
    return count(account + "/webhooks/events", token) >= expected;
  }

  private List<Map<String, Object>> rows(String path, String token, String name) {
    return client.expect(200, Call.get(path).by(token)).rows(name);
  }

  private long count(String path, String token) {
    Answer answer = client.expect(200, Call.get(path).by(token));
    return ((Number) answer.at("meta", "pagination", "count")).longValue();
  }

  private Cli cli(List<String> target) {
    return new Cli(target, secrets, overheard);
  }

  /** Starts another host over the proxy of this run's store; the caller closes it. */
  public static LocalHost hostOver(Path template, URI dynamodb) {
    checkIsolated();
    return start(template, dynamodb);
  }

  private static LocalHost start(Path template, URI dynamodb) {
    return LocalHost.start(new LocalHost.Options(template, 0, dynamodb, TABLE, Map.of()));
  }

  /** Returns a client of another host. */
  public Client client(LocalHost host) {
    return new Client(withoutSlash(host.url()), overheard);
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

  /** Returns the actions that each function has used so far; empty if they cannot be observed. */
  public Optional<Map<String, SortedSet<String>>> calls() {
    return Optional.ofNullable(calls).map(AwsCalls::byFunction);
  }

  /** Returns how many requests over HTTP functions have sent to the table. */
  public Optional<Long> requestsToTable() {
    return Optional.ofNullable(calls).map(AwsCalls::requestsToTable);
  }

  /**
   * Fails unless the test in which this is called is isolated: another host reads the store's
   * stream too, and so takes deliveries from the functions that other tests observe.
   */
  private static void checkIsolated() {
    boolean isolated =
        StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE)
            .walk(frames -> frames.map(StackWalker.StackFrame::getDeclaringClass).toList())
            .stream()
            .anyMatch(each -> each.isAnnotationPresent(Isolated.class));
    assertTrue(isolated, "a test that starts a host over the run's store must be @Isolated");
  }

  /** Creates a token, uses it until it expires, and returns it. */
  public String expiredToken(String account, String... options) {
    List<String> all = new ArrayList<>(List.of(options));
    all.addAll(List.of("--expires", Instant.now().plus(SHORT_LIFE).toString()));
    String token = tokens.create(account, all.toArray(String[]::new));
    Call call = Call.get("/" + account + "/events").by(token);
    await(() -> client.send(call).status() == 401);
    return token;
  }

  /** Returns slugs of the demo's events that have live webhook events. */
  public synchronized List<String> eventsWithWebhookEvents() {
    if (eventsWithWebhookEvents == null) {
      String path = "/" + DEMO + "/webhooks/events?items=1&event_slug=";
      eventsWithWebhookEvents =
          rows("/" + DEMO + "/events", demo, "events").stream()
              .map(event -> (String) event.get("slug"))
              .filter(slug -> !rows(path + slug, demo, "webhook_events").isEmpty())
              .toList();
    }
    return eventsWithWebhookEvents;
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

  public static String withoutSlash(URI url) {
    return url.toString().replaceAll("/+$", "");
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
          .computeIfAbsent(Service.class, type -> started(), Service.class);
    }

    private static Service started() {
      try {
        return new Service();
      } catch (Exception e) {
        throw new IllegalStateException("the service under test did not start", e);
      }
    }
  }
}
