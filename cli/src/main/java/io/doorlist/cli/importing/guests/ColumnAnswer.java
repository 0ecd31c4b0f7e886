package io.doorlist.cli.importing.guests;

/**
 * What a column that decides says of a guest.
 *
 * @param column its name
 * @param word what the cell says, without a comment; empty if it says nothing, and {@code null} for
 *     a date
 * @param admission whether it lets the guest in
 * @param given whether it says that the guest comes, or does not
 */
record ColumnAnswer(String column, String word, Admission admission, boolean given) {}
