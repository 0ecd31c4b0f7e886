package io.doorlist.checkinlists;

import io.doorlist.domain.InvalidInputException;
import io.doorlist.domain.QrCode;
import io.doorlist.domain.checkin.Scan;
import io.doorlist.door.LinkedCode;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * One scan of a request, after it was read.
 *
 * @param code the code as it was sent; empty if it is missing or if no ticket can have it
 * @param order how many come in by the code of an order, or how many leave if somebody has counted;
 *     {@code null} if the request has no counts
 * @param withdrawn whether the device withdraws the scan, so that it does not count
 * @param scan {@code null} if the scan is invalid; then {@code refusal} says why
 * @param collected the money that a desk collected with the scan, in cents, or {@code null}
 */
record RequestedScan(
    String code,
    boolean exit,
    OfOrder order,
    boolean withdrawn,
    Scan scan,
    Long collected,
    InvalidInputException refusal) {
  /**
   * How many come in or leave by the code of an order.
   *
   * @param wanted how many tickets of each type
   * @param party whether a ticket's code counts as the code of its order
   */
  record OfOrder(SortedMap<String, Integer> wanted, boolean party) {}

  static RequestedScan of(ScanFields said, OfOrder order, Scan scan) {
    String code = QrCode.canBeAsked(said.code()) ? said.code() : "";
    return new RequestedScan(
        code, said.isExit(), order, said.isWithdrawn(), scan, said.collected(), null);
  }

  static RequestedScan refused(InvalidInputException refusal) {
    return new RequestedScan("", false, null, false, null, null, refusal);
  }

  /** Returns the name of the member of a batch's result that holds a successful answer. */
  String answered() {
    if (withdrawn) {
      return "withdrawal";
    }
    return exit ? "exit" : order != null ? "order" : "checkin";
  }

  /** Returns how many tickets of each type leave. The result is empty if nobody has counted. */
  SortedMap<String, Integer> leaving() {
    return order == null ? new TreeMap<>() : order.wanted;
  }

  /** Returns whether this is an entry of a ticket that the device decided itself. */
  boolean isOfflineEntry() {
    return !exit && !withdrawn && order == null && !code.isEmpty() && !scan.online();
  }

  /**
   * Returns a text that is the same for all scans of one ticket. If the code is a web address, only
   * its last part is used, because that may be the ticket's code.
   */
  String sequence() {
    return QrCode.digest(LinkedCode.lastPart(code).orElse(code));
  }
}
