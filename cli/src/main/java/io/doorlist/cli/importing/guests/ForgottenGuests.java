package io.doorlist.cli.importing.guests;

import io.doorlist.domain.Digests;
import io.doorlist.domain.order.Erasure;
import io.doorlist.domain.order.Order;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Guests who were forgotten, which means that their personal data was erased. Keyed digests of what
 * a list said of them are kept, so the same row does not bring them back.
 */
public final class ForgottenGuests {
  static final ForgottenGuests NONE = new ForgottenGuests(List.of());

  /** The ids of the orders of forgotten guests, by the key of a digest and then by the digest. */
  private final Map<String, Map<String, Long>> orders = new HashMap<>();

  ForgottenGuests(Collection<Erasure> erasures) {
    for (Erasure each : erasures) {
      if (each.key() != null) {
        Map<String, Long> known = orders.computeIfAbsent(each.key(), any -> new HashMap<>());
        each.digests().forEach(digest -> known.put(digest, each.order()));
      }
    }
  }

  /**
   * Returns what a guest list says of people of an order, as texts that imports compare.
   *
   * @param tickets the ids of their tickets; none for the whole order
   */
  public static Set<String> said(Order order, Set<Long> tickets) {
    if (!GuestIds.ofGuestList(order.id())) {
      return Set.of();
    }
    Set<Long> lists =
        order.tickets().stream()
            .map(ticket -> GuestIds.list(ticket.id()))
            .collect(Collectors.toSet());
    GuestCells cells = new GuestCells(null, false, Map.of());
    Set<String> said = new HashSet<>();
    for (long list : lists) {
      StoredRow.of(List.of(order), list).stream()
          .filter(row -> tickets.isEmpty() || tickets.contains(row.guest().id()))
          .flatMap(cells::identities)
          .forEach(said::add);
    }
    return said;
  }

  /**
   * Returns the id of the order of a forgotten guest of whom a list said this; {@code null} if
   * there is none.
   */
  Long orderOf(String said) {
    return orders.entrySet().stream()
        .map(keyed -> keyed.getValue().get(Digests.keyed(keyed.getKey(), said)))
        .filter(Objects::nonNull)
        .findFirst()
        .orElse(null);
  }

  boolean isEmpty() {
    return orders.isEmpty();
  }
}
