package io.doorlist.store.checkin;

import io.doorlist.door.DoorDelta;

/**
 * What a phone gets for its door copy.
 *
 * @param have the version that the delta adds to, {@code null} if it starts again
 * @param version what the phone has with it
 * @param more whether there is more to ask for at once
 * @param whole whether copies of this version are equal
 * @param salt of the digests, fixed for the life of the list
 */
public record CopyPart(
    String have, String version, boolean more, boolean whole, byte[] salt, DoorDelta delta) {}
