package io.doorlist.exactness.simulator.evening;

import io.doorlist.domain.order.Order;
import io.doorlist.domain.order.Ticket;
import io.doorlist.exactness.history.Asked;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;

/** The wishes of all phones in one run: rivals for a few tickets, and some of everything else. */
public final class Wishes {
  private static final List<String> TOKENS = List.of("token-a", "token-b", "token-c");
  private static final List<String> VARIANTS =
      List.of(
          "online=false&qr_code_scanned=false",
          "online=false&scanned_at=2026-06-01T17:30:00Z",
          "online=false&scanned_at=2026-06-01T18:00:01.5Z",
          "online=false&scanned_at=2026-06-01T18:00:04Z",
          "",
          "",
          "",
          "scanned_at=2031-01-01T00:00:00Z",
          "scanned_at=1999-12-31T23:59:59.5Z");

  /** So many of the variants are scans that a device decided by itself. */
  private static final int OFFLINE = 4;

  private final SplittableRandom random;
  private final List<String> codes = new ArrayList<>();
  private final List<String> hot = new ArrayList<>();
  private final List<Order> orders = new ArrayList<>();
  private int keys;

  public Wishes(SimulatedEvent world, SplittableRandom random) {
    this.random = random;
    orders.addAll(world.orders());
    orders.addAll(world.late());
    for (Order order : orders) {
      for (Ticket ticket : order.tickets().stream().limit(20).toList()) {
        codes.add(ticket.qrCodeIdentifier());
        if (world.moves(ticket)) {
          codes.add(SimulatedEvent.otherCode(ticket));
        }
      }
    }
    for (int i = 0; i < 3; i++) {
      hot.add(codes.get(random.nextInt(codes.size())));
    }
    List<Ticket> changing =
        orders.stream().flatMap(order -> order.tickets().stream()).filter(world::moves).toList();
    Ticket any = changing.get(random.nextInt(changing.size()));
    if (random.nextBoolean()) {
      hot.add(any.qrCodeIdentifier());
      hot.add(SimulatedEvent.otherCode(any));
    }
    if (orders.size() > 10) {
      hot.add(orders.getLast().tickets().get(random.nextInt(20)).qrCodeIdentifier());
    }
  }

  /** Draws the wishes of one phone: single requests, or several scans that it sends together. */
  public List<List<Asked>> draw(int number) {
    List<Asked> wishes = new ArrayList<>();
    List<List<Asked>> all = new ArrayList<>();
    for (int i = 0; i < number; i++) {
      if (random.nextInt(8) == 0) {
        all.add(batch());
      } else {
        wishes.add(next(wishes));
        all.add(List.of(wishes.getLast()));
      }
    }
    return all;
  }

  private List<Asked> batch() {
    long list = list();
    String token = token();
    List<Asked> scans = new ArrayList<>();
    int number = 2 + random.nextInt(7);
    int variants = random.nextInt(3) == 0 ? OFFLINE : VARIANTS.size();
    for (int i = 0; i < number; i++) {
      String variant = VARIANTS.get(random.nextInt(variants));
      scans.add(Asked.ticket(list, code(), token, "key-" + ++keys, variant));
    }
    return scans;
  }

  private Asked next(List<Asked> before) {
    int kind = random.nextInt(22);
    if (kind >= 20) {
      return Asked.look(list(), code(), token());
    }
    if (kind < 11) {
      return ticket();
    }
    if (kind < 15) {
      return group();
    }
    if (kind == 15 && !before.isEmpty()) {
      return keyOf(before.get(random.nextInt(before.size())));
    }
    return kind < 18
        ? Asked.count(list(), token())
        : Asked.page(
            list(), token(), random.nextInt(4) == 0 ? 2 : 1, random.nextInt(3) == 0 ? 5 : 250);
  }

  private String code() {
    return switch (random.nextInt(10)) {
      case 0 -> "nobody";
      case 1, 2, 3, 4, 5 -> hot.get(random.nextInt(hot.size()));
      default -> codes.get(random.nextInt(codes.size()));
    };
  }

  private Asked ticket() {
    return Asked.ticket(
        list(), code(), token(), key(), VARIANTS.get(random.nextInt(VARIANTS.size())));
  }

  private Asked group() {
    Order order = orders.get(random.nextInt(orders.size()));
    if (random.nextInt(3) > 0) {
      order = orders.get(4);
      int big = random.nextInt(4);
      if (orders.size() > 10 && big > 0) {
        order = orders.stream().filter(each -> each.id() == 9 + big).findFirst().orElseThrow();
      }
    }
    Map<String, Integer> wanted = new TreeMap<>();
    order.tickets().forEach(ticket -> wanted.merge(ticket.ticketType(), 1, Integer::sum));
    for (Map.Entry<String, Integer> type : wanted.entrySet()) {
      if (random.nextInt(3) > 0) {
        type.setValue(1 + random.nextInt(type.getValue()));
      }
    }
    if (wanted.size() > 1 && random.nextBoolean()) {
      wanted.remove(wanted.keySet().iterator().next());
    }
    long list = random.nextInt(4) == 0 ? list() : SimulatedEvent.EVERYONE;
    return Asked.order(list, order.qrCodeIdentifier(), token(), key(), wanted);
  }

  /** Reuses a key for another request or with another token. */
  private Asked keyOf(Asked old) {
    if (old.key() == null) {
      return ticket();
    }
    if (random.nextBoolean()) {
      return Asked.ticket(
          list(), codes.get(random.nextInt(codes.size())), old.token(), old.key(), "");
    }
    return new Asked(
        old.kind(),
        old.list(),
        old.subject(),
        token(),
        old.key(),
        old.variant(),
        old.wanted(),
        old.page(),
        old.items());
  }

  private long list() {
    int draw = random.nextInt(12);
    if (draw >= 10) {
      return SimulatedEvent.BRIEF;
    }
    return draw < 5 ? SimulatedEvent.MAIN : draw < 9 ? SimulatedEvent.EVERYONE : SimulatedEvent.VIP;
  }

  private String token() {
    return TOKENS.get(random.nextInt(TOKENS.size()));
  }

  private String key() {
    return random.nextInt(5) < 3 ? "key-" + ++keys : null;
  }
}
