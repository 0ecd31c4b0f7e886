package io.doorlist.http;

import io.doorlist.domain.Decimal;
import io.doorlist.domain.Ids;
import io.doorlist.domain.Mode;
import io.doorlist.domain.Slug;
import io.doorlist.domain.Worded;
import io.doorlist.domain.token.AccessToken;
import io.doorlist.domain.token.Role;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The caller: what the token of a request gives access to, as the authorizer found it.
 *
 * @param tokenId identifies the token without revealing it
 * @param allEvents whether the token gives access to every event of the account
 * @param events slugs of the events that it gives access to; empty if all
 * @param name the organiser's name for the token, or {@code null}
 * @param expiresAt when the token stops working, or {@code null} for never; to the second
 * @param gate the shop's number of the gate at which it scans, or {@code null}
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

  /**
   * Returns whether the token gives access to this event of its account, if there is such an event.
   */
  public boolean opens(String event) {
    return allEvents || events.contains(event);
  }

  public static Caller of(AccessToken token) {
    return new Caller(
        token.id(),
        token.account(),
        token.allEvents(),
        token.events(),
        token.mode(),
        token.role(),
        token.name(),
        token.expiresAt(),
        token.gate());
  }

  /**
   * Returns this caller's identity as the authorizer passes it to a function; {@link #read} parses
   * it.
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
   * Reads the authorizer's answer. The gateway may have cached it, so the token's expiry is checked
   * again here.
   *
   * @return empty if anything is missing, malformed or expired: then the caller is unknown
   */
  static Optional<Caller> read(Map<String, String> identity, Instant now) {
    String tokenId = identity.getOrDefault("token_id", "");
    String account = identity.getOrDefault("account", "");
    String events = identity.getOrDefault("events", "");
    boolean allEvents = events.equals(ALL_EVENTS);
    List<String> slugs = allEvents ? List.of() : List.of(events.split(",", -1));
    Optional<Mode> mode = worded(Mode.class, identity.get("mode"));
    Optional<Role> role = worded(Role.class, identity.get("role"));
    String expiry = identity.get("expires_at");
    Optional<Instant> expiresAt = expiry == null ? Optional.empty() : time(expiry);
    String gate = identity.get("gate");
    OptionalLong gateNumber = gate == null ? OptionalLong.empty() : Decimal.read(gate, 0, Ids.MAX);
    boolean known =
        !tokenId.isEmpty()
            && Slug.valid(account)
            && slugs.stream().allMatch(Slug::validForEvent)
            && mode.isPresent()
            && role.isPresent()
            && (gate == null || gateNumber.isPresent())
            // An unreadable time counts as past.
            && (expiry == null || expiresAt.filter(now::isBefore).isPresent());
    return known
        ? Optional.of(
            new Caller(
                tokenId,
                account,
                allEvents,
                slugs,
                mode.get(),
                role.get(),
                identity.get("name"),
                expiresAt.orElse(null),
                gate == null ? null : (Long) gateNumber.getAsLong()))
        : Optional.empty();
  }

  private static <E extends Enum<E> & Worded> Optional<E> worded(Class<E> type, String word) {
    try {
      return Optional.of(Worded.read(type, word));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static Optional<Instant> time(String seconds) {
    OptionalLong epochSecond = Decimal.read(seconds, 0, Instant.MAX.getEpochSecond());
    return epochSecond.isPresent()
        ? Optional.of(Instant.ofEpochSecond(epochSecond.getAsLong()))
        : Optional.empty();
  }
}
