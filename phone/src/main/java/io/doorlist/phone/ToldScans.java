package io.doorlist.phone;

import io.doorlist.phone.KeptScan.Stage;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Records what guests are told about their scans, and what is taken back. Both go into the queue
 * for the service, and into the phone's copies of lists. If a copy decides that a guest comes in,
 * the guest is told so only after the scan is stored.
 */
final class ToldScans {
  private final ScanQueue queue;
  private final Copies copies;
  private final Map<String, DoorScan> toKeep = new LinkedHashMap<>();
  private Map<String, DoorScan> keeping = new LinkedHashMap<>();

  ToldScans(ScanQueue queue, Copies copies) {
    this.queue = queue;
    this.copies = copies;
  }

  /** Records that the copy lets somebody in. The guest must not be told before this is stored. */
  void letIn(DoorScan scan, long clock) {
    tell(scan, clock);
    toKeep.put(scan.key(), scan);
  }

  /** Records that somebody is in or out, so that the service is told. */
  void tell(DoorScan scan, long clock) {
    if (isQueued(scan)) {
      queue.become(scan.key(), Stage.TOLD);
    } else {
      queue.add(scan, Stage.TOLD, clock);
    }
    copies.note(scan);
  }

  /** Takes a scan back, whatever its result was. */
  void withdraw(DoorScan scan, long clock) {
    toKeep.remove(scan.key());
    if (isQueued(scan)) {
      queue.become(scan.key(), Stage.WITHDRAWN);
    } else {
      queue.add(scan, Stage.WITHDRAWN, clock);
    }
    copies.leaveOut(scan);
  }

  private boolean isQueued(DoorScan scan) {
    return queue.find(scan.key()).isPresent();
  }

  /** Notes that all scans recorded until now are being written. */
  void writing() {
    keeping = new LinkedHashMap<>(toKeep);
    toKeep.clear();
  }

  /**
   * Notes whether writing succeeded.
   *
   * @return the scans whose guests cannot be let in, because the scans could not be stored
   */
  List<DoorScan> written(boolean done, long clock) {
    List<DoorScan> unkept = done ? List.of() : new ArrayList<>(keeping.values());
    unkept.forEach(scan -> withdraw(scan, clock));
    keeping = new LinkedHashMap<>();
    return unkept;
  }
}
