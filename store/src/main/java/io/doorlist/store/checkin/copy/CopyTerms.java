package io.doorlist.store.checkin.copy;

/**
 * What a list's definition says about its copies.
 *
 * @param words the texts of the list, which are part of a copy
 * @param passages whether copies have passages, which they do if the list has an area or re-entry
 */
public record CopyTerms(byte[] words, boolean passages) {}
