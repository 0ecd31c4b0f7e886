package io.doorlist.paging;

/**
 * The number of things in a list.
 *
 * @param version names what the list shows, and changes when that changes; {@code null} if there is
 *     no version
 */
public record Count(long count, String version) {}
