package io.doorlist.door;

/**
 * A passage in a copy that is no check-in.
 *
 * @param ordinal among the list's passages, its key in the copy
 * @param ticketId of the ticket that came or went
 */
public record CopiedPassage(long ordinal, long ticketId, Passage passage) {}
