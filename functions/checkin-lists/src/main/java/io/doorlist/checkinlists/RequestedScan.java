package io.doorlist.checkinlists;

import io.doorlist.domain.InvalidInputException;
import io.doorlist.domain.QrCode;
import io.doorlist.domain.checkin.Scan;

/**
 * One scan of a request, read.
 *
 * @param code as it was sent; "" if it is missing or no ticket can have it
 * @param scan {@code null} if the scan is invalid, as {@code refusal} says
 */
record RequestedScan(String code, boolean exit, Scan scan, InvalidInputException refusal) {
  static RequestedScan of(ScanFields said, Scan scan) {
    String code = QrCode.canBeAsked(said.code()) ? said.code() : "";
    return new RequestedScan(code, said.isExit(), scan, null);
  }

  String created() {
    return exit ? "exit" : "checkin";
  }

  boolean isOfflineEntry() {
    return !exit && !code.isEmpty() && !scan.online();
  }
}
