package io.doorlist.store.checkin.copy;

import io.doorlist.door.DoorDelta;

/**
 * One part of a door copy, as a phone gets it.
 *
 * @param have the version to which the delta is added; {@code null} if the phone starts afresh
 * @param version the version that the phone has afterwards
 * @param more whether the phone should ask for more at once
 * @param whole whether all copies of this version are equal
 * @param salt the salt of the digests, which stays the same as long as the list exists
 */
public record CopyPart(
    String have, String version, boolean more, boolean whole, byte[] salt, DoorDelta delta) {}
