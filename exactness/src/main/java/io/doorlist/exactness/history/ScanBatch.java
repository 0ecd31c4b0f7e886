package io.doorlist.exactness.history;

import io.doorlist.json.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The body of createCheckins. */
public final class ScanBatch {
  private ScanBatch() {}

  /** Returns check-ins of single tickets as the scans of a batch. */
  public static String body(List<Asked> scans) {
    return Json.writeValue(Map.of("scans", scans.stream().map(ScanBatch::scan).toList()));
  }

  private static Map<String, Object> scan(Asked asked) {
    Map<String, Object> scan = new LinkedHashMap<>();
    scan.put("ticket_qr_token", asked.subject());
    scan.put("idempotency_key", asked.key());
    scan.put("online", true);
    for (String parameter :
        asked.variant().isEmpty() ? new String[0] : asked.variant().split("&")) {
      String[] pair = parameter.split("=", 2);
      scan.put(pair[0], pair[0].equals("scanned_at") ? pair[1] : Boolean.valueOf(pair[1]));
    }
    return scan;
  }
}
