package io.doorlist.exactness.fake;

import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** A value in an expression; {@code null} if the item has none. */
interface Operand {
  AttributeValue of(Map<String, AttributeValue> item, Bindings bindings);
}
