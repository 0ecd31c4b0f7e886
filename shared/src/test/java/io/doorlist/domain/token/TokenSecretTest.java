package io.doorlist.domain.token;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.domain.Mode;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TokenSecretTest {
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

  /** The checksum: CRC32 of all before it, in base62, six digits. */
  @Test
  void checksum_isTheOneOthersCompute() {
    assertTrue(TokenSecret.read("dl_live_ExampleExampleExampleExample0019CHCi").isPresent());
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
