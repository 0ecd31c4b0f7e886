package io.doorlist.domain.order;

import java.util.Objects;

/**
 * What desks did with an order.
 *
 * @param added how a desk added it, or {@code null} if a source has it
 * @param corrections what staff changed of the order itself
 */
public record AtDesk(AddedAtDoor added, Corrections corrections) {
  public static final AtDesk NONE = new AtDesk(null, Corrections.NONE);

  public AtDesk {
    Objects.requireNonNull(corrections, "corrections");
  }

  AtDesk with(Corrections others) {
    return new AtDesk(added, others);
  }
}
