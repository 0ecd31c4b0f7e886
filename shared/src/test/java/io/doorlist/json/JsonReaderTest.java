package io.doorlist.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JsonReaderTest {
  @Test
  void members_readsWhatIsTakenAndSkipsTheRest() throws Exception {
    String input =
        """
        {"skipped": {"deep": [{"name": "no"}], "name": "no"}, "name": "yes", "list": [1, {}]}
        """;

    List<String> names = new ArrayList<>();
    String[] taken = new String[1];
    try (JsonReader reader = JsonReader.open(stream(input))) {
      reader.members(
          name -> {
            names.add(name);
            if (name.equals("name")) {
              taken[0] = reader.text();
            }
          });
    }

    assertEquals(List.of("skipped", "name", "list"), names);
    assertEquals("yes", taken[0]);
  }

  @Test
  void members_readsNamesThatComeOnlyOnce_andNamesWithOneHash() throws Exception {
    for (int i = 0; i < 300; i++) {
      StringBuilder input = new StringBuilder("{");
      List<String> expected = new ArrayList<>();
      for (int j = 0; j < 100; j++) {
        expected.add("X-" + i + "-" + j);
        input.append('"').append(expected.getLast()).append("\": 1, ");
      }
      // These have one hash as texts.
      for (String each : List.of("AaAa", "AaBB", "BBAa", "BBBB")) {
        expected.add(each + i);
        input.append('"').append(expected.getLast()).append("\": 1, ");
      }
      List<String> names = new ArrayList<>();
      try (JsonReader reader = JsonReader.open(stream(input + "\"last\": 1}"))) {
        reader.members(names::add);
      }
      expected.add("last");
      assertEquals(expected, names);
    }
  }

  @Test
  void text_givesScalarsAsText_andNothingOfTheRest() throws Exception {
    Map<String, String> texts = new LinkedHashMap<>();
    String input =
        """
        {"text": "a", "number": 12.50, "yes": true, "nothing": null, "object": {"a": 1}, "list": []}
        """;

    try (JsonReader reader = JsonReader.open(stream(input))) {
      reader.members(name -> texts.put(name, reader.text()));
    }

    Map<String, String> expected = new LinkedHashMap<>();
    expected.put("text", "a");
    expected.put("number", "12.50");
    expected.put("yes", "true");
    expected.put("nothing", null);
    expected.put("object", null);
    expected.put("list", null);
    assertEquals(expected, texts);
  }

  @Test
  void members_hasNone_whenValueIsNoObject() throws Exception {
    List<String> seen = new ArrayList<>();
    String input = "{\"a\": null, \"b\": [{\"c\": 1}], \"d\": \"x\", \"e\": {\"f\": 1}}";

    try (JsonReader reader = JsonReader.open(stream(input))) {
      reader.members(name -> reader.members(seen::add));
    }

    assertEquals(List.of("f"), seen);
  }

  @Test
  void texts_leavesOutWhatIsNone() throws Exception {
    List<List<String>> texts = new ArrayList<>();
    String input =
        "{\"a\": [\"x\", null, 1, [\"y\"], {\"z\": 1}, \"w\"], \"b\": null, \"c\": \"x\"}";

    try (JsonReader reader = JsonReader.open(stream(input))) {
      reader.members(name -> texts.add(reader.texts()));
    }

    assertEquals(List.of(List.of("x", "1", "w"), List.of(), List.of()), texts);
  }

  @Test
  void members_hasNone_whenNothingIsThere() throws Exception {
    try (JsonReader reader = JsonReader.open(stream(""))) {
      reader.members(
          name -> {
            throw new IllegalStateException("there is no member");
          });
    }
  }

  @Test
  void members_throws_whenInputIsCutOff() {
    assertThrows(
        IOException.class,
        () -> {
          try (JsonReader reader = JsonReader.open(stream("{\"a\": {\"b\": 1"))) {
            reader.members(name -> {});
          }
        });
  }

  private static InputStream stream(String text) {
    return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
  }
}
