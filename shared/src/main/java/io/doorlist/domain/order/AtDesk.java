package io.doorlist.domain.order;

/**
 * What desks did with an order.
 *
 * @param added how a desk added it, or {@code null} if a source has it
 */
public record AtDesk(AddedAtDoor added) {
  public static final AtDesk NONE = new AtDesk(null);
}
