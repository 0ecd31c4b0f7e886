package io.doorlist.cli.reporting;

import io.doorlist.domain.checkin.Happening;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.store.checkin.refusal.Refusals;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Makes a row of a report from a {@link Happening}, such as an entry, or from a refusal. */
final class ReportRow {
  static final List<String> COLUMNS =
      List.of(
          ("what at zone list list_id ticket_reference guest ticket_type phone gate online "
                  + "explained undone reason scanned_at created_at id undoes")
              .split(" "));
  static final List<String> COLUMNS_OF_REFUSALS =
      List.of("at", "list", "list_id", "ticket_id", "phone", "online", "reason", "scanned_at");

  private ReportRow() {}

  /**
   * Returns the row of a happening.
   *
   * @param names the names of guests, by ticket id
   */
  static Map<String, Object> of(Happening happening, Map<Long, String> names, ZoneId zone) {
    String offset = zone.getRules().getOffset(happening.at()).getId().replace("Z", "+00:00");
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("what", happening.type().word());
    row.put("at", happening.at());
    row.put("zone", name(zone) + " (UTC" + offset + ")");
    row.put("list", happening.list().name());
    row.put("list_id", happening.list().id());
    row.put("ticket_reference", happening.reference());
    row.put("guest", names.get(happening.ticketId()));
    row.put("ticket_type", happening.ticketType());
    row.put("phone", happening.scannedBy());
    row.put("gate", happening.gate());
    row.put("online", happening.online());
    row.put("explained", happening.explained());
    row.put("undone", happening.undone());
    row.put("reason", happening.reason());
    row.put("scanned_at", happening.scannedAt());
    row.put("created_at", happening.createdAt());
    row.put("id", happening.id());
    row.put("undoes", happening.undoes() == null ? null : happening.undoes().id());
    return row;
  }

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

  /** Returns the name of a zone. An event without one has the zone Z, which this calls UTC. */
  static String name(ZoneId zone) {
    return zone.equals(ZoneOffset.UTC) ? "UTC" : zone.getId();
  }
}
