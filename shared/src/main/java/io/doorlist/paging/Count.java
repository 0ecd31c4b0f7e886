package io.doorlist.paging;

/**
 * How many things a list has.
 *
 * @param version names what the list shows, and stays as long as that does; {@code null} where it
 *     cannot be said
 */
public record Count(long count, String version) {}
