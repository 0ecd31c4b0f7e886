package io.doorlist.exactness.planted;

import java.util.function.UnaryOperator;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Faults that a careless hand could have left in the stores, put between them and the table. */
public enum Planted {
  NO_CONDITION_ON_MARK(CheckinFaults::noConditionOnMark),
  NO_CONDITION_ON_ROW(CheckinFaults::noConditionOnRow),
  READ_THEN_WRITE(CheckinFaults::readThenWrite),
  SINGLE_WRITES(CheckinFaults::singleWrites),
  NEW_TOKEN_AT_EVERY_SEND(CheckinFaults::newTokenAtEverySend),
  CONFLICT_AS_FAILED_CONDITION(CheckinFaults::conflictAsFailedCondition),
  MARK_OUTSIDE_TRANSACTION(CheckinFaults::markOutsideTransaction),
  PARTIAL_ORDER(CheckinFaults::partialOrder),
  KEY_NOT_BOUND_TO_TOKEN(KeyFaults::notBoundToToken),
  KEY_NOT_STORED(KeyFaults::notStored),
  KEYS_COLLIDE(KeyFaults::collide),
  KEY_WRITTEN_AFTERWARDS(KeyFaults::writtenAfterwards),
  ORDINAL_REUSED(SequenceFaults::ordinalReused),
  SETTLED_OVER_GAP(SequenceFaults::settledOverGap),
  VOID_COUNTED_AS_ROW(SequenceFaults::voidCountedAsRow),
  IRREGULAR_UNITS_LOST(SequenceFaults::irregularUnitsLost),
  COUNT_OFF_BY_ONE(SequenceFaults::countOffByOne),
  SETTLED_WITHOUT_CONDITION(SequenceFaults::settledWithoutCondition),
  STALE_READS(SequenceFaults::staleReads),
  UNDO_KEEPS_MARK(DoorFaults::undoKeepsMark),
  UNDO_KEEPS_ROW(DoorFaults::undoKeepsRow),
  UNDO_NOT_COUNTED(DoorFaults::undoNotCounted),
  UNDO_NOT_LOGGED(DoorFaults::undoNotLogged),
  UNDO_UNCONDITIONAL(DoorFaults::undoUnconditional),
  DOUBLE_WITHOUT_KEY(DoorFaults::doubleWithoutKey),
  DOUBLE_NOT_KEPT(DoorFaults::doubleNotKept),
  DOUBLE_OVER_KEY(DoorFaults::doubleOverKey),
  TAG_OVER_HOLE(TagFaults::tagOverHole),
  EDITS_NOT_ANNOUNCED(TagFaults::editsNotAnnounced);

  private final UnaryOperator<DynamoDbClient> fault;

  Planted(UnaryOperator<DynamoDbClient> fault) {
    this.fault = fault;
  }

  /** Returns the way to the table with this fault on it. */
  public DynamoDbClient on(DynamoDbClient client) {
    return fault.apply(client);
  }
}
