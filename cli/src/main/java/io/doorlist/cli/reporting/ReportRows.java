package io.doorlist.cli.reporting;

import java.util.Map;
import java.util.function.Consumer;

/** Takes the rows of a report: the same members in the same order in each. */
interface ReportRows extends Consumer<Map<String, Object>> {
  /** Writes what must be there even if there is no row. */
  void begin();

  /** Passes everything on to the writer. */
  void end();
}
