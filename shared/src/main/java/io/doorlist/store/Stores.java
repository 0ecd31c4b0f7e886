package io.doorlist.store;

import io.doorlist.domain.UnavailableException;
import io.doorlist.store.checkin.CheckinStore;
import io.doorlist.store.checkin.DoorCopyStore;
import io.doorlist.store.checkin.DoubleAdmissionStore;
import io.doorlist.store.checkin.UndoStore;
import io.doorlist.store.checkin.UnknownCodes;
import io.doorlist.store.event.EventStore;
import io.doorlist.store.order.OrderStore;
import io.doorlist.store.sequence.Sequence;
import io.doorlist.store.sequence.SequenceChanges;
import io.doorlist.store.sequence.SequencePages;
import io.doorlist.store.table.Dynamo;
import io.doorlist.store.table.Pace;
import io.doorlist.store.table.RecordedAnswer;
import io.doorlist.store.table.RecordedTable;
import io.doorlist.store.table.Retry;
import io.doorlist.store.token.TokenStore;
import io.doorlist.store.webhook.DeliveryStore;
import io.doorlist.store.webhook.WebhookEventStore;
import io.doorlist.store.webhook.WebhookStore;
import java.net.URI;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.client.config.ClientOverrideConfiguration;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.http.apache.ApacheHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.retries.DefaultRetryStrategy;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClientBuilder;

/**
 * All stores over one table, with one client. Settings come from the environment, or from system
 * properties of the same names in a host where functions share a process: {@code TABLE_NAME}, and
 * {@code AWS_ENDPOINT_URL_DYNAMODB} or {@code TABLE_ENDPOINT} for a table that is not on AWS.
 * Thread-safe.
 */
public final class Stores implements AutoCloseable {
  private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(2);
  private static final int CONNECTIONS = 1000;

  /** Makes the SDK do what it does about time, without coming to an end. */
  private static final Duration RECORDED_TIMEOUT = Duration.ofMinutes(5);

  /** What the table was called whose answers were recorded: answers to batches name it. */
  private static final String RECORDED_TABLE = "doorlist";

  /** How long a request's reads may take with all retries. */
  private static final Duration REQUEST_PATIENCE = Duration.ofSeconds(2);

  /** The same for the command line, which nobody waits for at a door. */
  private static final Duration COMMAND_PATIENCE = Duration.ofSeconds(60);

  /** The same for the recorder of webhook events, for each of its transactions. */
  private static final Duration RECORD_PATIENCE = Duration.ofSeconds(10);

  private final DynamoDbClient client;
  private final String table;
  private final Clock clock;
  private final RandomGenerator random;
  private final Consumer<Duration> pause;
  private final EventStore events;
  private final CheckinStore checkins;
  private final DoubleAdmissionStore doubleAdmissions;
  private final DoorCopyStore doorCopies;
  private final UndoStore undos;
  private final OrderStore orders;
  private final WebhookEventStore webhookEvents;
  private final WebhookStore webhooks;
  private final DeliveryStore deliveries;
  private final TokenStore tokens;

  private Stores(
      DynamoDbClient client,
      String table,
      Clock clock,
      RandomGenerator random,
      Consumer<Duration> pause,
      Duration patience) {
    this.client = client;
    this.table = table;
    this.clock = clock;
    this.random = random;
    this.pause = pause;
    Retry retry = new Retry(clock, random, pause, Pace.FREE);
    Dynamo dynamo = new Dynamo(client, table, clock, retry, patience);
    SequencePages pages = new SequencePages(dynamo);
    Sequence sequence = new Sequence(dynamo, pages);
    this.events = new EventStore(dynamo, pages);
    this.doubleAdmissions = new DoubleAdmissionStore(dynamo, sequence, pages);
    this.checkins =
        new CheckinStore(dynamo, sequence, pages, new UnknownCodes(dynamo), doubleAdmissions);
    this.doorCopies =
        new DoorCopyStore(
            dynamo,
            new SequenceChanges(dynamo, pages, SequenceChanges.FEW),
            DoorCopyStore.MAX_ROWS);
    this.undos = new UndoStore(dynamo);
    this.orders = new OrderStore(dynamo, pages);
    Dynamo recording = new Dynamo(client, table, clock, retry, RECORD_PATIENCE);
    this.webhookEvents = new WebhookEventStore(dynamo, recording, sequence, pages);
    this.webhooks = new WebhookStore(dynamo);
    this.deliveries = new DeliveryStore(dynamo);
    this.tokens = new TokenStore(dynamo);
  }

  /**
   * Connects as the function's settings say.
   *
   * @throws IllegalStateException if {@code TABLE_NAME} is not set
   */
  public static Stores fromEnvironment() {
    String table = setting("TABLE_NAME");
    if (table == null) {
      throw new IllegalStateException("the setting TABLE_NAME is missing");
    }
    String endpoint =
        Optional.ofNullable(setting("AWS_ENDPOINT_URL_DYNAMODB"))
            .or(() -> Optional.ofNullable(setting("TABLE_ENDPOINT")).filter(url -> !url.isEmpty()))
            .orElse(null);
    // The socket's own timeout begins anew with every byte, which a slow answer can use.
    DynamoDbClient client =
        client(
            Stores::connections,
            endpoint == null ? null : URI.create(endpoint),
            null,
            override -> override.apiCallAttemptTimeout(ANSWER_TIMEOUT));
    return connect(client, table, Clock.systemUTC());
  }

  /**
   * Connects to no table: requests get answers that were recorded, in the order of the list. Time
   * stands still meanwhile, as loading classes may take longer than a table ever does.
   */
  public static Stores recorded(List<RecordedAnswer> answers) {
    DynamoDbClient client =
        client(
            builder -> builder.httpClient(new RecordedTable(answers)),
            URI.create("http://localhost"),
            null,
            override -> override.apiCallAttemptTimeout(RECORDED_TIMEOUT));
    return connect(
        client,
        RECORDED_TABLE,
        Clock.fixed(Instant.now(), ZoneOffset.UTC),
        new SecureRandom(),
        length -> {
          throw new IllegalStateException("what was recorded has no answer that will do");
        });
  }

  /** Connects with a client of the caller's. */
  public static Stores connect(DynamoDbClient client, String table, Clock clock) {
    return connect(client, table, clock, new SecureRandom(), Stores::park);
  }

  private static void park(Duration length) {
    LockSupport.parkNanos(length.toNanos());
  }

  /**
   * Connects on a time of the caller's own.
   *
   * @param random where the jitter of retries comes from
   * @param pause how to wait between retries
   */
  public static Stores connect(
      DynamoDbClient client,
      String table,
      Clock clock,
      RandomGenerator random,
      Consumer<Duration> pause) {
    return new Stores(client, table, clock, random, pause, REQUEST_PATIENCE);
  }

  /** Connects for a command: reads wait as long for a busy table as writes of an import do. */
  public static Stores connectForCommand(DynamoDbClient client, String table, Clock clock) {
    return new Stores(client, table, clock, new SecureRandom(), Stores::park, COMMAND_PATIENCE);
  }

  /**
   * Makes a client for a table.
   *
   * @param endpoint where the table is if it is not on AWS, or {@code null}; it is then reached
   *     with made-up credentials
   * @param region the AWS region, or {@code null} for the environment's
   */
  public static DynamoDbClient client(URI endpoint, String region) {
    return client(Stores::connections, endpoint, region, override -> {});
  }

  /** Has the client make its connections, so that it closes them too. */
  private static void connections(DynamoDbClientBuilder builder) {
    builder.httpClientBuilder(
        ApacheHttpClient.builder()
            .connectionTimeout(ANSWER_TIMEOUT)
            .socketTimeout(ANSWER_TIMEOUT)
            .connectionAcquisitionTimeout(ANSWER_TIMEOUT)
            .maxConnections(CONNECTIONS));
  }

  private static DynamoDbClient client(
      Consumer<DynamoDbClientBuilder> http,
      URI endpoint,
      String region,
      Consumer<ClientOverrideConfiguration.Builder> limits) {
    DynamoDbClientBuilder builder =
        DynamoDbClient.builder()
            .overrideConfiguration(
                override -> {
                  override.retryStrategy(DefaultRetryStrategy.doNotRetry());
                  limits.accept(override);
                });
    http.accept(builder);
    if (endpoint != null) {
      builder
          .endpointOverride(endpoint)
          .credentialsProvider(
              StaticCredentialsProvider.create(AwsBasicCredentials.create("local", "local")))
          .region(Region.EU_WEST_1);
    }
    if (region != null) {
      builder.region(Region.of(region));
    }
    return builder.build();
  }

  /** Returns accounts, events and lists. */
  public EventStore events() {
    return events;
  }

  /** Returns check-ins. */
  public CheckinStore checkins() {
    return checkins;
  }

  /** Returns what phones decide by without a network. */
  public DoorCopyStore doorCopies() {
    return doorCopies;
  }

  /** Returns those whom devices let in by their own decision and should not have. */
  public DoubleAdmissionStore doubleAdmissions() {
    return doubleAdmissions;
  }

  /** Returns undone check-ins. */
  public UndoStore undos() {
    return undos;
  }

  /** Returns orders. */
  public OrderStore orders() {
    return orders;
  }

  /** Returns the log of webhook events. */
  public WebhookEventStore webhookEvents() {
    return webhookEvents;
  }

  /** Returns subscriptions to webhook events. */
  public WebhookStore webhooks() {
    return webhooks;
  }

  /** Returns how deliveries of webhook events go. */
  public DeliveryStore deliveries() {
    return deliveries;
  }

  /** Returns API tokens. */
  public TokenStore tokens() {
    return tokens;
  }

  /** Returns the table for a command, whose requests go at this pace. */
  public Dynamo forCommand(Pace pace) {
    return new Dynamo(
        client, table, clock, new Retry(clock, random, pause, pace), COMMAND_PATIENCE);
  }

  /** Returns the time that the stores go by. */
  public Clock clock() {
    return clock;
  }

  /** Returns how to wait between retries. */
  public Consumer<Duration> pause() {
    return pause;
  }

  /**
   * Opens a connection and loads what a first request needs, by reading an item that is not there.
   * A store that cannot be reached now may be when a request comes, so failing is no error.
   *
   * @return whether the store answered
   */
  public boolean warm() {
    try {
      tokens.find("");
      return true;
    } catch (UnavailableException | SdkException e) {
      return false;
    }
  }

  @Override
  public void close() {
    client.close();
  }

  private static String setting(String name) {
    String value = System.getenv(name);
    return value == null ? System.getProperty(name) : value;
  }
}
