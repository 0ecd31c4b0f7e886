package io.doorlist.store.checkin;

import io.doorlist.domain.checkin.CheckinOutcome;
import io.doorlist.domain.checkin.Happening.Type;
import io.doorlist.domain.checkin.Scan.UploadedScan;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.store.checkin.LogAttempt.Movement;
import io.doorlist.store.checkin.LogAttempt.Outcome;
import io.doorlist.store.checkin.ticket.CheckinMark;
import io.doorlist.store.checkin.ticket.CodeItems;
import io.doorlist.store.sequence.SequenceRow;
import io.doorlist.table.Item;
import io.doorlist.table.Key;
import io.doorlist.table.Table;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Writes the check-ins of an upload together. Many scans then share the cost of one row and its
 * place in the list's log. Alone, each scan would need a row of its own. See ADR 0047. Thread-safe.
 */
record Uploads(Table table, TicketReader scanned) {
  /**
   * The most scans at once. Each takes two of the hundred items of a transaction, for its mark and
   * its key.
   */
  static final int MAX = 32;

  /**
   * A scan whose ticket can be checked in, because its key is new and the door does not refuse the
   * ticket.
   */
  private record Free(int index, ScanRequest request, StoredTicket ticket) {
    boolean isHeldBackBy(Map<Key, Item> changed) {
      return changed.containsKey(ticket.marksKey())
          || changed.containsKey(request.idempotencyKey().orElseThrow());
    }
  }

  Map<Integer, CheckinOutcome> letIn(
      EventDefinition definition, CheckinList list, List<UploadedScan> scans) {
    // At a list that matches add-ons, the code of a main ticket may stand for an add-on, so each
    // scan goes alone.
    if (scans.size() < 2 || list.terms().addonMatch()) {
      return Map.of();
    }
    if (scans.size() > MAX) {
      throw new IllegalArgumentException(scans.size() + " scans at once");
    }
    List<Free> free = free(definition, list, scans);
    while (free.size() > 1) {
      Outcome outcome = attempt(free);
      if (outcome instanceof Outcome.Lost lost) {
        free = free.stream().filter(scan -> !scan.isHeldBackBy(lost.changed())).toList();
      } else {
        return outcome instanceof Outcome.Done done ? answers(free, done.rows()) : Map.of();
      }
    }
    return Map.of();
  }

  /**
   * Returns the answers by index of the scan. The only row has the tickets in the order of {@code
   * free}.
   */
  private static Map<Integer, CheckinOutcome> answers(List<Free> free, List<Item> rows) {
    List<CheckinMark.InRow> made = CheckinMark.all(SequenceRow.of(rows.getFirst()));
    Map<Integer, CheckinOutcome> in = new HashMap<>();
    for (int i = 0; i < free.size(); i++) {
      ScanRequest request = free.get(i).request();
      CheckinOutcome answer = request.checkedIn(made.get(i));
      in.put(free.get(i).index(), free.get(i).ticket().noted(answer));
    }
    return in;
  }

  /** Finds the scans whose keys are new and whose tickets may come in for the first time. */
  private List<Free> free(EventDefinition definition, CheckinList list, List<UploadedScan> scans) {
    List<ScanRequest> requests =
        new KeySpellings(table)
            .requests(definition, list, scans.stream().map(UploadedScan::scan).toList());
    Set<Key> keys = new LinkedHashSet<>();
    for (int i = 0; i < scans.size(); i++) {
      keys.addAll(new MeantCode(requests.get(i), scans.get(i).qrToken()).keys());
      keys.add(requests.get(i).idempotencyKey().orElseThrow());
    }
    Map<Key, Item> found = table.get(keys, scans.getFirst().scan().deadline());
    Map<Integer, Item> codes = new LinkedHashMap<>();
    for (int i = 0; i < scans.size(); i++) {
      Item code = new MeantCode(requests.get(i), scans.get(i).qrToken()).among(found);
      boolean isNew = !found.containsKey(requests.get(i).idempotencyKey().orElseThrow());
      if (isNew && requests.get(i).standsFor(code, CodeItems.TICKET)) {
        codes.put(i, code);
      }
    }
    List<StoredTicket> tickets =
        scanned.withMarks(requests.getFirst(), List.copyOf(codes.values()));
    List<Free> free = new ArrayList<>(tickets.size());
    Set<Long> seen = new HashSet<>();
    Set<Key> used = new HashSet<>();
    int next = 0;
    for (int index : codes.keySet()) {
      ScanRequest request = requests.get(index);
      StoredTicket ticket = tickets.get(next++);
      if (request.isFree(ticket, table.clock())
          && seen.add(ticket.ticketId())
          && used.add(request.idempotencyKey().orElseThrow())) {
        free.add(new Free(index, request, ticket));
      }
    }
    return free;
  }

  private Outcome attempt(List<Free> free) {
    List<ScanRequest> requests = free.stream().map(Free::request).toList();
    ScanRequest any = requests.getFirst();
    return new LogAttempt(
            requests,
            Movement.of(Type.CHECK_IN, free.stream().map(Free::ticket).toList()),
            null,
            requests.stream().flatMap(each -> each.idempotencyKey().stream()).toList(),
            null,
            null,
            any.now(table.clock()))
        .run(table);
  }
}
