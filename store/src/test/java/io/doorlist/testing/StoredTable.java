package io.doorlist.testing;

import io.doorlist.json.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The items of tables that earlier versions filled, one a line, as DynamoDB writes them. */
public final class StoredTable {
  private StoredTable() {}

  /** Fills a table with the items of a format. */
  public static void load(TestTable table, int format) {
    String name = "/io/doorlist/store/formats/" + format + ".ndjson.gz";
    try (InputStream file = StoredTable.class.getResourceAsStream(name);
        BufferedReader lines =
            new BufferedReader(
                new InputStreamReader(new GZIPInputStream(file), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        put(table, attributes(Json.readObject(line.getBytes(StandardCharsets.UTF_8))));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Makes a table say that it has this format. */
  public static void setFormat(TestTable table, int format) {
    put(
        table,
        Map.of(
            "pk", AttributeValue.fromS("#format"),
            "sk", AttributeValue.fromS("FORMAT"),
            "format", AttributeValue.fromN(Integer.toString(format))));
  }

  private static void put(TestTable table, Map<String, AttributeValue> item) {
    TestTable.client().putItem(put -> put.tableName(table.name()).item(item));
  }

  private static Map<String, AttributeValue> attributes(Map<?, ?> members) {
    Map<String, AttributeValue> item = new HashMap<>();
    members.forEach((name, value) -> item.put((String) name, value((Map<?, ?>) value)));
    return item;
  }

  private static AttributeValue value(Map<?, ?> typed) {
    Map.Entry<?, ?> only = typed.entrySet().iterator().next();
    return switch ((String) only.getKey()) {
      case "S" -> AttributeValue.fromS((String) only.getValue());
      case "N" -> AttributeValue.fromN((String) only.getValue());
      case "BOOL" -> AttributeValue.fromBool((Boolean) only.getValue());
      case "B" ->
          AttributeValue.fromB(
              SdkBytes.fromByteArray(Base64.getDecoder().decode((String) only.getValue())));
      case "M" -> AttributeValue.fromM(attributes((Map<?, ?>) only.getValue()));
      case "L" ->
          AttributeValue.fromL(
              ((List<?>) only.getValue()).stream().map(each -> value((Map<?, ?>) each)).toList());
      default -> throw new IllegalArgumentException("no reader for type " + only.getKey());
    };
  }
}
