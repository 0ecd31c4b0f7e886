package io.doorlist.testing;

import io.doorlist.json.Json;
import io.doorlist.store.table.TableSchema;
import io.doorlist.table.Item;
import io.doorlist.table.aws.StreamJson;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/** The items of tables that were filled before, one a line, as DynamoDB writes them. */
public final class StoredTable {
  private StoredTable() {}

  /** Fills a table with the items of a file of a format. */
  public static void load(TestTable table, String format) {
    String name = "/io/doorlist/store/formats/" + format + ".ndjson.gz";
    try (InputStream file = new GZIPInputStream(StoredTable.class.getResourceAsStream(name))) {
      String lines = new String(file.readAllBytes(), StandardCharsets.UTF_8);
      for (String line : lines.lines().toList()) {
        table.put(List.of(StreamJson.item(Json.readObject(line.getBytes(StandardCharsets.UTF_8)))));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Writes the items of a table, but for its format, into a file as {@link #load} reads it. */
  public static void write(TestTable table, Path file) throws IOException {
    try (Writer lines =
        new OutputStreamWriter(
            new GZIPOutputStream(Files.newOutputStream(file)), StandardCharsets.UTF_8)) {
      for (Item item : table.items()) {
        if (!item.key().equals(TableSchema.format())) {
          lines.write(Json.writeValue(new TreeMap<>(StreamJson.image(item))) + "\n");
        }
      }
    }
  }
}
