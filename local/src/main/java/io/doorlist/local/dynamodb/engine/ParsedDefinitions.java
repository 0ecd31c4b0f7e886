package io.doorlist.local.dynamodb.engine;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.module.SimpleModule;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.ByteBuffer;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import software.amazon.dynamodb.services.local.shared.access.sqlite.SQLiteDBAccessJob;
import software.amazon.dynamodb.services.local.shared.access.sqlite.TableSchemaInfo;
import software.amazon.dynamodb.services.local.shared.mapper.DynamoDbObjectMapper;

/**
 * Definitions of tables that were parsed, by their text. DynamoDB Local reads a table's definition
 * for every record that it reads or writes, while it holds the table's lock; behind {@link
 * RememberedTables}, most of that was parsing. What changes definitions parses them elsewhere, so
 * nothing here is ever changed. Thread-safe.
 */
final class ParsedDefinitions extends StdDeserializer<TableSchemaInfo> {
  private static final long serialVersionUID = 1L;
  private static final String MAPPER = "MAPPER";

  private final transient ObjectMapper mapper = new DynamoDbObjectMapper();
  private final transient ConcurrentMap<ByteBuffer, TableSchemaInfo> parsed =
      new ConcurrentHashMap<>();

  ParsedDefinitions() {
    super(TableSchemaInfo.class);
  }

  /** Lets all databases of this process remember; without effect from the second time on. */
  static void remember() {
    try {
      Field field = SQLiteDBAccessJob.class.getDeclaredField(MAPPER);
      field.setAccessible(true);
      SimpleModule module = new SimpleModule(ParsedDefinitions.class.getName());
      module.addDeserializer(TableSchemaInfo.class, new ParsedDefinitions());
      ((ObjectMapper) field.get(null)).registerModule(module);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("this is not the DynamoDB Local that we know", e);
    }
  }

  @Override
  public TableSchemaInfo deserialize(JsonParser parser, DeserializationContext context)
      throws IOException {
    // The text is in one piece, and its first brace is read.
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    text.write('{');
    parser.releaseBuffered(text);
    ByteBuffer key = ByteBuffer.wrap(text.toByteArray());
    TableSchemaInfo known = parsed.get(key);
    if (known == null) {
      known = mapper.readValue(key.array(), TableSchemaInfo.class);
      parsed.put(key, known);
    }
    return known;
  }
}
