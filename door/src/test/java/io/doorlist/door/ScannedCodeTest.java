package io.doorlist.door;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.text.Normalizer;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ScannedCodeTest {
  /** Soft hyphen, zero-width, direction and no-break marks, and an accent for itself. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "\u200BT-\u00E4 1",
        "T\u00AD-\u00E4 1\uFEFF",
        "\u202AT-\u00E4 1\u202C",
        "\u200ET-\u00E4 1\u200F",
        "T-\u00E4\u00A01",
        "T-\u00E4\u202F1\u00A0",
        "T-\u200C\u200Da\u0308 1"
      })
  void all_isTheTextAsItIs_thenWithoutWhatNobodySees(String text) {
    assertEquals(List.of(text, "T-\u00E4 1"), all(text));
  }

  @Test
  void all_isOneCode_whereNothingIsUnseen() {
    for (String text : List.of("T-1", " T 1 ", " T~1 ", "T-\u00E4", "\u9AD8\u6A4B")) {
      assertEquals(List.of(text), all(text));
    }
    assertEquals(List.of(), all(""));
  }

  @Test
  void all_looksIntoAddressesToo() {
    String link = "https://x.example/t/a?pk=T%C2%A01";

    assertEquals(List.of(link, "T\u00A01", "T 1", "a"), all(link));
  }

  /** Issue 70: a code that is read out is typed as people hear it. */
  @Test
  void all_isACodeOfOurs_typedInGroupsOrSmallLetters() {
    String code = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
    for (String typed :
        List.of(
            "2345 6789 ABCD EFGH JKLM NPQR STUV WXYZ",
            "23456789abcdefghjklmnpqrstuvwxyz",
            " 2345-6789-abcd-efgh-JKLM-NPQR-STUV-WXYZ ")) {
      assertEquals(List.of(typed, code), all(typed));
    }
    assertEquals(List.of(code), all(code));
    String mistyped = code.replace('2', '0');
    for (String other :
        List.of(code + "2", code.substring(1), mistyped, mistyped.toLowerCase(Locale.ROOT))) {
      assertEquals(List.of(other), all(other));
    }
  }

  /** They are part of names in Persian, and of emoji. */
  @Test
  void plainText_keepsJoiners() {
    assertEquals("\u0645\u200C\u0646", plainText("\u200F\u0645\u200C\u0646"));
    assertEquals("Zo\u00EB B", plainText("Zoe\u0308\u00A0B"));
  }

  private static List<String> all(String text) {
    return ScannedCode.all(text, ScannedCodeTest::composed);
  }

  private static String plainText(String text) {
    return ScannedCode.plainText(text, ScannedCodeTest::composed);
  }

  private static String composed(String text) {
    return Normalizer.normalize(text, Normalizer.Form.NFC);
  }
}
