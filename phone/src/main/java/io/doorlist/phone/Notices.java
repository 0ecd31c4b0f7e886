package io.doorlist.phone;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Notices for staff about guests whom the phone let in and the service would have refused. */
final class Notices {
  private static final String NAME = "notice/";

  private final KeptValues kept;

  Notices(KeptValues kept) {
    this.kept = kept;
  }

  List<Notice> all() {
    List<Notice> notices = new ArrayList<>();
    kept.each(
        NAME,
        (key, text) -> {
          Map<?, ?> members = Json.object(text);
          DoorScan scan = KeptScan.read(Json.text(members.get("scan"))).scan();
          notices.add(
              new Notice(
                  scan, Json.text(members.get("reason")), Json.text(members.get("reference"))));
        });
    return notices;
  }

  int count() {
    int[] notices = {0};
    kept.each(NAME, (key, text) -> notices[0]++);
    return notices[0];
  }

  void add(KeptScan scan, String reason, String reference) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("scan", scan.text());
    members.put("reason", reason);
    members.put("reference", reference);
    kept.put(NAME + scan.scan().key(), Json.write(members));
  }

  void remove(String key) {
    kept.put(NAME + key, "");
  }
}
