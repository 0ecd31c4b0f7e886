package io.doorlist.domain;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QrCodeTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "a",
        "ab=/c+d//e==",
        "row 7 seat 12",
        "müßig",
        "100%,x",
        "gate#3?x=1&y",
        "票-🎟",
        "sha256-x"
      })
  void valid_takesAnyText(String code) {
    assertTrue(QrCode.valid(code));
    assertEquals(QrCode.digest(code), QrCode.digest("sha256-" + QrCode.digest(code)));
  }

  @Test
  void valid_refusesWhatNobodyCanPrintOrSend() {
    assertTrue(QrCode.valid("u".repeat(512)));
    assertTrue(QrCode.valid("ü".repeat(256)));
    assertFalse(QrCode.valid("ü".repeat(257)));
    assertFalse(QrCode.valid(""));
    assertFalse(QrCode.valid(null));
    assertFalse(QrCode.valid("line\nbreak"));
    assertFalse(QrCode.valid("half of a pair \uD83C"));
  }

  @Test
  void valid_refusesTheDigestForm_whichClientsMayStillAsk() {
    String form = "sha256-" + QrCode.digest("a");

    assertFalse(QrCode.valid(form));
    assertTrue(QrCode.canBeAsked(form));
  }

  @Test
  void digest_isTheSha256OfTheText_inBase64url() {
    assertEquals("ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0", QrCode.digest("abc"));
    assertNotEquals(QrCode.digest("a"), QrCode.digest("A"));
    assertNotEquals(QrCode.digest("abc"), QrCode.digest("sha256-abc"));
  }
}
