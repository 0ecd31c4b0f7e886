package io.doorlist.bench.door;

import io.doorlist.domain.Mode;
import io.doorlist.domain.event.Account;
import io.doorlist.domain.event.Event;
import io.doorlist.domain.event.TicketType;
import io.doorlist.domain.order.Order;
import io.doorlist.domain.order.Ticket;
import io.doorlist.domain.token.AccessToken;
import io.doorlist.domain.token.Role;
import io.doorlist.domain.token.TokenSecret;
import io.doorlist.exactness.history.Roster;
import io.doorlist.ingest.ImportStore;
import io.doorlist.testing.Imports;
import io.doorlist.testing.OrderBuilder;
import io.doorlist.testing.Stores;
import io.doorlist.testing.TicketBuilder;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Gatherers;
import java.util.stream.IntStream;

/**
 * An event with tickets, four in each order, and the phones at its doors. It has as many ticket
 * types as lists, and each list admits one of them. All tickets of an order have the same type, and
 * orders take the types in turn.
 */
final class DoorEvent {
  static final String ACCOUNT = "acme";
  static final String EVENT = "gala";
  static final String PATH = "/%s/%s/".formatted(ACCOUNT, EVENT);
  static final int TICKETS_OF_ORDER = 4;

  private static final int TOKENS = 40;
  private static final int BATCH = 100;

  private final int lists;
  private final int orders;
  private final Roster roster = new Roster();
  private final Map<String, String> secrets = new LinkedHashMap<>();

  /** Creates an event with this many tickets, or a few more. */
  DoorEvent(int lists, int tickets) {
    this.lists = lists;
    this.orders = (tickets + TICKETS_OF_ORDER - 1) / TICKETS_OF_ORDER;
  }

  void write(Stores stores) {
    stores.format().setCurrent();
    tokens(stores);
    ImportStore importer = Imports.into(stores);
    definitions(importer);
    IntStream.range(0, orders)
        .mapToObj(this::order)
        .gather(Gatherers.windowFixed(BATCH))
        .forEach(batch -> importer.putOrders(ACCOUNT, EVENT, batch));
    importer.settle();
  }

  private void tokens(Stores stores) {
    SecureRandom random = new SecureRandom();
    for (int phone = 0; phone < TOKENS; phone++) {
      TokenSecret secret = TokenSecret.create(Mode.LIVE, random);
      AccessToken token =
          AccessToken.of(
              secret, "phone " + phone, ACCOUNT, List.of(), Role.SCANNER, Instant.now(), null);
      stores.tokens().create(token, secret);
      secrets.put(secret.id(), secret.reveal());
    }
  }

  private void definitions(ImportStore importer) {
    List<TicketType> types = new ArrayList<>();
    for (int list = 1; list <= lists; list++) {
      types.add(new TicketType(list, type(list), "Type " + list));
    }
    importer.putAccount(new Account(ACCOUNT, "Acme"));
    importer.putEvent(new Event(ACCOUNT, 7, EVENT, "Gala", types));
    for (int list = 1; list <= lists; list++) {
      importer.putCheckinList(ACCOUNT, EVENT, Imports.list(list, "Door " + list, type(list)));
      roster.addList(list, Set.of(type(list)));
    }
  }

  private Order order(int number) {
    long id = number + 1L;
    List<Ticket> tickets = new ArrayList<>();
    for (int i = 0; i < TICKETS_OF_ORDER; i++) {
      long ticket = id * TICKETS_OF_ORDER + i;
      String code = ticketCode(number, i);
      String type = type(list(number));
      tickets.add(TicketBuilder.ticket(ticket, type).code(code).build());
      roster.add(new Roster.Ticket(ticket, code, orderCode(number), type, Roster.Fate.VALID));
    }
    return OrderBuilder.order(id)
        .amount(TICKETS_OF_ORDER * 2_500L)
        .code(orderCode(number))
        .tickets(tickets)
        .build();
  }

  int lists() {
    return lists;
  }

  int orders() {
    return orders;
  }

  int list(int order) {
    return 1 + order % lists;
  }

  static String type(int list) {
    return "type-" + list;
  }

  /** Returns the QR code of an order. It is as long as the codes that the import generates. */
  static String orderCode(int order) {
    return "order-%021d".formatted(order);
  }

  static String ticketCode(int order, int ticket) {
    return "ticket-%018d-%d".formatted(order, ticket);
  }

  Roster roster() {
    return roster;
  }

  List<String> tokenIds() {
    return List.copyOf(secrets.keySet());
  }

  String secret(String tokenId) {
    return secrets.get(tokenId);
  }
}
