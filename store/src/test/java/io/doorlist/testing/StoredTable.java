package io.doorlist.testing;

import com.fasterxml.jackson.core.type.TypeReference;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.dynamodb.services.local.shared.mapper.DynamoDbObjectMapper;

/** The items of tables that were filled before, one a line, as DynamoDB writes them. */
public final class StoredTable {
  private static final DynamoDbObjectMapper JSON = new DynamoDbObjectMapper();

  private StoredTable() {}

  /** Fills a table with the items of a file of a format. */
  public static void load(DynamoDbClient client, String table, String format) {
    String name = "/io/doorlist/store/formats/" + format + ".ndjson.gz";
    try (InputStream file = new GZIPInputStream(StoredTable.class.getResourceAsStream(name))) {
      List<Map<String, AttributeValue>> items = new ArrayList<>();
      for (String line : new String(file.readAllBytes(), StandardCharsets.UTF_8).lines().toList()) {
        items.add(JSON.readValue(line, new TypeReference<>() {}));
      }
      TestTable.put(client, table, items);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Writes the items of a table, but for its format, into a file as {@link #load} reads it. */
  public static void write(TestTable table, Path file) throws IOException {
    try (Writer lines =
        new OutputStreamWriter(
            new GZIPOutputStream(Files.newOutputStream(file)), StandardCharsets.UTF_8)) {
      for (Map<String, AttributeValue> item :
          TestTable.client().scanPaginator(scan -> scan.tableName(table.name())).items()) {
        if (!item.get("pk").s().equals("#format")) {
          lines.write(JSON.writeValueAsString(new TreeMap<>(item)) + "\n");
        }
      }
    }
  }
}
