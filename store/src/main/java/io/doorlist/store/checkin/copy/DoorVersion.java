package io.doorlist.store.checkin.copy;

import io.doorlist.store.sequence.SequenceMark;
import java.util.Optional;

/**
 * The version of a door copy. Two copies with equal versions are equal if the versions are exact.
 *
 * @param exact false for a copy that may hold more than its marks say, until its next delta
 * @param origin identifies the table and the list for as long as both exist
 * @param words identifies the texts of the list
 * @param tickets how far the copy has the list's tickets
 * @param log how far the copy has what happened at the list
 */
record DoorVersion(
    boolean exact, String origin, String words, SequenceMark tickets, SequenceMark log) {
  private static final String EXACT = "1";
  private static final String INEXACT = "0";
  private static final int PARTS = 5;

  /** Returns the version as clients send it back: letters, digits, {@code . ~ - _}. */
  String text() {
    return String.join(".", exact ? EXACT : INEXACT, origin, words, tickets.text(), log.text());
  }

  /** Parses the output of {@link #text}; empty for anything else. */
  static Optional<DoorVersion> of(String text) {
    String[] parts = text.split("\\.", -1);
    if (parts.length != PARTS || !(parts[0].equals(EXACT) || parts[0].equals(INEXACT))) {
      return Optional.empty();
    }
    return SequenceMark.of(parts[3])
        .flatMap(
            tickets ->
                SequenceMark.of(parts[4])
                    .map(
                        log ->
                            new DoorVersion(
                                parts[0].equals(EXACT), parts[1], parts[2], tickets, log)));
  }
}
