package io.doorlist.door;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AddedGuestTest {
  /** Shops have the ids below, and guest lists those above. */
  @ParameterizedTest
  @CsvSource({
    "1, false",
    "4503599627370495, false",
    "4503599627370496, true",
    "6755399441055743, true",
    "6755399441055744, false",
    "9007199254740991, false"
  })
  void isId_tellsAddedGuestsFromThoseOfShopsAndLists(long id, boolean added) {
    assertEquals(added, AddedGuest.isId(id));
  }
}
