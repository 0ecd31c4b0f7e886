package io.doorlist.domain.checkin;

import io.doorlist.domain.Ids;
import java.util.Collections;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * An order as a check-in list shows it.
 *
 * @param ticketTypes for each type that the list admits, by its slug: how many valid tickets the
 *     order has
 */
public record AdmittedOrder(
    String qrCodeIdentifier,
    String reference,
    long orderId,
    SortedMap<String, Integer> ticketTypes) {
  public AdmittedOrder {
    Objects.requireNonNull(qrCodeIdentifier, "qrCodeIdentifier");
    Objects.requireNonNull(reference, "reference");
    Ids.check(orderId);
    ticketTypes = Collections.unmodifiableSortedMap(new TreeMap<>(ticketTypes));
  }
}
