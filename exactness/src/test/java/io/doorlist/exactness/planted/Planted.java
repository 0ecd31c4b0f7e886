package io.doorlist.exactness.planted;

import io.doorlist.exactness.simulator.evening.Flaw;
import java.util.function.UnaryOperator;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Faults that a careless programmer could have made in the stores, planted around them. */
public enum Planted {
  NO_CONDITION_ON_MARK(CheckinFaults::noConditionOnMark),
  NO_CONDITION_ON_ROW(CheckinFaults::noConditionOnRow),
  READ_THEN_WRITE(CheckinFaults::readThenWrite),
  SINGLE_WRITES(CheckinFaults::singleWrites),
  NEW_TOKEN_AT_EVERY_SEND(CheckinFaults::newTokenAtEverySend),
  CONFLICT_AS_FAILED_CONDITION(CheckinFaults::conflictAsFailedCondition),
  MARK_OUTSIDE_TRANSACTION(CheckinFaults::markOutsideTransaction),
  PARTIAL_ORDER(CheckinFaults::partialOrder),
  UPLOAD_KEY_WITHOUT_PLACE(CheckinFaults::uploadKeyWithoutPlace),
  UPLOAD_KEEPS_ONE_KEY(CheckinFaults::uploadKeepsOneKey),
  UPLOAD_LOSES_A_MARK(CheckinFaults::uploadLosesAMark),
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
  UNDO_OF_ANY_LIST(Flaw.ofFunction(FunctionFaults::undoOfAnyList)),
  RECORD_WITHOUT_KEY(DoorFaults::recordWithoutKey),
  RECORD_NOT_KEPT(DoorFaults::recordNotKept),
  RECORD_OVER_KEY(DoorFaults::recordOverKey),
  LOOK_LETS_IN(Flaw.ofFunction(FunctionFaults::lookLetsIn)),
  LOOK_FROM_REPLICA(TermFaults::lookFromReplica),
  BATCH_OUT_OF_ORDER(Flaw.ofFunction(FunctionFaults::batchOutOfOrder)),
  BATCH_CUT_SHORT(Flaw.ofFunction(FunctionFaults::batchCutShort)),
  BATCH_WITH_NEW_KEYS(Flaw.ofFunction(FunctionFaults::batchWithNewKeys)),
  BATCH_FORGETS_OFFLINE(Flaw.ofFunction(FunctionFaults::batchForgetsOffline)),
  BATCH_REFUSES_WHAT_FAILED(Flaw.ofFunction(FunctionFaults::batchRefusesWhatFailed)),
  OFFLINE_BY_ARRIVAL(Flaw.ofFunction(FunctionFaults::offlineByArrival)),
  LIST_WINDOW_IGNORED(TermFaults::listWindowIgnored),
  TICKET_WINDOW_IGNORED(TermFaults::ticketWindowIgnored),
  BLOCK_IGNORED(TermFaults::blockIgnored),
  OLD_CODE_STAYS(TermFaults::oldCodeStays),
  VANISHED_STAYS(TermFaults::vanishedStays),
  TAG_OVER_HOLE(TagFaults::tagOverHole),
  EDITS_NOT_ANNOUNCED(TagFaults::editsNotAnnounced);

  private final Flaw flaw;

  Planted(UnaryOperator<DynamoDbClient> fault) {
    this(Flaw.ofTable(fault));
  }

  Planted(Flaw flaw) {
    this.flaw = flaw;
  }

  /** Returns the fault. */
  public Flaw flaw() {
    return flaw;
  }

  /** Returns the client with this fault. */
  public DynamoDbClient on(DynamoDbClient client) {
    return flaw.table().apply(client);
  }
}
