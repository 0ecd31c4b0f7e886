package io.doorlist.table;

/** A change of an item; what was not there, or is not any more, has no attributes. */
public record ItemChange(Key key, Item before, Item now) {}
