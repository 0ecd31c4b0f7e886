package io.doorlist.http;

import io.doorlist.domain.Ids;
import io.doorlist.domain.Mode;
import io.doorlist.domain.Slug;
import io.doorlist.domain.WholeNumber;
import io.doorlist.domain.Worded;
import io.doorlist.domain.token.Role;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The caller of a request: what the authorizer found out about its token. See {@link
 * io.doorlist.domain.token.AccessToken}.
 */
public record Caller(
    String tokenId,
    String account,
    boolean allEvents,
    List<String> events,
    Mode mode,
    Role role,
    String name,
    Instant expiresAt,
    Long gate) {
  private static final String ALL_EVENTS = "*";

  public Caller {
    events = List.copyOf(events);
  }

  public boolean opens(String event) {
    return allEvents || events.contains(event);
  }

  /**
   * Returns this caller in the form in which the authorizer passes it to a function. {@link #read}
   * reads it.
   */
  public Map<String, String> identity() {
    Map<String, String> identity = new LinkedHashMap<>();
    identity.put("token_id", tokenId);
    identity.put("account", account);
    identity.put("events", allEvents ? ALL_EVENTS : String.join(",", events));
    identity.put("mode", mode.word());
    identity.put("role", role.word());
    if (name != null) {
      identity.put("name", name);
    }
    if (expiresAt != null) {
      identity.put("expires_at", Long.toString(expiresAt.getEpochSecond()));
    }
    if (gate != null) {
      identity.put("gate", gate.toString());
    }
    return identity;
  }

  /**
   * Reads the authorizer's answer. The result is empty if anything is missing or malformed. It is
   * also empty if the token has expired, because the gateway may have cached the answer.
   */
  static Optional<Caller> read(Map<String, String> identity, Instant now) {
    String events = identity.getOrDefault("events", "");
    boolean allEvents = events.equals(ALL_EVENTS);
    try {
      Long expiry = number(identity, "expires_at", Instant.MAX.getEpochSecond());
      Caller caller =
          new Caller(
              identity.getOrDefault("token_id", ""),
              identity.get("account"),
              allEvents,
              allEvents ? List.of() : List.of(events.split(",", -1)),
              Worded.read(Mode.class, identity.get("mode")),
              Worded.read(Role.class, identity.get("role")),
              identity.get("name"),
              expiry == null ? null : Instant.ofEpochSecond(expiry),
              number(identity, "gate", Ids.MAX));
      return Optional.of(caller).filter(known -> known.isValid(now));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private boolean isValid(Instant now) {
    return !tokenId.isEmpty()
        && Slug.valid(account)
        && events.stream().allMatch(Slug::validForEvent)
        && (expiresAt == null || now.isBefore(expiresAt));
  }

  private static Long number(Map<String, String> identity, String name, long max) {
    String text = identity.get(name);
    return text == null
        ? null
        : (Long) WholeNumber.read(text, 0, max).orElseThrow(IllegalArgumentException::new);
  }
}
