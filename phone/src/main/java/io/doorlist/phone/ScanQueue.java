package io.doorlist.phone;

import io.doorlist.phone.KeptScan.Stage;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;

/** The scans that the service does not have yet as the guests were told, the oldest first. */
final class ScanQueue {
  private static final String NAME = "scan/";

  /** The most scans of a request. */
  private static final int MAX_SCANS = 100;

  /** Less than the 64 KB of a request, which leaves room for what is beside the scans. */
  private static final int MAX_BYTES = 56_000;

  private static final int BYTES_BESIDE_CODE = 260;
  private static final int BYTES_OF_CHARACTER = 6;

  private final KeptValues kept;
  private final Map<String, KeptScan> scans = new LinkedHashMap<>();
  private final Map<String, Retry> retries = new HashMap<>();
  private final List<DoorScan> interrupted = new ArrayList<>();
  private long next;

  /** When a scan is sent again; {@code alone} if the service could not read it beside others. */
  private record Retry(int attempts, long notBefore, boolean alone) {
    static final Retry NONE = new Retry(0, 0, false);
  }

  /**
   * Reads what was kept. Whoever was asked about when the app died was shown nothing, so that scan
   * is withdrawn. What was set aside is tried again: perhaps the token is another now.
   */
  ScanQueue(KeptValues kept) {
    this.kept = kept;
    Map<Long, KeptScan> sorted = new TreeMap<>();
    kept.each(
        NAME,
        (key, text) -> {
          KeptScan scan = KeptScan.read(text);
          sorted.put(scan.number(), scan);
        });
    for (KeptScan scan : sorted.values()) {
      if (scan.stage() == Stage.ASKED) {
        interrupted.add(scan.scan());
      }
      keep(scan.as(scan.stage() == Stage.ASKED ? Stage.WITHDRAWN : scan.stage()));
      next = scan.number() + 1;
    }
  }

  /** Returns the scans that were asked about when the app died. */
  List<DoorScan> interrupted() {
    return interrupted;
  }

  KeptScan add(DoorScan scan, Stage stage, long clock) {
    KeptScan added = new KeptScan(scan, stage, next++, clock, "");
    keep(added);
    return added;
  }

  private void keep(KeptScan scan) {
    scans.put(scan.scan().key(), scan);
    kept.put(NAME + scan.scan().key(), scan.text());
  }

  Optional<KeptScan> find(String key) {
    return Optional.ofNullable(scans.get(key));
  }

  Collection<KeptScan> all() {
    return new ArrayList<>(scans.values());
  }

  void become(String key, Stage stage) {
    retries.remove(key);
    find(key).ifPresent(scan -> keep(scan.as(stage)));
  }

  void setAside(String key, String problem) {
    find(key).ifPresent(scan -> keep(scan.aside(problem)));
  }

  void remove(String key) {
    scans.remove(key);
    retries.remove(key);
    kept.put(NAME + key, "");
  }

  /** Sends a scan again later. */
  void later(String key, int status, long retryAfterSeconds, long now, double spread) {
    Retry before = retries.getOrDefault(key, Retry.NONE);
    long wait =
        Math.max(retryAfterSeconds * 1_000, BackOff.millis(before.attempts + 1, status, spread));
    retries.put(key, new Retry(before.attempts + 1, now + wait, before.alone));
  }

  /** Sends a scan in a request of its own from now on. */
  void sendAlone(String key) {
    retries.put(key, new Retry(0, 0, true));
  }

  /** Sends all at once that waits for another try: the service answers again. */
  void hurry() {
    retries.replaceAll((key, retry) -> new Retry(retry.attempts, 0, retry.alone));
  }

  /**
   * Returns what is sent before and with a scan that the service is asked about, in requests of one
   * list each: what is queued of its code in its area, and the codes of orders, which may stand for
   * its ticket. The scan is the last.
   */
  List<List<KeptScan>> upTo(KeptScan asked, Function<String, String> areaOf) {
    String area = areaOf.apply(asked.scan().list());
    List<List<KeptScan>> requests = new ArrayList<>();
    List<KeptScan> request = new ArrayList<>();
    for (KeptScan scan : scans.values()) {
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
        && !retry(request.get(0)).alone
        && !retry(more).alone;
  }

  private static int bytes(KeptScan scan) {
    int types = scan.scan().counts().keySet().stream().mapToInt(String::length).sum();
    return BYTES_BESIDE_CODE + BYTES_OF_CHARACTER * (scan.scan().code().length() + types);
  }

  private Retry retry(KeptScan scan) {
    return retries.getOrDefault(scan.scan().key(), Retry.NONE);
  }

  /**
   * Returns what to send now, in one request: the oldest scan that is due, and more of its list. No
   * scan overtakes an earlier one of its code, or of an order, in its area.
   */
  List<KeptScan> due(long now, Function<String, String> areaOf) {
    List<KeptScan> request = new ArrayList<>();
    Map<String, Held> held = new HashMap<>();
    for (KeptScan scan : scans.values()) {
      if (scan.setAside()) {
        continue;
      }
      Held behind = held.computeIfAbsent(areaOf.apply(scan.scan().list()), area -> new Held());
      boolean goes =
          scan.stage() != Stage.ASKED
              && retry(scan).notBefore <= now
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
  long dueAt() {
    return scans.values().stream()
        .filter(scan -> !scan.setAside() && scan.stage() != Stage.ASKED)
        .mapToLong(scan -> retry(scan).notBefore)
        .min()
        .orElse(Long.MAX_VALUE);
  }

  /** Returns how many guests of a list the service does not know to be in, or out. */
  int waiting(String list) {
    return (int)
        scans.values().stream()
            .filter(scan -> scan.stage() == Stage.TOLD && scan.scan().list().equals(list))
            .count();
  }
}
