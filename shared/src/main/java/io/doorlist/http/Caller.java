package io.doorlist.http;

import io.doorlist.domain.Mode;
import io.doorlist.domain.Role;
import io.doorlist.domain.Slug;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Who is calling: what the token of a request opens, as the authorizer found it.
 *
 * @param tokenId names the token without giving it away
 * @param allEvents whether it opens every event of the account
 * @param events slugs of the events it opens; empty if all
 */
public record Caller(
    String tokenId, String account, boolean allEvents, List<String> events, Mode mode, Role role) {
  private static final String ALL_EVENTS = "*";

  public Caller {
    events = List.copyOf(events);
  }

  /** Tells whether the token opens this event of its account, if there is such an event. */
  public boolean opens(String event) {
    return allEvents || events.contains(event);
  }

  /**
   * Returns what the authorizer tells a function of this caller, which {@link #read} understands.
   *
   * @param expiresAt when the token stops working, or {@code null} for never
   */
  public Map<String, String> identity(Instant expiresAt) {
    Map<String, String> identity = new LinkedHashMap<>();
    identity.put("token_id", tokenId);
    identity.put("account", account);
    identity.put("events", allEvents ? ALL_EVENTS : String.join(",", events));
    identity.put("mode", mode.word());
    identity.put("role", role.word());
    if (expiresAt != null) {
      identity.put("expires_at", Long.toString(expiresAt.getEpochSecond()));
    }
    return identity;
  }

  /**
   * Reads what the authorizer said. The gateway may have kept it for a while, so the time at which
   * the token stops working counts here again.
   *
   * @return empty if anything is missing, odd or over: then nobody is calling
   */
  static Optional<Caller> read(Map<String, String> identity, Instant now) {
    String tokenId = identity.getOrDefault("token_id", "");
    String account = identity.getOrDefault("account", "");
    String events = identity.getOrDefault("events", "");
    boolean allEvents = events.equals(ALL_EVENTS);
    List<String> slugs = allEvents ? List.of() : List.of(events.split(",", -1));
    Optional<Mode> mode = mode(identity.get("mode"));
    Optional<Role> role = role(identity.get("role"));
    boolean known =
        !tokenId.isEmpty()
            && Slug.valid(account)
            && slugs.stream().allMatch(Slug::validForEvent)
            && mode.isPresent()
            && role.isPresent()
            && !over(identity.get("expires_at"), now);
    return known
        ? Optional.of(new Caller(tokenId, account, allEvents, slugs, mode.get(), role.get()))
        : Optional.empty();
  }

  private static Optional<Mode> mode(String word) {
    try {
      return Optional.of(Mode.of(word));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static Optional<Role> role(String word) {
    try {
      return Optional.of(Role.of(word));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** Tells whether the token has stopped working; a time that cannot be read counts as over. */
  private static boolean over(String expiresAt, Instant now) {
    if (expiresAt == null) {
      return false;
    }
    OptionalLong seconds = Decimal.read(expiresAt, 0, Long.MAX_VALUE);
    return seconds.isEmpty() || now.getEpochSecond() >= seconds.getAsLong();
  }
}
