package io.doorlist.exactness.live;

import io.doorlist.domain.Mode;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.domain.order.Order;
import io.doorlist.domain.order.Ticket;
import io.doorlist.domain.token.AccessToken;
import io.doorlist.domain.token.Role;
import io.doorlist.domain.token.TokenSecret;
import io.doorlist.door.Window;
import io.doorlist.exactness.history.ApiClient;
import io.doorlist.exactness.history.Roster;
import io.doorlist.exactness.simulator.evening.SimulatedEvent;
import io.doorlist.local.LocalHost;
import io.doorlist.local.dynamodb.LocalDynamo;
import io.doorlist.local.template.Template;
import io.doorlist.paging.PageRequest;
import io.doorlist.store.Stores;
import io.doorlist.store.table.DynamoClients;
import io.doorlist.testing.Doors;
import io.doorlist.testing.Gala;
import io.doorlist.testing.Terms;
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
    return SimulatedEvent.undone(stores, new Doors(stores).list(id));
  }

  /** Returns how many double admissions are on record at a list. */
  long doubleAdmissions(long id) {
    EventDefinition definition = new Doors(stores).definition();
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
        Stores.connectForCommand(
            DynamoClients.connect(dynamo.endpoint(), null),
            SimulatedEvent.TABLE,
            Clock.systemUTC());
    LocalHost host =
        LocalHost.start(
            new LocalHost.Options(template, 0, dynamo, SimulatedEvent.TABLE, Map.of()));
    LiveHost live = new LiveHost(dynamo, stores, host);
    live.tokens();
    live.event(tickets);
    return live;
  }

  private void tokens() {
    for (int i = 0; i < TOKENS; i++) {
      TokenSecret phone = token(stores, "phone " + i, Role.SCANNER);
      secrets.put(phone.id(), phone.reveal());
    }
    TokenSecret undoes = token(stores, "desk", Role.DESK);
    secrets.put(undoes.id(), undoes.reveal());
    desk = undoes.id();
  }

  /** Creates a token and returns its secret. */
  static TokenSecret token(Stores stores, String name, Role role) {
    TokenSecret secret = TokenSecret.create(Mode.LIVE, new SecureRandom());
    AccessToken token =
        AccessToken.of(secret, name, SimulatedEvent.ACCOUNT, List.of(), role, Instant.now(), null);
    stores.tokens().create(token, secret);
    return secret;
  }

  private void event(int tickets) throws Exception {
    Gala gala = new Gala(stores);
    for (long list : List.of(SimulatedEvent.MAIN, SimulatedEvent.EVERYONE, SimulatedEvent.BRIEF)) {
      gala.list(list, "adult");
    }
    roster.addList(SimulatedEvent.MAIN, Set.of("adult"));
    roster.addList(SimulatedEvent.VIP, Set.of("vip"));
    roster.addList(SimulatedEvent.EVERYONE, Set.of("adult"));
    try (ExecutorService threads = Executors.newFixedThreadPool(IMPORTERS)) {
      List<Future<?>> orders = new ArrayList<>();
      for (long order = 1; order <= (tickets + TICKETS_OF_ORDER - 1) / TICKETS_OF_ORDER; order++) {
        Order made = order(order);
        made.tickets().forEach(this::expect);
        orders.add(threads.submit(() -> gala.put(made)));
      }
      for (Future<?> order : orders) {
        order.get();
      }
    }
    openBriefly(gala);
  }

  private void openBriefly(Gala gala) {
    Instant opens = Clock.systemUTC().instant().truncatedTo(ChronoUnit.SECONDS).plus(CLOSED);
    Instant closes = opens.plus(OPEN);
    gala.list(SimulatedEvent.BRIEF, Terms.open(opens, closes), "adult");
    roster.addList(
        SimulatedEvent.BRIEF,
        Set.of("adult"),
        new Window(opens.getEpochSecond(), closes.getEpochSecond()));
  }

  private void expect(Ticket ticket) {
    long order = (ticket.id() - 1) / TICKETS_OF_ORDER + 1;
    roster.add(
        new Roster.Ticket(ticket.id(), "t" + ticket.id(), "o" + order, "adult", Roster.Fate.VALID));
  }

  /** Returns an order of ten adults; the tickets of all orders are numbered from 1. */
  static Order order(long id) {
    List<Ticket> tickets = new ArrayList<>();
    for (int i = 0; i < TICKETS_OF_ORDER; i++) {
      tickets.add(SimulatedEvent.ticket((id - 1) * TICKETS_OF_ORDER + i + 1, "adult", false));
    }
    return SimulatedEvent.order(id, tickets);
  }

  /** Returns a client of its event. */
  ApiClient client() {
    String event = "/%s/%s/".formatted(SimulatedEvent.ACCOUNT, SimulatedEvent.EVENT);
    return new ApiClient(host.url().resolve(event), secrets::get);
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

  @Override
  public void close() {
    host.close();
    stores.close();
    dynamo.close();
  }
}
