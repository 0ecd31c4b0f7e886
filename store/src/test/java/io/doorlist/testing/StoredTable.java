package io.doorlist.testing;

import io.doorlist.domain.Mode;
import io.doorlist.domain.checkin.CheckinCommand;
import io.doorlist.domain.checkin.CheckinOutcome;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.json.Json;
import io.doorlist.store.Stores;
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
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The items of tables that earlier versions filled, one a line, as DynamoDB writes them. */
public final class StoredTable {
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
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        put(client, table, attributes(Json.readObject(line.getBytes(StandardCharsets.UTF_8))));
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
      for (Map<String, AttributeValue> item :
          TestTable.client().scanPaginator(scan -> scan.tableName(table.name())).items()) {
        if (!item.get("pk").s().equals("#format")) {
          lines.write(Json.writeValue(typed(item)) + "\n");
        }
      }
    }
  }

  private static Map<String, Object> typed(Map<String, AttributeValue> item) {
    Map<String, Object> members = new TreeMap<>();
    item.forEach((name, value) -> members.put(name, typed(value)));
    return members;
  }

  private static Map<String, Object> typed(AttributeValue value) {
    return switch (value.type()) {
      case S -> Map.of("S", value.s());
      case N -> Map.of("N", value.n());
      case BOOL -> Map.of("BOOL", value.bool());
      case B -> Map.of("B", Base64.getEncoder().encodeToString(value.b().asByteArray()));
      case M -> Map.of("M", typed(value.m()));
      case L -> Map.of("L", value.l().stream().map(StoredTable::typed).toList());
      default -> throw new IllegalArgumentException("no writer for type " + value.type());
    };
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
    put(
        TestTable.client(),
        table.name(),
        Map.of(
            "pk", AttributeValue.fromS("#format"),
            "sk", AttributeValue.fromS("FORMAT"),
            "format", AttributeValue.fromN(Integer.toString(format))));
  }

  private static void put(DynamoDbClient client, String table, Map<String, AttributeValue> item) {
    client.putItem(put -> put.tableName(table).item(item));
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
