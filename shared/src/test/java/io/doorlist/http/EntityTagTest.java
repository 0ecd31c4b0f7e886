package io.doorlist.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EntityTagTest {
  @Test
  void of_differsWithVersionAndSettings() {
    EntityTag tag = EntityTag.of("list|1|2", "https://doorlist.example");

    assertTrue(tag.text().matches("W/\"[\\w-]{22}\""), tag.text());
    assertEquals(tag, EntityTag.of("list|1|2", "https://doorlist.example"));
    assertNotEquals(tag, EntityTag.of("list|1|3", "https://doorlist.example"));
    assertNotEquals(tag, EntityTag.of("list|1|2", "https://other.example"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '\0',
      value = {
        "W/\"a\"; true",
        "\"a\"; true",
        "*; true",
        "\"b\" , W/\"a\"; true",
        "\"b\",\"c\",\"a\"; true",
        ",,\"a\",; true",
        "\"x,y\", \"a\"; true",
        "\"b\"; false",
        "\"A\"; false",
        "a; false",
        "w/\"a\"; false",
        "\"b\" \"a\"; false",
        "\"a; false",
        "*, \"b\"; false",
        "\"aa\"; false"
      })
  void isAmong_readsTheHeader(String header, boolean found) {
    assertEquals(found, new EntityTag("W/\"a\"").isAmong(List.of(header)));
  }

  @Test
  void isAmong_readsEveryHeader() {
    EntityTag tag = new EntityTag("W/\"a\"");

    assertTrue(tag.isAmong(Arrays.asList("\"b\"", "\"a\"")));
    assertEquals(false, tag.isAmong(List.of()));
  }
}
