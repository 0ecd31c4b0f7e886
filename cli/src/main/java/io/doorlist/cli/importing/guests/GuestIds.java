package io.doorlist.cli.importing.guests;

import io.doorlist.domain.Digests;
import io.doorlist.domain.order.Order;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The ids of orders and tickets from guest lists. An id contains the number of the list, a number
 * for the row, and the person's place in the row. So a later import can read back what an earlier
 * one made, row by row. The number of a row is not its position in the file, and is never used for
 * another row.
 *
 * <p>Earlier versions had no numbers of rows, and made ids from the data that identified a row.
 * Such ids begin at {@link #EARLIER}, and belong to the list without a name.
 */
final class GuestIds {
  /** Where ids of guest lists begin: 2^53 - 2 * 10^15. Hardly any shop has ids this large. */
  private static final long FROM = (1L << 53) - 2_000_000_000_000_000L;

  private static final long EARLIER = (1L << 53) - 1_000_000_000_000_000L;
  private static final long PLACES = 1_000;
  private static final long ROWS = 1_000_000;
  private static final long LISTS = 1_000_000;
  private static final int RADIX = 36;
  private static final int REFERENCE_LENGTH = 8;

  private GuestIds() {}

  /** Returns whether an order came from a guest list. */
  static boolean ofGuestList(long order) {
    return order >= FROM;
  }

  /**
   * Returns the number of a list.
   *
   * @param name its name; {@code null} for the list without a name
   */
  static long list(String name) {
    if (name == null) {
      return 0;
    }
    byte[] digest = Digests.sha256(GuestWords.line(name).toLowerCase(Locale.ROOT));
    return 1 + Math.floorMod(ByteBuffer.wrap(digest).getLong(), LISTS - 1);
  }

  /**
   * Returns the codes of tickets and orders that came from lists with other names than {@code
   * listName}.
   */
  static Set<String> codesOfOthers(String listName, Collection<Order> orders) {
    long own = list(listName);
    return orders.stream()
        .flatMap(
            order ->
                order.tickets().stream()
                    .filter(ticket -> list(ticket.id()) != own)
                    .flatMap(
                        ticket -> Stream.of(ticket.qrCodeIdentifier(), order.qrCodeIdentifier())))
        .filter(Objects::nonNull)
        .collect(Collectors.toSet());
  }

  static long of(long list, long row, int place) {
    return FROM + (list * ROWS + row) * PLACES + place;
  }

  /** Returns whether an id contains its row and place, which ids of earlier versions do not. */
  static boolean hasRow(long id) {
    return id < EARLIER;
  }

  static long list(long id) {
    return hasRow(id) ? (id - FROM) / PLACES / ROWS : 0;
  }

  static long row(long id) {
    return (id - FROM) / PLACES % ROWS;
  }

  static int place(long id) {
    return (int) ((id - FROM) % PLACES);
  }

  /** Returns a new reference for a row without one. It tells nothing about the row. */
  static String reference(long id, Set<String> taken) {
    String text = "guest\n" + id;
    while (true) {
      byte[] digest = Digests.sha256(text);
      String all = Long.toString(ByteBuffer.wrap(digest).getLong() >>> 1, RADIX);
      String reference = all.substring(all.length() - REFERENCE_LENGTH).toUpperCase(Locale.ROOT);
      if (!taken.contains(reference)) {
        return reference;
      }
      text += "+";
    }
  }
}
