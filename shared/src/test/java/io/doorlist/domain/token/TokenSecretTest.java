package io.doorlist.domain.token;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.domain.Mode;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TokenSecretTest {
  private static final Instant AT = Instant.parse("2026-03-01T10:00:00Z");

  @Test
  void created_isReadBack_andTellsItsMode() {
    for (Mode mode : Mode.values()) {
      TokenSecret secret = TokenSecret.create(mode, new Random(1));

      TokenSecret read = TokenSecret.read(secret.reveal()).orElseThrow();

      assertEquals(secret.hash(), read.hash());
      assertEquals(mode, read.mode());
      assertTrue(secret.reveal().startsWith(secret.hint()));
      assertTrue(secret.reveal().endsWith(secret.lastFour()));
      assertFalse(secret.toString().contains(secret.reveal().substring(12)));
    }
  }

  /** Its checksum: CRC32 of all before it, in base62, six digits. */
  @Test
  void secret_isRecognisedByItsEnds_andNamedByItsHash() {
    TokenSecret secret =
        TokenSecret.read("dl_live_ExampleExampleExampleExample0019CHCi").orElseThrow();

    assertEquals("dl_live_Exam", secret.hint());
    assertEquals("CHCi", secret.lastFour());
    assertEquals(secret.hash().substring(0, 24), secret.id());
    assertEquals("TokenSecret " + secret.id(), secret.toString());
  }

  @Test
  void token_opensWhatItNames_untilItExpires() {
    TokenSecret secret = TokenSecret.create(Mode.TEST, new Random(3));
    AccessToken gala =
        AccessToken.of(
            secret, "Gate 1", "acme", List.of("gala"), Role.SCANNER, AT, AT.plusSeconds(1));
    AccessToken every = AccessToken.of(secret, "Gate 2", "acme", List.of(), Role.SCANNER, AT, null);

    assertEquals(Mode.TEST, gala.mode());
    assertFalse(gala.allEvents());
    assertTrue(every.allEvents());
    assertEquals(7L, gala.at(7L).gate());
    assertFalse(gala.expired(AT));
    assertTrue(gala.expired(AT.plusSeconds(1)));
    assertFalse(every.expired(AT.plusSeconds(1)));
    assertThrows(
        IllegalArgumentException.class,
        () -> AccessToken.of(secret, "Gate 3", "Acme!", List.of(), Role.SCANNER, AT, null));
  }

  @Test
  void anyOtherCharacter_breaksTheChecksum() {
    String secret = TokenSecret.create(Mode.LIVE, new Random(2)).reveal();
    for (int i = "dl_live_".length(); i < secret.length(); i++) {
      char other = secret.charAt(i) == 'x' ? 'y' : 'x';

      assertEquals(
          Optional.empty(),
          TokenSecret.read(secret.substring(0, i) + other + secret.substring(i + 1)));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "dl_live_",
        "dl_prod_ExampleExampleExampleExample0019CHCi",
        "dl_live_ExampleExampleExampleExample0019CHCi ",
        "DL_LIVE_ExampleExampleExampleExample0019CHCi",
        "dl_live_ExampleExampleExampleExample0019CHCi0"
      })
  void otherForms_areNoTokens(String text) {
    assertEquals(Optional.empty(), TokenSecret.read(text));
  }
}
