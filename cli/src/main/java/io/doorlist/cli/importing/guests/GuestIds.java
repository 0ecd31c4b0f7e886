package io.doorlist.cli.importing.guests;

import io.doorlist.domain.Digests;
import io.doorlist.domain.Ids;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.Locale;

/** Ids that are made of what a row is known by, so that they are always the same. */
final class GuestIds {
  /** Ids of guest lists begin here, where hardly any shop has its own: 2^53 - 10^15. */
  private static final long FROM = (1L << 53) - 1_000_000_000_000_000L;

  private static final int RADIX = 36;
  private static final int SHORT = 3;

  private GuestIds() {}

  /** Returns the id of one of a row's tickets, the first is 1. */
  static long ticket(String key, int number) {
    return id("ticket\n" + number + "\n" + key);
  }

  /** Returns the id of an order that has a number of its own. */
  static long order(String order) {
    return id("order\n" + order);
  }

  /** Returns the id of the order that a row is by itself. */
  static long orderOfRow(String key) {
    return id("row\n" + key);
  }

  /** Returns whether an order came from a guest list. */
  static boolean ofGuestList(long order) {
    return order >= FROM;
  }

  static String reference(long id) {
    return Long.toString(id - FROM, RADIX).toUpperCase(Locale.ROOT);
  }

  /** Returns some letters and digits that hardly another text has. */
  static String mark(String text) {
    return HexFormat.of().formatHex(Digests.sha256(text), 0, SHORT);
  }

  private static long id(String text) {
    return FROM + Math.floorMod(ByteBuffer.wrap(Digests.sha256(text)).getLong(), Ids.MAX - FROM);
  }
}
