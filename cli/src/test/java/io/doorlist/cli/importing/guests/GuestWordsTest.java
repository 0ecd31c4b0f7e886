package io.doorlist.cli.importing.guests;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GuestWordsTest {
  /** Words of ASCII take a shorter way than others, to the same end. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "E-Mail Address|emailaddress",
        "Ticket # 2 +1|ticket#2+1",
        "[x] {y} ~z|xyz",
        "Prénom (1)|prenom1",
        "Straße|straße",
        "` - `|-",
        "✔️|✔"
      })
  void plain_hasNoCapitalsAccentsAndSigns(String word, String plain) {
    assertEquals(plain, GuestWords.plain(word));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "Ann Lee|Ann Lee",
        "` Ann  Lee `|Ann Lee",
        "`Ann\tLee\n`|Ann Lee",
        "`Ann\u00A0 Lee`|Ann Lee",
        "``|``"
      })
  void line_hasSingleSpaces(String text, String line) {
    assertEquals(line, GuestWords.line(text));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "abgesagt (krank)|abgesagt",
        "Yes, with joy|Yes",
        "I'll be there|I'll be there",
        "paid|paid"
      })
  void withoutComment_keepsWordsThatMeanSomethingTogether(String value, String word) {
    assertEquals(word, GuestWords.withoutComment(value));
  }
}
