package io.doorlist.phone;

import io.doorlist.phone.KeptScan.Stage;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * Decides which scans of a queue go to the service next, in which request. Queues are given with
 * the oldest scan first; {@code areaOf} returns a word for the area into which a list leads.
 */
public final class NextScans {
  /** The most scans of a request. */
  private static final int MAX_SCANS = 100;

  /** Less than the 64 KB of a request, which leaves room for what is beside the scans. */
  private static final int MAX_BYTES = 56_000;

  private static final int BYTES_BESIDE_CODE = 260;
  private static final int BYTES_OF_CHARACTER = 6;

  private final Retries retries;

  public NextScans(Retries retries) {
    this.retries = retries;
  }

  /**
   * Returns what is sent before and with a scan that the service is asked about, in requests of one
   * list each. That is what is queued of its code in its area, and the codes of orders, which may
   * stand for its ticket. The scan is the last.
   */
  public List<List<KeptScan>> upTo(
      Collection<KeptScan> queue, KeptScan asked, Function<String, String> areaOf) {
    String area = areaOf.apply(asked.scan().list());
    List<List<KeptScan>> requests = new ArrayList<>();
    List<KeptScan> request = new ArrayList<>();
    for (KeptScan scan : queue) {
      boolean before =
          scan.stage() != Stage.ASKED
              && !scan.setAside()
              && areaOf.apply(scan.scan().list()).equals(area)
              && mayConcern(scan.scan(), asked.scan());
      if (before || scan == asked) {
        if (!request.isEmpty() && !fits(request, scan)) {
          requests.add(request);
          request = new ArrayList<>();
        }
        request.add(scan);
      }
      if (scan == asked) {
        break;
      }
    }
    requests.add(request);
    return requests;
  }

  private static boolean mayConcern(DoorScan a, DoorScan b) {
    return a.code().equals(b.code()) || a.order() || b.order();
  }

  /** Returns whether a request takes one scan more; told ones of a request share their clock. */
  private boolean fits(List<KeptScan> request, KeptScan more) {
    int bytes = bytes(more);
    for (KeptScan each : request) {
      bytes += bytes(each);
      if (each.stage() == Stage.TOLD
          && more.stage() == Stage.TOLD
          && each.clock() != more.clock()) {
        return false;
      }
    }
    return request.size() < MAX_SCANS
        && bytes <= MAX_BYTES
        && request.get(0).scan().list().equals(more.scan().list())
        && !retries.alone(request.get(0).scan().key())
        && !retries.alone(more.scan().key());
  }

  private static int bytes(KeptScan scan) {
    int types = scan.scan().counts().keySet().stream().mapToInt(String::length).sum();
    return BYTES_BESIDE_CODE + BYTES_OF_CHARACTER * (scan.scan().code().length() + types);
  }

  /**
   * Returns what to send now, in one request: the oldest scan that is due, and more of its list. No
   * scan overtakes an earlier one of its code, or of an order, in its area.
   */
  public List<KeptScan> due(Collection<KeptScan> queue, long now, Function<String, String> areaOf) {
    List<KeptScan> request = new ArrayList<>();
    Map<String, Held> held = new HashMap<>();
    for (KeptScan scan : queue) {
      if (scan.setAside()) {
        continue;
      }
      Held behind = held.computeIfAbsent(areaOf.apply(scan.scan().list()), area -> new Held());
      boolean goes =
          scan.stage() != Stage.ASKED
              && retries.notBefore(scan.scan().key()) <= now
              && !behind.holds(scan.scan())
              && (request.isEmpty() || fits(request, scan));
      if (goes) {
        request.add(scan);
      } else {
        behind.hold(scan.scan());
      }
    }
    return request;
  }

  /** What an area's later scans must not overtake. */
  private static final class Held {
    private final Set<String> codes = new HashSet<>();
    private boolean order;

    boolean holds(DoorScan scan) {
      return order || codes.contains(scan.code()) || (scan.order() && !codes.isEmpty());
    }

    void hold(DoorScan scan) {
      codes.add(scan.code());
      order |= scan.order();
    }
  }

  /** Returns when the next scan is due, at the earliest; the largest number if none will be. */
  public long dueAt(Collection<KeptScan> queue) {
    return queue.stream()
        .filter(scan -> !scan.setAside() && scan.stage() != Stage.ASKED)
        .mapToLong(scan -> retries.notBefore(scan.scan().key()))
        .min()
        .orElse(Long.MAX_VALUE);
  }
}
