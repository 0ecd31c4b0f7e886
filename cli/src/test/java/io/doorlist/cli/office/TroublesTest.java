package io.doorlist.cli.office;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.doorlist.domain.Mode;
import io.doorlist.domain.checkin.ListPulse;
import io.doorlist.domain.token.AccessToken;
import io.doorlist.domain.token.Role;
import io.doorlist.local.gateway.GatewayServer.Reachable;
import java.net.URI;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the evening's page warns of (issue 71). */
class TroublesTest {
  private static final Instant NOW = Instant.parse("2026-12-05T20:00:00Z");

  private static final long MEGABYTE = 1L << 20;

  @TempDir private Path folder;

  private static Phones.Phone phone(String name, Instant heard) {
    return new Phones.Phone(token(name), new ListPulse.Phone(name, heard, 0, 0));
  }

  private static AccessToken token(String name) {
    return new AccessToken(
        name,
        "hint",
        "last",
        name,
        "doorlist",
        true,
        List.of(),
        Mode.LIVE,
        Role.SCANNER,
        NOW,
        null,
        null);
  }

  private Troubles of(Reachable reachable, Phones.Phone... phones) {
    return Troubles.of(List.of(phones), Long.MAX_VALUE, Optional.ofNullable(reachable), NOW);
  }

  @Test
  void phone_isNamed_onceItWasNotHeardForTenMinutes() {
    Phones.Phone lately = phone("lately", NOW.minusSeconds(600));
    Phones.Phone silent = phone("silent", NOW.minusSeconds(601));
    Phones.Phone rehearsal = phone("rehearsal", NOW.minusSeconds(13 * 3_600));
    Phones.Phone never = new Phones.Phone(token("never"), null);

    assertEquals(List.of("silent"), of(null, lately, silent, rehearsal, never).unheard());
  }

  @Test
  void disk_isATrouble_onceLessThanAGigabyteIsLeft() {
    assertEquals(999L, free(1_000 * MEGABYTE - 1));
    assertNull(free(1_000 * MEGABYTE));
  }

  private static Long free(long bytes) {
    return Troubles.of(List.of(), bytes, Optional.empty(), NOW).freeMegabytes();
  }

  @Test
  void disk_thatCannotBeAsked_isNone() {
    assertEquals(Long.MAX_VALUE, Troubles.freeBytes(folder.resolve("gone")));
  }

  @Test
  void addresses_areATrouble_ifTheyAreSeveral() {
    URI one = URI.create("https://10.0.0.7:3000");
    URI other = URI.create("https://192.168.1.7:3000");

    assertEquals(List.of(), of(null).addresses());
    assertEquals(List.of(), of(new Reachable(List.of(one), null, null)).addresses());
    assertEquals(
        List.of(one, other), of(new Reachable(List.of(one, other), null, null)).addresses());
  }
}
