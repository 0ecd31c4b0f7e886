package io.doorlist.phone;

import io.doorlist.phone.KeptScan.Stage;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The scans for which the service has not yet recorded what the guests were told, the oldest first.
 */
final class ScanQueue {
  private static final String NAME = "scan/";

  private final KeptValues kept;
  private final Map<String, KeptScan> scans = new LinkedHashMap<>();
  private final Retries retries = new Retries();
  private final NextScans next;
  private final List<DoorScan> interrupted = new ArrayList<>();
  private long number;

  /**
   * Reads the stored queue. If the service was being asked about a scan when the app died, the
   * guest was told nothing, so the scan is withdrawn. Scans that were set aside are tried again,
   * because the token may be another one now.
   *
   * @param known says whether a copy has the code of a scan
   */
  ScanQueue(KeptValues kept, Predicate<DoorScan> known) {
    this.kept = kept;
    next = new NextScans(retries, known);
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
      number = scan.number() + 1;
    }
  }

  /** Returns the scans that the service was being asked about when the app died. */
  List<DoorScan> interrupted() {
    return interrupted;
  }

  KeptScan add(DoorScan scan, Stage stage, long clock) {
    KeptScan added = new KeptScan(scan, stage, number++, clock, "");
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
    retries.forget(key);
    find(key).ifPresent(scan -> keep(scan.as(stage)));
  }

  void setAside(String key, String problem) {
    find(key).ifPresent(scan -> keep(scan.aside(problem)));
  }

  void remove(String key) {
    scans.remove(key);
    retries.forget(key);
    kept.put(NAME + key, "");
  }

  Retries retries() {
    return retries;
  }

  /** See {@link NextScans#upTo}. */
  List<List<KeptScan>> upTo(KeptScan asked, Function<String, String> areaOf) {
    return next.upTo(scans.values(), asked, areaOf);
  }

  /** See {@link NextScans#due}. */
  List<KeptScan> due(long now, Function<String, String> areaOf) {
    return next.due(scans.values(), now, areaOf);
  }

  /** See {@link NextScans#mayBeOrder}. */
  boolean mayBeOrder(DoorScan scan) {
    return next.mayBeOrder(scan);
  }

  /** Returns the queued scans that may be about the same people as a scan. */
  List<KeptScan> about(DoorScan scan, Function<String, String> areaOf) {
    return scans.values().stream()
        .filter(each -> next.mayConcern(each, scan, areaOf))
        .collect(Collectors.toList());
  }

  /** See {@link NextScans#mayConcern}. */
  boolean mayConcern(KeptScan queued, DoorScan scan, Function<String, String> areaOf) {
    return next.mayConcern(queued, scan, areaOf);
  }

  /** See {@link NextScans#dueAt}. */
  long dueAt() {
    return next.dueAt(scans.values());
  }
}
