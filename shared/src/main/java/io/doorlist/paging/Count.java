package io.doorlist.paging;

/**
 * The number of things in a list.
 *
 * @param version of what the list shows, unchanged while that is; {@code null} if there is none
 */
public record Count(long count, String version) {}
