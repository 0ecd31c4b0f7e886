package io.doorlist.cli.importing.lines;

import io.doorlist.domain.order.Order;
import io.doorlist.domain.order.Ticket;

/**
 * Counts tickets whose codes whoever has a door copy can find by trying within hours
 * (docs/security.md). Not thread-safe.
 */
public final class ShortCodes {
  /** Eight letters and digits have 41 bits, thirteen digits 43. */
  private static final double MIN_BITS = 44;

  private static final int DIGITS = 10;
  private static final int LETTERS = 26;

  private long found;

  void add(Order order) {
    found +=
        order.tickets().stream()
            .map(Ticket::qrCodeIdentifier)
            .filter(code -> code != null && bits(code) < MIN_BITS)
            .count();
  }

  /** Returns how many tickets have such a code. */
  public long found() {
    return found;
  }

  /** Returns how many bits a random code of this length and these kinds of characters has. */
  static double bits(String code) {
    int alphabet =
        (code.chars().anyMatch(Character::isDigit) ? DIGITS : 0)
            + (code.chars().anyMatch(Character::isUpperCase) ? LETTERS : 0)
            + (code.chars().anyMatch(Character::isLowerCase) ? LETTERS : 0);
    return code.length() * Math.log(Math.max(2, alphabet)) / Math.log(2);
  }
}
