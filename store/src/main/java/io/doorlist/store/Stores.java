package io.doorlist.store;

import io.doorlist.domain.UnavailableException;
import io.doorlist.environment.Environment;
import io.doorlist.store.checkin.CheckinStore;
import io.doorlist.store.checkin.UndoStore;
import io.doorlist.store.checkin.area.AreaStore;
import io.doorlist.store.checkin.copy.DoorCopyStore;
import io.doorlist.store.checkin.history.DoorLog;
import io.doorlist.store.checkin.history.HistoryStore;
import io.doorlist.store.checkin.history.TicketHistoryStore;
import io.doorlist.store.checkin.pulse.PulseStore;
import io.doorlist.store.checkin.refusal.Refusals;
import io.doorlist.store.checkin.sum.SumStore;
import io.doorlist.store.event.EventStore;
import io.doorlist.store.order.OrderStore;
import io.doorlist.store.search.SearchStore;
import io.doorlist.store.table.Dynamo;
import io.doorlist.store.table.DynamoClients;
import io.doorlist.store.table.Pace;
import io.doorlist.store.table.RecordedAnswer;
import io.doorlist.store.table.Retry;
import io.doorlist.store.table.TableFormat;
import io.doorlist.store.table.Time;
import io.doorlist.store.token.TokenStore;
import io.doorlist.store.webhook.DeliveryStore;
import io.doorlist.store.webhook.WebhookEventStore;
import io.doorlist.store.webhook.WebhookStore;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** All stores over one table, with one client. Thread-safe. */
public final class Stores implements AutoCloseable {
  /** The name of the table whose answers were recorded: answers to batches contain it. */
  private static final String RECORDED_TABLE = "doorlist";

  /** How long a request's reads may take including retries. */
  private static final Duration REQUEST_PATIENCE = Duration.ofSeconds(2);

  /**
   * The same for reads and writes of the command line, where nobody waits at a door. It is an
   * import's only budget for retries: a request without an answer for this long ends the run.
   */
  public static final Duration COMMAND_PATIENCE = Duration.ofMinutes(2);

  /** The same for the recorder of webhook events, for each of its transactions. */
  private static final Duration RECORD_PATIENCE = Duration.ofSeconds(10);

  private final DynamoDbClient client;
  private final Time time;
  private final Dynamo dynamo;
  private final EventStore events;
  private final CheckinStore checkins;
  private final DoorCopyStore doorCopies;
  private final PulseStore pulses;
  private final UndoStore undos;
  private final TicketHistoryStore ticketHistories;
  private final Refusals refusals;
  private final SumStore sums;
  private final DoorLog log;
  private final AreaStore areas;
  private final OrderStore orders;
  private final SearchStore searches;
  private final WebhookEventStore webhookEvents;
  private final WebhookStore webhooks;
  private final DeliveryStore deliveries;
  private final TokenStore tokens;
  private final TableFormat format;

  private Stores(DynamoDbClient client, String table, Time time, Duration patience) {
    this.client = client;
    this.time = time;
    this.dynamo = new Dynamo(client, table, new Retry(time, Pace.FREE), patience);
    this.format = new TableFormat(dynamo);
    this.events = new EventStore(dynamo);
    this.checkins = new CheckinStore(dynamo);
    this.doorCopies = new DoorCopyStore(dynamo);
    this.sums = new SumStore(dynamo);
    this.log = new DoorLog(dynamo, sums);
    this.pulses = new PulseStore(dynamo, sums);
    this.undos = new UndoStore(dynamo);
    this.ticketHistories = new TicketHistoryStore(dynamo);
    this.refusals = new Refusals(dynamo);
    this.areas = new AreaStore(dynamo, sums);
    this.orders = new OrderStore(dynamo);
    this.searches = new SearchStore(dynamo);
    this.webhookEvents = new WebhookEventStore(dynamo, dynamo.with(Pace.FREE, RECORD_PATIENCE));
    this.webhooks = new WebhookStore(dynamo);
    this.deliveries = new DeliveryStore(dynamo);
    this.tokens = new TokenStore(dynamo, format);
  }

  /**
   * Connects by the function's settings.
   *
   * @throws IllegalStateException if {@code TABLE_NAME} is not set
   */
  public static Stores fromEnvironment() {
    String table = Environment.require("TABLE_NAME");
    return connect(DynamoClients.fromEnvironment(), table, Clock.systemUTC());
  }

  /**
   * Returns stores without a table: requests get recorded answers, in the order of the list. Their
   * time stands still, as loading classes may take longer than a table ever does.
   */
  public static Stores recorded(List<RecordedAnswer> answers) {
    return connect(
        DynamoClients.recorded(answers),
        RECORDED_TABLE,
        Clock.fixed(Instant.now(), ZoneOffset.UTC),
        new SecureRandom(),
        length -> {
          throw new IllegalStateException("no recorded answer fits");
        });
  }

  /** Connects with a client of the caller's. */
  public static Stores connect(DynamoDbClient client, String table, Clock clock) {
    return new Stores(client, table, Time.of(clock), REQUEST_PATIENCE);
  }

  /**
   * Connects with a time of the caller's.
   *
   * @param random the source of jitter for retries
   * @param pause how to wait between retries
   */
  public static Stores connect(
      DynamoDbClient client,
      String table,
      Clock clock,
      RandomGenerator random,
      Consumer<Duration> pause) {
    return new Stores(client, table, new Time(clock, random, pause), REQUEST_PATIENCE);
  }

  /** Connects for a command: reads wait as long for a busy table as the writes of an import. */
  public static Stores connectForCommand(DynamoDbClient client, String table, Clock clock) {
    return new Stores(client, table, Time.of(clock), COMMAND_PATIENCE);
  }

  /** Returns accounts, events and lists. */
  public EventStore events() {
    return events;
  }

  /** Returns check-ins. */
  public CheckinStore checkins() {
    return checkins;
  }

  /** Returns door copies: what phones decide by without a network. */
  public DoorCopyStore doorCopies() {
    return doorCopies;
  }

  /** Returns what happened at lists. */
  public DoorLog log() {
    return log;
  }

  /** Returns the same for a command. */
  public DoorLog logForCommand() {
    Dynamo patient = forCommand(Pace.FREE);
    return new DoorLog(patient, new SumStore(patient));
  }

  /** Returns what the logs of lists add up to. */
  public SumStore sums() {
    return sums;
  }

  /** Returns who is inside the areas of events. */
  public AreaStore areas() {
    return areas;
  }

  /** Returns what happened to tickets. */
  public TicketHistoryStore ticketHistories() {
    return ticketHistories;
  }

  /** Returns who was refused. */
  public Refusals refusals() {
    return refusals;
  }

  /** Returns all that happened at events, for reports. */
  public HistoryStore history() {
    return new HistoryStore(forCommand(Pace.FREE));
  }

  /** Returns undos. */
  public UndoStore undos() {
    return undos;
  }

  /** Returns the pulses of events. */
  public PulseStore pulses() {
    return pulses;
  }

  /** Returns orders. */
  public OrderStore orders() {
    return orders;
  }

  /** Returns the search for tickets. */
  public SearchStore searches() {
    return searches;
  }

  /** Returns the log of webhook events. */
  public WebhookEventStore webhookEvents() {
    return webhookEvents;
  }

  /** Returns subscriptions to webhook events. */
  public WebhookStore webhooks() {
    return webhooks;
  }

  /** Returns deliveries of webhook events. */
  public DeliveryStore deliveries() {
    return deliveries;
  }

  /** Returns API tokens. */
  public TokenStore tokens() {
    return tokens;
  }

  /** Returns which layout the table has. */
  public TableFormat format() {
    return format;
  }

  /** Returns the table for a command whose requests keep to this pace. */
  public Dynamo forCommand(Pace pace) {
    return dynamo.with(pace, COMMAND_PATIENCE);
  }

  /** Returns how time passes for the stores. */
  public Time time() {
    return time;
  }

  /**
   * Opens a connection and loads what a first request needs, by reading the table's format. Failure
   * is not an error: the store may be available when a request comes.
   *
   * @return whether the store answered
   * @throws TableFormat.OtherFormatException if the table has another format than this program's
   */
  public boolean warm() {
    try {
      format.isCurrent();
      return true;
    } catch (UnavailableException | SdkException e) {
      return false;
    }
  }

  @Override
  public void close() {
    client.close();
  }
}
