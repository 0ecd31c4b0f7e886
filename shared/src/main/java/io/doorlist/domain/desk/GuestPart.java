package io.doorlist.domain.desk;

import java.util.List;

/**
 * Some of an event's guests, as they are now.
 *
 * @param version names how far this part goes; the next request reads on from there
 * @param more whether the next part can be read at once
 * @param whole whether this part is the beginning, so that the reader drops what it had
 */
public record GuestPart(List<Guest> guests, String version, boolean more, boolean whole) {
  public GuestPart {
    guests = List.copyOf(guests);
  }
}
