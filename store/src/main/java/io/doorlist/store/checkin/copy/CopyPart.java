package io.doorlist.store.checkin.copy;

import io.doorlist.door.DoorDelta;

/**
 * One part of a door copy, as a phone gets it.
 *
 * @param have the version that the delta adds to, {@code null} if the phone starts afresh
 * @param version what the phone has after adding it
 * @param more whether the phone should ask for more at once
 * @param whole whether all copies of this version are equal
 * @param salt of the digests, fixed for the life of the list
 */
public record CopyPart(
    String have, String version, boolean more, boolean whole, byte[] salt, DoorDelta delta) {}
