package io.doorlist.phone;

import io.doorlist.phone.KeptScan.Stage;
import io.doorlist.phone.Outgoing.Purpose;
import io.doorlist.phone.Outgoing.Sent;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Writes the requests about scans. A request brings the scan of a guest who waits, brings scans of
 * the queue, or asks what the verdict on a code would be.
 */
final class ScanRequests {
  private static final int REQUEST_MILLIS = 10_000;
  private static final int BATCH_MILLIS = 25_000;
  private static final int LOOK_MILLIS = 5_000;

  private final Outgoing outgoing;
  private final KnownLists lists;
  private final ServiceClock clock;
  private final ScanQueue queue;

  ScanRequests(Outgoing outgoing, KnownLists lists, ServiceClock clock, ScanQueue queue) {
    this.outgoing = outgoing;
    this.lists = lists;
    this.clock = clock;
    this.queue = queue;
  }

  /**
   * Sends {@code scans} in one request. They end with the guest's scan, or must be sent before it.
   * A scan alone is sent as a single check-in, because the service accepts more single check-ins
   * per second.
   */
  void ask(DoorScan scan, List<KeptScan> scans, long now) {
    boolean alone = scans.size() == 1 && scans.get(0).stage() == Stage.ASKED;
    if (!alone || scan.order() || scan.code().contains("://")) {
      upload(new Sent(Purpose.ASK, scan.key(), scans, now), REQUEST_MILLIS);
      return;
    }
    String path =
        lists.path(scan.list())
            + "/tickets/"
            + CodePath.of(scan.code())
            + "/checkins?scanned_at="
            + Percent.encoded(Timestamps.text(scan.at()))
            + (scan.read() ? "" : "&qr_code_scanned=false");
    Map<String, String> headers = new TreeMap<>();
    headers.put("Idempotency-Key", scan.key());
    headers.put("X-Device-Time", Timestamps.text(clock.time(now)));
    Sent sent = new Sent(Purpose.ASK_ONE, scan.key(), scans, now);
    outgoing.add(sent, "POST", path, headers, "", REQUEST_MILLIS);
  }

  /** Sends scans of the queue. */
  void drain(List<KeptScan> due, long now) {
    upload(new Sent(Purpose.DRAIN, "", due, now), BATCH_MILLIS);
  }

  private void upload(Sent sent, int millis) {
    Upload upload = new Upload(sent.scans());
    Map<String, String> headers = new TreeMap<>();
    headers.put("Content-Type", "application/json");
    headers.put("X-Device-Time", Timestamps.text(sent.at() + upload.clock(clock.correction())));
    String path = lists.path(upload.list()) + "/checkins";
    outgoing.add(sent, "POST", path, headers, upload.body(queue.all()), millis);
  }

  /** Asks what the verdict on a code would be. The scan says who waits for the answer. */
  void look(DoorScan scan, String code, long now) {
    String path = lists.path(scan.list()) + "/tickets/" + CodePath.of(code);
    Sent sent = new Sent(Purpose.LOOK, scan.key(), List.of(), now);
    outgoing.add(sent, "GET", path, Map.of(), "", LOOK_MILLIS);
  }
}
