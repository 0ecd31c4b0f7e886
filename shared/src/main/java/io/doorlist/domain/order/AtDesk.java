package io.doorlist.domain.order;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What desks did with an order.
 *
 * @param added how a desk added the order, or {@code null} if it comes from a shop or a guest list
 * @param corrections what staff changed of the order itself
 * @param payments the payments at desks, in the order in which the server received them
 */
public record AtDesk(AddedAtDoor added, Corrections corrections, List<Payment> payments) {
  public static final AtDesk NONE = new AtDesk(null, Corrections.NONE, List.of());

  public AtDesk {
    Objects.requireNonNull(corrections, "corrections");
    payments = List.copyOf(payments);
  }

  AtDesk with(Corrections others) {
    return new AtDesk(added, others, payments);
  }

  /** Returns the payment with a key; empty if there is none. */
  public Optional<Payment> payment(String key) {
    return payments.stream().filter(each -> each.key().equals(key)).findFirst();
  }

  /** Returns what desks took minus what they gave back, in cents. */
  public long collected() {
    return payments.stream().mapToLong(Payment::amount).sum();
  }

  public AtDesk with(Payment payment) {
    List<Payment> all = new ArrayList<>(payments);
    all.add(payment);
    return new AtDesk(added, corrections, all);
  }

  /**
   * Returns this version with the payments of the stored one added, because a new version of the
   * order never removes a payment.
   */
  public AtDesk over(AtDesk stored) {
    List<Payment> all = new ArrayList<>(stored.payments);
    payments.stream().filter(each -> stored.payment(each.key()).isEmpty()).forEach(all::add);
    return new AtDesk(added, corrections, all);
  }
}
