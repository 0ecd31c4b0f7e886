package io.doorlist.door;

/**
 * Whether a ticket is inside an area, as its passages show.
 *
 * @param inside whether it was inside after its last passage; {@link #at} tells it for a later time
 * @param since when it last came in, in epoch milliseconds; {@link #NEVER} if it never has
 * @param entries how many times it has come in
 */
public record Presence(boolean inside, long since, int entries) {
  public static final long NEVER = Long.MIN_VALUE;
  public static final Presence OUTSIDE = new Presence(false, NEVER, 0);

  /**
   * Returns the state at a later time, if no passage has happened since. If the area has emptied,
   * the ticket is outside.
   */
  public Presence at(long millis, Emptying emptying) {
    return inside && emptying.between(since, millis) ? new Presence(false, since, entries) : this;
  }

  /** Returns the state after another passage, which must be later than all others. */
  public Presence after(Passage passage, Emptying emptying) {
    Presence now = at(passage.at(), emptying);
    if (passage.exit()) {
      return new Presence(false, now.since, now.entries);
    }
    return new Presence(true, now.inside ? now.since : passage.at(), now.entries + 1);
  }

  /** Returns whether this state explains a passage that follows. */
  public boolean explains(Passage passage, Emptying emptying) {
    return passage.exit()
        ? at(passage.at(), emptying).inside
        : admits(passage.reentry(), passage.at(), emptying);
  }

  /** Returns whether a list with this re-entry rule lets the ticket in at a time. */
  public boolean admits(Reentry reentry, long millis, Emptying emptying) {
    return switch (reentry) {
      case NEVER -> entries == 0;
      case AFTER_EXIT -> !at(millis, emptying).inside;
      case ALWAYS -> true;
    };
  }
}
