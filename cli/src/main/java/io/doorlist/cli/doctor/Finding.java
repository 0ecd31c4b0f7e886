package io.doorlist.cli.doctor;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * What one check found.
 *
 * @param check what was looked at
 * @param advice what to do; empty if there is nothing to do
 */
record Finding(String check, State state, String found, String advice) {
  /** How it is. */
  enum State {
    OK,
    /** Nothing is known to be wrong, but somebody should look. */
    NOTE,
    WRONG;

    String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  String line() {
    return "%-5s  %s: %s%s"
        .formatted(state.word(), check, found, advice.isEmpty() ? "" : "; " + advice);
  }

  Map<String, Object> members() {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("check", check);
    members.put("state", state.word());
    members.put("found", found);
    members.put("advice", advice.isEmpty() ? null : advice);
    return members;
  }
}
