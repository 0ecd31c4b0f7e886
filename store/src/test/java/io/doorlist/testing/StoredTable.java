package io.doorlist.testing;

import com.fasterxml.jackson.core.type.TypeReference;
import io.doorlist.domain.Mode;
import io.doorlist.domain.checkin.CheckinCommand;
import io.doorlist.domain.checkin.CheckinOutcome;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.store.Stores;
import io.doorlist.store.table.Item;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.dynamodb.services.local.shared.mapper.DynamoDbObjectMapper;

/** The items of tables that earlier versions filled, one a line, as DynamoDB writes them. */
public final class StoredTable {
  private static final DynamoDbObjectMapper JSON = new DynamoDbObjectMapper();

  private StoredTable() {}

  /** Fills a table with the items of a format. */
  public static void load(TestTable table, int format) {
    load(TestTable.client(), table.name(), format);
  }

  /** Fills a table with the items of a format. */
  public static void load(DynamoDbClient client, String table, int format) {
    load(client, table, Integer.toString(format));
  }

  /** Fills a table with the items of a file of a format. */
  public static void load(DynamoDbClient client, String table, String format) {
    String name = "/io/doorlist/store/formats/" + format + ".ndjson.gz";
    try (InputStream file = StoredTable.class.getResourceAsStream(name);
        BufferedReader lines =
            new BufferedReader(
                new InputStreamReader(new GZIPInputStream(file), StandardCharsets.UTF_8))) {
      List<Map<String, AttributeValue>> items = new ArrayList<>();
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
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

  /** Scans a ticket at the main door of these tables. */
  public static CheckinOutcome scan(Stores stores, String code) {
    EventDefinition event = stores.events().readDefinition("acme", "spring-gala").orElseThrow();
    return stores
        .checkins()
        .checkInTicket(
            event,
            event.list(3).orElseThrow(),
            code,
            new CheckinCommand(
                Mode.LIVE, "token", "Gate", true, true, null, null, Instant.now().plusSeconds(60)));
  }

  /** Makes a table say that it has this format. */
  public static void setFormat(TestTable table, int format) {
    table.put(
        List.of(new Item().put("pk", "#format").put("sk", "FORMAT").put("format", (long) format)));
  }
}
