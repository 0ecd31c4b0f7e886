package io.doorlist.phone.browser;

import io.doorlist.phone.DoorScan;
import io.doorlist.phone.KeptScan;
import io.doorlist.phone.KeptScan.Stage;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.teavm.jso.JSObject;
import org.teavm.jso.JSProperty;

/** A {@link KeptScan} in the form in which the browser's database keeps it. */
abstract class Row implements JSObject {
  @JSProperty
  abstract String getKey();

  @JSProperty
  abstract String getList();

  @JSProperty
  abstract String getCode();

  /** How many tickets of each type, as the body of a form; empty for the scan of a ticket. */
  @JSProperty
  abstract String getCounts();

  @JSProperty
  abstract double getAt();

  @JSProperty("scanned")
  abstract boolean isScanned();

  @JSProperty
  abstract String getKind();

  @JSProperty
  abstract String getStage();

  @JSProperty
  abstract double getClock();

  @JSProperty
  abstract String getProblem();

  static KeptScan read(Row row, int place) {
    DoorScan scan =
        new DoorScan(
            row.getKey(),
            row.getList(),
            row.getCode(),
            row.getKind().equals("EXIT"),
            counts(row.getCounts()),
            (long) row.getAt(),
            row.isScanned());
    Stage stage = Stage.valueOf(row.getStage());
    return new KeptScan(scan, stage, place, (long) row.getClock(), row.getProblem());
  }

  private static Map<String, Integer> counts(String form) {
    Map<String, Integer> counts = new TreeMap<>();
    // String.split would add regular expressions to the page.
    for (int from = 0; from < form.length(); ) {
      int and = form.indexOf('&', from);
      int end = and < 0 ? form.length() : and;
      int equals = form.indexOf('=', from);
      counts.put(form.substring(from, equals), Integer.parseInt(form.substring(equals + 1, end)));
      from = end + 1;
    }
    return counts;
  }

  static List<KeptScan> read(Row[] rows) {
    List<KeptScan> all = new ArrayList<>(rows.length);
    for (int i = 0; i < rows.length; i++) {
      all.add(read(rows[i], i));
    }
    return all;
  }
}
