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
import java.util.function.Predicate;

/**
 * Decides which scans of a queue go to the service next, and in which request. A queue begins with
 * its oldest scan. {@code areaOf} returns a text that identifies the area into which a list leads.
 */
public final class NextScans {
  /** The maximum number of scans in a request. */
  private static final int MAX_SCANS = 100;

  /**
   * The maximum size of all scans in a request. A request may have 64 KB, and the rest is for its
   * other members.
   */
  private static final int MAX_BYTES = 56_000;

  private static final int BYTES_BESIDE_CODE = 260;
  private static final int BYTES_OF_CHARACTER = 6;

  private final Retries retries;
  private final Predicate<DoorScan> known;

  /**
   * @param known says whether a copy has the code of a scan; if so, the code is a ticket's
   */
  public NextScans(Retries retries, Predicate<DoorScan> known) {
    this.retries = retries;
    this.known = known;
  }

  /**
   * Returns whether the code of a scan may be an order's. An exit by an order's code needs no
   * counts if all leave. Then only a copy can tell that the code is a ticket's.
   */
  boolean mayBeOrder(DoorScan scan) {
    return scan.order() || (scan.exit() && !known.test(scan));
  }

  private boolean isUnsaid(DoorScan scan) {
    return !scan.order() && mayBeOrder(scan);
  }

  /**
   * Returns the requests by which the service is asked about a scan. Before this scan come all
   * earlier scans of the queue that may be about the same people (see {@link #mayConcern}). Each
   * request has scans of one list.
   */
  public List<List<KeptScan>> upTo(
      Collection<KeptScan> queue, KeptScan asked, Function<String, String> areaOf) {
    List<List<KeptScan>> requests = new ArrayList<>();
    List<KeptScan> request = new ArrayList<>();
    for (KeptScan scan : queue) {
      boolean before = scan.stage() != Stage.ASKED && mayConcern(scan, asked.scan(), areaOf);
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

  /**
   * Returns whether a queued scan may be about the same people as another scan. The code of an
   * order may stand for any ticket.
   */
  boolean mayConcern(KeptScan queued, DoorScan scan, Function<String, String> areaOf) {
    DoorScan other = queued.scan();
    return !queued.setAside()
        && areaOf.apply(other.list()).equals(areaOf.apply(scan.list()))
        && (other.code().equals(scan.code()) || mayBeOrder(other) || mayBeOrder(scan));
  }

  /**
   * Returns whether a scan can be added to a request. All scans of the stage {@link Stage#TOLD} in
   * a request must share one clock correction. The service handles the tickets of a request at the
   * same time. So an exit whose code may be an order's must not share a request with other codes.
   */
  private boolean fits(List<KeptScan> request, KeptScan more) {
    int bytes = bytes(more);
    for (KeptScan each : request) {
      bytes += bytes(each);
      boolean otherClock =
          each.stage() == Stage.TOLD && more.stage() == Stage.TOLD && each.clock() != more.clock();
      boolean otherCode = !each.scan().code().equals(more.scan().code());
      if (otherClock || (otherCode && (isUnsaid(each.scan()) || isUnsaid(more.scan())))) {
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
   * Returns the scans to send now, in one request. They are the oldest scan that is due, and
   * further scans of its list. No scan overtakes an earlier scan that may be about the same people.
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

  /** The scans of an area that stay in the queue, which later scans must not overtake. */
  private final class Held {
    private final Set<String> codes = new HashSet<>();
    private boolean order;

    boolean holds(DoorScan scan) {
      return order || codes.contains(scan.code()) || (!codes.isEmpty() && mayBeOrder(scan));
    }

    void hold(DoorScan scan) {
      codes.add(scan.code());
      order = order || mayBeOrder(scan);
    }
  }

  /**
   * Returns when the next scan is due. It is the largest {@code long} if no scan waits to be sent.
   */
  public long dueAt(Collection<KeptScan> queue) {
    long due = Long.MAX_VALUE;
    for (KeptScan scan : queue) {
      if (!scan.setAside() && scan.stage() != Stage.ASKED) {
        due = Math.min(due, retries.notBefore(scan.scan().key()));
      }
    }
    return due;
  }
}
