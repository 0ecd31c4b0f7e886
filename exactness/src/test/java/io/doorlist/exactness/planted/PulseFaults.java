package io.doorlist.exactness.planted;

import java.util.function.UnaryOperator;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Faults in what the pulse is made of, and in what says that it is unchanged. */
public enum PulseFaults {
  /** A poll is answered by HEADs that were read before. */
  HEADS_STAND_STILL(CopyFaults.VERSION_STANDS_STILL::on),
  /** A pulse is named though a place is open, which may become a row at any time. */
  NAMED_OVER_HOLE(CopyFaults.OPEN_PLACE_FORGOTTEN::on),
  /** Check-ins are undone, but the sums do not learn of it. */
  UNDO_NOT_TAKEN_OFF(client -> CopyFaults.withoutNotes(client, "left"));

  private final UnaryOperator<DynamoDbClient> fault;

  PulseFaults(UnaryOperator<DynamoDbClient> fault) {
    this.fault = fault;
  }

  /** Returns the way to the table with this fault on it. */
  public DynamoDbClient on(DynamoDbClient client) {
    return fault.apply(client);
  }
}
