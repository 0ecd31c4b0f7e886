package io.doorlist.domain.checkin;

import io.doorlist.domain.Mode;
import io.doorlist.domain.token.Role;
import java.time.Duration;
import java.time.Instant;

/**
 * Who asks to undo a check-in or another passage. The request does not say what is to be undone.
 *
 * @param tokenName the organiser's name for the token, or {@code null}; stored and shown
 */
public record UndoRequest(
    Mode mode, String tokenId, String tokenName, Role role, Instant deadline) {
  /** How long a scanner may undo its own check-ins. */
  public static final Duration OWN = Duration.ofMinutes(10);

  public boolean mayUndo(String by, Instant at, Instant now) {
    return role.includes(Role.DESK) || by.equals(tokenId) && !now.isAfter(at.plus(OWN));
  }
}
