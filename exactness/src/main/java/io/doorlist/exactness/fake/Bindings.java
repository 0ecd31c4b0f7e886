package io.doorlist.exactness.fake;

import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The values of the placeholders in one request's expressions. */
record Bindings(Map<String, String> names, Map<String, AttributeValue> values) {
  String name(String raw) {
    if (!raw.startsWith("#")) {
      return raw;
    }
    String name = names.get(raw);
    if (name == null) {
      throw DynamoExceptions.validation("an expression attribute name is not defined: " + raw);
    }
    return name;
  }

  AttributeValue value(String raw) {
    AttributeValue value = values.get(raw);
    if (value == null) {
      throw DynamoExceptions.validation("an expression attribute value is not defined: " + raw);
    }
    return value;
  }
}
