package io.doorlist.domain.desk;

import java.util.List;

/**
 * Some of an event's guests, as they are now.
 *
 * @param version how far this goes, to go on from there
 * @param more whether there is more to read now
 * @param whole whether this begins anew
 */
public record GuestPart(List<Guest> guests, String version, boolean more, boolean whole) {
  public GuestPart {
    guests = List.copyOf(guests);
  }
}
