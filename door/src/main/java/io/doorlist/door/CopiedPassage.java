package io.doorlist.door;

/** An entry or exit that is not a check-in, in a {@link DoorCopy}. The ordinal is its key there. */
public record CopiedPassage(long ordinal, long ticketId, Passage passage) {}
