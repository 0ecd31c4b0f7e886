package io.doorlist.local.dynamodb.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import software.amazon.dynamodb.services.local.shared.access.sqlite.TableSchemaInfo;
import software.amazon.dynamodb.services.local.shared.mapper.DynamoDbObjectMapper;

class ParsedDefinitionsTest {
  private final ObjectMapper mapper =
      new DynamoDbObjectMapper()
          .registerModule(
              new SimpleModule().addDeserializer(TableSchemaInfo.class, new ParsedDefinitions()));

  @Test
  void definition_isParsedOnce_untilItsTextIsAnother() throws IOException {
    TableSchemaInfo first = parse("a");

    assertEquals("a", first.getTimeToLiveAttributeName());
    assertSame(first, parse("a"));
    assertNotSame(first, parse("b"));
    assertEquals("b", parse("b").getTimeToLiveAttributeName());
  }

  private TableSchemaInfo parse(String expiry) throws IOException {
    String text = "{\"Attributes\":[],\"TimeToLiveAttributeName\":\"%s\"}".formatted(expiry);
    return mapper.readValue(text.getBytes(StandardCharsets.UTF_8), TableSchemaInfo.class);
  }
}
