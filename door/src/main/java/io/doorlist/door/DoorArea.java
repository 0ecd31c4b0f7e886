package io.doorlist.door;

/**
 * Says how a list treats tickets that have been in its area before.
 *
 * @param slug of the area; empty if the list is an area of its own
 */
public record DoorArea(String slug, Reentry reentry, Emptying emptying) {
  /** The area of a list that has it to itself and lets each ticket in once. */
  public static final DoorArea NONE = new DoorArea("", Reentry.NEVER, Emptying.NEVER);

  /**
   * Returns whether the list has a named area or allows re-entry. Otherwise its copy has no
   * passages.
   */
  public boolean tracked() {
    return !slug.isEmpty() || reentry != Reentry.NEVER;
  }

  /** Returns whether another list leads into the same area. */
  boolean sameAs(DoorArea other) {
    return !slug.isEmpty() && slug.equals(other.slug);
  }
}
