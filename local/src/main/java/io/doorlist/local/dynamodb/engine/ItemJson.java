package io.doorlist.local.dynamodb.engine;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import software.amazon.dynamodb.services.local.shared.model.AttributeValue;

/** Items as DynamoDB Local keeps them in its database: DynamoDB's JSON. */
final class ItemJson {
  private static final JsonFactory FACTORY = new JsonFactory();

  private ItemJson() {}

  static byte[] write(Map<String, AttributeValue> item) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(512);
    try (JsonGenerator json = FACTORY.createGenerator(bytes)) {
      map(json, item);
    }
    return bytes.toByteArray();
  }

  private static void map(JsonGenerator json, Map<String, AttributeValue> map) throws IOException {
    json.writeStartObject();
    for (Map.Entry<String, AttributeValue> each : map.entrySet()) {
      json.writeFieldName(each.getKey());
      value(json, each.getValue());
    }
    json.writeEndObject();
  }

  private static void value(JsonGenerator json, AttributeValue value) throws IOException {
    json.writeStartObject();
    json.writeFieldName(value.getType().name());
    switch (value.getType()) {
      case S -> json.writeString(value.getS());
      case N -> json.writeString(value.getN());
      case B -> binary(json, value.getB());
      case BOOL -> json.writeBoolean(value.getBOOL());
      case NULL -> json.writeBoolean(value.getNULL());
      case SS -> texts(json, value.getSS());
      case NS -> texts(json, value.getNS());
      case BS -> {
        json.writeStartArray();
        for (ByteBuffer each : value.getBS()) {
          binary(json, each);
        }
        json.writeEndArray();
      }
      case L -> {
        json.writeStartArray();
        for (AttributeValue each : value.getL()) {
          value(json, each);
        }
        json.writeEndArray();
      }
      case M -> map(json, value.getM());
    }
    json.writeEndObject();
  }

  private static void texts(JsonGenerator json, List<String> texts) throws IOException {
    json.writeStartArray();
    for (String text : texts) {
      json.writeString(text);
    }
    json.writeEndArray();
  }

  private static void binary(JsonGenerator json, ByteBuffer buffer) throws IOException {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.duplicate().get(bytes);
    json.writeBinary(bytes);
  }

  static Map<String, AttributeValue> read(byte[] item) throws IOException {
    try (JsonParser json = FACTORY.createParser(item)) {
      json.nextToken();
      return map(json);
    }
  }

  private static Map<String, AttributeValue> map(JsonParser json) throws IOException {
    Map<String, AttributeValue> map = new HashMap<>();
    for (String name = json.nextFieldName(); name != null; name = json.nextFieldName()) {
      json.nextToken();
      map.put(name, value(json));
    }
    return map;
  }

  private static AttributeValue value(JsonParser json) throws IOException {
    AttributeValue value = new AttributeValue();
    String type = json.nextFieldName();
    json.nextToken();
    switch (type) {
      case "S" -> value.setS(json.getText());
      case "N" -> value.setN(json.getText());
      case "B" -> value.setB(ByteBuffer.wrap(json.getBinaryValue()));
      case "BOOL" -> value.setBOOL(json.getBooleanValue());
      case "NULL" -> value.setNULL(json.getBooleanValue());
      case "SS" -> value.setSS(list(json, JsonParser::getText));
      case "NS" -> value.setNS(list(json, JsonParser::getText));
      case "BS" -> value.setBS(list(json, each -> ByteBuffer.wrap(each.getBinaryValue())));
      case "L" -> value.setL(list(json, ItemJson::value));
      case "M" -> value.setM(map(json));
      default -> throw new IOException("an item has a value of the type " + type);
    }
    json.nextToken();
    return value;
  }

  private interface Element<T> {
    T read(JsonParser json) throws IOException;
  }

  private static <T> List<T> list(JsonParser json, Element<T> element) throws IOException {
    List<T> all = new ArrayList<>();
    while (json.nextToken() != JsonToken.END_ARRAY) {
      all.add(element.read(json));
    }
    return all;
  }
}
