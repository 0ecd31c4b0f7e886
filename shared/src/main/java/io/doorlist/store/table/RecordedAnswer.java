package io.doorlist.store.table;

/**
 * What the table answered once.
 *
 * @param operation as DynamoDB calls it, such as {@code GetItem}
 * @param body the answer's, as it came
 */
public record RecordedAnswer(String operation, byte[] body) {}
