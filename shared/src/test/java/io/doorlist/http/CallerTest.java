package io.doorlist.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.domain.Mode;
import io.doorlist.domain.token.Role;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CallerTest {
  private static final Instant NOW = Instant.parse("2026-09-14T17:00:00.500Z");

  private static final Map<String, String> IDENTITY =
      Map.of(
          "principalId", "0123456789abcdef01234567",
          "token_id", "0123456789abcdef01234567",
          "account", "acme",
          "events", "spring-gala,autumn-fair",
          "mode", "test",
          "role", "scanner",
          "name", "Phone 3, north",
          "integrationLatency", "12");

  @Test
  void read_readsIdentityBack() {
    Caller all = new Caller("id", "acme", true, List.of(), Mode.LIVE, Role.FULL, null, null, null);
    Caller some =
        new Caller(
            "id",
            "acme",
            false,
            List.of("a", "b"),
            Mode.TEST,
            Role.DESK,
            "Büro",
            Instant.ofEpochSecond(1789405260),
            null);

    assertEquals(Optional.of(all), Caller.read(all.identity(), NOW));
    assertEquals(Optional.of(some), Caller.read(some.identity(), NOW));
    assertEquals("1789405260", some.identity().get("expires_at"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"token_id", "account", "events", "mode", "role"})
  void read_knowsNobody_whenSomethingIsMissing(String name) {
    Map<String, String> identity = new HashMap<>(IDENTITY);
    identity.remove(name);

    assertEquals(Optional.empty(), Caller.read(identity, NOW));

    identity.put(name, "");
    assertEquals(Optional.empty(), Caller.read(identity, NOW));
  }

  @ParameterizedTest
  @CsvSource({
    "account, a/b",
    "account, a#b",
    "account, 123",
    "events, 'a,'",
    "events, 'a,*'",
    "events, 'a,,b'",
    "events, 'a, b'",
    "events, events",
    "mode, LIVE",
    "mode, null",
    "role, admin",
    "expires_at, ''",
    "expires_at, soon",
    "expires_at, -1",
    "expires_at, 1789405200.5",
    "expires_at, 9223372036854775807",
    "expires_at, 99999999999999999999"
  })
  void read_knowsNobody_whenSomethingIsOdd(String name, String value) {
    Map<String, String> identity = new HashMap<>(IDENTITY);
    identity.put(name, value);

    assertEquals(Optional.empty(), Caller.read(identity, NOW));
  }

  @Test
  void read_knowsNobody_onceTheTokenHasStoppedWorking() {
    Map<String, String> identity = new HashMap<>(IDENTITY);
    identity.put("expires_at", Long.toString(NOW.getEpochSecond() + 1));

    assertTrue(Caller.read(identity, NOW).isPresent());
    assertFalse(Caller.read(identity, NOW.plusMillis(500)).isPresent());
    assertFalse(Caller.read(identity, NOW.plusSeconds(60)).isPresent());
  }
}
