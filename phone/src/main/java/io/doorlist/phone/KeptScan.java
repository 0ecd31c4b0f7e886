package io.doorlist.phone;

import java.util.Map;

/**
 * A scan that the phone keeps until the service has recorded what the guest was told.
 *
 * @param number the place in the queue; later scans have higher numbers
 * @param clock by how many milliseconds the phone's clock was corrected when it scanned
 * @param problem why the scan is set aside for staff; empty if it is not
 */
public record KeptScan(DoorScan scan, Stage stage, long number, long clock, String problem) {
  /** What the guest was told, and therefore what the service must record. */
  public enum Stage {
    /** The guest was told nothing yet, and the service is asked. */
    ASKED,

    /** The guest was told to come in, or has left at an exit. The service is told so. */
    TOLD,

    /**
     * The guest is not in, or was told nothing. The service is told to undo whatever it recorded
     * for the scan.
     */
    WITHDRAWN
  }

  /** Returns whether the service cannot accept the scan as it is, so that staff must look at it. */
  public boolean setAside() {
    return !problem.isEmpty();
  }

  KeptScan as(Stage next) {
    return new KeptScan(scan, next, number, clock, "");
  }

  KeptScan aside(String why) {
    return new KeptScan(scan, stage, number, clock, why);
  }

  String text() {
    Map<String, Object> members = ScanText.members(scan);
    members.put("stage", stage.name());
    members.put("number", number);
    members.put("clock", clock);
    members.put("problem", problem);
    return Json.write(members);
  }

  static KeptScan read(String text) {
    Map<?, ?> members = Json.object(text);
    return new KeptScan(
        ScanText.read(text),
        Stage.valueOf(Json.text(members.get("stage"))),
        Json.number(members.get("number")),
        Json.number(members.get("clock")),
        Json.text(members.get("problem")));
  }

  /** Leaves the code out, so that no log has it. */
  @Override
  public String toString() {
    return "KeptScan[" + scan + " " + stage + (setAside() ? " " + problem : "") + "]";
  }
}
