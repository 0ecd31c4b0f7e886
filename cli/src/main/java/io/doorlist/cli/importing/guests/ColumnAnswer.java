package io.doorlist.cli.importing.guests;

/**
 * What a {@linkplain DecidingColumn deciding column} says of a guest.
 *
 * @param column the column's name
 * @param word what the cell says, without a comment; empty if it says nothing, and {@code null} for
 *     a date
 * @param admission whether the cell lets the guest in
 * @param given whether the cell has an answer at all, such as yes or no
 */
record ColumnAnswer(String column, String word, Admission admission, boolean given) {}
