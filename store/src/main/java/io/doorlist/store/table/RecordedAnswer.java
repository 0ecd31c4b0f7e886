package io.doorlist.store.table;

/**
 * A recorded answer of the table.
 *
 * @param operation its name in DynamoDB, such as {@code GetItem}
 * @param body of the answer
 */
public record RecordedAnswer(String operation, byte[] body) {}
