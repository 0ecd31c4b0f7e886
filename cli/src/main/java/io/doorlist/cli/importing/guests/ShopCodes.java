package io.doorlist.cli.importing.guests;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** Whether a shop's list has the codes that its guests hold. */
final class ShopCodes {
  /** What the table says of a shop whose list has other codes than its tickets. */
  private static final String OTHER = "other";

  private ShopCodes() {}

  /** Returns what to say of a list whose guests hold codes that it lacks. */
  static Optional<Finding> missing(GuestColumns columns, List<GuestRow> guests) {
    List<String> says =
        GuestWords.table("shops.txt").stream()
            .filter(row -> row.getFirst().equals(columns.shop()))
            .findFirst()
            .orElse(null);
    boolean lacks = guests.stream().map(GuestRow::code).allMatch(Objects::isNull);
    if (says == null || guests.isEmpty() || !(lacks || says.get(1).equals(OTHER))) {
      return Optional.empty();
    }
    return Optional.of(
        Finding.of(
            FindingType.CODES_ARE_MISSING, "shop", columns.shop(), "advice", says.getLast()));
  }
}
