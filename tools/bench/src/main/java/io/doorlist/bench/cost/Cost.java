package io.doorlist.bench.cost;

import java.util.Locale;

/** The cost of one request. */
public record Cost(String what, double readUnits, long writeUnits, long roundTrips, long bytes) {
  boolean like(Cost other) {
    return readUnits == other.readUnits && roundTrips == other.roundTrips;
  }

  public String line() {
    return String.format(
        Locale.ROOT,
        "| %s | %s | %d | %d | %,d |",
        what,
        Double.toString(readUnits).replaceFirst("\\.0$", ""),
        writeUnits,
        roundTrips,
        bytes);
  }
}
