package io.doorlist.domain.token;

import io.doorlist.domain.Mode;
import io.doorlist.domain.Slug;
import java.time.Instant;
import java.util.List;
import java.util.Objects;

/**
 * A stored API token, without its secret.
 *
 * @param id names the token without revealing its secret
 * @param hint the beginning of the secret, by which people tell tokens apart
 * @param name the organiser's name for it, or {@code null}
 * @param allEvents whether it gives access to every event of the account, including later ones
 * @param events slugs of the events it gives access to; empty if all
 * @param expiresAt when it stops working, or {@code null} for never
 * @param gate the shop's number of the gate where the token's device scans, which rules may ask
 *     for, or {@code null}
 */
public record AccessToken(
    String id,
    String hint,
    String lastFour,
    String name,
    String account,
    boolean allEvents,
    List<String> events,
    Mode mode,
    Role role,
    Instant createdAt,
    Instant expiresAt,
    Long gate) {
  public AccessToken {
    Objects.requireNonNull(id, "id");
    Slug.check(account);
    events = List.copyOf(events);
    Objects.requireNonNull(createdAt, "createdAt");
  }

  /** Returns the token for a new secret. Without events it gives access to all of the account. */
  public static AccessToken of(
      TokenSecret secret,
      String name,
      String account,
      List<String> events,
      Role role,
      Instant createdAt,
      Instant expiresAt) {
    return new AccessToken(
        secret.id(),
        secret.hint(),
        secret.lastFour(),
        name,
        account,
        events.isEmpty(),
        events,
        secret.mode(),
        role,
        createdAt,
        expiresAt,
        null);
  }

  public AccessToken at(Long otherGate) {
    return new AccessToken(
        id, hint, lastFour, name, account, allEvents, events, mode, role, createdAt, expiresAt,
        otherGate);
  }

  public boolean expired(Instant now) {
    return expiresAt != null && !now.isBefore(expiresAt);
  }
}
