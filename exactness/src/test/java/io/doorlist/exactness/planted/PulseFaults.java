package io.doorlist.exactness.planted;

import java.util.function.UnaryOperator;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Faults in the data of the pulse, and in the answer that it is unchanged. */
public enum PulseFaults {
  /** A poll is answered from old HEADs. */
  HEADS_STAND_STILL(CopyFaults.VERSION_STANDS_STILL::on),
  /** A pulse has a version although a place is open, which may become a row at any time. */
  NAMED_OVER_HOLE(CopyFaults.OPEN_PLACE_FORGOTTEN::on),
  /** Check-ins are undone, but the sums do not change. */
  UNDO_NOT_TAKEN_OFF(client -> CopyFaults.withoutNotes(client, "left"));

  private final UnaryOperator<DynamoDbClient> fault;

  PulseFaults(UnaryOperator<DynamoDbClient> fault) {
    this.fault = fault;
  }

  /** Returns the client with this fault. */
  public DynamoDbClient on(DynamoDbClient client) {
    return fault.apply(client);
  }
}
