package io.doorlist.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProblemTitlesTest extends HandlerFixture {
  @ParameterizedTest
  @ValueSource(strings = {"de", "fr", "es", "it", "pt", "nl", "pl", "tr", "uk", "ar", "ja"})
  void everyKind_hasATitleInEveryLanguage(String language) {
    for (ProblemType type : ProblemType.values()) {
      String title = ProblemTitles.of(type, language);
      assertFalse(title.isBlank(), type.code());
      assertNotEquals(type.title(), title);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "de | de",
        "de-AT,de;q=0.9,en;q=0.8 | de",
        "DE-at | de",
        "sv,uk;q=0.7,en;q=0.5 | uk",
        "en-GB,de;q=0.9 | en",
        "sv,en;q=0.8,de;q=0.7 | en",
        "de;q=0,fr;q=0.1 | fr",
        "zh-Hant | en",
        "* | en",
        ";;q | en",
        "de;q=2 | en"
      })
  void title_isInTheLanguageThatSuitsBest(String preferred, String expected) throws Exception {
    Answer answer =
        handle(Inputs.of("GET", "/{account_slug}/other").header("Accept-Language", preferred));

    assertEquals(expected, answer.headers().get("Content-Language"));
    assertEquals("Accept-Language, Origin", answer.headers().get("Vary"));
    String title = ProblemTitles.of(ProblemType.NOT_FOUND, expected);
    assertTrue(answer.body().contains("\"title\":\"" + title + "\""), answer.body());
  }
}
