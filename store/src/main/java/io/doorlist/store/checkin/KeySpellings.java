package io.doorlist.store.checkin;

import io.doorlist.domain.checkin.Scan;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.table.Item;
import io.doorlist.table.Key;
import io.doorlist.table.Table;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Finds idempotency keys that versions before 0.3.0 kept as they were spelled: UUIDs in capitals or
 * in braces. A scan that comes again with such a key gets its first answer. Every other scan uses
 * the plain spelling. Thread-safe.
 */
record KeySpellings(Table table) {
  /** Returns the request of a scan. Only a UUID in another spelling costs a read. */
  ScanRequest request(EventDefinition definition, CheckinList list, Scan scan) {
    return requests(definition, list, List.of(scan)).getFirst();
  }

  List<ScanRequest> requests(EventDefinition definition, CheckinList list, List<Scan> scans) {
    List<ScanRequest> requests =
        scans.stream().map(scan -> new ScanRequest(definition, list, scan)).toList();
    Set<Key> spelled =
        requests.stream()
            .filter(KeySpellings::isSpelledOtherwise)
            .map(request -> before(request).idempotencyKey().orElseThrow())
            .collect(Collectors.toSet());
    if (spelled.isEmpty()) {
      return requests;
    }
    Map<Key, Item> used = table.get(spelled, scans.getFirst().deadline());
    return requests.stream().map(request -> asUsed(request, used)).toList();
  }

  private static boolean isSpelledOtherwise(ScanRequest request) {
    return request.scan().key() != null && request.scan().key().before() != null;
  }

  private static ScanRequest before(ScanRequest request) {
    Scan scan = request.scan();
    return new ScanRequest(request.definition(), request.list(), scan.with(scan.key().before()));
  }

  private static ScanRequest asUsed(ScanRequest request, Map<Key, Item> used) {
    return isSpelledOtherwise(request)
            && used.containsKey(before(request).idempotencyKey().orElseThrow())
        ? before(request)
        : request;
  }
}
