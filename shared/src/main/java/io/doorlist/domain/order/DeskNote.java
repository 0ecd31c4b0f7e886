package io.doorlist.domain.order;

/**
 * What staff should know of one guest.
 *
 * @param text such as "call Anna", or {@code null}
 * @param attention whether they should look at the guest
 */
public record DeskNote(String text, boolean attention) {
  public static final DeskNote NONE = new DeskNote(null, false);
}
