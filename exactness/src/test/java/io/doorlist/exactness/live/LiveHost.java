package io.doorlist.exactness.live;

import io.doorlist.domain.Mode;
import io.doorlist.domain.event.Account;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.domain.event.ListTerms;
import io.doorlist.domain.order.Order;
import io.doorlist.domain.order.Ticket;
import io.doorlist.domain.token.AccessToken;
import io.doorlist.domain.token.Role;
import io.doorlist.domain.token.TokenSecret;
import io.doorlist.door.Window;
import io.doorlist.exactness.history.Roster;
import io.doorlist.exactness.simulator.evening.SimulatedEvent;
import io.doorlist.ingest.ImportStore;
import io.doorlist.local.LocalHost;
import io.doorlist.local.dynamodb.LocalDynamo;
import io.doorlist.local.template.Template;
import io.doorlist.paging.PageRequest;
import io.doorlist.store.Stores;
import io.doorlist.store.table.DynamoClients;
import io.doorlist.testing.Gala;
import io.doorlist.testing.Imports;
import io.doorlist.testing.Terms;
import java.net.URI;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** The API on this machine, over loopback, with an event of its own, in memory. */
final class LiveHost implements AutoCloseable {
  static final int TICKETS_OF_ORDER = 10;
  private static final int TOKENS = 8;
  private static final int PAGE = 250;

  /** How long after the import the brief door opens, and how long after that it closes. */
  private static final Duration CLOSED = Duration.ofSeconds(4);

  private static final Duration OPEN = Duration.ofSeconds(6);
  private static final int IMPORTERS = 4;

  private final LocalDynamo dynamo;
  private final Stores stores;
  private final LocalHost host;
  private final Map<String, String> secrets = new LinkedHashMap<>();
  private String desk;
  private final Roster roster = new Roster();

  /** Returns the ids of the check-ins of a list that are on record as undone. */
  List<Long> undone(long id) {
    EventDefinition definition = definition();
    CheckinList list = definition.list(id).orElseThrow();
    return SimulatedEvent.undone(stores, list);
  }

  private EventDefinition definition() {
    return stores
        .events()
        .readDefinition(SimulatedEvent.ACCOUNT, SimulatedEvent.EVENT)
        .orElseThrow();
  }

  /** Returns how many double admissions are on record at a list. */
  long doubleAdmissions(long id) {
    EventDefinition definition = definition();
    return stores
        .doubleAdmissions()
        .list(definition, definition.list(id).orElseThrow(), Mode.LIVE, new PageRequest(1, 1))
        .count();
  }

  private LiveHost(LocalDynamo dynamo, Stores stores, LocalHost host) {
    this.dynamo = dynamo;
    this.stores = stores;
    this.host = host;
  }

  /** Starts with this many tickets for adults, in orders of ten. */
  static LiveHost start(int tickets) throws Exception {
    Path template = Path.of(System.getProperty("doorlist.root"), "template.yaml");
    LocalDynamo dynamo = LocalDynamo.inMemory(0);
    dynamo.createTableWithoutStream(Template.read(template), SimulatedEvent.TABLE);
    Stores stores =
        Stores.connect(
            DynamoClients.connect(dynamo.endpoint(), null),
            SimulatedEvent.TABLE,
            Clock.systemUTC());
    LocalHost host =
        LocalHost.start(
            new LocalHost.Options(template, 0, dynamo.endpoint(), SimulatedEvent.TABLE, Map.of()));
    LiveHost live = new LiveHost(dynamo, stores, host);
    live.tokens();
    live.event(tickets);
    return live;
  }

  private void tokens() {
    SecureRandom random = new SecureRandom();
    for (int i = 0; i < TOKENS; i++) {
      token("phone " + i, Role.SCANNER, random);
    }
    desk = token("desk", Role.DESK, random);
  }

  private String token(String name, Role role, SecureRandom random) {
    TokenSecret secret = TokenSecret.create(Mode.LIVE, random);
    AccessToken token =
        AccessToken.of(
            secret,
            name,
            SimulatedEvent.ACCOUNT,
            List.of(),
            role,
            Clock.systemUTC().instant(),
            null);
    stores.tokens().create(token, secret);
    secrets.put(secret.id(), secret.reveal());
    return secret.id();
  }

  private void event(int tickets) throws Exception {
    ImportStore importer = Imports.into(stores);
    importer.putAccount(new Account(SimulatedEvent.ACCOUNT, "Acme"));
    importer.putEvent(Gala.event());
    importer.putCheckinList(
        SimulatedEvent.ACCOUNT,
        SimulatedEvent.EVENT,
        Imports.list(SimulatedEvent.MAIN, "Main door", "adult"));
    importer.putCheckinList(
        SimulatedEvent.ACCOUNT,
        SimulatedEvent.EVENT,
        Imports.list(SimulatedEvent.VIP, "VIP", "vip"));
    list(importer, SimulatedEvent.EVERYONE, "Side door", ListTerms.NONE);
    list(importer, SimulatedEvent.BRIEF, "Brief", ListTerms.NONE);
    roster.addList(SimulatedEvent.MAIN, Set.of("adult"));
    roster.addList(SimulatedEvent.VIP, Set.of("vip"));
    roster.addList(SimulatedEvent.EVERYONE, Set.of("adult"));
    try (ExecutorService threads = Executors.newFixedThreadPool(IMPORTERS)) {
      List<Future<?>> orders = new ArrayList<>();
      for (long order = 1; order <= (tickets + TICKETS_OF_ORDER - 1) / TICKETS_OF_ORDER; order++) {
        Order made = order(order);
        orders.add(
            threads.submit(
                () -> Imports.put(importer, SimulatedEvent.ACCOUNT, SimulatedEvent.EVENT, made)));
      }
      for (Future<?> order : orders) {
        order.get();
      }
    }
    openBriefly(importer);
  }

  private void openBriefly(ImportStore importer) {
    Instant opens = Clock.systemUTC().instant().truncatedTo(ChronoUnit.SECONDS).plus(CLOSED);
    Instant closes = opens.plus(OPEN);
    list(importer, SimulatedEvent.BRIEF, "Brief", Terms.open(opens, closes));
    roster.addList(
        SimulatedEvent.BRIEF,
        Set.of("adult"),
        new Window(opens.getEpochSecond(), closes.getEpochSecond()));
  }

  private static void list(ImportStore importer, long id, String name, ListTerms terms) {
    importer.putCheckinList(
        SimulatedEvent.ACCOUNT, SimulatedEvent.EVENT, Imports.list(id, name, terms, "adult"));
  }

  private Order order(long id) {
    List<Ticket> tickets = new ArrayList<>();
    for (int i = 0; i < TICKETS_OF_ORDER; i++) {
      long number = (id - 1) * TICKETS_OF_ORDER + i + 1;
      tickets.add(SimulatedEvent.ticket(number, "adult", false));
      roster.add(new Roster.Ticket(number, "t" + number, "o" + id, "adult", Roster.Fate.VALID));
    }
    return SimulatedEvent.order(id, tickets);
  }

  URI url() {
    return host.url();
  }

  Roster roster() {
    return roster;
  }

  /** Returns the ids of the phones' tokens. */
  List<String> tokenIds() {
    return secrets.keySet().stream().filter(each -> !each.equals(desk)).toList();
  }

  /** Returns the id of the token that undoes. */
  String desk() {
    return desk;
  }

  String secret(String tokenId) {
    return secrets.get(tokenId);
  }

  @Override
  public void close() {
    host.close();
    stores.close();
    dynamo.close();
  }
}
