package io.doorlist.domain.desk;

import io.doorlist.domain.order.GuestField;
import java.time.Instant;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/** A change that staff want to make to an existing guest. */
public sealed interface GuestEdit {
  /**
   * Replace values. {@code null} removes a value.
   *
   * @param values as text, see {@link io.doorlist.domain.order.Ticket#value}
   */
  record Correct(Map<GuestField, String> values) implements GuestEdit {
    public Correct {
      values = Collections.unmodifiableMap(new EnumMap<>(values));
    }
  }

  /**
   * Make the ticket void, so that it lets nobody in any more.
   *
   * @param any whether tickets from a shop or a guest list may be made void, too, not only those
   *     that a desk added
   */
  record MakeVoid(boolean any) implements GuestEdit {}

  /**
   * Note that a badge of the guest was printed.
   *
   * @param at when, by the device's clock; a request with the same time means the same badge
   */
  record PrintBadge(Instant at) implements GuestEdit {}

  /**
   * Give the ticket another code.
   *
   * @param key a random UUID, from which the new code is derived
   */
  record ReplaceCode(String key) implements GuestEdit {}
}
