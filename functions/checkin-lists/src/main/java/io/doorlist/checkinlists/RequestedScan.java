package io.doorlist.checkinlists;

import io.doorlist.domain.InvalidInputException;
import io.doorlist.domain.QrCode;
import io.doorlist.domain.checkin.Scan;
import io.doorlist.door.LinkedCode;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * One scan of a request, read.
 *
 * @param code as it was sent; "" if it is missing or no ticket can have it
 * @param order of the code of an order, who comes in, or who leaves if somebody has counted;
 *     otherwise {@code null}
 * @param withdrawn whether the scan shall not count
 * @param scan {@code null} if the scan is invalid, as {@code refusal} says
 */
record RequestedScan(
    String code,
    boolean exit,
    OfOrder order,
    boolean withdrawn,
    Scan scan,
    InvalidInputException refusal) {
  /**
   * Who comes in or leaves by the code of an order.
   *
   * @param wanted ticket type to how many
   * @param party whether the code of a ticket stands for its order
   */
  record OfOrder(SortedMap<String, Integer> wanted, boolean party) {}

  static RequestedScan of(ScanFields said, OfOrder order, Scan scan) {
    String code = QrCode.canBeAsked(said.code()) ? said.code() : "";
    return new RequestedScan(code, said.isExit(), order, said.isWithdrawn(), scan, null);
  }

  static RequestedScan refused(InvalidInputException refusal) {
    return new RequestedScan("", false, null, false, null, refusal);
  }

  /** Returns the member of a batch's result that has the answer. */
  String answered() {
    if (withdrawn) {
      return "withdrawal";
    }
    return exit ? "exit" : order != null ? "order" : "checkin";
  }

  /** Returns ticket type to how many leave; empty if nobody has counted. */
  SortedMap<String, Integer> leaving() {
    return order == null ? new TreeMap<>() : order.wanted;
  }

  /** Returns whether the device tells of an entry of a ticket. */
  boolean isOfflineEntry() {
    return !exit && !withdrawn && order == null && !code.isEmpty() && !scan.online();
  }

  /**
   * Returns what scans of one ticket have in common. The last part of a web address may be its
   * code.
   */
  String sequence() {
    return QrCode.digest(LinkedCode.lastPart(code).orElse(code));
  }
}
