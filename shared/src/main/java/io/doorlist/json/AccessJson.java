package io.doorlist.json;

import io.doorlist.domain.Mode;
import io.doorlist.domain.token.Role;
import java.time.Instant;
import java.util.List;

/** Writes what a token gives access to. */
public final class AccessJson {
  private AccessJson() {}

  /**
   * Writes the answer of {@code getAccess}.
   *
   * @param events slugs of the events that the token gives access to, {@code null} for all of the
   *     account
   * @param name the organiser's name for the token, or {@code null}
   * @param expiresAt when the token stops working, or {@code null} for never
   * @param gate the shop's number of the token's gate, or {@code null}
   */
  public static JsonValue of(
      String account,
      Mode mode,
      Role role,
      List<String> events,
      String name,
      Instant expiresAt,
      Long gate) {
    return JsonValue.objectOf(
        json -> {
          json.writeStringField("account_slug", account);
          json.writeStringField("mode", mode.word());
          json.writeStringField("role", role.word());
          if (events == null) {
            json.writeNullField("events");
          } else {
            Fields.texts(json, "events", events);
          }
          json.writeStringField("name", name);
          json.writeStringField("expires_at", Times.exactOrNull(expiresAt));
          Fields.number(json, "gate", gate);
        });
  }
}
