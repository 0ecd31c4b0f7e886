package io.doorlist.domain.checkin;

import java.time.Instant;
import java.util.Objects;

/**
 * A check-in that was undone.
 *
 * @param checkin as it was
 * @param undoneBy the name of the token that undid it, or {@code null}
 */
public record UndoneCheckin(Checkin checkin, Instant undoneAt, String undoneBy) {
  public UndoneCheckin {
    Objects.requireNonNull(checkin, "checkin");
    Objects.requireNonNull(undoneAt, "undoneAt");
  }
}
