package io.doorlist.domain.desk;

import io.doorlist.domain.order.Payment;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Currency;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The money that one device took, less what it gave back.
 *
 * @param by the organiser's name for its token, or {@code null}
 * @param payments the number of payments, refunds included
 * @param amount in cents
 */
public record Takings(String by, String currency, long payments, long amount) {
  /**
   * Adds up payments by device and currency. Devices are sorted by name, those without a name last.
   */
  public static List<Takings> of(Collection<Payment> payments) {
    Map<List<String>, List<Payment>> byDevice =
        new TreeMap<>(
            Comparator.<List<String>, String>comparing(List::getFirst)
                .thenComparing(List::getLast));
    payments.forEach(
        each ->
            byDevice
                .computeIfAbsent(List.of(each.token(), each.currency()), any -> new ArrayList<>())
                .add(each));
    return byDevice.values().stream()
        .map(Takings::sum)
        .sorted(
            Comparator.comparing(Takings::by, Comparator.nullsLast(Comparator.naturalOrder()))
                .thenComparing(Takings::currency))
        .toList();
  }

  /** Returns the amount as people write it, such as {@code 300.00}. */
  public String sum() {
    int digits;
    try {
      digits = Math.max(0, Currency.getInstance(currency).getDefaultFractionDigits());
    } catch (IllegalArgumentException e) {
      // A currency that does not exist is counted in hundredths.
      digits = 2;
    }
    return BigDecimal.valueOf(amount, digits).toPlainString();
  }

  private static Takings sum(List<Payment> ofDevice) {
    // A token may have been renamed, so its latest name counts.
    Payment last = ofDevice.stream().max(Comparator.comparing(Payment::at)).orElseThrow();
    long amount = ofDevice.stream().mapToLong(Payment::amount).sum();
    return new Takings(last.by(), last.currency(), ofDevice.size(), amount);
  }
}
