package io.doorlist.exactness.planted;

import io.doorlist.exactness.history.HistoryRule;
import io.doorlist.exactness.history.Violation;
import io.doorlist.exactness.simulator.CopySimulation;
import io.doorlist.exactness.simulator.DeskSimulation;
import io.doorlist.exactness.simulator.PassageSimulation;
import io.doorlist.exactness.simulator.SeedReport;
import io.doorlist.exactness.simulator.Simulation;
import io.doorlist.exactness.simulator.evening.Flaw;
import io.doorlist.exactness.simulator.evening.Flaw.Habit;
import io.doorlist.exactness.simulator.fault.ConsistentReads;
import io.doorlist.exactness.storm.Goodput;
import io.doorlist.exactness.storm.StormFault;
import io.doorlist.table.Engine;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** Faults that a careless programmer could have made in the stores, planted around them. */
enum Planted {
  NO_CONDITION_ON_MARK(
      table -> CheckinFaults.ofCheckins(table, all -> Writes.unconditional(all, Writes::isMark))),
  NO_CONDITION_ON_ROW(
      table -> CheckinFaults.ofCheckins(table, all -> Writes.unconditional(all, Writes::isRow))),
  READ_THEN_WRITE(CheckinFaults::readThenWrite),
  SINGLE_WRITES(CheckinFaults::singleWrites),
  NEW_TOKEN_AT_EVERY_SEND(CheckinFaults::newTokenAtEverySend),
  CONFLICT_AS_FAILED_CONDITION(CheckinFaults::conflictAsFailedCondition),
  MARK_OUTSIDE_TRANSACTION(table -> Writes.afterwards(table, Writes::isMark)),
  PARTIAL_ORDER(CheckinFaults::partialOrder),
  UPLOAD_KEY_WITHOUT_PLACE(CheckinFaults::uploadKeyWithoutPlace),
  UPLOAD_KEEPS_ONE_KEY(CheckinFaults::uploadKeepsOneKey),
  UPLOAD_LOSES_A_MARK(CheckinFaults::uploadLosesAMark),
  KEY_NOT_BOUND_TO_TOKEN(KeyFaults::notBoundToToken),
  KEY_NOT_STORED(table -> Writes.leavingOut(table, Writes::isKey)),
  KEYS_COLLIDE(KeyFaults::collide),
  KEY_WRITTEN_AFTERWARDS(table -> Writes.afterwards(table, Writes::isKey)),
  ORDINAL_REUSED(SequenceFaults::ordinalReused),
  SETTLED_OVER_GAP(SequenceFaults::settledOverGap),
  VOID_COUNTED_AS_ROW(SequenceFaults::voidCountedAsRow),
  IRREGULAR_UNITS_LOST(table -> Writes.leavingOut(table, Writes::isIrregular)),
  COUNT_OFF_BY_ONE(SequenceFaults::countOffByOne),
  SETTLED_WITHOUT_CONDITION(SequenceFaults::settledWithoutCondition),
  STALE_READS(table -> new ConsistentReads(table, false)),
  UNDO_KEEPS_MARK(table -> DoorFaults.undos(table, all -> Writes.without(all, DoorFaults::isMark))),
  UNDO_KEEPS_ROW(table -> DoorFaults.undos(table, all -> Writes.without(all, DoorFaults::isRow))),
  UNDO_NOT_COUNTED(
      table -> DoorFaults.undos(table, all -> Writes.without(all, DoorFaults::isHead))),
  UNDO_NOT_LOGGED(table -> DoorFaults.undos(table, all -> Writes.without(all, DoorFaults::isLog))),
  UNDO_UNCONDITIONAL(
      table -> DoorFaults.undos(table, all -> Writes.unconditional(all, each -> true))),
  UNDO_OF_ANY_LIST(Flaw.ofFunction(FunctionFaults::undoOfAnyList)),
  RECORD_WITHOUT_KEY(table -> DoorFaults.records(table, all -> Writes.without(all, Writes::isKey))),
  RECORD_NOT_KEPT(
      table -> DoorFaults.records(table, all -> Writes.without(all, DoorFaults::isRecord))),
  RECORD_OVER_KEY(
      table -> DoorFaults.records(table, all -> Writes.unconditional(all, Writes::isKey))),
  LOOK_LETS_IN(Flaw.ofFunction(FunctionFaults::lookLetsIn)),
  LOOK_FROM_REPLICA(TermFaults::lookFromReplica),
  BATCH_OUT_OF_ORDER(Flaw.ofFunction(FunctionFaults::batchOutOfOrder)),
  BATCH_CUT_SHORT(Flaw.ofFunction(FunctionFaults::batchCutShort)),
  BATCH_WITH_NEW_KEYS(Flaw.ofFunction(FunctionFaults::batchWithNewKeys)),
  BATCH_FORGETS_OFFLINE(Flaw.ofFunction(FunctionFaults::batchForgetsOffline)),
  /** A batch goes on with a ticket of which an earlier scan has no final answer. */
  BATCH_GOES_ON(
      Simulation::run, HistoryRule.BATCH_WHOLE, Flaw.ofFunction(FunctionFaults::batchGoesOn)),
  BATCH_REFUSES_WHAT_FAILED(Flaw.ofFunction(FunctionFaults::batchRefusesWhatFailed)),
  OFFLINE_BY_ARRIVAL(Flaw.ofFunction(FunctionFaults::offlineByArrival)),
  LIST_WINDOW_IGNORED(
      table -> TermFaults.reading(table, item -> item.without("opens_at", "closes_at"))),
  TICKET_WINDOW_IGNORED(table -> TermFaults.reading(table, item -> item.without("from", "until"))),
  BLOCK_IGNORED(table -> TermFaults.reading(table, item -> TermFaults.valid(item, "blocked"))),
  OLD_CODE_STAYS(table -> TermFaults.reading(table, item -> item.without("revoked"))),
  VANISHED_STAYS(TermFaults::vanishedStays),
  TAG_OVER_HOLE(ReadFaults::openPlaceForgotten),
  EDITS_NOT_ANNOUNCED(ReadFaults::editsNotAnnounced),
  /** Tickets leave a list, but no delta tells. */
  REMOVAL_NOT_NOTED(
      CopySimulation::run, HistoryRule.DOOR_COPY, table -> ReadFaults.withoutNotes(table, "gone")),
  /** Tickets change on a list, but no delta tells. */
  CHANGE_NOT_NOTED(
      CopySimulation::run,
      HistoryRule.DOOR_COPY,
      table -> ReadFaults.withoutNotes(table, "changed")),
  /** A poll is answered from an old HEAD. */
  VERSION_STANDS_STILL(CopySimulation::run, HistoryRule.DOOR_COPY, ReadFaults::headsStandStill),
  /** Guests change, but a desk is not told. */
  GUEST_CHANGE_NOT_NOTED(
      DeskSimulation::run,
      HistoryRule.GUESTS_WHOLE,
      table -> ReadFaults.withoutNotes(table, "changed")),
  /** Two requests with one key both add the guest. */
  GUEST_ADDED_TWICE(DeskSimulation::run, HistoryRule.ADDED_ONCE, CheckinFaults::guestAddedTwice),
  /** A guest is added, and then let in. */
  GUEST_LET_IN_AFTERWARDS(
      DeskSimulation::run, HistoryRule.ADDED_ONCE, CheckinFaults::guestLetInAfterwards),
  /** Whoever repeats a payment has paid twice. */
  PAYMENT_REPEATED(DeskSimulation::run, HistoryRule.PAID_ONCE, DeskFaults::paymentRepeated),
  /** An order is written as it was before somebody took money. */
  PAYMENT_OVERWRITTEN(DeskSimulation::run, HistoryRule.PAID_ONCE, DeskFaults::ordersUnconditional),
  /** What a desk took does not add up. */
  PAYMENT_NOT_ADDED_UP(
      DeskSimulation::run,
      HistoryRule.PAID_ONCE,
      table -> Writes.leavingOut(table, DeskFaults::isPayment)),
  /** The shop's next version undoes what staff corrected. */
  CORRECTION_FORGOTTEN(
      DeskSimulation::run, HistoryRule.CORRECTION_HOLDS, DeskFaults::correctionsForgotten),
  /** An order is written as it was before staff corrected it. */
  CORRECTION_OVERWRITTEN(
      DeskSimulation::run, HistoryRule.CORRECTION_HOLDS, DeskFaults::ordersUnconditional),
  /** A guest made void comes in. */
  VOID_NOT_KEPT(DeskSimulation::run, HistoryRule.CORRECTION_HOLDS, DeskFaults::voidNotKept),
  /** A row that a lagging replica does not have yet counts as missing. */
  LAGGING_REPLICA_BELIEVED(
      CopySimulation::run, HistoryRule.DOOR_COPY, ReadFaults::laggingReplicaBelieved),
  /** A place without a row is never read again. */
  OPEN_PLACE_FORGOTTEN(CopySimulation::run, HistoryRule.DOOR_COPY, ReadFaults::openPlaceForgotten),
  /** A poll of the pulse is answered from old HEADs. */
  PULSE_STANDS_STILL(CopySimulation::run, HistoryRule.PULSE, ReadFaults::headsStandStill),
  /** A pulse has a version although a place is open, which may become a row at any time. */
  PULSE_NAMED_OVER_HOLE(CopySimulation::run, HistoryRule.PULSE, ReadFaults::openPlaceForgotten),
  /** A reader of a log goes on beyond an open place. */
  LOG_READ_OVER_HOLE(CopySimulation::run, HistoryRule.LOG_WHOLE, ReadFaults::openPlaceForgotten),
  /** Check-ins are undone, but the sums do not change. */
  UNDO_NOT_TAKEN_OFF(
      CopySimulation::run, HistoryRule.PULSE, table -> ReadFaults.withoutNotes(table, "left")),
  /** An exit is confirmed, but no row has it. */
  EXIT_LOST(
      PassageSimulation::run,
      HistoryRule.ON_RECORD,
      table -> Writes.leavingOut(table, each -> PassageFaults.what(each).equals("exit"))),
  /** Passages are folded in the order in which they arrive. */
  FOLDED_BY_ARRIVAL(
      PassageSimulation::run,
      HistoryRule.DOOR_TIME,
      table -> PassageFaults.rows(table, PassageFaults::byArrival)),
  /** A late upload changes the number inside from now on, and not from when it was scanned. */
  PEAK_FORGETS_LATE_UPLOADS(
      PassageSimulation::run,
      HistoryRule.WALK,
      table -> PassageFaults.rows(table, PassageFaults::curveFromArrival)),
  /** An entry after the first counts twice. */
  REENTRY_COUNTS_TWICE(
      PassageSimulation::run,
      HistoryRule.WALK,
      table -> PassageFaults.rows(table, PassageFaults::entriesTwice)),
  /** Two phones at the same time overwrite what the other has added to a ticket's passages. */
  SET_OVERWRITTEN(PassageSimulation::run, HistoryRule.STATE, PassageFaults::unconditional),
  /** The undo of a passage overwrites what another phone has added. */
  UNDO_OVERWRITES_SET(PassageSimulation::run, HistoryRule.TABLE, PassageFaults::undoOverwrites),
  /** Two requests of a group that leaves write the same part. */
  PART_OF_GROUP_TWICE(
      PassageSimulation::run, HistoryRule.REPLAY_SAME, PassageFaults::partsUnconditional),
  /** A repeated request of a group that leaves does not find its later parts. */
  PARTS_OF_GROUP_FORGOTTEN(
      PassageSimulation::run, HistoryRule.REPLAY_SAME, PassageFaults::partsForgotten),
  /** Of a group of whom some leave, all do. */
  COUNTS_OF_EXIT_DROPPED(
      PassageSimulation::run, HistoryRule.ALL_OR_NOTHING, Flaw.ofPhones(Habit.COUNTS_DROPPED)),
  /** A passage is undone, but the counts do not change. */
  PASSAGE_UNDO_NOT_COUNTED(
      PassageSimulation::run, HistoryRule.WALK, table -> PassageFaults.undos(table, "tally")),
  /** An undo does not say which entries are open no more. */
  UNDO_FORGETS_TO_CLOSE(
      PassageSimulation::run, HistoryRule.OPEN, table -> PassageFaults.undos(table, "closes")),
  /** A passage does not say which entries are open from now on. */
  CHANGE_FORGETS_OPENS(
      PassageSimulation::run,
      HistoryRule.OPEN,
      table -> PassageFaults.rows(table, row -> row.without("opens"))),
  /** The rows of other passages keep saying what was true of them before. */
  OTHERS_NOT_MARKED(
      PassageSimulation::run,
      HistoryRule.OPEN,
      table -> Writes.leavingOut(table, PassageFaults::marksOthers)),
  /** Every door lets people in again, whatever its list says of re-entry. */
  REENTRY_RULE_IGNORED(
      PassageSimulation::run,
      HistoryRule.WALK,
      table -> TermFaults.reading(table, PassageFaults::alwaysAgain)),
  /** Nobody leaves when the area empties. */
  EMPTYING_IGNORED(
      PassageSimulation::run,
      HistoryRule.WALK,
      table -> TermFaults.reading(table, PassageFaults::neverEmpty)),
  /** The time of a scan is taken as the phone's clock says it. */
  CLOCK_NOT_CORRECTED(
      PassageSimulation::run,
      HistoryRule.DOOR_TIME,
      table -> PassageFaults.rows(table, PassageFaults::bySaidTime)),
  /** What the server decides late gets the time at which the phone scanned. */
  ONLINE_BY_SCAN(
      PassageSimulation::run,
      HistoryRule.DOOR_TIME,
      table ->
          PassageFaults.rows(
              table, row -> row.flag("online") ? PassageFaults.bySaidTime(row) : row)),
  /** A check-in is undone while passages of its ticket stand. */
  LATER_PASSAGES_IGNORED(PassageSimulation::run, HistoryRule.KEPT, PassageFaults.HastyUndo::new),
  /** Nothing is kept of a withdrawn scan that never arrived. */
  WITHDRAWAL_NOT_KEPT(PassageSimulation::run, HistoryRule.WITHDRAWN, WithdrawalFaults::notKept),
  /** Two withdrawals at once undo the same. */
  WITHDRAWN_TWICE(PassageSimulation::run, null, WithdrawalFaults::undoneTwice),
  /** The new token of a phone cannot withdraw what the old one let in. */
  WITHDRAWN_BY_ITS_TOKEN_ONLY(
      PassageSimulation::run, HistoryRule.WITHDRAWN, WithdrawalFaults::ownTokenOnly),
  /** A request that arrives after the withdrawal of its scan is recorded. */
  LATE_REQUEST_RECORDED(
      PassageSimulation::run, HistoryRule.WITHDRAWN, WithdrawalFaults::lateRecorded),
  /** Phones leave it at a refusal, though the transport may repeat the request. */
  REFUSAL_NOT_WITHDRAWN(
      PassageSimulation::run, HistoryRule.WITHDRAWN, Flaw.ofPhones(Habit.REFUSED_IS_OVER)),
  /** A check-in cannot be withdrawn, as its ticket came in again. */
  WITHDRAWAL_HELD_UP(
      PassageSimulation::run, HistoryRule.WITHDRAWN, WithdrawalFaults::notOverPassages),
  /** Of a group that leaves in parts, only the first is undone. */
  PART_OF_GROUP_NOT_WITHDRAWN(
      PassageSimulation::run, HistoryRule.WITHDRAWN, WithdrawalFaults::laterPartsLeft),
  UPLOADS_ALONE(StormFault.UPLOADS_ALONE),
  UPLOADS_AS_LIVE(StormFault.UPLOADS_AS_LIVE),
  NO_BACK_OFF(StormFault.NO_BACK_OFF),
  NO_PATIENCE(StormFault.NO_PATIENCE);

  private final Hunt hunt;

  /** The rule that it breaks, {@code null} for any. */
  private final HistoryRule rule;

  /** What one seed comes to with a fault. */
  private interface Hunt {
    SeedReport run(long seed, boolean traced, Flaw flaw);
  }

  private final Flaw flaw;

  Planted(Hunt hunt, HistoryRule rule, UnaryOperator<Engine> fault) {
    this(hunt, rule, Flaw.ofTable(fault));
  }

  Planted(UnaryOperator<Engine> fault) {
    this(Flaw.ofTable(fault));
  }

  Planted(Flaw flaw) {
    this(Simulation::run, null, flaw);
  }

  Planted(StormFault fault) {
    this((seed, traced, none) -> Goodput.run(seed, traced, fault), HistoryRule.GOODPUT, Flaw.NONE);
  }

  Planted(Hunt hunt, HistoryRule rule, Flaw flaw) {
    this.hunt = hunt;
    this.rule = rule;
    this.flaw = flaw;
  }

  /** Returns whether it is one of storms, which take a hundred times as long as evenings. */
  boolean isOfStorms() {
    return rule == HistoryRule.GOODPUT;
  }

  /** Returns the rules by which a seed catches it. */
  Set<HistoryRule> caught(long seed) {
    return hunt.run(seed, false, flaw).violations().stream()
        .map(Violation::rule)
        .filter(each -> rule == null || rule == each)
        .collect(Collectors.toSet());
  }
}
