package io.doorlist.json;

/**
 * What the staff at a device read about guests, and in which language.
 *
 * @param language the language of the staff, such as {@code de}
 * @param notes whether staff see the notes about guests, or only that a guest has one
 */
public record StaffView(String language, boolean notes) {}
