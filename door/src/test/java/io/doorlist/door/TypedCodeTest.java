package io.doorlist.door;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.text.Normalizer;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Issue 70: what staff type is not always what is printed. */
class TypedCodeTest {
  static final TypedCode.Letters LETTERS =
      new TypedCode.Letters(
          text -> Normalizer.normalize(text, Normalizer.Form.NFKC),
          text -> text.toUpperCase(Locale.ROOT),
          text -> text.toLowerCase(Locale.ROOT));

  @ParameterizedTest
  @ValueSource(
      strings = {
        "t-k7",
        "T\u2010K7",
        "T\u2013K7",
        "\uFF34\uFF0D\uFF2B\uFF17",
        "T\u30FCK7",
        " T - K 7 ",
        "\"T-K7\"",
        "\u201Et-k7\u201C",
        "'t\u2212k7'"
      })
  void all_hasTheCodeThatIsMeant(String typed) {
    assertTrue(TypedCode.all(typed, LETTERS).contains("T-K7"), typed);
  }

  @Test
  void all_hasSmallLetters_andWhatHasBlanks() {
    assertEquals(List.of("t-k7"), TypedCode.all("T-K7", LETTERS));
    assertEquals(List.of("AB 1", "ab1", "AB1"), TypedCode.all("ab 1", LETTERS));
  }

  @Test
  void all_joinsTheGroupsOfACodeOfOurs() {
    String typed =
        "\uFF12345\u20136789\u2013abcd\u2013efgh\u2013JKLM\u2013NPQR\u2013STUV\u2013WXYZ";

    assertTrue(TypedCode.all(typed, LETTERS).contains("23456789ABCDEFGHJKLMNPQRSTUVWXYZ"));
  }

  @Test
  void all_isNothing_ofNothing() {
    for (String nothing : List.of("", " ", "\"\"")) {
      assertEquals(List.of(), TypedCode.all(nothing, LETTERS));
    }
    assertFalse(TypedCode.all("12", LETTERS).contains("12"));
  }
}
