package io.doorlist.table;

/**
 * A change of an item. {@code before} has no attributes if the item is new, and {@code now} has
 * none if it is deleted.
 */
public record ItemChange(Key key, Item before, Item now) {}
