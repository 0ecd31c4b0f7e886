package io.doorlist.local.template;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.doorlist.local.json.JsonTree;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FilterPatternTest {
  private static final String RECORD =
      """
      {"a": "one", "n": 7, "none": null, "list": ["x", "y"], "nested": {"deep": {"S": "ORDER"}}}
      """;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {"a": ["one"]}                                 | true
          {"a": ["two", "one"]}                          | true
          {"a": ["two"]}                                 | false
          {"a": ["one"], "n": [8]}                       | false
          {"n": [7.0]}                                   | true
          {"none": [null]}                               | true
          {"absent": [null]}                             | false
          {"list": ["y"]}                                | true
          {"nested": {"deep": {"S": ["ORDER"]}}}         | true
          {"nested": {"deep": {"N": ["ORDER"]}}}         | false
          {"a": {"deep": ["one"]}}                       | false
          {"a": [{"prefix": "on"}]}                      | true
          {"a": [{"suffix": "on"}]}                      | false
          {"a": [{"anything-but": ["two"]}]}             | true
          {"a": [{"anything-but": "one"}]}               | false
          {"absent": [{"anything-but": "one"}]}          | false
          {"nested": {"deep": {"S": [{"exists": true}]}}} | true
          {"nested": {"deep": [{"exists": true}]}}       | false
          {"absent": {"S": [{"exists": false}]}}         | true
          {"a": [{"exists": false}]}                     | false
          """)
  void matches_asLambdaDoes(String pattern, boolean expected) throws Exception {
    Map<?, ?> record = (Map<?, ?>) JsonTree.read(RECORD.getBytes(StandardCharsets.UTF_8));

    assertEquals(expected, FilterPattern.read(pattern).matches(record));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"{", "[]", "{\"a\":1}", "{\"a\":[[1]]}", "{\"a\":[{\"cidr\":\"10.0.0.0/8\"}]}"})
  void read_refuses_whatItDoesNotKnow(String pattern) {
    assertThrows(IllegalArgumentException.class, () -> FilterPattern.read(pattern));
  }

  @Test
  void read_names_theOperator() {
    IllegalArgumentException refused =
        assertThrows(
            IllegalArgumentException.class,
            () -> FilterPattern.read("{\"a\":[{\"numeric\":[\">\",1]}]}"));

    assertEquals("has the operator numeric", refused.getMessage());
  }
}
