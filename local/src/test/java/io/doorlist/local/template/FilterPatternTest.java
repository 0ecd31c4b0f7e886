package io.doorlist.local.template;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.doorlist.local.json.JsonTree;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FilterPatternTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {"a": ["one"]}                                  | true
          {"a": ["two", "one"]}                           | true
          {"a": ["two"]}                                  | false
          {"a": ["one"], "b": ["two"]}                    | false
          {"nested": {"deep": {"S": ["ORDER"]}}}          | true
          {"nested": {"deep": {"N": ["ORDER"]}}}          | false
          {"a": {"deep": ["one"]}}                        | false
          {"nested": {"deep": {"S": [{"exists": true}]}}} | true
          {"nested": {"deep": [{"exists": true}]}}        | false
          {"absent": {"S": [{"exists": false}]}}          | true
          {"a": [{"exists": false}]}                      | false
          """)
  void pattern_matchesRecords_asLambdaDoes(String pattern, boolean expected) throws Exception {
    String record =
        "{\"a\": \"one\", \"b\": \"three\", \"nested\": {\"deep\": {\"S\": \"ORDER\"}}}";
    Map<?, ?> read = (Map<?, ?>) JsonTree.read(record.getBytes(StandardCharsets.UTF_8));

    assertEquals(expected, FilterPattern.read(pattern).matches(read));
  }

  @ParameterizedTest
  @ValueSource(strings = {"{", "[]", "{\"a\":1}", "{\"a\":[1]}", "{\"a\":[{\"prefix\":\"on\"}]}"})
  void read_refuses_whatItDoesNotKnow(String pattern) {
    assertThrows(IllegalArgumentException.class, () -> FilterPattern.read(pattern));
  }
}
