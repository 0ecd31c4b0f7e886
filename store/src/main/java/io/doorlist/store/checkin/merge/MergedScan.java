package io.doorlist.store.checkin.merge;

import io.doorlist.domain.Mode;
import io.doorlist.domain.Worded;
import io.doorlist.domain.checkin.CheckinCommand;
import io.doorlist.domain.checkin.CheckinOutcome;
import io.doorlist.domain.checkin.IdempotencyKey;
import io.doorlist.store.checkin.doubles.DoubleAdmissionStore;
import io.doorlist.store.checkin.passage.PassageRow;
import io.doorlist.store.checkin.ticket.CheckinMark;
import io.doorlist.store.checkin.ticket.ScanItems;
import io.doorlist.store.sequence.SequenceRow;
import io.doorlist.store.table.Item;
import io.doorlist.store.table.KeyParts;
import io.doorlist.store.table.TableSchema;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * A scan that let a ticket in or out, as a row of one table tells another of it: a check-in, a
 * passage or a double admission.
 *
 * @param kind where its row is
 * @param index of a check-in in its row, else 0
 * @param ticketId {@code null} for a double admission by an unknown code
 * @param door door time in milliseconds
 * @param at when the server took it, in milliseconds
 * @param facts of a double admission
 */
record MergedScan(
    String event,
    long list,
    Mode mode,
    Kind kind,
    long ordinal,
    int index,
    Long ticketId,
    String reference,
    boolean exit,
    String tokenId,
    String tokenName,
    Long gate,
    boolean qrCodeScanned,
    long door,
    long at,
    boolean undone,
    Item facts) {
  /** The row of a scan. */
  enum Kind {
    CHECK_IN,
    PASSAGE,
    DOUBLE
  }

  /**
   * What makes two scans the same one, whatever became of it: in one table it may be a check-in, in
   * another a later entry or a double admission.
   */
  record Name(
      String event, long list, Mode mode, boolean exit, Long ticketId, String tokenId, long door) {}

  /** Where a scan is in its table. */
  record Row(String event, long list, Mode mode, Kind kind, long ordinal, int index) {}

  Row row() {
    return new Row(event, list, mode, kind, ordinal, index);
  }

  Name name() {
    return new Name(event, list, mode, exit, ticketId, tokenId, door);
  }

  /** Returns whether only its row is carried: the server that took it found that it may not. */
  boolean isVerdict() {
    return kind == Kind.DOUBLE
        && !CheckinOutcome.ALREADY_CHECKED_IN.equals(facts.text(ScanItems.REASON));
  }

  /** Reads the scans of a row; none of a note, and of a double admission that is a passage too. */
  static List<MergedScan> of(KeyParts.ListRow key, Item item) {
    Mode mode = Worded.read(Mode.class, key.mode());
    List<MergedScan> scans = new ArrayList<>(1);
    if (key.log().equals(TableSchema.CHECKINS)) {
      List<CheckinMark.InRow> all = CheckinMark.all(SequenceRow.of(item));
      for (int index = 0; index < all.size(); index++) {
        CheckinMark mark = all.get(index).mark();
        scans.add(
            new MergedScan(
                key.event(),
                key.list(),
                mode,
                Kind.CHECK_IN,
                key.ordinal(),
                index,
                mark.ticketId(),
                mark.reference(),
                false,
                mark.tokenId(),
                mark.tokenName(),
                mark.gate(),
                mark.qrCodeScanned(),
                mark.doorTime().toEpochMilli(),
                mark.at().toEpochMilli(),
                all.get(index).undone(),
                null));
      }
    } else if (key.log().equals(TableSchema.PASSAGES)) {
      if (item.has(ScanItems.TICKET)) {
        scans.add(other(key, mode, Kind.PASSAGE, item, item.number(ScanItems.DOOR_TIME), null));
      }
    } else if (item.has(ScanItems.REASON) && !item.has(DoubleAdmissionStore.INSIDE_LIST)) {
      scans.add(other(key, mode, Kind.DOUBLE, item, doorOfDouble(item), item));
    }
    return scans;
  }

  private static MergedScan other(
      KeyParts.ListRow key, Mode mode, Kind kind, Item item, long door, Item facts) {
    return new MergedScan(
        key.event(),
        key.list(),
        mode,
        kind,
        key.ordinal(),
        0,
        item.numberOrNull(ScanItems.TICKET),
        item.text(ScanItems.REFERENCE),
        item.flag("exit"),
        item.text(ScanItems.BY),
        item.text(ScanItems.BY_NAME),
        item.numberOrNull(ScanItems.GATE),
        true,
        door,
        item.number(ScanItems.AT),
        item.flag(PassageRow.UNDONE),
        facts);
  }

  /** Returns when a device scanned that decided by itself; an impossible time does not count. */
  private static long doorOfDouble(Item item) {
    long at = item.number(ScanItems.AT);
    long scanned = item.has(ScanItems.SCANNED_AT) ? item.number(ScanItems.SCANNED_AT) : at;
    boolean impossible = scanned > at || scanned < at - CheckinCommand.CLOCK_BEHIND.toMillis();
    return impossible ? at : scanned;
  }

  /** Returns the request by which another table takes it: the upload of an offline scan. */
  CheckinCommand command(IdempotencyKey key, Instant deadline) {
    return new CheckinCommand(
        mode,
        tokenId,
        tokenName,
        false,
        qrCodeScanned,
        Instant.ofEpochMilli(door),
        key,
        deadline,
        gate,
        null);
  }
}
