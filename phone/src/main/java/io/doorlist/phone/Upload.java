package io.doorlist.phone;

import io.doorlist.phone.KeptScan.Stage;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A request that brings scans to the service. In the API it is {@code createCheckins}.
 *
 * @param scans of one list, the oldest first
 */
record Upload(List<KeptScan> scans) {
  Upload {
    scans = List.copyOf(scans);
  }

  String list() {
    return scans.get(0).scan().list();
  }

  /**
   * Returns by how many milliseconds the phone's clock was corrected when the scans of the stage
   * {@link Stage#TOLD} were made. They all share this value. Without such a scan, the result is
   * {@code otherwise}.
   */
  long clock(long otherwise) {
    long clock = otherwise;
    for (KeptScan each : scans) {
      clock = each.stage() == Stage.TOLD ? each.clock() : clock;
    }
    return clock;
  }

  /**
   * Returns the request's body.
   *
   * @param queue all queued scans; the body says how many of them still wait after this request,
   *     because the board shows that
   */
  String body(Collection<KeptScan> queue) {
    List<Object> items = new ArrayList<>();
    for (KeptScan each : scans) {
      items.add(item(each));
    }
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("scans", items);
    long waiting = told(queue) - told(scans);
    if (waiting > 0) {
      body.put("waiting", waiting);
    }
    return Json.write(body);
  }

  private long told(Collection<KeptScan> some) {
    return some.stream()
        .filter(each -> each.stage() == Stage.TOLD && each.scan().list().equals(list()))
        .count();
  }

  private static Map<String, Object> item(KeptScan each) {
    DoorScan scan = each.scan();
    Map<String, Object> item = new LinkedHashMap<>();
    // At an exit, an order's code is sent in the same member as a ticket's.
    item.put(scan.order() && !scan.exit() ? "order_qr_token" : "ticket_qr_token", scan.code());
    if (scan.order()) {
      Map<String, Object> counts = new TreeMap<>();
      scan.counts().forEach((type, count) -> counts.put(type, (long) count));
      item.put("tickets", counts);
    }
    if (scan.order() && !scan.exit()) {
      item.put("party", true);
    }
    if (scan.exit()) {
      item.put("type", "exit");
    }
    item.put("idempotency_key", scan.key());
    item.put("scanned_at", Timestamps.text(scan.at()));
    if (!scan.read()) {
      item.put("qr_code_scanned", false);
    }
    if (each.stage() == Stage.TOLD) {
      item.put("online", false);
    } else if (each.stage() == Stage.WITHDRAWN) {
      item.put("withdrawn", true);
    }
    return item;
  }

  /** Leaves the codes out, so that no log has them. */
  @Override
  public String toString() {
    return "Upload[" + scans.size() + "]";
  }
}
