package io.doorlist.exactness.simulator.actor;

import io.doorlist.exactness.history.Asked;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Set;

/** What a phone told its volunteer of a scan in the end, and what it asked the server. */
public final class Told {
  private final Set<Asked> asked = new LinkedHashSet<>();
  private final Set<Long> undoing = new LinkedHashSet<>();
  private final String code;
  private boolean in;
  private boolean notice;

  Told(String code) {
    this.code = code;
  }

  void in(boolean now) {
    in = now;
  }

  /** A notice stands: somebody came in who should not have, or is in and should not be. */
  void notice() {
    notice = true;
  }

  void asks(Asked request) {
    asked.add(request);
  }

  void undoes(long checkin) {
    undoing.add(checkin);
  }

  /** Returns whether the person was let in, and not out again by an undo. */
  public boolean in() {
    return in;
  }

  /** Returns whether the page shows a notice about it. */
  public boolean noticed() {
    return notice;
  }

  /** Returns the check-ins that it sent, by any of its keys. */
  public Set<Asked> asked() {
    return Collections.unmodifiableSet(asked);
  }

  /** Returns the check-ins that the phone asked to undo. */
  public Set<Long> undoing() {
    return Collections.unmodifiableSet(undoing);
  }

  @Override
  public String toString() {
    return code + (in ? " in" : " away") + (notice ? " with a notice" : "") + " " + asked;
  }
}
