package io.doorlist.door;

/** A passage in a copy that is not a check-in. The ordinal is its key in the copy. */
public record CopiedPassage(long ordinal, long ticketId, Passage passage) {}
