package io.doorlist.cli.importing.guests;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** Finds out whether a shop's list has the codes on its guests' tickets. */
final class ShopCodes {
  /** The word in the table for a shop whose lists have other codes than its tickets. */
  private static final String OTHER = "other";

  private ShopCodes() {}

  /** Returns a finding if the list lacks the codes on its guests' tickets. */
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
