package io.doorlist.domain.desk;

import io.doorlist.domain.order.GuestField;
import java.time.Instant;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/** What staff want to change of a guest who is there. */
public sealed interface GuestEdit {
  /**
   * Other values; {@code null} is none.
   *
   * @param values as text, see {@link io.doorlist.domain.order.Ticket#value}
   */
  record Correct(Map<GuestField, String> values) implements GuestEdit {
    public Correct {
      values = Collections.unmodifiableMap(new EnumMap<>(values));
    }
  }

  /**
   * The ticket lets nobody in any more.
   *
   * @param any whether it may be a source's, and not only one that a desk added
   */
  record MakeVoid(boolean any) implements GuestEdit {}

  /**
   * A badge of the guest was printed.
   *
   * @param at by the device; the same time is the same badge
   */
  record PrintBadge(Instant at) implements GuestEdit {}

  /**
   * The ticket gets another code.
   *
   * @param key a random UUID, from which the code follows
   */
  record ReplaceCode(String key) implements GuestEdit {}
}
