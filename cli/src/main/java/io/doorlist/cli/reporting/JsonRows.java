package io.doorlist.cli.reporting;

import io.doorlist.json.Json;
import java.io.Writer;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/** Rows as JSON, one object a line; times are UTC. */
record JsonRows(Writer writer) implements ReportRows {
  @Override
  public void begin() {}

  @Override
  public void end() {}

  @Override
  public void accept(Map<String, Object> row) {
    Map<String, Object> members = new LinkedHashMap<>();
    row.forEach(
        (name, value) ->
            members.put(name, value instanceof Instant time ? time.toString() : value));
    SpreadsheetRows.write(writer, Json.writeValue(members) + "\n");
  }
}
