package io.doorlist.cli.reporting;

import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.store.checkin.refusal.Refusals;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A refusal of a request, as a row of a report. */
final class RefusalRow {
  static final List<String> COLUMNS =
      List.of("at", "list", "list_id", "ticket_id", "phone", "online", "reason", "scanned_at");

  private RefusalRow() {}

  static Map<String, Object> of(Refusals.OfRequest each, EventDefinition definition) {
    Refusals.Refusal refusal = each.refusal();
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("at", refusal.at());
    row.put("list", definition.list(refusal.list()).map(CheckinList::name).orElse(null));
    row.put("list_id", refusal.list());
    row.put("ticket_id", each.ticket());
    row.put("phone", refusal.tokenName());
    row.put("online", refusal.online());
    row.put("reason", refusal.reason());
    row.put("scanned_at", refusal.scannedAt());
    return row;
  }
}
