package io.doorlist.phone;

import io.doorlist.phone.DoorVerdict.Guest;
import io.doorlist.phone.DoorVerdict.Shown;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Writes what {@link PhoneCore} returns as JSON, for callers in other languages. */
public final class PhoneText {
  private PhoneText() {}

  public static String requests(List<Request> requests) {
    List<Object> all = new ArrayList<>();
    for (Request each : requests) {
      Map<String, Object> members = new LinkedHashMap<>();
      members.put("id", (long) each.id());
      members.put("method", each.method());
      members.put("path", each.path());
      members.put("headers", each.headers());
      members.put("body", each.body());
      members.put("timeoutMillis", (long) each.timeoutMillis());
      all.add(members);
    }
    return Json.write(all);
  }

  public static String verdict(DoorVerdict verdict) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("kind", verdict.kind().name());
    members.put("reason", verdict.reason());
    members.put("detail", verdict.detail());
    members.put("byCopy", verdict.byCopy());
    members.put("scan", ScanText.members(verdict.scan()));
    members.put("guest", guest(verdict.guest()));
    members.put("since", verdict.since());
    members.put("again", verdict.again());
    members.put("doors", verdict.doors());
    members.put("counts", ScanText.counts(verdict.counts()));
    members.put("inside", ScanText.counts(verdict.inside()));
    return Json.write(members);
  }

  private static Map<String, Object> guest(Guest guest) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("name", guest.name());
    members.put("reference", guest.reference());
    members.put("type", guest.type());
    members.put("note", guest.note());
    members.put("attention", guest.attention());
    members.put("hasNote", guest.hasNote());
    List<Object> shown = new ArrayList<>();
    for (Shown each : guest.shown()) {
      Map<String, Object> its = new LinkedHashMap<>();
      its.put("title", each.title());
      its.put("value", each.value());
      shown.add(its);
    }
    members.put("shown", shown);
    return members;
  }

  public static String lists(List<DoorList> lists) {
    List<Object> all = new ArrayList<>();
    for (DoorList each : lists) {
      Map<String, Object> members = new LinkedHashMap<>();
      members.put("id", each.id());
      members.put("name", each.name());
      members.put("ready", each.ready());
      members.put("admitted", (long) each.admitted());
      members.put("checkedIn", (long) each.checkedIn());
      all.add(members);
    }
    return Json.write(all);
  }

  public static String queue(Collection<KeptScan> queue) {
    List<Object> all = new ArrayList<>();
    for (KeptScan each : queue) {
      Map<String, Object> members = new LinkedHashMap<>();
      members.put("scan", ScanText.members(each.scan()));
      members.put("stage", each.stage().name());
      members.put("problem", each.problem());
      all.add(members);
    }
    return Json.write(all);
  }

  public static String notices(List<Notice> notices) {
    List<Object> all = new ArrayList<>();
    for (Notice each : notices) {
      Map<String, Object> members = new LinkedHashMap<>();
      members.put("scan", ScanText.members(each.scan()));
      members.put("reason", each.reason());
      members.put("reference", each.reference());
      all.add(members);
    }
    return Json.write(all);
  }

  public static String state(PhoneState state) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("connection", state.connection().name());
    members.put("queued", (long) state.queued());
    members.put("setAside", (long) state.setAside());
    members.put("notices", (long) state.notices());
    members.put("keeps", state.keeps());
    return Json.write(members);
  }
}
