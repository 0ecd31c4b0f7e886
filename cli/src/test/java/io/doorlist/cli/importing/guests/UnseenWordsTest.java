package io.doorlist.cli.importing.guests;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

/**
 * Titles and values in the twelve languages, written by somebody who had not seen the tables of
 * words: 104 answers, and the titles of 41 lists. Lines are added to the tables, not taken from
 * here.
 */
class UnseenWordsTest {
  @ParameterizedTest
  @CsvFileSource(resources = "unseen-answers.csv", delimiter = '|')
  void answersMeanWhatPeopleMeant(String title, String value, Admission meant) {
    GuestList list = GuestLists.read("Name;\"%s\"\nAnn Lee;\"%s\"".formatted(title, value));

    assertEquals(List.of(), list.refused().stream().map(it -> it.reason().text()).toList());
    assertEquals(meant, list.guests().getFirst().admission());
    assertEquals(true, GuestLists.columns(list).decide());
  }

  @ParameterizedTest
  @CsvFileSource(resources = "unseen-titles.csv", delimiter = '|')
  void titlesSayWhoTheGuestsAre(
      String titles, String cells, String name, String email, int persons) {
    GuestList list = GuestLists.read(titles + "\n" + cells);

    GuestRow guest = list.guests().getFirst();
    assertEquals(name, guest.name());
    assertEquals(email, guest.email());
    assertEquals(persons, guest.persons());
  }
}
