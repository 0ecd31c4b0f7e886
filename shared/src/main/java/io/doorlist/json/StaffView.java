package io.doorlist.json;

/**
 * How answers tell the staff at a device about guests.
 *
 * @param language in which they read, such as {@code de}
 * @param notes whether they read the notes of guests, or only that there is one
 */
public record StaffView(String language, boolean notes) {}
