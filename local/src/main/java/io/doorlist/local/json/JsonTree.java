package io.doorlist.local.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** JSON as maps, lists, strings, numbers, booleans and nulls. */
public final class JsonTree {
  public static final JsonFactory FACTORY = new JsonFactory();

  private JsonTree() {}

  /**
   * Returns the one value in the text.
   *
   * @throws IOException if it is not JSON, or there is more than one value
   */
  public static Object read(byte[] json) throws IOException {
    try (JsonParser parser = FACTORY.createParser(json)) {
      parser.nextToken();
      Object value = value(parser);
      if (parser.nextToken() != null) {
        throw new IOException("more than one JSON value");
      }
      return value;
    }
  }

  public static byte[] write(Object value) {
    ByteArrayOutputStream json = new ByteArrayOutputStream();
    try (JsonGenerator generator = FACTORY.createGenerator(json)) {
      write(value, generator);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return json.toByteArray();
  }

  public static void write(Object value, JsonGenerator generator) throws IOException {
    switch (value) {
      case null -> generator.writeNull();
      case Map<?, ?> map -> {
        generator.writeStartObject();
        for (Map.Entry<?, ?> member : map.entrySet()) {
          generator.writeFieldName(member.getKey().toString());
          write(member.getValue(), generator);
        }
        generator.writeEndObject();
      }
      case List<?> list -> {
        generator.writeStartArray();
        for (Object element : list) {
          write(element, generator);
        }
        generator.writeEndArray();
      }
      case Boolean flag -> generator.writeBoolean(flag);
      case Integer number -> generator.writeNumber(number);
      case Long number -> generator.writeNumber(number);
      case Number number -> generator.writeNumber(number.toString());
      default -> generator.writeString(value.toString());
    }
  }

  private static Object value(JsonParser parser) throws IOException {
    JsonToken token = parser.currentToken();
    if (token == null) {
      throw new IOException("no JSON value");
    }
    return switch (token) {
      case START_OBJECT -> {
        LinkedHashMap<String, Object> map = new LinkedHashMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
          String name = parser.currentName();
          parser.nextToken();
          map.put(name, value(parser));
        }
        yield map;
      }
      case START_ARRAY -> {
        ArrayList<Object> list = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
          list.add(value(parser));
        }
        yield list;
      }
      case VALUE_STRING -> parser.getText();
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> parser.getNumberValue();
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      case VALUE_NULL -> null;
      default -> throw new IOException("not a JSON value");
    };
  }
}
